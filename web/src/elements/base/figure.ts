import type { Ablation, Run } from '../../shared/types.ts';
import { type HeadPlace, samePlace } from '../../view/heads.ts';
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
import type { Problem } from '../i18n/problem.ts';

export type FigureStatus = 'empty' | 'loading' | 'ready' | 'failed';

export interface FigureState {
  readonly status: FigureStatus;
  readonly text: string;
  readonly model: Model | null;
  readonly run: Run | null;
  /** The text that the run has read, as it was written; null where that is not known. */
  readonly read: string | null;
  /** What went wrong, where status is 'failed'. */
  readonly problem: Problem;
  /** How much of the model has come, from 0 to 1, while it loads and the server tells. */
  readonly progress: number | null;
}

/** What the elements inside one `<glass-model>` share: the text, its run, what the reader looks at, and what they changed. */
export class Figure extends EventTarget {
  #state: FigureState = {
    status: 'empty',
    text: '',
    model: null,
    run: null,
    read: null,
    problem: '',
    progress: null,
  };
  #selection: Selection = kNothing;
  #head: HeadPlace = { layer: 0, head: 0 };
  #ablations: readonly Ablation[] = [];

  get state(): FigureState {
    return this.#state;
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** The layer and head that figures show which are told no other. */
  get head(): HeadPlace {
    return this.#head;
  }

  /** Heads that the reader has switched off or scaled. */
  get ablations(): readonly Ablation[] {
    return this.#ablations;
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

  /**
   * The model, for a call now. Where its engine has stopped, whoever provides it is told ("lost"); null as long as it is
   * loaded again, after which comes a change.
   */
  modelToAsk(): Model | null {
    const { model } = this.#state;
    if (!model?.closed) return model;
    const isProvidedAgain = !this.dispatchEvent(new Event('lost', { cancelable: true }));
    return isProvidedAgain ? null : model;
  }

  pickHead(place: HeadPlace): void {
    if (samePlace(place, this.#head)) return;
    this.#head = place;
    this.dispatchEvent(new Event('change'));
  }

  ablate(ablations: readonly Ablation[]): void {
    if (ablations === this.#ablations) return;
    this.#ablations = ablations;
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

  /** Lights up what is looked at and pinned in another figure. */
  follow(selection: Selection): void {
    this.#select(selection);
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
