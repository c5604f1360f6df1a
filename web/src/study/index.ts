/** Ways to study a model: what the figures for those who do compute, as functions of a model and a line. */
export { ablation, type AblationOptions, type Ablations, type WithoutPart } from './ablation.ts';
export type { StudyOptions } from './arguments.ts';
export { type Attribution, type AttributionOptions, logitAttribution } from './attribution.ts';
export {
  type CircuitOptions,
  type OvCircuit,
  ovCircuit,
  type OvOptions,
  type QkCircuit,
  qkCircuit,
} from './head-circuits.ts';
export { type Logit, logit, type LogitOptions } from './logit.ts';
export { type Neuron, neuron, type NeuronOptions } from './neuron.ts';
export {
  activationPatching,
  type PatchedLine,
  type Patching,
  type PatchingOptions,
} from './patching.ts';
export { type Surprise, surprise } from './surprise.ts';
