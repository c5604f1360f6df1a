/**
 * Glassformer, a transformer you can see through: load a model, run it and look inside. Works the same in a page, in a
 * worker and in Node.
 */
export { setAssetsUrl } from './client/assets.ts';
export { createEngine, sharedEngine, type EngineClient } from './client/client.ts';
export type { Generation } from './client/generation.ts';
export { loadModel, type LoadOptions } from './client/load-model.ts';
export type { Model, ModelTokenizer } from './client/model.ts';
export type { GenerateOptions, TableOptions } from './client/options.ts';
export {
  attention,
  beamSearchOverTable,
  multiHeadAttention,
  positionalEncoding,
  rand,
  randn,
  seededSelfAttention,
  selfAttention,
  softmax,
} from './client/operations.ts';
export { createTrainer, type Trainer } from './client/trainer.ts';
export type { CreateTrainerOptions, TrainOptions } from './client/trainer-options.ts';
export { GlassformerError } from './shared/error.ts';
export type { Change, Normalizer } from './shared/normalise.ts';
export type * from './shared/attention-types.ts';
export type * from './shared/error-types.ts';
export type * from './shared/generation-types.ts';
export type * from './shared/model-types.ts';
export type * from './shared/run-types.ts';
export type * from './shared/training-types.ts';
export type * from './shared/verification-types.ts';
