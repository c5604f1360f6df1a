import type { Generation } from '../../index.ts';
import type { Beam, Candidate, GenerationStep } from '../../shared/generation-types.ts';
import { beamTree, bestNode, passedOver, withPassed } from '../../view/beam-tree.ts';
import { Turns } from '../base/turns.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';

/** Starts a generation whose first tokens are given. */
export type Starter = (forced: readonly number[]) => Generation;

/** How a generation goes, and how far it looks. */
export interface Rules {
  readonly start: Starter;
  /** Whether it is one step ahead of what it shows; a beam search is not. */
  readonly looksAhead: boolean;
  /** Beam search: asks what may follow these tokens. */
  readonly probabilities: Starter | null;
}

/** From where a generation goes on: tokens that are given, and how many steps are taken at once. */
export interface Beginning {
  readonly forced: readonly number[];
  readonly steps: number;
  /** Beam search: what stood beside each token that is given. */
  readonly passed?: readonly (readonly Beam[])[];
}

/** What may follow a text that a beam search has found. */
export interface Continuations {
  readonly ids: readonly number[];
  readonly text: string;
  /** The token that ended it; -1: none did. */
  readonly end: number;
  readonly candidates: readonly Candidate[];
}

type Place = Omit<Continuations, 'candidates'>;

const kStart: Place = { ids: [], text: '', end: -1 };

export const kFresh: Beginning = { forced: [], steps: 0 };

/**
 * A generation that is one step ahead of what it shows (unless it is a beam search): `steps` are taken, `next` is what
 * would come. To take another token than `next` has, to go on with another hypothesis, or to change the rules half-way, it
 * starts anew with the tokens so far given.
 */
export class GenerationSession {
  steps: readonly GenerationStep[] = [];
  next: GenerationStep | null = null;
  /** Steps whose token the reader chose. */
  byReader: ReadonlySet<number> = new Set();
  problem: Problem = '';
  /** The best hypothesis so far, whether it has ended or not (beam search). */
  best: Beam | null = null;
  /** What may follow the best hypothesis that goes on (beam search); after the last step, what might have followed. */
  continuations: Continuations | null = null;
  /** Beam search: what might stand in place of the last token that the reader gave, which is its `end`. */
  instead: Continuations | null = null;

