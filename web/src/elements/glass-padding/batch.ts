/** Two sentences in one batch through an encoder: with the padding masked, with it read as tokens, and each alone. */
import type { Model } from '../../index.ts';
import { startToken } from '../../shared/architecture.ts';
import type { Ablation, Tensor, Token } from '../../shared/run-types.ts';
import { stackOutput } from '../../view/layer-hooks.ts';
import { rowLengths } from '../../view/lens.ts';
import { headsOf, type Matrix, matrixOf } from '../../view/matrix.ts';
import { firstRows, largestMove, meanOf, sequenceOf, sharesFrom } from '../../view/padding.ts';
import { activationOf } from '../../view/run.ts';

/** The shorter sentence, one way of reading it. */
export interface Reading {
  readonly activations: Readonly<Record<string, Tensor>>;
  /** Length of the farthest that a token's output lies from where it lies without padding. */
  readonly moved: number;
}

export interface PaddedBatch {
  /** As they were written. */
  readonly texts: readonly string[];
  readonly sentences: readonly (readonly Token[])[];
  /** How many tokens the longest one has that is cut; 0: none is. */
  readonly cut: number;
  /** The shorter one's place in the batch. */
  readonly short: number;
  /** How long all are. */
  readonly places: number;
  readonly layers: number;
  readonly masked: Reading;
  readonly unmasked: Reading;
  /** How long the vectors of its output are, on average. */
  readonly length: number;
}

/** Longer sentences are cut: what a head makes of them could not be seen, and their weights grow with the square. */
export const kMaxTokens = 120;

const kCapture = ['encoder.blocks.*.attn.pattern', 'encoder.blocks.*.attn.scores'];

export async function readBatch(
  model: Model,
  texts: readonly string[],
  ablate: readonly Ablation[],
): Promise<PaddedBatch> {
  const { encoder_layers: layers, pad_token_id: pad = 0 } = model.config.resolved;
  const output = `encoder.${stackOutput(model.config.resolved, 'encoder.')}`;
  const capture = [...kCapture, output];
  const whole = await Promise.all(texts.map((text) => model.sourceTokenizer.encode(text)));
  const longest = Math.max(...whole.map(({ length }) => length));
  const source = whole.map((tokens) => tokens.slice(0, kMaxTokens));
  const targets = texts.map(() => startOf(model));
  const batch = await model.forward(targets, { source, capture, ablate });
  const sentences = batch.sourceTokens ?? [];
  const [first, second] = sentences.map(({ length }) => length) as [number, number];
  const short = second < first ? 1 : 0;
  const places = Math.max(first, second);
  const ids = (sentences[short] ?? []).map(({ id }) => id);
  const filled = [...ids, ...Array<number>(places - ids.length).fill(pad)];

  const alone = await model.forward(startOf(model), { source: ids, capture: [output], ablate });
  const open = await model.forward(startOf(model), { source: filled, capture, ablate });
  const wanted = matrixOf(activationOf(alone, output));
  const reading = (activations: Reading['activations']): Reading => ({
    activations,
    moved: largestMove(matrixOf(activationOf({ activations }, output)), wanted),
  });
  const own = Object.entries(batch.activations).map(
    ([name, array]) => [name, sequenceOf(array, short)] as const,
  );
  return {
    texts,
    sentences,
    cut: longest > kMaxTokens ? longest : 0,
    short,
    places,
    layers,
    masked: reading(Object.fromEntries(own)),
    unmasked: reading(open.activations),
    length: meanOf(rowLengths(wanted)),
  };
}

export interface PaddedAttention {
  /** (H, T, T), of which `head` is shown. */
  readonly weights: Matrix;
  readonly scores: Matrix;
  readonly layer: number;
  readonly head: number;
  /** What each of the sentence's tokens gives to padding. */
  readonly shares: readonly number[];
}

/** The weights of all heads of all layers in the rows of the shorter sentence's tokens: (H, T, places) of each layer. */
export function patternsOfAll(
  { sentences, short, layers }: PaddedBatch,
  { activations }: Reading,
): readonly Tensor[] {
  const rows = sentences[short]?.length ?? 0;
  return Array.from({ length: layers }, (_, layer) =>
    rowsOfAll(activationOf({ activations }, `encoder.blocks.${layer}.attn.pattern`), rows),
  );
}

function rowsOfAll(pattern: Tensor, rows: number): Tensor {
  const heads = headsOf(pattern);
  const parts = Array.from({ length: heads }, (_, head) =>
    firstRows(matrixOf(pattern, head), rows),
  );
  const data = Float32Array.from(parts.flatMap((part) => [...part.data]));
  return { shape: [heads, rows, parts[0]?.columns ?? 0], data };
}

/** One head's weights in the rows of the shorter sentence's tokens. */
export function attentionOf(
  { sentences, short, layers }: PaddedBatch,
  { activations }: Reading,
  place: { readonly layer: number; readonly head: number },
): PaddedAttention {
  const layer = Math.min(place.layer, layers - 1);
  const part = (name: string) =>
    activationOf({ activations }, `encoder.blocks.${layer}.attn.${name}`);
  const head = Math.min(place.head, headsOf(part('pattern')) - 1);
  const rows = sentences[short]?.length ?? 0;
  const [weights, scores] = (['pattern', 'scores'] as const).map((name) =>
    firstRows(matrixOf(part(name), head), rows),
  ) as [Matrix, Matrix];
  return { weights, scores, layer, head, shares: sharesFrom(weights, rows) };
}

/** The target does not matter here, but there must be one. */
function startOf(model: Model): number[] {
  return [startToken(model.config.resolved) ?? 0];
}
