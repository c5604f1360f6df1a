/** The engine: a WebAssembly instance, a second one once somebody trains, and the calls that they answer. */
import type { Tensor as WasmTensor } from '../../../build/wasm/glassformer.js';
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
  BegunGeneration,
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
import type { GlassformerError } from '../shared/error.ts';
import type {
  GenerationOptions,
  GenerationResult,
  ProbabilityTable,
} from '../shared/generation-types.ts';
import type {
  EmbeddingMap,
  EngineInfo,
  ModelFiles,
  WeightNames,
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
import { BegunAnew, kMaxBeginnings } from '../shared/resumed.ts';
import type { PackedStep } from '../shared/steps.ts';
import type { Corpus } from '../shared/training-types.ts';
import { isCrash, toFailure } from './crash.ts';
import { openFolder } from './folder.ts';
import { Handles } from './handles.ts';
import { inferenceInstance, trainingInstance } from './load.ts';
import { bytesOfAll, checkMemory, checkNumbers } from './memory.ts';
import * as operations from './operations.ts';
import { readModel } from './read-model.ts';
import { generateFromTable } from './table.ts';
import type { ThreadedModule } from './threads.ts';
import { RunningTrainer } from './trainer.ts';
import { nextTurn } from '../shared/turn.ts';
import { given } from './unwrap.ts';

/** Steps of a generation that follow each other take no longer than this without a turn for others. */
const kTurnMs = 16;

/** Steps that are not yet asked for take no longer than this: less than a picture of the screen. */
const kAheadMs = 4;

/** Calls that read their texts one after the other, and keep of each no more than its tokens. */
const kOneByOne = new Set<keyof Engine>(['createTrainer', 'trainerLoss']);

export class WasmEngine implements Engine {
  /** Why nothing more can be asked of it: its module crashed. */
  failure: GlassformerError | undefined;
  readonly #inference: ReturnType<typeof inferenceInstance>;
  readonly #training: ReturnType<typeof trainingInstance>;
  readonly #handles = new Handles();
  readonly #loads = new Map<number, AbortController>();
  /** When timers and messages last had room, by the clock of performance.now(). */
  #lastTurn = 0;
  /** Bytes of arguments that are not asked for: the core's allowance for what it does not count. */
  readonly #large = 2 ** 20;

  /** `threadScript`: where the engine has a worker for itself, its script, whose further workers are threads. */
  constructor(modules: Modules, threadScript?: string) {
    this.#inference = inferenceInstance(modules, threadScript);
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
      threads: (wasm as Partial<ThreadedModule>).threadCount?.() ?? 1,
      memoryBytes: wasm.memoryBytes() + (training?.memoryBytes() ?? 0),
      usedBytes: wasm.usedBytes() + (training?.usedBytes() ?? 0),
      openHandles: this.#handles.count,
    };
  }

  async loadModel(
    source: EngineSource,
    ticket: number,
    dtype: Dtype,
    names: WeightNames | undefined,
    onProgress?: (progress: LoadProgress) => void | Promise<void>,
  ): Promise<{ handle: ModelHandle; info: ModelInfo }> {
    try {
      const starting = this.#inference.started().then(({ wasm }) => wasm);
      // Where one file begins anew, the others may be others, too.
      for (let again = kMaxBeginnings; ; --again) {
        const load = new AbortController();
        const { signal } = load;
        this.#loads.set(ticket, load);
        try {
          const folder = openFolder(source, signal);
          const reading = { dtype, names, signal, onProgress };
          return this.#handles.addModel(await readModel(starting, folder, reading));
        } catch (error) {
          const isStopped = signal.aborted;
          load.abort(); // whatever is still on its way, an answer that begins anew included
          const { cause } = error as Error;
          if (isStopped || again === 0 || !(cause instanceof BegunAnew)) throw error;
        }
      }
    } finally {
      this.#loads.delete(ticket);
    }
  }

  async cancel(ticket: number): Promise<void> {
    this.#loads.get(ticket)?.abort();
  }

  async closeModel(handle: ModelHandle): Promise<void> {
    this.#handles.closeModel(handle);
  }

  async encode(model: ModelHandle, text: string, side: Side): Promise<Token[]> {
    return this.#handles.model(model).encode(text, side);
  }

  async decode(model: ModelHandle, ids: readonly number[], side: Side): Promise<string> {
    return this.#handles.model(model).decode(ids, side);
  }

  async texts(model: ModelHandle, ids: readonly number[], side: Side): Promise<string[]> {
    return this.#handles.model(model).texts(ids, side);
  }

  async embeddingMap(model: ModelHandle, side: Side): Promise<EmbeddingMap> {
    return this.#handles.model(model).embeddingMap(side);
  }

  async nearestTokens(
    model: ModelHandle,
    id: number,
    count: number,
    side: Side,
  ): Promise<NearToken[]> {
    return this.#handles.model(model).nearestTokens(id, count, side);
  }

  async golden(model: ModelHandle): Promise<string> {
    return this.#handles.model(model).golden();
  }

  async forward(model: ModelHandle, input: ModelInput, options: ForwardOptions): Promise<Run> {
    return this.#handles.model(model).forward(input, options);
  }

  async forwardBatch(
    model: ModelHandle,
    inputs: readonly ModelInput[],
    options: BatchForwardOptions,
  ): Promise<BatchRun> {
    return this.#handles.model(model).forwardBatch(inputs, options);
  }

  async logitLens(model: ModelHandle, residual: Tensor): Promise<Tensor> {
    return this.#handles.model(model).logitLens(residual);
  }

  async weight(model: ModelHandle, name: string): Promise<Tensor> {
    return this.#handles.model(model).weight(name);
  }

  async modelFiles(model: ModelHandle): Promise<StoredModel> {
    return this.#handles.model(model).files();
  }

  async setWeight(model: ModelHandle, name: string, data: Float32Array): Promise<Tensor> {
    return this.#handles.model(model).setWeight(name, data);
  }

  async startGeneration(
    model: ModelHandle,
    input: ModelInput,
    options: GenerationOptions,
    run: boolean,
  ): Promise<BegunGeneration> {
    const generation = this.#handles.model(model).generate(input, options);
    return this.#begun(this.#handles.addGeneration(generation, model), run);
  }

  async startTableGeneration(
    table: ProbabilityTable,
    options: GenerationOptions,
    run: boolean,
  ): Promise<BegunGeneration> {
    const { wasm } = await this.#started(this.#inference);
    return this.#begun(this.#handles.addGeneration(generateFromTable(wasm, table, options)), run);
  }

  async #begun(handle: GenerationHandle, run: boolean): Promise<BegunGeneration> {
    try {
      return { handle, result: run ? await this.runGeneration(handle) : null };
    } catch (error) {
      // Nobody is told the handle.
      this.#handles.closeGeneration(handle);
      throw error;
    }
  }

  async stepGeneration(generation: GenerationHandle, ahead: boolean): Promise<PackedStep[]> {
    await this.#leaveRoom();
    return this.#handles.generation(generation).step(ahead ? kAheadMs : 0);
  }

  async takeBackSteps(generation: GenerationHandle, count: number): Promise<void> {
    this.#handles.generation(generation).takeBack(count);
  }

  async runGeneration(handle: GenerationHandle): Promise<GenerationResult | null> {
    await this.#leaveRoom();
    const generation = this.#handles.generation(handle);
    if (!generation.run(kTurnMs)) return null;
    const result = generation.result();
    this.#handles.closeGeneration(handle);
    return result;
  }

  async forceToken(generation: GenerationHandle, token: number): Promise<void> {
    this.#handles.generation(generation).force(token);
  }

  async generationResult(generation: GenerationHandle): Promise<GenerationResult> {
    return this.#handles.generation(generation).result();
  }

  async closeGeneration(handle: GenerationHandle): Promise<void> {
    this.#handles.closeGeneration(handle);
  }

  async createTrainer(
    options: TrainerOptions,
  ): Promise<{ handle: TrainerHandle; info: TrainerInfo }> {
    const { wasm } = await this.#started(this.#training);
    return this.#handles.addTrainer(new RunningTrainer(wasm, options));
  }

  async train(trainer: TrainerHandle, request: TrainRequest): Promise<TrainSlice> {
    await nextTurn();
    return this.#handles.trainer(trainer).train(request);
  }

  async trainerForward(
    trainer: TrainerHandle,
    input: ModelInput,
    options: ForwardOptions,
  ): Promise<Run> {
    return this.#handles.trainer(trainer).forward(input, options);
  }

  async trainerLoss(trainer: TrainerHandle, corpus: Corpus): Promise<number> {
    return this.#handles.trainer(trainer).loss(corpus);
  }

  async trainerModel(trainer: TrainerHandle): Promise<{ handle: ModelHandle; info: ModelInfo }> {
    return this.#handles.addModel(this.#handles.trainer(trainer).model());
  }

  async trainerFiles(trainer: TrainerHandle): Promise<ModelFiles> {
    return this.#handles.trainer(trainer).files();
  }

  async resetTrainer(trainer: TrainerHandle, seed?: number): Promise<void> {
    this.#handles.trainer(trainer).reset(seed);
  }

  async closeTrainer(handle: TrainerHandle): Promise<void> {
    this.#handles.closeTrainer(handle);
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
    const wasm = this.#handles.moduleOf(handle);
    return (
      method === 'createTrainer' ||
      this.#handles.isTrainer(handle) ||
      (wasm !== undefined && wasm === this.#training.ready?.wasm)
    );
  }

  /** The engine may have crashed while the instance was waited for: then its memory cannot be trusted any more. */
  async #started<Instance>(lazy: { started(): Promise<Instance> }): Promise<Instance> {
    const instance = await lazy.started();
    if (this.failure) throw this.failure;
    return instance;
  }
}