  readonly #changed: () => void;
  /** Of the generation that is shown. */
  #rules: Rules | null = null;
  /** Of the begin that was asked for last, which may still wait for its turn. */
  #askedRules: Rules | null = null;
  #generation: Generation | null = null;
  /** Beam search: the tokens that the reader gave, and where each was given. */
  #forced: readonly number[] = [];
  #passed: readonly (readonly Beam[])[] = [];
  #before: readonly Beginning[] = [];
  /** Where a begin under way will lead. */
  #goal: Beginning | null = null;
  #last = false;
  readonly #turns = new Turns();
  #begun = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get ids(): number[] {
    return this.steps.filter((step) => step.token >= 0).map((step) => step.token);
  }

  get done(): boolean {
    return this.#last && this.next === null;
  }

  /** Where it stands, to go on from there under other rules. */
  get place(): Beginning {
    if (this.#goal !== null) return this.#goal;
    const forced = this.#rules?.looksAhead ? this.ids : this.#forced;
    return { forced, steps: this.steps.length, passed: this.#passed };
  }

  /** Begins with tokens given and steps taken. The effect of one that is overtaken by the next is dropped. */
  begin(rules: Rules, beginning: Beginning): Promise<void> {
    const ticket = ++this.#begun;
    this.#goal = beginning;
    this.#askedRules = rules;
    if (beginning.steps === 0) {
      this.byReader = new Set();
      this.#before = [];
    }
    return this.#turns.take(async () => {
      if (ticket !== this.#begun) return;
      await this.#end();
      this.#rules = rules;
      this.#forced = beginning.forced;
      this.#passed = beginning.passed ?? [];
      this.instead = null;
      this.#last = false;
      this.problem = '';
      await this.#attempt(async () => {
        this.#generation = rules.start(beginning.forced);
        await this.#takeAtOnce(beginning.steps);
      });
      if (ticket === this.#begun) this.#goal = null;
    });
  }

  /** Takes the next step; null if there is none. */
  step(): Promise<GenerationStep | null> {
    return this.#turns.take(async () => {
      let taken: GenerationStep | null = null;
      await this.#attempt(async () => {
        if (this.done || this.#generation === null) return;
        taken = this.next ?? (await this.#advance());
        this.#show([...this.steps, taken]);
        await this.#lookOn();
      });
      return taken;
    });
  }

  /** Takes this token in place of the one that `next` has chosen, or of the one at `index`; later tokens are dropped. */
  async take(id: number, index = this.steps.length): Promise<void> {
    const rules = this.#askedRules;
    if (rules === null || (index === this.steps.length && this.next === null)) return;
    this.byReader = new Set([...[...this.byReader].filter((each) => each < index), index]);
    const ids = [...this.ids.slice(0, index), id];
    await this.begin(rules, { forced: ids, steps: ids.length });
  }

  /** Beam search: goes on from this path alone. */
  async force(path: readonly number[]): Promise<void> {
    const rules = this.#askedRules;
    if (rules === null || path.length === 0) return;
    this.#before = [...this.#before, this.place];
    const passed = passedOver(this.steps, path);
    await this.begin(rules, { forced: path, steps: path.length, passed });
  }

  /** Undoes the last step, or the reader's last choice: starts again and goes to the place before it. */
  async back(): Promise<void> {
    const rules = this.#askedRules;
    const count = this.steps.length - 1;
    if (rules === null || count < 0) return;
    this.byReader = new Set([...this.byReader].filter((index) => index < count));
    if (rules.looksAhead)
      return this.begin(rules, { forced: this.ids.slice(0, count), steps: count });
    if (count >= this.#forced.length) return this.begin(rules, { ...this.place, steps: count });
    const before = this.#before.at(-1) ?? kFresh;
    this.#before = this.#before.slice(0, -1);
    await this.begin(rules, before);
  }

  close(): Promise<void> {
    ++this.#begun;
    return this.#turns.take(() => this.#end());
  }

  /** The steps are shown when all are computed; until then those before stay. */
  async #takeAtOnce(count: number): Promise<void> {
    const taken: GenerationStep[] = [];
    while (taken.length < count && !this.#last) taken.push(await this.#advance());
    this.#show(taken);
    await this.#lookOn();
  }

  #show(steps: readonly GenerationStep[]): void {
    this.steps = withPassed(steps, this.#passed);
    this.next = null;
    this.best = bestNode(beamTree(steps)).beam;
  }

  /** One step ahead; in a beam search, what may follow the best hypothesis. */
  async #lookOn(): Promise<void> {
    const { looksAhead = true, probabilities = null } = this.#rules ?? {};
    this.continuations = null;
    if (probabilities !== null) {
      this.continuations = await this.#askWhatFollows(probabilities);
      this.instead ??= await this.#askInstead(probabilities);
    } else if (looksAhead && !this.#last) this.next = await this.#advance();
  }

  /** After the last step the text may be as long as the model can read: then nothing more is told. */
  async #askWhatFollows(probabilities: Starter): Promise<Continuations | null> {
    const from = this.#last ? this.#lastChoice() : this.#bestAlive();
    const answer = this.#continuationsOf(probabilities, from);
    return this.#last ? answer.catch(() => null) : answer;
  }

  /** Before the last token that is given. */
  async #askInstead(probabilities: Starter): Promise<Continuations | null> {
    const ids = this.#forced.slice(0, -1);
    const end = this.#forced.at(-1);
    if (end === undefined) return null;
    return this.#continuationsOf(probabilities, { ids, text: '', end });
  }

  async #continuationsOf(
    probabilities: Starter,
    from: Place | null,
  ): Promise<Continuations | null> {
    if (from === null) return null;
    const { ids, text, end } = from;
    const generation = probabilities(ids);
    try {
      let step = await generation.step();
      while (step.index < ids.length && !step.last) step = await generation.step();
      const candidates = step.candidates.filter(({ probability }) => probability > 0);
      return step.index === ids.length ? { ids, text, end, candidates } : null;
    } finally {
      await generation.close();
    }
  }

  /** Where the search goes on, of its best; before the first step, where it begins. */
  #bestAlive(): Place | null {
    const step = this.steps.at(-1);
    if (step === undefined) return kStart;
    const alive = step.beams.filter(({ finished }) => !finished);
    return placeOf(
      alive.reduce<Beam | null>(
        (a, b) => (a && a.normalized_score >= b.normalized_score ? a : b),
        null,
      ),
    );
  }

  /** Where the search has ended: after the best hypothesis, or before the token that ended it. */
  #lastChoice(): Place | null {
    const tree = beamTree(this.steps);
    const { beam, parent } = bestNode(tree);
    if (!beam?.finished) return placeOf(beam);
    return { ...(placeOf(tree.nodes[parent]?.beam ?? null) ?? kStart), end: beam.token };
  }

  async #advance(): Promise<GenerationStep> {
    const step = await (this.#generation as Generation).step();
    this.#last = step.last;
    return step;
  }

  async #attempt(body: () => Promise<void>): Promise<void> {
    const begun = this.#begun;
    try {
      await body();
    } catch (error) {
      if (begun !== this.#begun) return; // something else has begun
      this.problem = problemOf(error);
      this.next = null;
      this.#last = true;
    }
    this.#changed();
  }

  async #end(): Promise<void> {
    const generation = this.#generation;
    this.#generation = null;
    await generation?.close();
  }
}

function placeOf(beam: Beam | null): Place | null {
  return beam && { ids: beam.ids, text: beam.text, end: -1 };
}
