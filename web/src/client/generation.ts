import type { BegunGeneration, Engine, GenerationHandle } from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import type { GenerationResult, GenerationStep } from '../shared/generation-types.ts';
import { type PackedStep, unpackStep } from '../shared/steps.ts';
import { nextTurn } from '../shared/turn.ts';
import { check, tokenId } from './check.ts';

/** Milliseconds in which steps that are already here follow each other without a turn for others: half a picture of the screen. */
const kRowMs = 8;

/** What a generation is started with, once its arguments are checked. */
export interface Start {
  /** With `run` its first steps are taken, too. */
  readonly begin: (engine: Engine, run: boolean) => Promise<BegunGeneration>;
  readonly signal: AbortSignal | undefined;
}

// Frees generations that were garbage-collected before their end without close().
const dropped = new FinalizationRegistry<() => void>((free) => free());

/**
 * A generation under way. Go through its steps with `for await`, or one by one with `step()`; `result()` runs it to its
 * end. It frees itself after the last step, when a `for await` loop is left, and on `close()`.
 */
export class Generation implements AsyncIterable<GenerationStep> {
  readonly #start: Promise<Start>;
  readonly #connect: () => Promise<Engine>;
  #engine: Engine | undefined;
  #handle: GenerationHandle | undefined;
  #result: Promise<GenerationResult> | undefined;
  /** Steps that the engine has taken and nobody has asked for. */
  #ahead: PackedStep[] = [];
  /** When the engine was last waited for, by the clock of performance.now(). */
  #lastTurn = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #ended = false;

  /** @internal `check` runs at once, so that later changes of the arguments change nothing. */
  constructor(connect: () => Promise<Engine>, check: () => Start) {
    this.#connect = connect;
    this.#start = new Promise((resolve) => resolve(check()));
    this.#start.catch(() => {}); // told where the first step is asked for
  }

  /** Takes the next step. Rejected with code `Closed` after the last one and after close(). */
  step(): Promise<GenerationStep> {
    return this.#inTurn(() => this.#step(false));
  }

  /** Makes the next step take this token (greedy and sampling only). */
  force(token: number): Promise<void> {
    return this.#inTurn(async () => {
      check('force: token', token, tokenId);
      const handle = await this.#open();
      await this.#takeBack(handle);
      await this.#engine!.forceToken(handle, token);
    });
  }

  /** Runs to the end and gives the text: `num_return_sequences` sequences, best first. After close(): what there was. */
  async result(): Promise<GenerationResult> {
    while (!this.#ended) await this.#inTurn(() => this.#run());
    if (this.#result) return this.#result;
    throw closed();
  }

  /** Ends it early and frees what it holds in the engine. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#end());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<GenerationStep, void, void> {
    try {
      while (!this.#ended) yield await this.#inTurn(() => this.#step(true));
    } finally {
      await this.close();
    }
  }

  /** Queues calls: one at a time, in the order in which they were made. */
  #inTurn<T>(body: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(body);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /** With `ahead` the engine may take several steps for one message, so that not every step waits for an answer. */
  async #step(ahead: boolean): Promise<GenerationStep> {
    const step = await this.#ask(async () => {
      const handle = await this.#open();
      if (this.#ahead.length === 0) this.#ahead = await this.#engine!.stepGeneration(handle, ahead);
      else if (performance.now() - this.#lastTurn < kRowMs) return this.#ahead.shift()!;
      else await nextTurn();
      this.#lastTurn = performance.now();
      return this.#ahead.shift()!;
    });
    if (step.last) await this.#end();
    return unpackStep(step);
  }

  /** Drops the steps that the engine has taken ahead and nobody has asked for. */
  async #takeBack(handle: GenerationHandle): Promise<void> {
    if (this.#ahead.length > 0) await this.#engine!.takeBackSteps(handle, this.#ahead.length);
    this.#ahead = [];
  }

  /** Some steps in a row, unless it was closed while they waited; those of a short text in the call that begins it. */
  async #run(): Promise<void> {
    if (this.#ended) return;
    const isOver = this.#ahead.at(-1)?.last === true;
    this.#ahead = [];
    if (isOver) return this.#end();
    const result = await this.#ask(() =>
      this.#handle === undefined ? this.#begin(true) : this.#engine!.runGeneration(this.#handle),
    );
    if (result === null) return;
    this.#ended = true;
    dropped.unregister(this);
    this.#result = Promise.resolve(result);
  }

  /** Calls the engine, unless the signal has aborted; an error ends the generation. */
  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      const { signal } = await this.#start;
      signal?.throwIfAborted();
      return await question();
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  /** The generation's handle in the engine, where it is started if it has not been. */
  async #open(): Promise<GenerationHandle> {
    if (this.#ended) throw closed();
    if (this.#handle === undefined) await this.#begin(false);
    return this.#handle!;
  }

  /** @return the result, where it has come to its end at once: then its handle is closed */
  async #begin(run: boolean): Promise<GenerationResult | null> {
    const { begin } = await this.#start;
    const engine = (this.#engine ??= await this.#connect());
    const { handle, result } = await begin(engine, run);
    this.#handle = handle;
    if (result === null)
      dropped.register(this, () => void engine.closeGeneration(handle).catch(() => {}), this);
    return result;
  }

  /** Keeps the result and frees the engine's handle. */
  async #end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    dropped.unregister(this);
    const [engine, handle] = [this.#engine, this.#handle];
    if (!engine || handle === undefined) return;
    await this.#takeBack(handle).catch(() => {});
    this.#result = engine.generationResult(handle);
    this.#result.catch(() => {}); // reported to the caller that asks for the result
    await engine.closeGeneration(handle).catch(() => {});
  }
}

function closed(): GlassformerError {
  return new GlassformerError('Closed', 'this generation has ended or was closed', {
    details: { kind: 'closed' },
  });
}
