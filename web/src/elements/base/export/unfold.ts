/**
 * A figure laid out as it is drawn, for as long as a drawing takes: nothing scrolls, nothing sticks, nothing is turned,
 * and controls are gone (styles do that where the host is marked `saving`). All in one task, so that nobody sees it.
 */
import { seenElements } from './composed.ts';

export interface Turn {
  readonly matrix: DOMMatrix;
  /** Pixels from the element's corner. */
  readonly origin: readonly [x: number, y: number];
}

export interface Unfolded {
  /** Transforms, which the layout lacks now. */
  readonly turns: ReadonlyMap<Element, Turn>;
  restore(): void;
}

/** Wide figures side by side are given room, in some rounds, up to this width. */
const kMaxRounds = 6;
const kWidest = 4000;

export function unfold(root: HTMLElement): Unfolded {
  const undo: (() => void)[] = [() => scrollTo({ left, top, behavior: 'instant' })];
  const { scrollX: left, scrollY: top } = window;
  for (const element of seenElements(root)) if (isOurs(element)) undo.push(mark(element));
  const turns = new Map<Element, Turn>();
  const changes: [HTMLElement, Record<string, string>][] = [];
  const scrollers: HTMLElement[] = [];
  for (const element of seenElements(root)) {
    const style = getComputedStyle(element);
    if (style.transform !== 'none') {
      turns.set(element, turnOf(style));
      changes.push([element, { transform: 'none' }]);
    }
    if (style.position === 'sticky')
      changes.push([element, { position: 'relative', inset: 'auto' }]);
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
      scrollers.push(element);
      changes.push([element, { overflow: 'visible', 'max-height': 'none', 'max-width': 'none' }]);
    }
  }
  for (const scroller of scrollers) undo.push(keepScroll(scroller));
  for (const [element, properties] of changes) undo.push(override(element, properties));
  undo.push(widen(root, scrollers));
  // Scrolling back comes last, when there is something to scroll again.
  return { turns, restore: () => undo.reverse().forEach((step) => step()) };
}

function isOurs(element: Element): boolean {
  return element.localName.startsWith('glass-');
}

function mark(element: Element): () => void {
  element.setAttribute('saving', '');
  return () => element.removeAttribute('saving');
}

function turnOf(style: CSSStyleDeclaration): Turn {
  const [x = 0, y = 0] = style.transformOrigin.split(' ').map(Number.parseFloat);
  return { matrix: new DOMMatrix(style.transform), origin: [x, y] };
}

function keepScroll(element: HTMLElement): () => void {
  const { scrollLeft: left, scrollTop: top } = element;
  return () => element.scrollTo({ left, top, behavior: 'instant' });
}

export function override({ style }: HTMLElement, properties: Record<string, string>): () => void {
  const before = Object.keys(properties).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  );
  for (const [name, value] of Object.entries(properties))
    style.setProperty(name, value, 'important');
  return () =>
    before.forEach(([name, value, priority]) => style.setProperty(name, value, priority));
}

/** Room for what used to scroll sideways. */
function widen(root: HTMLElement, scrollers: readonly HTMLElement[]): () => void {
  const back = override(root, { 'min-width': getComputedStyle(root).minWidth });
  for (let round = 0; round < kMaxRounds; ++round) {
    const excess = Math.max(0, ...scrollers.map((each) => each.scrollWidth - each.clientWidth));
    const { width } = root.getBoundingClientRect();
    if (excess < 1 || width >= kWidest) break;
    root.style.setProperty('min-width', `${Math.min(kWidest, width + excess)}px`, 'important');
  }
  return back;
}
