/**
 * The public types of results are written by hand, because they carry the documentation and leave the package without the
 * module's declarations. This compiles only while each is assignable to what the module's declares and the worker adds,
 * and the other way round, and while both have the same fields (an optional one would be assignable without).
 */
import type * as core from '../../../build/wasm/glassformer-training.js';
import type {
  AttentionResult,
  MultiHeadAttentionResult,
  SeededSelfAttention,
  SelfAttentionResult,
} from '../shared/attention-types.ts';
import type { Beam, GeneratedSequence, GenerationStep } from '../shared/generation-types.ts';
import type { EmbeddingMap, ModelInfo, ResolvedConfig } from '../shared/model-types.ts';
import type { Tensor, Token } from '../shared/run-types.ts';
import type { candidateFields } from '../shared/steps.ts';
import type { TrainStep } from '../shared/training-types.ts';

/** Embind's one type for text: it takes strings or bytes, and gives strings. */
type Text = core.Failure['code'];
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** As a result leaves the worker: text as strings, ids as plain numbers, and nothing to be written to. */
type Crossed<T> = [Text] extends [T]
  ? string
  : T extends Float32Array
    ? T
    : T extends Int32Array
      ? readonly number[]
      : T extends readonly (infer Each)[]
        ? readonly Crossed<Each>[]
        : T extends object
          ? { readonly [Field in keyof T]: Crossed<T[Field]> }
          : T;

/** `More`: what the worker adds, or gives in another form. */
type Agrees<Public, Core, More = unknown> = [
  Same<keyof Public, keyof Core | keyof More>,
  Same<Public, Crossed<Omit<Core, keyof More>> & More>,
];
type Holds<Check extends [true, true]> = Check;

type Activations = Readonly<Record<string, Tensor>>;
/** By position; each is unpacked by its name. */
type CandidateFields = NonNullable<core.GenerationStep['candidate_numbers']['fields']>;
type UnpackedStep = Omit<core.GenerationStep, 'candidate_ids' | 'candidate_numbers'>;
interface StepParts {
  readonly token_text: string;
  readonly text: string;
  readonly candidates: GenerationStep['candidates'];
  readonly beams: readonly Beam[];
  readonly pruned: readonly Beam[];
  readonly finished: readonly Beam[];
  readonly activations: Activations;
}

export type SameTypes = [
  Holds<Agrees<Tensor, core.Tensor>>,
  Holds<Agrees<Token, core.Token>>,
  Holds<Agrees<ResolvedConfig, Omit<core.ModelConfig, 'says_activation' | 'weight_scale'>>>,
  Holds<Agrees<ModelInfo['weights'][number], core.WeightInfo>>,
  Holds<Agrees<Beam, core.Beam, { readonly token_text: string; readonly text: string }>>,
  Holds<Agrees<GeneratedSequence, core.Sequence, { readonly text: string }>>,
  Holds<Agrees<GenerationStep, UnpackedStep, StepParts>>,
  Holds<[Same<typeof candidateFields, CandidateFields>, true]>,
  // A list of tokens is made of two arrays: `rows` are ids, which get their texts.
  Holds<[Same<keyof core.Neighbours, 'rows' | 'similarities'>, true]>,
  Holds<Agrees<TrainStep, core.TrainingStep, { readonly activations?: Activations }>>,
  Holds<Agrees<AttentionResult, core.AttentionOutput>>,
  Holds<Agrees<SelfAttentionResult, Omit<core.SelfAttention, 'attention'>, AttentionResult>>,
  Holds<Agrees<SeededSelfAttention, Omit<core.SeededSelfAttention, 'result'>, SelfAttentionResult>>,
  Holds<Agrees<MultiHeadAttentionResult, core.MultiHeadAttentionOutput>>,
  Holds<Agrees<EmbeddingMap, core.PrincipalPlane, { readonly explained: readonly number[] }>>,
];
