/**
 * The engine: a WebAssembly instance, a second one once somebody trains, and every handle in them. Nothing else calls
 * delete().
 */
import type { Tensor as WasmTensor } from '../../../build/wasm/glassformer.js';
import type {
  Engine,
  EngineSource,
  GenerationHandle,
  ModelHandle,
  Modules,
  TrainerHandle,
  TrainerInfo,
  TrainerOptions,
  TrainSlice,
  TrainRequest,
} from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import type { PackedStep } from '../shared/steps.ts';
import type {
  AttentionOptions,
  AttentionResult,
  MultiHeadAttentionOptions,
  MultiHeadAttentionResult,
  SeededSelfAttention,
  SelfAttentionOptions,
  SelfAttentionResult,
} from '../shared/attention-types.ts';
import type {
  GenerationOptions,
  GenerationResult,
  ProbabilityTable,
} from '../shared/generation-types.ts';
import type {
  EmbeddingMap,
  EngineInfo,
  ModelFiles,
  StoredModel,
  Dtype,
  ModelInfo,
  NearToken,
  LoadProgress,
} from '../shared/model-types.ts';
import type {
  BatchForwardOptions,
  BatchRun,
  ForwardOptions,
  ModelInput,
  Tensor,
  Run,
  Side,
  Token,
} from '../shared/run-types.ts';
import type { Corpus } from '../shared/training-types.ts';
import { openFolder } from './folder.ts';
import type { RunningGeneration } from './generation.ts';
import { inferenceInstance, trainingInstance } from './load.ts';
import { bytesOfAll, checkMemory, checkNumbers } from './memory.ts';
import type { LoadedModel } from './model.ts';
import * as operations from './operations.ts';
import { readModel } from './read-model.ts';
import { generateFromTable } from './table.ts';
import { RunningTrainer } from './trainer.ts';
import { nextTurn } from './turn.ts';
import { given } from './unwrap.ts';

/** Steps of a generation that follow each other take no longer than this without a turn for others. */
const kTurnMs = 16;

/** Calls that read their texts one after the other, and keep of each no more than its tokens. */
const kOneByOne = new Set<keyof Engine>(['createTrainer', 'trainerLoss']);

export class WasmEngine implements Engine {
  /** Why nothing more can be asked of it: its module crashed. */
  failure: GlassformerError | undefined;
  readonly #inference: ReturnType<typeof inferenceInstance>;
  readonly #training: ReturnType<typeof trainingInstance>;
  readonly #models = new Map<ModelHandle, LoadedModel>();
  readonly #generations = new Map<
    GenerationHandle,
    { readonly of: ModelHandle | undefined; readonly generation: RunningGeneration }
  >();
  readonly #trainers = new Map<TrainerHandle, RunningTrainer>();
  readonly #loads = new Map<number, AbortController>();
  #lastHandle = 0;
  /** When timers and messages last had room, by the clock of performance.now(). */
  #lastTurn = 0;
  /** Bytes of arguments that are not asked for: the core's allowance for what it does not count. */
  readonly #large = 2 ** 20;

  constructor(modules: Modules) {
    this.#inference = inferenceInstance(modules);
    this.#training = trainingInstance(modules);
  }

