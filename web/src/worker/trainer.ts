/** A trainer at work: the core's trainer and its batches, the vocabulary of its texts, and the model of the moment. */
import type {
  Batches,
  MainModule,
  Model,
  ModelConfig as WasmConfig,
  Tokenizer,
  TokenizerFiles,
  Trainer,
} from '../../../build/wasm/glassformer-training.js';
import type { TrainerInfo, TrainerOptions, TrainSlice, TrainRequest } from '../shared/engine.ts';
import { GlassformerError, toRecord } from '../shared/error.ts';
import type { ModelConfig, ModelFiles } from '../shared/model-types.ts';
import { trainingDefaults, trainingDefaultsOfTexts } from '../shared/options.ts';
import type { ForwardOptions, ModelInput, Run } from '../shared/run-types.ts';
import type { Corpus, TrainingOptions, TrainStep } from '../shared/training-types.ts';
import {
  type Documents,
  learnVocabulary,
  normalised,
  readDocuments,
  vocabularyFields,
} from './corpus.ts';
import { checkFinite } from './finite.ts';
import { checkNumbers } from './memory.ts';
import { LoadedModel } from './model.ts';
import { checkNormalizers, resolvedOf } from './read-model.ts';
import { unwrap } from './unwrap.ts';

/** How long others wait at most while steps are taken, if a single step does not take longer. */
const sliceMilliseconds = 15;

/** What a reset begins anew. */
interface Course {
  readonly trainer: Trainer;
  readonly batches: Batches;
}

export class RunningTrainer {
  readonly #wasm: MainModule;
  readonly #vocabulary: TokenizerFiles;
  readonly #tokenizer: Tokenizer | null;
  readonly #config: ModelConfig;
  readonly #wasmConfig: WasmConfig;
  readonly #documents: Documents;
  #options: Required<TrainingOptions>;
  #course: Course;
  #total = 0;
  /** The model with the present weights, once it was asked for. */
  #present: { readonly model: Model; readonly loaded: LoadedModel } | undefined;

