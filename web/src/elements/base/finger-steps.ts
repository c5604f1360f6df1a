/**
 * Cells and labels of figures are smaller than a finger. Where one has been touched, buttons as large as a finger step from it
 * to the next one, which then is chosen as if it had been touched itself: they press the arrow keys that these figures have.
 */
import { html, render } from 'lit';
import { steps as kWords } from '../i18n/subjects/steps.ts';
import { isShadowRoot } from './node-kinds.ts';

/** What has others beside it, to which arrow keys go. */
const kStepped = '[role=gridcell], .cell input, .label.token';

const kKeys = [
  ['ArrowLeft', 'left', '←', 0, -1],
  ['ArrowUp', 'up', '↑', -1, 0],
  ['ArrowDown', 'down', '↓', 1, 0],
  ['ArrowRight', 'right', '→', 0, 1],
] as const;

type Key = (typeof kKeys)[number];

/**
 * @param page whose figures have been touched for the first time
 * @param languageOf what a figure speaks
 */
export function followFinger(page: Document, languageOf: (figure: Element) => string): void {
  let isTouch = true;
  let buttons: HTMLElement | null = null;
  const leave = (): void => {
    buttons?.remove();
    buttons = null;
  };
  const show = (): void => {
    const cell = isTouch ? cellOf(page) : null;
    const root = cell?.getRootNode();
    if (root === undefined || !isShadowRoot(root)) {
      leave();
      return;
    }
    if (buttons?.getRootNode() === root) return;
    buttons?.remove();
    buttons = drawn(page, languageOf(root.host));
    root.append(buttons);
    // Over everything, and not within a box of the page that clips it.
    buttons.showPopover?.();
    place(buttons);
  };
  page.addEventListener('pointerdown', (event) => (isTouch = event.pointerType === 'touch'), true);
  // Figures focus what is pressed when they handle the click themselves.
  page.addEventListener('click', () => requestAnimationFrame(show), true);
  // Nobody steps from a cell that is out of sight.
  const scrolled = () => buttons && !isSeen(cellOf(page)) && leave();
  page.addEventListener('scroll', scrolled, { capture: true, passive: true });
  visualViewport?.addEventListener('resize', () => buttons && place(buttons));
  requestAnimationFrame(show);
}

/** What has the focus, in whichever shadow. */
function cellOf(page: Document): HTMLElement | null {
  let at = page.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at?.matches(kStepped) === true ? (at as HTMLElement) : null;
}

function isSeen(cell: HTMLElement | null): boolean {
  const { top = 0, bottom = 0 } = cell?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < innerHeight;
}

function drawn(page: Document, language: string): HTMLElement {
  const { steps } = kWords.in(language);
  const buttons = page.createElement('div');
  // Neither on paper nor in what is saved.
  buttons.className = 'buttons';
  buttons.popover = 'manual';
  buttons.role = 'group';
  buttons.ariaLabel = steps.name;
  Object.assign(buttons.style, {
    ...{ position: 'fixed', inset: 'auto 0 auto 0', width: 'fit-content', margin: '0 auto' },
    ...{ display: 'flex', gap: '0.25rem', padding: '0.25rem', zIndex: '9' },
    ...{ border: '1px solid var(--gf-line)', borderRadius: '6px', background: 'var(--gf-paper)' },
  });
  // The cell keeps the focus.
  buttons.addEventListener('mousedown', (event) => event.preventDefault());
  render(
    kKeys.map(
      (key) =>
        html`<button aria-label=${steps[key[1]]} tabindex="-1" @click=${() => void step(page, key)}>
          ${key[2]}
        </button>`,
    ),
    buttons,
  );
  for (const each of buttons.children)
    Object.assign((each as HTMLElement).style, { minWidth: '44px', minHeight: '44px' });
  return buttons;
}

/** At the lower edge of what is seen: above the keyboard on the screen. */
function place(buttons: HTMLElement): void {
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  buttons.style.top = `${offsetTop + height - buttons.offsetHeight - 8}px`;
}

async function step(page: Document, [key, , , down, across]: Key): Promise<void> {
  const from = cellOf(page);
  if (from === null) return;
  const before = placeOf(from);
  if (from.localName === 'input') {
    // Its own arrow keys go through the text in it.
    const { row, column } = from.dataset;
    (from.getRootNode() as ShadowRoot)
      .querySelector<HTMLElement>(
        `input[data-row="${Number(row) + down}"][data-column="${Number(column) + across}"]`,
      )
      ?.focus();
    return;
  }
  press(from, key);
  await new Promise(requestAnimationFrame);
  const to = cellOf(page);
  if (to === null || (to === from && placeOf(to) === before)) return;
  if (to.role === 'gridcell') press(to, 'Enter');
  else to.click();
}

/** Only its figure hears it: a page of slides would go to the next one. */
function press(cell: HTMLElement, key: string): void {
  cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

const placeOf = ({ dataset }: HTMLElement): string => `${dataset['row']} ${dataset['column']}`;
