import type { TrainerHandle, TrainerInfo } from '../shared/engine.ts';
import { fromRecord, GlassformerError } from '../shared/error.ts';
import type { ModelConfig, ModelFiles } from '../shared/model-types.ts';
import type { ForwardOptions, ModelInput, Run } from '../shared/run-types.ts';
import type { Corpus, TrainStep } from '../shared/training-types.ts';
import { check, modelInput } from './check.ts';
import { sharedEngine } from './client.ts';
import type { Connection } from './connection.ts';
import { Model } from './model.ts';
import { checkForward } from './options.ts';
import {
  checkCreate,
  checkLoss,
  checkSeed,
  checkTrain,
  type CreateTrainerOptions,
  type TrainOptions,
} from './trainer-options.ts';

/**
 * Makes a trainer: a model with random weights and the documents it learns from. It trains in the engine's worker in
 * slices of a few milliseconds, so that neither the page nor other figures wait.
 *
 * @throws GlassformerError: `InvalidArgument` (an option, a config that cannot be trained, an id outside the vocabulary,
 * too little to learn from), `InvalidText` (no text at all, or half a surrogate pair), `OutOfMemory`.
 */
export async function createTrainer(options: CreateTrainerOptions): Promise<Trainer> {
  const { request, signal, engine = sharedEngine() } = checkCreate(options);
  signal?.throwIfAborted();
  const connection = await engine.connect();
  const made = await connection.engine.createTrainer(request);
  const trainer = new Trainer(connection, made.handle, made.info);
  if (signal?.aborted) {
    await trainer.close();
    throw signal.reason;
  }
  return trainer;
}

// Frees trainers that were garbage-collected without close().
const dropped = new FinalizationRegistry<() => void>((free) => free());

/** A model that learns. `close()` it when it is no longer needed. */
export class Trainer {
  /** As the config that was given, with the vocabulary's fields; `resolved` is what the engine made of it. */
  readonly config: ModelConfig;
  /** The number of its parameters. */
  readonly parameters: number;
  /** False where it learns from ids: then it takes ids only. */
  readonly hasTokenizer: boolean;
  readonly #connection: Connection;
  readonly #handle: TrainerHandle;
  #pause: Pause | undefined;
  #training = false;
  #steps = 0;
  #resets = 0;
  /** Input and hooks of the last `train`, as one text: the same ones are not tried out again. */
  #looked = '';

  /** @internal */
  constructor(connection: Connection, handle: TrainerHandle, info: TrainerInfo) {
    this.#connection = connection;
    this.#handle = handle;
    this.config = info.config;
    this.parameters = info.parameters;
    this.hasTokenizer = info.hasTokenizer;
    dropped.register(this, () => void connection.engine.closeTrainer(handle).catch(() => {}), this);
  }

  /** How many steps it has taken since it began or was reset. */
  get steps(): number {
    return this.#steps;
  }

  get paused(): boolean {
    return this.#pause !== undefined;
  }

  /**
   * Takes steps, and gives them as they come. Short steps are taken several at a time, so a loop that is left early may
   * leave some taken that it was not told of; `steps` counts them. One loop at a time. An `input` that cannot be looked at
   * is refused before the first step.
   */
  async *train(options: TrainOptions = {}): AsyncGenerator<TrainStep, void, void> {
    const { steps = Infinity, every = 1, signal, input, ...look } = checkTrain(options);
    if (this.#training)
      throw new GlassformerError('InvalidArgument', 'train: this trainer is training already');
    this.#training = true;
    try {
      signal?.throwIfAborted();
      const { engine } = this.#connection;
      const asked = JSON.stringify([input, look]);
      if (input !== undefined && asked !== this.#looked)
        await engine.trainerForward(this.#handle, input, look);
      this.#looked = asked;
      for (let left = steps; left > 0;) {
        await this.#mayGoOn(signal);
        const request = { ...look, input, maxSteps: left, every };
        const { taken, total, steps: told, failure } = await engine.train(this.#handle, request);
        this.#steps = total;
        left -= taken;
        const resets = this.#resets;
        let last = total - taken;
        for (const step of told) {
          await this.#mayGoOn(signal);
          if (resets !== this.#resets) break;
          yield step;
          last = step.step;
        }
        // Steps that were not reported before a reset are dropped.
        if (resets !== this.#resets) left += total - last;
        else if (failure) throw fromRecord(failure);
      }
    } finally {
      this.#training = false;
    }
  }

  /** Holds the steps of a running or future `train` back until `resume`. */
  pause(): void {
    this.#pause ??= new Pause();
  }

  resume(): void {
    this.#pause?.end();
    this.#pause = undefined;
  }

  /**
   * Back to the first weights (with another seed: to others) and the first step. A running `train` goes on from there: what
   * it has not told by then is not told any more, and so many steps are taken anew.
   */
  async reset(seed?: number): Promise<void> {
    checkSeed(seed);
    await this.#connection.engine.resetTrainer(this.#handle, seed ?? undefined);
    this.#resets++;
    this.#steps = 0;
  }

  /** Runs the present weights once over the whole input, as `Model.forward`. */
  async forward(input: ModelInput, options: ForwardOptions = {}): Promise<Run> {
    const given = check('forward: input', input, modelInput);
    const wanted = checkForward(options);
    return this.#connection.engine.trainerForward(this.#handle, given, wanted);
  }

  /** The mean loss in nats over all targets of these documents, without dropout; learns nothing. */
  async loss(documents: Corpus['documents'], sources?: Corpus['sources']): Promise<number> {
    const corpus = checkLoss({ documents, sources });
    return this.#connection.engine.trainerLoss(this.#handle, corpus);
  }

  /** The present weights as a model of its own, which stays as it is. */
  async model(): Promise<Model> {
    const { handle, info } = await this.#connection.engine.trainerModel(this.#handle);
    return new Model({ connection: this.#connection, handle }, info);
  }

  /** What `loadModel` opens: the config, the present weights, the vocabulary of texts. */
  async files(): Promise<ModelFiles> {
    return this.#connection.engine.trainerFiles(this.#handle);
  }

  /** The present weights as a model.safetensors (float32). */
  async weights(): Promise<Uint8Array> {
    return (await this.files()).weights as Uint8Array;
  }

  /** Frees it. Calls after that, and a `train` under way, are rejected with code `Closed`. */
  async close(): Promise<void> {
    dropped.unregister(this);
    await this.#connection.engine.closeTrainer(this.#handle).catch(() => {});
    this.resume();
  }

  async #mayGoOn(signal: AbortSignal | undefined): Promise<void> {
    while (this.#pause && !signal?.aborted) await this.#pause.over(signal);
    signal?.throwIfAborted();
  }
}

/** A pause of the training, until `end` is called. */
class Pause {
  end!: () => void;
  readonly #ended = new Promise<void>((resolve) => (this.end = resolve));

  /** Until it ends, or the signal aborts. */
  async over(signal: AbortSignal | undefined): Promise<void> {
    const watching = new AbortController();
    const aborted = new Promise<void>((resolve) =>
      signal?.addEventListener('abort', () => resolve(), { once: true, signal: watching.signal }),
    );
    await Promise.race([this.#ended, aborted]);
    watching.abort();
  }
}
