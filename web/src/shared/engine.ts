/**
 * The interface between client and worker: the worker implements it, the client calls it. Handles are numbers; arrays in
 * an answer are copies.
 */
import type {
  AttentionOptions,
  AttentionResult,
  MultiHeadAttentionOptions,
  MultiHeadAttentionResult,
  SeededSelfAttention,
  SelfAttentionOptions,
  SelfAttentionResult,
} from './attention-types.ts';
import type { ErrorRecord } from './error.ts';
import type { GenerationOptions, GenerationResult, ProbabilityTable } from './generation-types.ts';
import type {
  EmbeddingMap,
  EngineInfo,
  ModelConfig,
  ModelFiles,
  StoredModel,
  Dtype,
  ModelInfo,
  NearToken,
  LoadProgress,
  WeightNames,
} from './model-types.ts';
import type {
  BatchForwardOptions,
  BatchRun,
  ForwardOptions,
  ModelInput,
  Tensor,
  Run,
  Side,
  Token,
} from './run-types.ts';
import type { PackedStep } from './steps.ts';
import type { Corpus, TrainingOptions, TrainStep } from './training-types.ts';

export type ModelHandle = number;
export type GenerationHandle = number;
export type TrainerHandle = number;

/** Where a WebAssembly module is: that for every machine, and the one with relaxed SIMD, where there is one. */
export interface ModuleUrls {
  readonly simd128: string;
  readonly relaxed?: string;
  /** Relaxed SIMD, and memory that threads can share. */
  readonly threads?: string;
}

/** What runs a model, and what can train as well, which is fetched when somebody trains. */
export interface Modules {
  readonly inference: ModuleUrls;
  readonly training: ModuleUrls;
}

/** A model of the package: the absolute URL of each of its files, by the file's name. */
export interface ShippedModel {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Files in memory. The config crosses as text: an object may nest too deep to be sent, or hold what cannot be. */
export interface EngineFiles extends ModelFiles {
  readonly config: string;
}

/** A model to load: a shipped one, the absolute URL of a folder, or files in memory. */
export type EngineSource = ShippedModel | string | EngineFiles;

/** A generation that has begun. */
export interface BegunGeneration {
  readonly handle: GenerationHandle;
  /** Null: it has not come to its end. */
  readonly result: GenerationResult | null;
}

/** What a trainer is made of. */
export interface TrainerOptions extends TrainingOptions, Corpus {
  /** The text of its config.json. */
  readonly config: string;
}

export interface TrainerInfo {
  readonly config: ModelConfig;
  readonly parameters: number;
  readonly hasTokenizer: boolean;
}

/** The arguments of one slice of training. */
export interface TrainRequest extends ForwardOptions {
  /** The slice ends after so many steps, if not earlier. */
  readonly maxSteps: number;
  /** One of so many steps is reported, and the last of `maxSteps`. */
  readonly every: number;
  readonly input?: ModelInput | undefined;
}

export interface TrainSlice {
  readonly taken: number;
  /** Since the trainer began or was reset. */
  readonly total: number;
  /** Those that are reported. */
  readonly steps: readonly TrainStep[];
  /** Why there are no more. */
  readonly failure?: ErrorRecord;
}

export interface Engine {
  info(): Promise<EngineInfo>;

  /** `ticket` names this load for `cancel`. From the worker, a call of `onProgress` returns a promise that resolves when the call is over. */
  loadModel(
    source: EngineSource,
    ticket: number,
    dtype: Dtype,
    names: WeightNames | undefined,
    onProgress?: (progress: LoadProgress) => void | Promise<void>,
  ): Promise<{ handle: ModelHandle; info: ModelInfo }>;
  cancel(ticket: number): Promise<void>;
  closeModel(model: ModelHandle): Promise<void>;

  encode(model: ModelHandle, text: string, side: Side): Promise<Token[]>;
  decode(model: ModelHandle, ids: readonly number[], side: Side): Promise<string>;
  /** The text that shows each id. */
  texts(model: ModelHandle, ids: readonly number[], side: Side): Promise<string[]>;

