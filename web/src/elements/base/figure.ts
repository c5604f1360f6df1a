import type { Run } from '../../shared/types.ts';
import {
  activeSpot,
  fit,
  kNothing,
  look,
  pin,
  sameSpot,
  type Selection,
  type Spot,
} from '../../view/selection.ts';
import type { Model } from '../../index.ts';

export type FigureStatus = 'empty' | 'loading' | 'ready' | 'failed';

export interface FigureState {
  readonly status: FigureStatus;
  readonly text: string;
  readonly model: Model | null;
  readonly run: Run | null;
  /** One sentence, where status is 'failed'. */
  readonly problem: string;
}

/** What the elements inside one `<glass-model>` share: the text, its run, and what the reader looks at. */
export class Figure extends EventTarget {
  #state: FigureState = { status: 'empty', text: '', model: null, run: null, problem: '' };
  #selection: Selection = kNothing;

  get state(): FigureState {
    return this.#state;
  }

  get selection(): Selection {
    return this.#selection;
  }

  get spot(): Spot | null {
    return activeSpot(this.#selection);
  }

  /** A new text, whose run is still to come: told apart ("text"), because few elements show it. */
  write(text: string): void {
    if (text === this.#state.text) return;
    this.#state = { ...this.#state, text };
    this.dispatchEvent(new Event('text'));
  }

  change(part: Partial<Omit<FigureState, 'text'>>): void {
    this.#state = { ...this.#state, ...part };
    if (part.run) this.#selection = fit(this.#selection, part.run.tokens.length);
    this.dispatchEvent(new Event('change'));
  }

  look(spot: Spot | null): void {
    this.#select(look(this.#selection, spot));
  }

  pin(spot: Spot): void {
    const pinned = pin(this.#selection, spot);
    const { run } = this.#state;
    this.#select(run ? fit(pinned, run.tokens.length) : pinned);
  }

  letGo(): void {
    this.#select(kNothing);
  }

  #select(selection: Selection): void {
    if (selection === this.#selection) return;
    const before = this.#selection;
    this.#selection = selection;
    const unchanged =
      sameSpot(before.looked, selection.looked) && sameSpot(before.pinned, selection.pinned);
    if (!unchanged) this.dispatchEvent(new Event('change'));
  }
}
