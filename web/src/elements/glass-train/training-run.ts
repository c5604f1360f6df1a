import type { Model, Trainer } from '../../index.ts';
import type { Tensor, Run } from '../../shared/run-types.ts';
import type { TrainStep } from '../../shared/training-types.ts';
import { thinned } from '../../view/loss.ts';
import { loadEngine } from '../../client/engine.ts';
import type { ShownModel } from '../base/export/context.ts';
import { loadedFrom } from '../base/model-source.ts';
import { Turns } from '../base/turns.ts';
import { countRight, type Lesson } from './lesson.ts';
import type { Choice } from './shape.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import { activationOf } from '../../view/run.ts';

/** What was recorded after one step. */
export interface TrainPoint {
  /** 0: before anything was learned. */
  readonly step: number;
  /** In nats; of the step's targets, before the step changed the weights. */
  readonly loss: number;
  /** NaN before the first step. */
  readonly gradientNorm: number;
  readonly right: number;
  readonly questions: number;
  /** Of the probe, with the weights after the step. */
  readonly pattern: Tensor;
  readonly scores: Tensor;
  readonly logits: Tensor;
  readonly probabilities: Tensor;
}

export interface TrainingRunOptions {
  readonly lesson: Lesson;
  /** The lesson's, or another in its place. */
  readonly config: object;
  readonly lr: number;
  readonly seed: number;
}

/** A limit on memory; more records show nothing new. */
const kMaxPoints = 600;
export const kPattern = 'attn.pattern';
const kScores = 'attn.scores';

/**
 * A model that learns from random weights, with a record of its steps. Calls run one after another; the effect of one
 * that is overtaken by `begin` or `close` is dropped.
 */
export class TrainingRun {
  points: readonly TrainPoint[] = [];
  problem: Problem = '';
  /** Of the model that `points` are of, as the engine understands its config. */
  choice: Choice | null = null;
  /** The same model's config and size. */
  trained: ShownModel | null = null;

  readonly #changed: () => void;
  #options: TrainingRunOptions | null = null;
  #trainer: Trainer | null = null;
  #stop = new AbortController();
  readonly #turns = new Turns();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Begins anew from the random weights of this seed. */
  begin(options: TrainingRunOptions): Promise<void> {
    const { signal } = this.#overtake();
    this.#options = options;
    return this.#inTurn(signal, async () => {
      await this.#free();
      const { createTrainer } = await loadEngine();
      const { lesson, config, lr, seed } = options;
      const { sequences } = lesson;
      this.#trainer = await createTrainer({
        config,
        sequences,
        lr,
        seed,
        signal,
      });
      const loss = await this.#trainer.loss(sequences);
      const run = await this.#trainer.forward(lesson.probe, { capture: this.#capture });
      await this.#record({ step: 0, loss, gradient_norm: Number.NaN }, run.activations, []);
    });
  }

  /** Takes steps and records the last of them. */
  step(count: number): Promise<void> {
    const { signal } = this.#stop;
    return this.#inTurn(signal, async () => {
      const { lesson } = this.#options ?? {};
      if (this.#trainer === null || lesson === undefined) return;
      const options = {
        steps: count,
        every: count,
        input: lesson.probe,
        capture: this.#capture,
        signal,
      };
      let last: TrainStep | undefined;
      for await (const step of this.#trainer.train(options)) last = step;
      if (last?.activations) await this.#record(last, last.activations, this.points);
    });
  }

  /** The newest weights as a model of its own, whose tokens are the lesson's letters; null before there is one. */
  model(): Promise<Model | null> {
    const { signal } = this.#stop;
    return this.#turns.take(async () => {
      const { lesson } = this.#options ?? {};
      if (signal.aborted || this.#trainer === null || lesson === undefined) return null;
      const { loadModel } = await loadEngine();
      const vocabulary = Object.fromEntries(lesson.letters.map((letter, id) => [letter, id]));
      const { config, weights } = await this.#trainer.files();
      const vocabJson = JSON.stringify(vocabulary);
      const model = await loadModel({
        config: { ...(config as object), tokenizer_files: ['vocab.json'] },
        weights,
        vocabJson,
      });
      loadedFrom(model, { files: async () => ({ ...(await model.files()), vocabJson }) });
      return model;
    });
  }

  /** Frees the trainer; what was recorded stays. */
  close(): Promise<void> {
    this.#overtake();
    return this.#turns.take(() => this.#free());
  }

  async #record(
    { step, loss, gradient_norm }: { step: number; loss: number; gradient_norm: number },
    activations: Run['activations'],
    before: readonly TrainPoint[],
  ): Promise<void> {
    const { lesson, lr } = this.#options as TrainingRunOptions;
    const { signal } = this.#stop;
    const { softmax } = await loadEngine();
    const logits = activationOf({ activations }, 'logits');
    const right = await countRight(this.#trainer as Trainer, lesson.questions);
    const point: TrainPoint = {
      step,
      loss,
      gradientNorm: gradient_norm,
      right,
      questions: lesson.questions.length,
      pattern: activationOf({ activations }, `${this.#block}.${kPattern}`),
      scores: activationOf({ activations }, `${this.#block}.${kScores}`),
      logits,
      probabilities: await softmax(logits),
    };
    if (signal.aborted) return;
    const { config, parameters } = this.#trainer as Trainer;
    const { norm, positions } = config.resolved;
    this.trained = { config, parameters };
    this.choice = { norm, positions, lr };
    this.points = thinned([...before, point], kMaxPoints);
  }

  /** The last layer: what it looks at is what the model answers from. */
  get #block(): string {
    const { decoder_layers = 1 } = this.#trainer?.config.resolved ?? {};
    return `blocks.${decoder_layers - 1}`;
  }

  get #capture(): string[] {
    return [`${this.#block}.${kPattern}`, `${this.#block}.${kScores}`, 'logits'];
  }

  #overtake(): AbortController {
    this.#stop.abort();
    this.#stop = new AbortController();
    return this.#stop;
  }

  async #free(): Promise<void> {
    const trainer = this.#trainer;
    this.#trainer = null;
    await trainer?.close();
  }

  #inTurn(signal: AbortSignal, body: () => Promise<void>): Promise<void> {
    return this.#turns.take(async () => {
      if (signal.aborted) return;
      try {
        await body();
        if (!signal.aborted) this.problem = '';
      } catch (error) {
        if (signal.aborted) return;
        this.problem = problemOf(error);
      }
      this.#changed();
    });
  }
}