  /** Any call, by its name. A crash of the module ends all that is under way. */
  async ask(method: keyof Engine, args: readonly unknown[]): Promise<unknown> {
    if (this.failure) throw this.failure;
    try {
      // The files of a model are counted where they are read.
      const bytes = method === 'loadModel' ? 0 : bytesOfAll(args, kOneByOne.has(method));
      if (bytes > this.#large) {
        const instance = this.#isInTraining(method, args[0]) ? this.#training : this.#inference;
        // Calls keep their order, so that one of them does not wait where the next one would not.
        const { wasm } = instance.ready ?? (await this.#started(instance));
        checkMemory(wasm, 'this call', bytes);
      }
      return await (this[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    } catch (error) {
      if (!isCrash(error)) throw error;
      this.failure ??= toFailure(error);
      for (const load of this.#loads.values()) load.abort(this.failure);
      throw this.failure;
    }
  }

  async info(): Promise<EngineInfo> {
    const { wasm, simd } = await this.#started(this.#inference);
    const training = this.#training.ready?.wasm;
    return {
      version: given(wasm.version),
      simd,
      memoryBytes: wasm.memoryBytes() + (training?.memoryBytes() ?? 0),
      usedBytes: wasm.usedBytes() + (training?.usedBytes() ?? 0),
      openHandles: this.#models.size + this.#generations.size + this.#trainers.size,
    };
  }

  async loadModel(
    source: EngineSource,
    ticket: number,
    dtype: Dtype,
    onProgress?: (progress: LoadProgress) => void,
  ): Promise<{ handle: ModelHandle; info: ModelInfo }> {
    const load = new AbortController();
    this.#loads.set(ticket, load);
    try {
      const folder = openFolder(source, load.signal);
      const starting = this.#inference.started().then(({ wasm }) => wasm);
      const model = await readModel(starting, folder, { dtype, signal: load.signal, onProgress });
      return this.#addModel(model);
    } catch (error) {
      load.abort(); // whatever is still on its way
      throw error;
    } finally {
      this.#loads.delete(ticket);
    }
  }

  async cancel(ticket: number): Promise<void> {
    this.#loads.get(ticket)?.abort();
  }

  async closeModel(handle: ModelHandle): Promise<void> {
    for (const [generation, { of }] of this.#generations) {
      if (of === handle) await this.closeGeneration(generation);
    }
    this.#models.get(handle)?.delete();
    this.#models.delete(handle);
  }

  async encode(model: ModelHandle, text: string, side: Side): Promise<Token[]> {
    return this.#model(model).encode(text, side);
  }

  async decode(model: ModelHandle, ids: readonly number[], side: Side): Promise<string> {
    return this.#model(model).decode(ids, side);
  }

  async texts(model: ModelHandle, ids: readonly number[], side: Side): Promise<string[]> {
    return this.#model(model).texts(ids, side);
  }

  async embeddingMap(model: ModelHandle, side: Side): Promise<EmbeddingMap> {
    return this.#model(model).embeddingMap(side);
  }

  async nearestTokens(
    model: ModelHandle,
    id: number,
    count: number,
    side: Side,
  ): Promise<NearToken[]> {
    return this.#model(model).nearestTokens(id, count, side);
  }

  async golden(model: ModelHandle): Promise<string> {
    return this.#model(model).golden();
  }

  async forward(model: ModelHandle, input: ModelInput, options: ForwardOptions): Promise<Run> {
    return this.#model(model).forward(input, options);
  }

  async forwardBatch(
    model: ModelHandle,
    inputs: readonly ModelInput[],
    options: BatchForwardOptions,
  ): Promise<BatchRun> {
    return this.#model(model).forwardBatch(inputs, options);
  }

  async logitLens(model: ModelHandle, residual: Tensor): Promise<Tensor> {
    return this.#model(model).logitLens(residual);
  }

  async weight(model: ModelHandle, name: string): Promise<Tensor> {
    return this.#model(model).weight(name);
  }

  async modelFiles(model: ModelHandle): Promise<StoredModel> {
    return this.#model(model).files();
  }

  async setWeight(model: ModelHandle, name: string, data: Float32Array): Promise<Tensor> {
    return this.#model(model).setWeight(name, data);
  }

  async startGeneration(
    model: ModelHandle,
    input: ModelInput,
    options: GenerationOptions,
  ): Promise<GenerationHandle> {
    return this.#addGeneration(this.#model(model).generate(input, options), model);
  }

  async startTableGeneration(
    table: ProbabilityTable,
    options: GenerationOptions,
  ): Promise<GenerationHandle> {
    const { wasm } = await this.#started(this.#inference);
    return this.#addGeneration(generateFromTable(wasm, table, options));
  }

  async stepGeneration(generation: GenerationHandle): Promise<PackedStep> {
    await this.#leaveRoom();
    return this.#generation(generation).step();
  }

  async runGeneration(generation: GenerationHandle): Promise<boolean> {
    await this.#leaveRoom();
    return this.#generation(generation).run(kTurnMs);
  }

  async forceToken(generation: GenerationHandle, token: number): Promise<void> {
    this.#generation(generation).force(token);
  }

  async generationResult(generation: GenerationHandle): Promise<GenerationResult> {
    return this.#generation(generation).result();
  }

  async closeGeneration(handle: GenerationHandle): Promise<void> {
    this.#generations.get(handle)?.generation.delete();
    this.#generations.delete(handle);
  }

  async createTrainer(
    options: TrainerOptions,
  ): Promise<{ handle: TrainerHandle; info: TrainerInfo }> {
    const trainer = new RunningTrainer((await this.#started(this.#training)).wasm, options);
    const handle = ++this.#lastHandle;
    this.#trainers.set(handle, trainer);
    return { handle, info: trainer.info() };
  }

  async train(trainer: TrainerHandle, request: TrainRequest): Promise<TrainSlice> {
    await nextTurn();
    return this.#trainer(trainer).train(request);
  }

  async trainerForward(
    trainer: TrainerHandle,
    input: ModelInput,
    options: ForwardOptions,
  ): Promise<Run> {
    return this.#trainer(trainer).forward(input, options);
  }

  async trainerLoss(trainer: TrainerHandle, corpus: Corpus): Promise<number> {
    return this.#trainer(trainer).loss(corpus);
  }

  async trainerModel(trainer: TrainerHandle): Promise<{ handle: ModelHandle; info: ModelInfo }> {
    return this.#addModel(this.#trainer(trainer).model());
  }

  async trainerFiles(trainer: TrainerHandle): Promise<ModelFiles> {
    return this.#trainer(trainer).files();
  }

  async resetTrainer(trainer: TrainerHandle, seed?: number): Promise<void> {
    this.#trainer(trainer).reset(seed);
  }

  async closeTrainer(handle: TrainerHandle): Promise<void> {
    this.#trainers.get(handle)?.delete();
    this.#trainers.delete(handle);
  }

  async seededSelfAttention(sentence: string, seed: number): Promise<SeededSelfAttention> {
    return operations.seededSelfAttention(
      (await this.#started(this.#inference)).wasm,
      sentence,
      seed,
    );
  }

  async selfAttention(options: SelfAttentionOptions): Promise<SelfAttentionResult> {
    return operations.selfAttention((await this.#started(this.#inference)).wasm, options);
  }

  async attention(options: AttentionOptions): Promise<AttentionResult> {
    return operations.attention((await this.#started(this.#inference)).wasm, options);
  }

  async multiHeadAttention(options: MultiHeadAttentionOptions): Promise<MultiHeadAttentionResult> {
    return operations.multiHeadAttention((await this.#started(this.#inference)).wasm, options);
  }

  async softmax(x: Tensor): Promise<Tensor> {
    return (await this.#started(this.#inference)).wasm.softmax(x as WasmTensor);
  }

  async positionalEncoding(n: number, d: number, first = 0): Promise<Tensor> {
    const { wasm } = await this.#started(this.#inference);
    checkNumbers(wasm, 'positionalEncoding', [n, d]);
    return wasm.positionalEncoding(n, d, first);
  }

  async rand(shape: readonly number[], seed: number): Promise<Tensor> {
    return this.#random('rand', shape, seed);
  }

  async randn(shape: readonly number[], seed: number): Promise<Tensor> {
    return this.#random('randn', shape, seed);
  }

  async #random(kind: 'rand' | 'randn', shape: readonly number[], seed: number): Promise<Tensor> {
    const { wasm } = await this.#started(this.#inference);
    checkNumbers(wasm, kind, shape);
    return wasm.randomTensor([...shape], seed, kind === 'randn');
  }

  /** Steps in a row leave room for timers and other calls, so that a signal can stop them where there is no worker. */
  async #leaveRoom(): Promise<void> {
    if (performance.now() - this.#lastTurn <= kTurnMs) return;
    await nextTurn();
    this.#lastTurn = performance.now();
  }

  /** Whether a call goes to the module that can train: to a trainer, or to a model that one has made. */
  #isInTraining(method: keyof Engine, handle: unknown): boolean {
    const wasm = this.#models.get(handle as ModelHandle)?.wasm;
    return (
      method === 'createTrainer' ||
      this.#trainers.has(handle as TrainerHandle) ||
      (wasm !== undefined && wasm === this.#training.ready?.wasm)
    );
  }

  /** The engine may have crashed while the instance was waited for: then its memory cannot be trusted any more. */
  async #started<Instance>(lazy: { started(): Promise<Instance> }): Promise<Instance> {
    const instance = await lazy.started();
    if (this.failure) throw this.failure;
    return instance;
  }

  #addModel(model: LoadedModel): { handle: ModelHandle; info: ModelInfo } {
    const handle = ++this.#lastHandle;
    this.#models.set(handle, model);
    return { handle, info: model.info() };
  }

  #addGeneration(generation: RunningGeneration, of?: ModelHandle): GenerationHandle {
    const handle = ++this.#lastHandle;
    this.#generations.set(handle, { of, generation });
    return handle;
  }

  #model(handle: ModelHandle): LoadedModel {
    const model = this.#models.get(handle);
    if (!model) throw closed('this model was closed');
    return model;
  }

  #trainer(handle: TrainerHandle): RunningTrainer {
    const trainer = this.#trainers.get(handle);
    if (!trainer) throw closed('this trainer was closed');
    return trainer;
  }

  #generation(handle: GenerationHandle): RunningGeneration {
    const entry = this.#generations.get(handle);
    if (!entry) throw closed('this generation was closed, or its model was');
    return entry.generation;
  }
}

function closed(message: string): GlassformerError {
  return new GlassformerError('Closed', message, { details: { kind: 'closed' } });
}

/** A trap, an abort or an exhausted stack: after these the instance's memory cannot be trusted. */
function isCrash(error: unknown): error is Error {
  return (
    error instanceof WebAssembly.RuntimeError ||
    (error instanceof RangeError && /call stack/.test(error.message)) ||
    // Firefox's word for the same.
    (error instanceof Error && error.name === 'InternalError' && /recursion/.test(error.message))
  );
}

function toFailure(cause: Error): GlassformerError {
  // Without exceptions and asserts only an allocation that failed ends in abort().
  return cause.message.startsWith('Aborted')
    ? new GlassformerError('OutOfMemory', 'there is not enough memory for this', {
        cause,
        details: { kind: 'outOfMemory' },
      })
    : new GlassformerError('Internal', `the engine crashed: ${cause.message}`, {
        cause,
        details: { kind: 'crashed' },
      });
}
