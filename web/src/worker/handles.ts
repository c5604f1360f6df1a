/** Every handle that clients hold: which model, generation or trainer it stands for. Nothing else calls delete(). */
import type {
  GenerationHandle,
  ModelHandle,
  TrainerHandle,
  TrainerInfo,
} from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import type { ModelInfo } from '../shared/model-types.ts';
import type { RunningGeneration } from './generation.ts';
import type { LoadedModel } from './model.ts';
import type { RunningTrainer } from './trainer.ts';

export class Handles {
  readonly #models = new Map<ModelHandle, LoadedModel>();
  readonly #generations = new Map<
    GenerationHandle,
    { readonly of: ModelHandle | undefined; readonly generation: RunningGeneration }
  >();
  readonly #trainers = new Map<TrainerHandle, RunningTrainer>();
  #last = 0;

  /** Models, trainers and generations not yet closed. */
  get count(): number {
    return this.#models.size + this.#generations.size + this.#trainers.size;
  }

  addModel(model: LoadedModel): { handle: ModelHandle; info: ModelInfo } {
    const handle = ++this.#last;
    this.#models.set(handle, model);
    return { handle, info: model.info() };
  }

  /** `of`: the model that it asks, which takes it along when it is closed. */
  addGeneration(generation: RunningGeneration, of?: ModelHandle): GenerationHandle {
    const handle = ++this.#last;
    this.#generations.set(handle, { of, generation });
    return handle;
  }

  addTrainer(trainer: RunningTrainer): { handle: TrainerHandle; info: TrainerInfo } {
    const handle = ++this.#last;
    this.#trainers.set(handle, trainer);
    return { handle, info: trainer.info() };
  }

  model(handle: ModelHandle): LoadedModel {
    return this.#models.get(handle) ?? refuse('this model was closed');
  }

  generation(handle: GenerationHandle): RunningGeneration {
    const entry = this.#generations.get(handle);
    return entry?.generation ?? refuse('this generation was closed, or its model was');
  }

  trainer(handle: TrainerHandle): RunningTrainer {
    return this.#trainers.get(handle) ?? refuse('this trainer was closed');
  }

  /** The module in which a model's handle lives; undefined where `handle` is none of a model. */
  moduleOf(handle: unknown): LoadedModel['wasm'] | undefined {
    return this.#models.get(handle as ModelHandle)?.wasm;
  }

  isTrainer(handle: unknown): boolean {
    return this.#trainers.has(handle as TrainerHandle);
  }

  closeModel(handle: ModelHandle): void {
    for (const [generation, { of }] of this.#generations) {
      if (of === handle) this.closeGeneration(generation);
    }
    this.#models.get(handle)?.delete();
    this.#models.delete(handle);
  }

  closeGeneration(handle: GenerationHandle): void {
    this.#generations.get(handle)?.generation.delete();
    this.#generations.delete(handle);
  }

  closeTrainer(handle: TrainerHandle): void {
    this.#trainers.get(handle)?.delete();
    this.#trainers.delete(handle);
  }
}

function refuse(message: string): never {
  throw new GlassformerError('Closed', message, { details: { kind: 'closed' } });
}
