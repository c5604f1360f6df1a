/** Reserves the height of a figure until it is drawn, so that what stands below does not move. */
import {
  type CSSResult,
  unsafeCSS,
  type ReactiveController,
  type ReactiveControllerHost,
} from 'lit';
import { kPictureMark } from '../one-file/pictures.ts';
import { kHeights } from './heights.ts';

const kWaiting = 'waiting';

const rules = Object.entries(kHeights)
  .map(([tag, height]) => `:host(${tag}:state(${kWaiting})) { min-height: ${height}; }`)
  .join('\n');

export const spaceStyles: CSSResult = unsafeCSS(rules);

/** Marks its host as waiting, from the time it is in the page until it has drawn its figure, or an update is refused. */
export class SpaceController implements ReactiveController {
  /** Set by each render: whether the figure is still to come. */
  isWaiting = false;

  readonly #host: ReactiveControllerHost & HTMLElement;
  #states: CustomStateSet | null = null;
  /** The least height while it waits for the first time, where a picture stands in the tag by then (`npx glassformer render`). */
  #room = '';

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
    // Attaching the shadow root, which comes next, hides the picture: it is measured now.
    const { firstElementChild: first, localName, style } = host;
    if (first?.hasAttribute(kPictureMark) === true && style.minHeight === '')
      this.#room = `max(${kHeights[localName] ?? '0px'}, ${host.offsetHeight}px)`;
  }

  /** The first update may wait, too. */
  hostConnected(): void {
    const isKnown = this.#host.localName in kHeights || this.#room !== '';
    if (!isKnown || this.#states !== null) return;
    this.#states = this.#host.attachInternals().states;
    this.#mark(true);
  }

  hostUpdate(): void {
    this.isWaiting = false;
  }

  hostUpdated(): void {
    if (this.isWaiting) this.#mark(true);
    else if (this.#room !== '' || this.#states?.has(kWaiting)) void this.#release();
  }

  /** Called for an update that is refused, which has no `hostUpdated`: a sentence stands in the figure's place, so no room is kept. */
  refused(): void {
    this.isWaiting = false;
    this.#mark(false);
  }

  /** The first updates of elements inside may wait: until then the figure is lower than it will be. */
  async #release(): Promise<void> {
    const inner = [...(this.#host.shadowRoot?.querySelectorAll('*') ?? [])];
    await Promise.all(
      inner.map((each) => (each as Partial<ReactiveControllerHost>).updateComplete),
    );
    if (!this.isWaiting) this.#mark(false);
  }

  #mark(isWaiting: boolean): void {
    if (this.#room !== '') this.#host.style.minHeight = isWaiting ? this.#room : (this.#room = '');
    if (!isWaiting) return void this.#states?.delete(kWaiting);
    try {
      this.#states?.add(kWaiting);
    } catch {
      // Chromium before 125 takes other names only: there no room is kept but that of a picture.
      this.#states = null;
    }
  }
}