  constructor(wasm: MainModule, { config, documents, sources, ...options }: TrainerOptions) {
    const fields = JSON.parse(config) as Record<string, unknown>;
    checkNormalizers(fields, 'config');
    const corpus = normalised({ documents, sources }, fields);
    this.#wasm = wasm;
    this.#vocabulary = learnVocabulary(wasm, corpus);
    this.#tokenizer = unwrap(wasm.makeTokenizer(this.#vocabulary));
    try {
      const filled = { ...fields, ...vocabularyFields(this.#vocabulary) };
      this.#wasmConfig = unwrap(wasm.parseConfig(JSON.stringify(filled)), 'config');
      this.#config = { ...filled, resolved: resolvedOf(this.#wasmConfig) };
      this.#options = this.#withDefaults(options);
      this.#documents = readDocuments(corpus, this.#tokenizer, this.#config.resolved);
      this.#course = this.#begin(this.#options);
    } catch (error) {
      this.#tokenizer?.delete();
      throw error;
    }
  }

  info(): TrainerInfo {
    return {
      config: this.#config,
      parameters: this.#course.trainer.parameterCount(),
      hasTokenizer: this.#tokenizer !== null,
    };
  }

  /** As many steps as a slice holds, one at least; fewer where something fails, which is told with those before it. */
  train({ maxSteps, every, input, ...hooks }: TrainRequest): TrainSlice {
    const steps: TrainStep[] = [];
    let taken = 0;
    let lasted = 0;
    let now = performance.now();
    const end = now + sliceMilliseconds;
    try {
      while (taken < maxSteps && (taken === 0 || now + lasted < end)) {
        const step = this.#step();
        taken++;
        if (taken === maxSteps || step.step % every === 0)
          steps.push(
            input === undefined ? step : { ...step, activations: this.#look(input, hooks) },
          );
        lasted = performance.now() - now;
        now += lasted;
      }
    } catch (error) {
      if (!(error instanceof GlassformerError)) throw error;
      return { taken, total: this.#total, steps, failure: toRecord(error) };
    }
    return { taken, total: this.#total, steps };
  }

  /** Of the present weights. */
  forward(input: ModelInput, options: ForwardOptions): Run {
    if (!this.#present) {
      const model = unwrap(this.#course.trainer.model());
      this.#present = { model, loaded: this.#toLoaded(model, this.#tokenizer) };
    }
    return this.#present.loaded.forward(input, options);
  }

  loss(corpus: Corpus): number {
    const { sequences, sources } = readDocuments(
      normalised(corpus, this.#config),
      this.#tokenizer,
      this.#config.resolved,
    );
    const loss = unwrap(this.#course.trainer.loss(sequences, sources, this.#options.max_length));
    checkFinite({ loss: { shape: [], data: Float32Array.of(loss) } }, 'trained weights');
    return loss;
  }

  /** The present weights as a model that stays. */
  model(): LoadedModel {
    const tokenizer = unwrap(this.#wasm.makeTokenizer(this.#vocabulary));
    try {
      return this.#toLoaded(unwrap(this.#course.trainer.model()), tokenizer);
    } catch (error) {
      tokenizer?.delete();
      throw error;
    }
  }

  files(): ModelFiles {
    // The weights have the engine's own names, and are floats.
    const {
      resolved: _resolved,
      weight_names: _names,
      quantization_config: _stored,
      ...config
    } = this.#config;
    const { trainer } = this.#course;
    checkNumbers(this.#wasm, 'a copy of the trained weights', [trainer.parameterCount()]);
    const weights = trainer.weights() as Uint8Array;
    const vocabJson = this.#vocabulary.vocabJson as string;
    return vocabJson ? { config, weights, vocabJson } : { config, weights };
  }

  /** Back to the first weights, or to others; where that fails nothing has changed. */
  reset(seed: number = this.#options.seed): void {
    const options = { ...this.#options, seed };
    const course = this.#begin(options);
    this.#end();
    this.#options = options;
    this.#course = course;
    this.#total = 0;
  }

  delete(): void {
    this.#end();
    this.#tokenizer?.delete();
  }

  #begin(options: Required<TrainingOptions>): Course {
    const { sequences, sources } = this.#documents;
    const trainer = unwrap(this.#wasm.makeTrainer(this.#wasmConfig, options));
    try {
      return { trainer, batches: unwrap(this.#wasm.makeBatches(sequences, sources, options)) };
    } catch (error) {
      trainer.delete();
      throw error;
    }
  }

  #end(): void {
    this.#forgetModel();
    this.#course.trainer.delete();
    this.#course.batches.delete();
  }

  #withDefaults(options: TrainingOptions): Required<TrainingOptions> {
    const context = this.#wasmConfig.max_positions || Infinity;
    const wanted = Object.entries(options).filter(([, value]) => value !== undefined);
    const all: Required<TrainingOptions> = {
      ...trainingDefaults,
      ...(this.#tokenizer && trainingDefaultsOfTexts),
      max_length: Math.min(trainingDefaults.max_length, context),
      ...Object.fromEntries(wanted),
    };
    if (all.max_length <= context) return all;
    throw new GlassformerError(
      'InvalidArgument',
      `max_length is ${all.max_length}, but the config's context holds ${context} tokens`,
    );
  }

  #step(): TrainStep {
    const { trainer, batches } = this.#course;
    const step = unwrap(trainer.step(batches));
    this.#total = step.step;
    this.#forgetModel();
    return step;
  }

  #look(input: ModelInput, hooks: ForwardOptions): Run['activations'] {
    return this.forward(input, hooks).activations;
  }

  #toLoaded(model: Model, tokenizer: Tokenizer | null): LoadedModel {
    // One vocabulary serves both sides.
    const tokenizers = { source: tokenizer, target: tokenizer };
    return new LoadedModel(this.#wasm, model, this.#config, tokenizers);
  }

  #forgetModel(): void {
    this.#present?.model.delete();
    this.#present = undefined;
  }
}
