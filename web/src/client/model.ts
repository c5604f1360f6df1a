import type { Engine, ModelHandle } from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import type {
  Dtype,
  EmbeddingMap,
  EmbeddingOptions,
  ModelConfig,
  ModelInfo,
  NearestOptions,
  NearToken,
  StoredModel,
} from '../shared/model-types.ts';
import { type Change, changesOf, normalise, normalizerOf } from '../shared/normalise.ts';
import type {
  BatchForwardOptions,
  BatchRun,
  ClassifyOptions,
  ClassProbability,
  ForwardOptions,
  ModelInput,
  Tensor,
  Run,
  Side,
  Token,
} from '../shared/run-types.ts';
import type { Verification, VerifyOptions } from '../shared/verification-types.ts';
import { unlessAborted } from './abort.ts';
import {
  abortSignal,
  check,
  checkFields,
  countUpTo,
  floats,
  isBatch,
  isList,
  listOf,
  modelInput,
  oneOf,
  tensor,
  text,
  tokenId,
  type Rules,
} from './check.ts';
import { Generation } from './generation.ts';
import {
  checkBatch,
  checkClassify,
  checkForward,
  checkGenerate,
  type GenerateOptions,
} from './options.ts';
import { toPlain } from './plain.ts';
import { type Place, Residence } from './residence.ts';

const sideRule = oneOf('source', 'target');
const embeddingRules: Rules<EmbeddingOptions> = { side: sideRule };
/** The vocabulary is gone through once for each. */
const kMaxNearest = 1000;
const nearestRules: Rules<NearestOptions> = { side: sideRule, count: countUpTo(kMaxNearest) };

const verifyRules: Rules<VerifyOptions> = { signal: abortSignal };

/** Ids; tokens become their ids. */
function takeIds(where: string, ids: readonly (number | Pick<Token, 'id'>)[]): readonly number[] {
  const plain = toPlain(where, ids);
  if (!isList(plain)) return check(where, plain as readonly number[], listOf(tokenId));
  const idOf = (item: unknown) => (typeof item === 'object' ? (item as Token | null)?.id : item);
  return check(where, Array.from(plain, idOf) as number[], listOf(tokenId));
}

/** Text to tokens and back. Asynchronous, because the engine runs in a worker. */
export interface ModelTokenizer {
  /**
   * The text's tokens. `start` and `end` are UTF-16 offsets into it; a token that is only part of a character covers the
   * whole character. Lone surrogates count as U+FFFD. Text that cannot be encoded is rejected with code `InvalidText`.
   */
  encode(text: string): Promise<Token[]>;
  /** What the model's `normalizer` changes in the text before `encode` splits it, in the order of the text. */
  changes(text: string): Change[];
  /**
   * The text of ids (or tokens), without special tokens; U+FFFD stands for bytes that are no whole character. A row of
   * the vocabulary that no token stands for (checkpoints pad theirs) adds nothing; an id outside it is refused.
   */
  decode(ids: readonly (number | Token)[]): Promise<string>;
  /**
   * The text of each id by itself, as tokens show it: `<0xE4>` where it is only part of a character, `[unused7]` where
   * no token stands for it.
   */
  texts(ids: readonly (number | Pick<Token, 'id'>)[]): Promise<string[]>;
}

/**
 * A loaded model. `close()` it when it is no longer needed. Where its engine has stopped, the call under way is rejected,
 * and the next one opens the model again from its address. One whose files were in memory, or whose weights were
 * changed, cannot come back as it was: its calls are rejected with code `Closed`.
 */
export class Model {
  /** config.json as the file has it; `resolved` is what the engine made of it. */
  readonly config: ModelConfig;
  /** The number of its parameters. */
  readonly parameters: number;
  /** Bytes its weights take in the engine's memory. */
  readonly bytes: number;
  /** How the engine keeps its matrices. */
  readonly dtype: Dtype;
  /** Its weights' names and shapes, as in model.safetensors. */
  readonly weights: ModelInfo['weights'];
  /** False where the model's folder has no tokenizer: then the model takes ids, and text is refused. */
  readonly hasTokenizer: boolean;
  /** The same of an encoder–decoder's source; false of any other model. */
  readonly hasSourceTokenizer: boolean;
  readonly tokenizer: ModelTokenizer;
  /** That of an encoder–decoder's source. */
  readonly sourceTokenizer: ModelTokenizer;
  readonly #residence: Residence;