  embeddingMap(model: ModelHandle, side: Side): Promise<EmbeddingMap>;
  nearestTokens(model: ModelHandle, id: number, count: number, side: Side): Promise<NearToken[]>;

  /** The text of its golden.json; empty where there is none. */
  golden(model: ModelHandle): Promise<string>;

  forward(model: ModelHandle, input: ModelInput, options: ForwardOptions): Promise<Run>;
  forwardBatch(
    model: ModelHandle,
    inputs: readonly ModelInput[],
    options: BatchForwardOptions,
  ): Promise<BatchRun>;
  /** Final norm and head on rows of the residual stream: (T, D) → (T, V). */
  logitLens(model: ModelHandle, residual: Tensor): Promise<Tensor>;
  weight(model: ModelHandle, name: string): Promise<Tensor>;
  modelFiles(model: ModelHandle): Promise<StoredModel>;
  /** Returns the former values. */
  setWeight(model: ModelHandle, name: string, data: Float32Array): Promise<Tensor>;

  /** With `run` its first steps are taken in the same call, as by `runGeneration`. */
  startGeneration(
    model: ModelHandle,
    input: ModelInput,
    options: GenerationOptions,
    run: boolean,
  ): Promise<BegunGeneration>;
  /** The beam search of a table instead of a model. */
  startTableGeneration(
    table: ProbabilityTable,
    options: GenerationOptions,
    run: boolean,
  ): Promise<BegunGeneration>;
  /** The next step; with `ahead` also those that follow it within a few milliseconds, where no activations are recorded. */
  stepGeneration(generation: GenerationHandle, ahead: boolean): Promise<PackedStep[]>;
  /** Undoes the last steps: what is asked for next is as if they had not been taken. */
  takeBackSteps(generation: GenerationHandle, count: number): Promise<void>;
  /**
   * Takes steps for a few milliseconds, without what each has found. At the end of the generation it resolves to the
   * result, and the handle is closed; before, to null.
   */
  runGeneration(generation: GenerationHandle): Promise<GenerationResult | null>;
  forceToken(generation: GenerationHandle, token: number): Promise<void>;
  generationResult(generation: GenerationHandle): Promise<GenerationResult>;
  closeGeneration(generation: GenerationHandle): Promise<void>;

  createTrainer(options: TrainerOptions): Promise<{ handle: TrainerHandle; info: TrainerInfo }>;
  /** Takes steps for a few milliseconds, so that other calls are not delayed. */
  train(trainer: TrainerHandle, request: TrainRequest): Promise<TrainSlice>;
  /** Of the present weights, as are the next three. */
  trainerForward(trainer: TrainerHandle, input: ModelInput, options: ForwardOptions): Promise<Run>;
  trainerLoss(trainer: TrainerHandle, corpus: Corpus): Promise<number>;
  trainerModel(trainer: TrainerHandle): Promise<{ handle: ModelHandle; info: ModelInfo }>;
  trainerFiles(trainer: TrainerHandle): Promise<ModelFiles>;
  resetTrainer(trainer: TrainerHandle, seed?: number): Promise<void>;
  closeTrainer(trainer: TrainerHandle): Promise<void>;

  seededSelfAttention(sentence: string, seed: number): Promise<SeededSelfAttention>;
  selfAttention(options: SelfAttentionOptions): Promise<SelfAttentionResult>;
  attention(options: AttentionOptions): Promise<AttentionResult>;
  multiHeadAttention(options: MultiHeadAttentionOptions): Promise<MultiHeadAttentionResult>;
  softmax(x: Tensor): Promise<Tensor>;
  /** (n, d) from position `first` on. */
  positionalEncoding(n: number, d: number, first?: number): Promise<Tensor>;
  /** torch.manual_seed(seed); torch.rand(shape) or torch.randn(shape). */
  rand(shape: readonly number[], seed: number): Promise<Tensor>;
  randn(shape: readonly number[], seed: number): Promise<Tensor>;
}
