import type { Candidate } from '../../shared/generation-types.ts';
import type { LoadProgress } from '../../shared/model-types.ts';
import type { Ablation, Run } from '../../shared/run-types.ts';
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
import { isEncoderDecoder } from '../../shared/architecture.ts';
import { isOfAnother, modelOf } from './run-model.ts';
import type { Problem } from '../i18n/problem.ts';

/** What a model made of a text at another time: figures show it until the model has come. */
export interface Preview {
  readonly text: string;
  readonly run: Run;
  /** The likeliest tokens to follow the text, likeliest first. */
  readonly candidates: readonly Candidate[];
}

/** How much of a model's weights has come, in bytes, while they come. */
export interface Loading extends Pick<LoadProgress, 'loaded' | 'total'> {
  /** At the pace so far; null: not known. */
  readonly secondsLeft: number | null;
}

export type FigureStatus = 'empty' | 'loading' | 'ready' | 'failed';

export interface FigureState {
  readonly status: FigureStatus;
  readonly text: string;
  readonly model: Model | null;
  readonly run: Run | null;
  /** What is known beforehand of the text as it is, with all heads unchanged; null where nothing is. */
  readonly preview: Preview | null;
  /** The text that the run has read, as it was written; null where that is not known. */
  readonly read: string | null;
  /** Where the text has more tokens than the run: how many, how many of its last ones are read, and how many more the context has room for. */
  readonly cut: { readonly count: number; readonly limit: number; readonly room: number } | null;
  /** The hooks that the model of the run was found to lack, each with the names like it that the model has. */
  readonly lacked: ReadonlyMap<string, readonly string[]>;
  /** More activations of the same run are being computed. */
  readonly isExtending: boolean;
  /** What went wrong, where status is 'failed'. */
  readonly problem: Problem;
  readonly progress: Loading | null;
}

/**
 * The parts of the shared state that an element can subscribe to; each is an event of `FigureContext`.
 *
 * - `run`: status, model, run, preview, problem and progress
 * - `text`: the text, before its run
 * - `hover`: the hovered token
 * - `pin`: the token that is pinned
 * - `head`: the picked layer and head
 * - `changes`: the ablations
 */
export type Subject = 'run' | 'text' | 'hover' | 'pin' | 'head' | 'changes';

/**
 * The state that the elements inside one `<glass-model>` share, with one event for each subject. Further events: `needs`
 * (the elements need other activations than before), `lost` (see `modelToAsk`) and `emptied` (see `empty`).
 */
export class FigureContext extends EventTarget {
  /** Whether there has been a text, though it may be gone again. */
  hasHadText = false;
  #state: FigureState = {
    status: 'empty',
    text: '',
    model: null,
    run: null,
    preview: null,
    read: null,
    cut: null,
    lacked: new Map(),
    isExtending: false,
    problem: '',
    progress: null,
  };
  #selection: Selection = kNothing;
  #head: HeadPlace = { layer: 0, head: 0 };
  #ablations: readonly Ablation[] = [];
  readonly #needs = new Map<object, readonly string[]>();

  get state(): FigureState {
    return this.#state;
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** The layer and head that elements show which have none of their own. */
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

  /** The hook names and globs that the elements need, each once. */
  get needs(): readonly string[] {
    return [...new Set([...this.#needs.values()].flat())].sort();
  }

  /** Declares the hooks that an element needs, in place of those that it has declared before. */
  need(element: object, hooks: readonly string[]): void {
    const before = this.#needs.get(element) ?? [];
    if (before.length === hooks.length && before.every((hook, i) => hook === hooks[i])) return;
    if (hooks.length > 0) this.#needs.set(element, hooks);
    else this.#needs.delete(element);
    this.dispatchEvent(new Event('needs'));
  }

  /** Sets the text. Its run follows later. */
  write(text: string): void {
    if (text === this.#state.text) return;
    this.hasHadText = true;
    this.#state = { ...this.#state, text };
    this.#tell('text');
  }

  /** The page has taken the text away: what was made of it is shown no longer. */
  empty(): void {
    this.write('');
    const { model, status } = this.#state;
    this.forget(model === null ? { status } : { status: 'empty', problem: '' });
  }

  /** What was made of the text is shown no longer. */
  forget(state: Partial<FigureState> = {}): void {
    this.change({ run: null, read: null, cut: null, isExtending: false, ...state });
    this.dispatchEvent(new Event('emptied'));
  }

  change(part: Partial<Omit<FigureState, 'text'>>): void {
    this.#state = { ...this.#state, ...part };
    this.#tell('run');
    if (part.run) this.#select(fit(this.#selection, part.run.tokens.length));
  }

  /**
   * The model, for a call now. Where its engine has stopped, its provider is told by the event `lost`; the result is null
   * while the provider loads it again, and `run` follows when it is there.
   */
  modelToAsk(): Model | null {
    const { model } = this.#state;
    if (!model?.closed) return model;
    const isProvidedAgain = !this.dispatchEvent(new Event('lost', { cancelable: true }));
    return isProvidedAgain ? null : model;
  }

  /** As `modelToAsk`, for what is computed on the run; null while the model's own run follows. */
  modelOfRun(): Model | null {
    return this.isBehind ? null : this.modelToAsk();
  }

  /** Whether the run is of another model than the one that is there or is being loaded. */
  get isBehind(): boolean {
    const { model, run, preview } = this.#state;
    if (run === null || run === preview?.run) return false;
    // An encoder–decoder has no run on the text alone.
    return model === null || (!isEncoderDecoder(model) && isOfAnother(run, model));
  }

  /** The model whose numbers are shown: that of the run. */
  get modelShown(): Model | null {
    const { model, run } = this.#state;
    return run !== null && this.isBehind ? modelOf(run) : model;
  }

  pickHead(place: HeadPlace): void {
    if (samePlace(place, this.#head)) return;
    this.#head = place;
    this.#tell('head');
  }

  ablate(ablations: readonly Ablation[]): void {
    if (ablations === this.#ablations) return;
    this.#ablations = ablations;
    this.#tell('changes');
  }

  look(spot: Spot | null): void {
    this.#select(look(this.#selection, spot));
  }

  pin(spot: Spot): void {
    const pinned = pin(this.#selection, spot);
    const { run } = this.#state;
    this.#select(run ? fit(pinned, run.tokens.length) : pinned);
  }

  /** Takes over the selection of another figure. */
  follow(selection: Selection): void {
    this.#select(selection);
  }

  clearSelection(): void {
    this.#select(kNothing);
  }

  #select(selection: Selection): void {
    const before = this.#selection;
    this.#selection = selection;
    if (!sameSpot(before.looked, selection.looked)) this.#tell('hover');
    if (!sameSpot(before.pinned, selection.pinned)) this.#tell('pin');
  }

  #tell(subject: Subject): void {
    this.dispatchEvent(new Event(subject));
  }
}
