import type { Generation } from '../../index.ts';
import type { GenerationStep } from '../../shared/types.ts';

/** Starts a generation whose first tokens are given. */
export type Starter = (forced: readonly number[]) => Generation;

/**
 * A generation that is one step ahead of what it shows (unless it is a beam search): `steps` are taken, `next` is what
 * would come. To take another token than `next` has, or to change the rules half-way, it starts anew with the tokens so
 * far given.
 */
export class GenerationSession {
  steps: readonly GenerationStep[] = [];
  next: GenerationStep | null = null;
  /** Steps whose token the reader chose. */
  byReader: ReadonlySet<number> = new Set();
  problem = '';
  /** Text of the best hypothesis (beam search). */
  text = '';

  readonly #changed: () => void;
  #starter: Starter | null = null;
  #generation: Generation | null = null;
  #looksAhead = true;
  #last = false;
  #turn: Promise<unknown> = Promise.resolve();
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

  /** Begins with `ids` already taken. A begin that is overtaken by the next one leaves no trace. */
  begin(starter: Starter, ids: readonly number[], looksAhead: boolean): Promise<void> {
    const ticket = ++this.#begun;
    return this.#inTurn(async () => {
      if (ticket !== this.#begun) return;
      await this.#end();
      this.#starter = starter;
      this.#looksAhead = looksAhead;
      if (ids.length === 0) this.byReader = new Set();
      Object.assign(this, { steps: [], next: null, text: '', problem: '' });
      this.#last = false;
      this.#generation = starter(ids);
      await this.#attempt(async () => {
        const taken: GenerationStep[] = [];
        while (taken.length < ids.length && !this.#last) taken.push(await this.#advance());
        this.steps = taken;
        if (looksAhead && !this.#last) this.next = await this.#advance();
      });
    });
  }

  /** Takes the next step; null if there is none. */
  step(): Promise<GenerationStep | null> {
    return this.#inTurn(async () => {
      let taken: GenerationStep | null = null;
      await this.#attempt(async () => {
        if (this.done || this.#generation === null) return;
        taken = this.next ?? (await this.#advance());
        this.steps = [...this.steps, taken];
        this.text = bestText(taken) ?? this.text;
        this.next = null;
        if (this.#looksAhead && !this.#last) this.next = await this.#advance();
      });
      return taken;
    });
  }

  /** Takes this token instead of what `next` has chosen. */
  async take(id: number): Promise<void> {
    const starter = this.#starter;
    if (starter === null || this.next === null) return;
    this.byReader = new Set([...this.byReader, this.steps.length]);
    await this.begin(starter, [...this.ids, id], this.#looksAhead);
  }

  /** Takes the last step back: starts anew and goes to the step before it. */
  async back(): Promise<void> {
    const starter = this.#starter;
    const count = this.steps.length - 1;
    if (starter === null || count < 0) return;
    this.byReader = new Set([...this.byReader].filter((index) => index < count));
    if (this.#looksAhead) return this.begin(starter, this.ids.slice(0, count), true);
    await this.begin(starter, [], false);
    for (let i = 0; i < count; ++i) await this.step();
  }

  close(): Promise<void> {
    ++this.#begun;
    return this.#inTurn(() => this.#end());
  }

  async #advance(): Promise<GenerationStep> {
    const step = await (this.#generation as Generation).step();
    this.#last = step.last;
    return step;
  }

  async #attempt(body: () => Promise<void>): Promise<void> {
    try {
      await body();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.#last = true;
    }
    this.#changed();
  }

  async #end(): Promise<void> {
    const generation = this.#generation;
    this.#generation = null;
    await generation?.close();
  }

  #inTurn<T>(body: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(body);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** Text of the hypothesis that ranks first after this step; undefined if the step is not of a beam search. */
function bestText(step: GenerationStep): string | undefined {
  const all = [...step.beams, ...step.finished];
  return all.reduce(
    (best, beam) => (best === undefined || beam.rank > best.rank ? beam : best),
    all[0],
  )?.text;
}
