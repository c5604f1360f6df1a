/**
 * The public types of results are written by hand, because they carry the documentation and leave the package without the
 * module's declarations. This compiles only while they have the fields that the core's have, and those named here.
 */
import type * as core from '../../../build/wasm/glassformer.js';
import type {
  Beam,
  Candidate,
  GeneratedSequence,
  GenerationStep,
  ResolvedConfig,
  Tensor,
  Token,
  TrainStep,
} from '../shared/types.ts';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type HasFields<Public, Core, More extends string = never> = Same<keyof Public, keyof Core | More>;
type Holds<Check extends true> = Check;

export type SameFields = [
  Holds<HasFields<Tensor, core.Tensor>>,
  Holds<HasFields<Token, core.Token>>,
  Holds<HasFields<ResolvedConfig, Omit<core.ModelConfig, 'says_activation'>>>,
  Holds<HasFields<Candidate, core.Candidate, 'text'>>,
  Holds<HasFields<Beam, core.Beam, 'token_text' | 'text'>>,
  Holds<HasFields<GeneratedSequence, core.Sequence, 'text'>>,
  Holds<HasFields<GenerationStep, core.GenerationStep, 'token_text' | 'text' | 'activations'>>,
  Holds<HasFields<TrainStep, core.TrainingStep, 'activations'>>,
];
