/** A loaded model: the core's model with its tokenizers. */
import type { MainModule, Model, Tokenizer } from '../../../build/wasm/glassformer.js';
import { isEncoderDecoder, startToken } from '../shared/architecture.ts';
import type { ErrorCode, ErrorDetails } from '../shared/error-types.ts';
import { GlassformerError } from '../shared/error.ts';
import type { GenerationOptions } from '../shared/generation-types.ts';
import type {
  EmbeddingMap,
  ModelConfig,
  ModelInfo,
  NearToken,
  ResolvedConfig,
  StoredModel,
} from '../shared/model-types.ts';
import { checkTextLength, normalise, type Normalised, normalizerOf } from '../shared/normalise.ts';
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
import { checkFinite } from './finite.ts';
import { toGenerationConfig } from './generation-config.ts';
import { RunningGeneration } from './generation.ts';
import {
  checkHooks,
  makeHooks,
  namesNear,
  takeActivations,
  unfitEdit,
  type HookOptions,
} from './hooks.ts';
import { checkScores, checkText } from './memory.ts';
import { plainTexts, tokenizerTexts, type TokenTexts } from './texts.ts';
import { given, unknownText, unwrap, wellFormed } from './unwrap.ts';

const idsOf = (tokens: readonly Token[]) => Int32Array.from(tokens, ({ id }) => id);

const asBatch = ({ shape, data }: Tensor): Tensor => ({ shape: [1, ...shape], data });

/** The token where its text stands in what was written. */
const asWritten = ({ id, text, start, end }: Token, { starts, ends }: Normalised): Token => {
  const first = starts[start] ?? ends.at(-1) ?? 0;
  return { id, text, start: first, end: end > start ? ends[end - 1]! : first };
};

const mapValues = <T>(values: Readonly<Record<string, T>>, f: (value: T) => T) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, f(value)]));

const longestOf = (sequences: readonly { readonly length: number }[]) =>
  sequences.reduce((longest, { length }) => Math.max(longest, length), 0);

/** How many ids the vocabulary of a side has. */
export const rowsOf = (config: ResolvedConfig, side: Side): number =>
  side === 'source' && config.architecture === 'encoder-decoder'
    ? config.source_vocab_size
    : config.vocab_size;

/** Refuses a text of which it is certain, from its bytes alone, that it has more than `limit` tokens (0: no limit). */
function checkLength(role: string, tokenizer: Tokenizer, text: string, limit: number): void {
  if (limit === 0 || text.length <= limit) return;
  const longest = tokenizer.longestToken();
  const tokens = longest && Math.ceil(new TextEncoder().encode(text).length / longest);
  if (tokens <= limit) return;
  throw new GlassformerError(
    'InvalidArgument',
    `${role}: found at least ${tokens} tokens, but this model's context holds ${limit}`,
    { details: { kind: 'tooLong', tokens, limit, atLeast: true } },
  );
}

/** (B, T): 1 behind the end of a sequence, 0 before it. */
function paddingOf(sequences: readonly (readonly Token[])[]): Tensor {
  const length = longestOf(sequences);
  const data = new Float32Array(sequences.length * length);
  sequences.forEach((tokens, i) => data.fill(1, i * length + tokens.length, (i + 1) * length));
  return { shape: [sequences.length, length], data };
}

export class LoadedModel {
  /** The text of its golden.json, asked for when it is needed; empty where there is none. */
  readonly golden: () => Promise<string>;
  readonly wasm: MainModule;
  readonly #model: Model;
  readonly #config: ModelConfig;
  readonly #tokenizers: Readonly<Record<Side, Tokenizer | null>>;
  readonly #texts: Readonly<Record<Side, TokenTexts>>;

  constructor(
    wasm: MainModule,
    model: Model,
    config: ModelConfig,
    tokenizers: Readonly<Record<Side, Tokenizer | null>>,
    golden = async () => '',
  ) {
    this.golden = golden;
    this.wasm = wasm;
    this.#model = model;
    this.#config = config;
    this.#tokenizers = tokenizers;
    const texts = (side: Side) => {
      const tokenizer = tokenizers[side];
      return tokenizer
        ? tokenizerTexts(wasm, tokenizer, rowsOf(config.resolved, side))
        : plainTexts(String, ' ');
    };
    this.#texts = { source: texts('source'), target: texts('target') };
  }