  /** @internal `reopen` is null where it cannot come back. */
  constructor(place: Place, info: ModelInfo, reopen: (() => Promise<Place>) | null = null) {
    this.#residence = new Residence(place, reopen);
    this.config = info.config;
    this.dtype = info.dtype;
    this.parameters = info.parameters;
    this.bytes = info.bytes;
    this.weights = info.weights;
    this.hasTokenizer = info.hasTokenizer;
    this.hasSourceTokenizer = info.hasSourceTokenizer;
    this.tokenizer = this.#tokenizer('target');
    this.sourceTokenizer = this.#tokenizer('source');
  }

  /** True once it was closed, and while its engine has stopped, until a call has opened it again. */
  get closed(): boolean {
    return this.#residence.isClosed;
  }

  /** How often its weights were set, or set back: what was read of them before may hold no longer. */
  get revision(): number {
    return this.#residence.revision;
  }

  /**
   * Runs the model once over the whole input. `capture` names the activations to be copied out, by hook name or glob
   * (`blocks.*.attn.pattern`, `logits`, …); each is `{ shape, data }`, without a batch dimension.
   * Of an encoder–decoder the input is the target; a text gets the model's start token in front.
   */
  forward(input: ModelInput, options?: ForwardOptions): Promise<Run>;
  /**
   * Runs several inputs of any lengths in one batch: texts, or lists of ids or tokens. Activations have the batch
   * dimension first; `padding` marks the padded places of shorter sequences.
   */
  forward(inputs: readonly ModelInput[], options?: BatchForwardOptions): Promise<BatchRun>;
  async forward(
    input: ModelInput | readonly ModelInput[],
    options: ForwardOptions | BatchForwardOptions = {},
  ): Promise<Run | BatchRun> {
    const given = toPlain('forward: input', input);
    if (isBatch(given)) {
      const inputs = given.map((each, i) => check(`forward: input[${i}]`, each, modelInput));
      const wanted = checkBatch(options as BatchForwardOptions);
      return this.#ask((engine, handle) => engine.forwardBatch(handle, inputs, wanted));
    }
    const one = check('forward: input', given as ModelInput, modelInput);
    const wanted = checkForward(options as ForwardOptions);
    return this.#ask((engine, handle) => engine.forward(handle, one, wanted));
  }

