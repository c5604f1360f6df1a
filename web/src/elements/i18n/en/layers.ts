/** A layer and its residual stream, and the logit lens. */
import { type Firing, isKept } from '../../../view/feed-forward.ts';
import type { Spread } from '../../../view/layer-norm.ts';
import { formatCount, formatFixed, formatPercent } from '../../../view/number.ts';

export const layers = {
  streamOf: (token: string, layer: number) => `“${token}” on its way through layer ${layer}`,
  streamPart: {
    in: 'stream in',
    attention: '+ attention',
    between: '= sum',
    norm: '→ norm',
    feedForward: '+ feed-forward',
    out: '= stream out',
    attentionReads: 'attention',
    feedForwardReads: 'feed-forward',
  },
  readOf: 'What attention reads of it, and what the feed-forward reads, each through a norm',
  lens: 'What the model would say after each layer',
  layer: 'Layer',
  beforeLayers: 'Before layer 1',
  afterLayer: (layer: number) => `After layer ${layer}`,
  wouldSay: (
    where: string,
    token: string,
    guesses: readonly { readonly text: string; readonly probability: number }[],
  ) =>
    `${where}, after “${token}” it would say ${guesses.map(({ text, probability }) => `“${text}” (${formatPercent(probability)})`).join(', ')}.`,
  /** Of a model that classifies: its head on the vector of one token. */
  wouldClass: (
    where: string,
    token: string,
    guesses: readonly { readonly text: string; readonly probability: number }[],
  ) =>
    `${where}, from “${token}” alone its output layer would give ${guesses.map(({ text, probability }) => `“${text}” (${formatPercent(probability)})`).join(', ')}.`,
  lengths: (stream: number, attention: number | null, feedForward: number | null) =>
    attention === null || feedForward === null
      ? `Vector length ${formatFixed(stream, 1)}.`
      : `Vector length ${formatFixed(stream, 1)}; attention added a vector of length ${formatFixed(attention, 1)}, the feed-forward one of ${formatFixed(feedForward, 1)}.`,

  join: {
    none: 'The names of this model’s attention weights are not known here.',
    who: 'Whose attention?',
    which: 'Number to open',
    widths: (heads: number, each: number, width: number) =>
      `${heads} × ${each} = ${heads * each} numbers, times W_O: ${width} numbers`,
    title: (token: string, layer: number) => `What attention adds to “${token}” in layer ${layer}`,
    before: 'Side by side: what each head hands over (z)',
    after: 'Through its own rows of W_O: each head’s share, the longest first',
    head: (head: number) => `head ${head}`,
    handsOver: (head: number) => `What head ${head} hands over`,
    bias: 'bias',
    sum: '= output of attention',
    strip: (part: string, width: number) => `${part}: ${width} numbers`,
    said: (head: number, length: number, all: number) =>
      `The longest share is that of head ${head}: ${formatFixed(length, 2)}. Together they add a vector of length ${formatFixed(all, 2)} to the stream.`,
    byHand: (place: number) => `Number ${place}, by hand: a summand per head`,
  },
  feedForward: {
    none: 'This model has no feed-forward.',
    who: 'Whose feed-forward?',
    activationIs: {
      relu: 'ReLU(z) = max(0, z)',
      gelu: 'GELU(z) = z · Φ(z), Φ being the distribution function of the standard normal distribution',
      gelu_new: 'GELU(z) ≈ ½ z (1 + tanh(√(2/π) (z + 0.044715 z³)))',
    },
    widths: (width: number, hidden: number) =>
      `${width} numbers → ${hidden} neurons → ${width} numbers`,
    title: (token: string, layer: number) => `“${token}” in the feed-forward of layer ${layer}`,
    pre: 'before',
    post: 'after',
    strip: (part: string, neurons: number) =>
      `The hidden layer of ${neurons} neurons, ${part} the activation function`,
    said: (token: string, count: number, neurons: number, most: Firing | null) =>
      `On “${token}” ${count} of ${neurons} neurons are above zero after the activation function.${most === null ? '' : ` Neuron ${most.neuron + 1} fires most: ${isKept(most) ? `${formatFixed(most.after, 2)}, nearly unchanged by the function` : `${formatFixed(most.before, 2)} becomes ${formatFixed(most.after, 2)}`}.`}`,
    most: (token: string) => `The neurons that fire most on “${token}”`,
    neuron: 'Neuron',
    neuronOf: (neuron: number, layer: number) => `Neuron ${neuron} of layer ${layer}`,
    byHand: (name: string, token: string) =>
      `${name} on “${token}”, by hand: each number it reads times its weight, the largest products`,
    sum: 'sum, before activation',
    along: (name: string) => `${name}: how strongly it fires on each token`,
    writes: (name: string) => `${name}: what it writes`,
    raised: 'raises the logits of',
    lowered: 'lowers the logits of',
    raisedOfClasses: 'raises the logits of',
    loweredOfClasses: 'lowers the logits of',
    withoutNorm:
      'For each 1 by which it fires: its row of W₂ times the output table. The norms and layers in between are left out.',
    withoutNormOfClasses:
      'For each 1 by which it fires: its row of W₂ times the output layer’s row of each class. The norms, the layers and the pooling in between are left out.',
    encoder: 'The encoder’s stream becomes no tokens itself: the decoder reads it.',
  },
  norm: {
    none: 'This model has no layer norm.',
    who: 'Whose vector?',
    mean: 'mean',
    deviation: 'deviation',
    gain: 'gain',
    bias: 'bias',
    epsilon: (value: string, hasBias: boolean) =>
      `deviation = √(variance + ${value}); ${hasBias ? 'gain and bias are learned, a pair' : 'the gain is learned, one'} for each number`,
    place: 'Which norm',
    places: {
      pre: {
        attention: 'before attention',
        feedForward: 'before the feed-forward',
        end: 'before the output',
      },
      post: {
        attention: 'after attention',
        feedForward: 'after the feed-forward',
        end: 'before the output',
      },
    },
    title: (token: string, layer: number | null, place: string) =>
      layer === null
        ? `“${token}” through the norm ${place}`
        : `“${token}” through the norm ${place}, layer ${layer}`,
    strips: {
      before: 'before',
      normed: 'normalised',
      after: '× gain + bias',
      afterGain: '× gain',
      gain: 'gain',
      bias: 'bias',
    },
    strip: (part: string, width: number) => `${part}: ${width} numbers`,
    said: (before: Spread, normed: Spread, after: Spread, hasBias: boolean) =>
      `Before: mean ${formatFixed(before.mean, 4)}, deviation ${formatFixed(before.deviation, 4)}. Normalised: mean ${formatFixed(normed.mean, 4)}, deviation ${formatFixed(normed.deviation, 4)}. After ${hasBias ? 'gain and bias' : 'the gain'}: mean ${formatFixed(after.mean, 4)}, deviation ${formatFixed(after.deviation, 4)}.`,
    byHand: 'The largest number and the smallest one, by hand',
    number: (place: number) => `number ${place}`,
  },
  logits: {
    none: 'The output head of an encoder–decoder reads its decoder, which is not shown here.',
    who: 'What follows which token?',
    which: 'Whose logit',
    bias: 'bias',
    widths: (width: number, rows: number) =>
      `x: the vector after all layers, ${width} numbers; e: one of the ${formatCount(rows)} rows of the output table`,
    tied: 'the output table is that of the embeddings',
    own: 'the output table is one of its own',
    title: (token: string, read: string) => `The logit of “${token}” after “${read}”`,
    strips: {
      vector: (_token: string) => 'x',
      row: (token: string) => `e of “${token}”`,
      products: (_token: string) => 'x × e',
    },
    strip: (part: string, width: number) => `${part}: ${width} numbers`,
    said: (token: string, above: number, below: number, bias: number | null, logit: number) =>
      `The products above zero add up to ${formatFixed(above, 2)}, those below to ${formatFixed(below, 2)}${bias === null ? '' : `, the bias is ${formatFixed(bias, 2)}`}: “${token}” has the logit ${formatFixed(logit, 2)}.`,
    byHand: 'The largest products, by hand',
    number: (place: number) => `number ${place}`,
    others: (count: number) => `the other ${count}`,
    rounding: 'rounding to 8 bits',
    sum: 'sum: the logit',
  },
};