  info(): ModelInfo {
    return {
      config: this.#config,
      dtype: this.#model.weightType(),
      parameters: this.#model.parameterCount(),
      bytes: this.#model.memoryBytes(),
      hasTokenizer: this.#tokenizers.target !== null,
      hasSourceTokenizer: this.#tokenizers.source !== null,
      weights: given(this.#model.weights()),
    };
  }

  /** `role`: the text must fit into the context as this; what is certain not to is refused before it is split. */
  encode(text: string, side: Side, role?: 'input' | 'target' | 'source'): Token[] {
    const tokenizer = this.#tokenizers[side];
    if (tokenizer) {
      const normalizer = normalizerOf(this.#config, side);
      const normalised = normalizer && normalise(normalizer, text);
      const read = wellFormed(normalised?.text ?? text);
      if (role) checkLength(role, tokenizer, read, this.#config.resolved.max_positions);
      checkTextLength(read.length);
      // What was given is asked for already; NFKC makes 18 characters of one.
      if (read !== text) checkText(this.wasm, read);
      const tokens = unwrap(tokenizer.encode(read), undefined, unknownText);
      return normalised ? tokens.map((token) => asWritten(token, normalised)) : tokens;
    }
    const whose =
      this.#isEncoderDecoder && side === 'source' ? "for the source's text" : 'for text';
    throw new GlassformerError(
      'InvalidText',
      `this model has no tokenizer ${whose}: give token ids`,
      { details: { kind: 'noTokenizer' } },
    );
  }

  decode(ids: readonly number[], side: Side): string {
    return this.#texts[side].decode(this.#known(ids, side));
  }

  texts(ids: readonly number[], side: Side): string[] {
    return this.#texts[side].shown(this.#known(ids, side));
  }

  #known(ids: readonly number[], side: Side): readonly number[] {
    const size = rowsOf(this.#config.resolved, side);
    const at = ids.findIndex((id) => id >= size);
    if (at < 0) return ids;
    throw new GlassformerError(
      'InvalidArgument',
      `ids[${at}] is ${ids[at]}; expected an id from 0 to ${size - 1}`,
    );
  }

  embeddingMap(side: Side): EmbeddingMap {
    const { positions, explained } = unwrap(this.wasm.embeddingMap(this.#model, side === 'source'));
    return { positions, explained: [...explained] };
  }

  /** Nearest first. */
  nearestTokens(id: number, count: number, side: Side): NearToken[] {
    const { rows, similarities } = unwrap(
      this.wasm.nearestTokens(this.#model, id, count, side === 'source'),
      'nearestTokens',
    );
    checkFinite({ similarities: { shape: [rows.length], data: similarities } }, 'embeddings');
    const texts = this.texts(rows, this.#isEncoderDecoder ? side : 'target');
    return rows.map((row, i) => ({ id: row, text: texts[i]!, similarity: similarities[i]! }));
  }

  forward(input: ModelInput, { source, ...hooks }: ForwardOptions): Run {
    this.#checkTaken({ source });
    const sources = source === undefined ? [] : [source];
    const { tokens, sourceTokens, activations } = this.#run([input], sources, hooks);
    return this.#isEncoderDecoder
      ? { tokens: tokens[0]!, sourceTokens: sourceTokens[0]!, activations }
      : { tokens: tokens[0]!, activations };
  }

  forwardBatch(inputs: readonly ModelInput[], { source, ...hooks }: BatchForwardOptions): BatchRun {
    this.#checkTaken({ source });
    const { tokens, sourceTokens, activations } = this.#run(inputs, source ?? [], hooks);
    const run = {
      tokens,
      padding: paddingOf(tokens),
      // The core leaves a batch of one out of the shapes.
      activations: inputs.length === 1 ? mapValues(activations, asBatch) : activations,
    };
    return this.#isEncoderDecoder
      ? { ...run, sourceTokens, sourcePadding: paddingOf(sourceTokens) }
      : run;
  }

  readonly #namesNear = (unmet: string) =>
    namesNear(this.wasm, this.#model, unmet, this.#isEncoderDecoder);

  #run(inputs: readonly ModelInput[], sources: readonly ModelInput[], options: HookOptions) {
    const tokens = inputs.map((input) =>
      typeof input === 'string'
        ? [
            ...this.#startTokens(),
            ...this.encode(input, 'target', this.#isEncoderDecoder ? 'target' : 'input'),
          ]
        : this.#tokens(input, 'target'),
    );
    const sourceTokens = sources.map((input) => this.#tokens(input, 'source'));
    const hooks = makeHooks(this.wasm, options, this.#config.resolved);
    try {
      unwrap(
        this.#model.forward(tokens.map(idsOf), sourceTokens.map(idsOf), hooks),
        undefined,
        (code, message) => this.#tooLong(tokens, code) ?? unfitEdit(hooks, message),
      );
      const activations = takeActivations(hooks);
      checkHooks(this.wasm, hooks, options, activations, this.#namesNear);
      return { tokens, sourceTokens, activations };
    } finally {
      hooks.delete();
    }
  }

  /** Of an encoder–decoder the input is the source, unless that is given beside it. */
  generate(input: ModelInput, options: GenerationOptions): RunningGeneration {
    const { source: ownSource, decoder_start_token_id } = options;
    this.#checkTaken({ source: ownSource, decoder_start_token_id });
    const inputIsSource = this.#isEncoderDecoder && ownSource === undefined;
    const source = this.#tokens(inputIsSource ? input : (ownSource ?? []), 'source');
    const begun = inputIsSource ? [] : this.#tokens(input, 'target');
    const starts = typeof input === 'string' || begun.length === 0; // ids say themselves how they start
    const prompt = idsOf(starts ? [...this.#startTokens(options), ...begun] : begun);

    const config = toGenerationConfig(options, prompt.length, this.#config.resolved.eos_token_ids);
    checkScores(this.wasm, this.#config.resolved.vocab_size);
    const hooks = makeHooks(this.wasm, options, this.#config.resolved);
    const open = () =>
      unwrap(
        this.wasm.startSession(this.#model, prompt, idsOf(source), hooks),
        undefined,
        (_code, message) => unfitEdit(hooks, message),
      );
    const origin = {
      wasm: this.wasm,
      open,
      hooks,
      hookOptions: options,
      namesNear: this.#namesNear,
      texts: this.#texts.target,
      tokenizer: this.#tokenizers.target,
      prompt,
      vocabulary: this.#config.resolved.vocab_size,
    };
    try {
      return new RunningGeneration(origin, config);
    } catch (error) {
      hooks.delete();
      throw error;
    }
  }

  logitLens(residual: Tensor): Tensor {
    const logits = unwrap(
      this.#model.logitLens({ shape: [...residual.shape], data: residual.data }),
    );
    checkFinite({ logits }, 'a residual stream');
    return logits;
  }

  weight(name: string): Tensor {
    return unwrap(this.#model.weight(name));
  }

  /** The weights as they are now, under the engine's names, and the config that says how they are stored. */
  files(): StoredModel {
    const {
      resolved: _resolved,
      weight_names: _names,
      quantization_config: before,
      ...fields
    } = this.#config;
    const weights = unwrap(this.#model.safetensors());
    if (this.#model.weightType() !== 'int8') return { config: fields, weights };
    const quantization_config = before ?? { quant_method: 'int8', weight_scale: '_scale' };
    return { config: { ...fields, quantization_config }, weights };
  }

  setWeight(name: string, data: Float32Array): Tensor {
    const before = this.weight(name);
    unwrap(this.#model.setWeight(name, data));
    return before;
  }

  delete(): void {
    this.#model.delete();
    for (const tokenizer of new Set(Object.values(this.#tokenizers))) tokenizer?.delete();
  }

  get #isEncoderDecoder(): boolean {
    return isEncoderDecoder({ config: this.#config });
  }

  /** Refuses options that only an encoder–decoder has a use for. */
  #checkTaken(options: Readonly<Record<string, unknown>>): void {
    const [option] = Object.keys(options).filter((name) => options[name] !== undefined);
    if (option === undefined || this.#isEncoderDecoder) return;
    const lacking = this.#config.resolved.architecture === 'decoder' ? 'encoder' : 'decoder';
    throw new GlassformerError(
      'InvalidArgument',
      `this model has no ${lacking}, so it takes no ${option}`,
      { details: { kind: 'invalidOption', option } },
    );
  }

  /** Why the core refuses these, if it is for their length. */
  #tooLong(sequences: readonly (readonly Token[])[], code: ErrorCode): ErrorDetails | undefined {
    const limit = this.#config.resolved.max_positions;
    const tokens = longestOf(sequences);
    return code === 'InvalidArgument' && limit > 0 && tokens > limit
      ? { kind: 'tooLong', tokens, limit }
      : undefined;
  }

  /** What an encoder–decoder's output begins with. */
  #startTokens({ decoder_start_token_id }: GenerationOptions = {}): Token[] {
    const start = decoder_start_token_id ?? startToken(this.#config.resolved);
    if (!this.#isEncoderDecoder || start === undefined) return [];
    return [{ id: start, text: this.#texts.target.shown([start])[0]!, start: 0, end: 0 }];
  }

  /** Ids get the texts that show them, and places in the text that these make together. */
  #tokens(input: ModelInput, side: Side): Token[] {
    // A prompt may be longer than the context: its end is read.
    if (typeof input === 'string')
      return this.encode(input, side, side === 'source' ? side : undefined);
    const ids = Array.from<number | Token, number>(input, (token) =>
      typeof token === 'object' ? token.id : token,
    );
    const shown = this.#texts[side].shown(ids);
    let end = 0;
    return Array.from<number | Token, Token>(input, (token, i) => {
      if (typeof token === 'object') return token;
      const text = shown[i]!;
      return { id: token, text, start: end, end: (end += text.length) };
    });
  }
}