  /**
   * The classes of a model that classifies, the likeliest for this input first.
   *
   * @throws GlassformerError: `InvalidArgument` where the model does not classify.
   */
  async classify(
    input: ModelInput,
    options: ClassifyOptions = {},
  ): Promise<readonly ClassProbability[]> {
    const { labels } = this.config.resolved;
    if (labels.length === 0)
      throw new GlassformerError(
        'InvalidArgument',
        'classify: this model has no classes: its config names no pooling',
      );
    const plain = toPlain('classify: input', input) as ModelInput;
    const given = check('classify: input', plain, modelInput);
    const wanted = { ...checkClassify(options), capture: ['logits'] };
    return this.#ask(async (engine, handle) => {
      const { activations } = await engine.forward(handle, given, wanted);
      const { data } = activations['logits'] as Tensor;
      const probabilities = await engine.softmax({ shape: [1, data.length], data: data.slice() });
      return labels
        .map((label, id) => ({
          id,
          label,
          logit: data[id] as number,
          probability: probabilities.data[id] as number,
        }))
        .sort((a, b) => b.logit - a.logit || a.id - b.id);
    });
  }

  /**
   * Generates what follows the input (of an encoder–decoder: the output for this source). It begins with the first step
   * that is asked for; wrong options are rejected there.
   */
  generate(input: ModelInput, options: GenerateOptions = {}): Generation {
    return new Generation(
      () => this.#ask(async (engine) => engine),
      () => {
        const given = check('generate: input', input, modelInput);
        const { signal, ...wanted } = checkGenerate(options);
        return {
          signal,
          begin: (engine, run) =>
            engine.startGeneration(this.#residence.handle, given, wanted, run),
        };
      },
    );
  }

  /** The final norm and the head on rows of the residual stream: (T, d_model) → (T, vocab_size), or (T, classes). */
  async logitLens(residual: Tensor): Promise<Tensor> {
    const given = check('logitLens: residual', residual, tensor);
    return this.#ask((engine, handle) => engine.logitLens(handle, given));
  }

  /**
   * Every token's embedding seen along the two directions in which embeddings vary most (principal components): where
   * each lies, and how much of the variance the two hold. In each direction the largest component is positive.
   */
  async embeddingMap(options: EmbeddingOptions = {}): Promise<EmbeddingMap> {
    const { side = 'target' } = checkFields('embeddingMap', options, embeddingRules);
    return this.#ask((engine, handle) => engine.embeddingMap(handle, side));
  }

  /** The tokens whose embeddings are nearest to that of token `id` by cosine, nearest first, without itself. */
  async nearestTokens(id: number, options: NearestOptions = {}): Promise<NearToken[]> {
    check('nearestTokens: id', id, tokenId);
    const given = checkFields('nearestTokens', options, nearestRules);
    const { side = 'target', count = 10 } = given;
    return this.#ask((engine, handle) => engine.nearestTokens(handle, id, count, side));
  }

  /** A copy of a weight's values, in the file's shape. */
  async weight(name: string): Promise<Tensor> {
    check('weight: name', name, text);
    return this.#ask((engine, handle) => engine.weight(handle, name));
  }

  /**
   * The weights as they are now, as files. Of an 'int8' model the matrices are integers with a scale for each output, and
   * the config's `quantization_config` says so: a quarter of the bytes. What was loaded from such files as
   * 'fp32' or 'fp16' is written as floats, of 16 bits where a tensor's values are such.
   *
   * @throws GlassformerError: `OutOfMemory`.
   */
  async files(): Promise<StoredModel> {
    return this.#ask((engine, handle) => engine.modelFiles(handle));
  }

  /** Replaces a weight's values (as many as it has); returns a function that restores the earlier ones. */
  async setWeight(name: string, data: Float32Array): Promise<() => Promise<void>> {
    check('setWeight: name', name, text);
    const given = check('setWeight: data', data, floats);
    return this.#ask(async (engine, handle) => {
      const before = await engine.setWeight(handle, name, given);
      const wasChanged = this.#residence.noteSet(name, true);
      return async () => {
        await engine.setWeight(handle, name, before.data);
        this.#residence.noteSet(name, wasChanged);
      };
    });
  }

  /**
   * Runs the model on what its golden.json says and compares: the tokens, every activation in the file (by
   * `torch.allclose`'s rule), and the texts that follow. Weights are compared as they are now; what needs a tokenizer
   * that the model has not is left out. What the file holds was computed with floats, so the model's dtype must be 'fp32'.
   *
   * @throws GlassformerError: `InvalidFile` where the model has no golden.json, or one that is wrong or another model's;
   * `InvalidArgument` where its dtype is another.
   */
  async verify(options: VerifyOptions = {}): Promise<Verification> {
    const { signal } = checkFields('verify', options, verifyRules);
    if (this.dtype !== 'fp32')
      throw new GlassformerError(
        'InvalidArgument',
        `verify: golden.json holds what floats compute, but this model's dtype is ${this.dtype}; load it with 'fp32'`,
      );
    return unlessAborted(signal, async () => {
      const golden = await this.#ask((engine, handle) => engine.golden(handle));
      if (golden === '')
        throw new GlassformerError('InvalidFile', 'verify: the model has no golden.json', {
          details: { kind: 'noGolden' },
        });
      // Few readers compare: what does it is fetched when the first does.
      const { verify } = await import('./verification.ts');
      return verify(this, golden, signal);
    });
  }

  #tokenizer(side: Side): ModelTokenizer {
    return {
      changes: (input) => {
        check('changes: text', input, text);
        const normalizer = normalizerOf(this.config, side);
        return changesOf(input, normalizer && normalise(normalizer, input));
      },
      encode: async (input) => {
        check('encode: text', input, text);
        return this.#ask((engine, handle) => engine.encode(handle, input, side));
      },
      decode: async (ids) => {
        const plain = takeIds('decode: ids', ids);
        return this.#ask((engine, handle) => engine.decode(handle, plain, side));
      },
      texts: async (ids) => {
        const plain = takeIds('texts: ids', ids);
        return this.#ask((engine, handle) => engine.texts(handle, plain, side));
      },
    };
  }

  /** Frees the model and ends its generations. Calls after that are rejected with code `Closed`. */
  async close(): Promise<void> {
    await this.#residence.close();
  }

  #ask<T>(call: (engine: Engine, handle: ModelHandle) => Promise<T>): Promise<T> {
    return this.#residence.ask(call);
  }
}
