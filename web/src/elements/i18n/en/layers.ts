/** A layer and its residual stream, and the logit lens. */
import { formatFixed, formatPercent } from '../../../view/number.ts';

export const layers = {
  streamOf: (token: string, layer: number) => `“${token}” on its way through layer ${layer}`,
  streamPart: {
    in: 'stream in',
    norm: '→ norm',
    attention: '+ attention',
    between: '= stream',
    feedForward: '+ feed-forward',
    out: '= stream out',
  },
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
  lengths: (stream: number, attention: number | null, feedForward: number | null) =>
    attention === null || feedForward === null
      ? `Vector length ${formatFixed(stream, 1)}.`
      : `Vector length ${formatFixed(stream, 1)}; attention added a vector of length ${formatFixed(attention, 1)}, the feed-forward one of ${formatFixed(feedForward, 1)}.`,
};
