/** Translations and the attention of an encoder–decoder. */
import { formatFixed } from '../../../view/number.ts';

export const translating = {
  translations: 'Translations',
  translationsOf: (text: string) => `Translations of “${text}”`,
  beamOf: (width: number) => `Beam search, ${width} beams`,
  beamWidth: 'width of the beam',
  likelier: 'better score per token',
  logPPerToken: (sum: number, count: number) =>
    `log P ${formatFixed(sum, 2)} ÷ ${count} = ${formatFixed(sum / Math.max(1, count), 3)}`,
  nothingSaid: '(nothing)',
  before: (text: string) => `before the change: ${text}`,
  glossIs:
    'Under each translation: its words (with the reading of Chinese ones), and what each most often goes with in the training sentences (the commonest by hand; ·: no clear match). Guessed word by word, it is no translation.',
  noSource: 'Type a sentence to translate.',
  needsPair: 'This figure needs a model with an encoder and a decoder.',
  tooManyTokens: (count: number, limit: number) =>
    `The line has ${count} tokens; the model reads at most ${limit}.`,
  showsBefore: ' The figures still show the line before.',
  attentionOf: {
    encoder: {
      title: 'Encoder',
      what: 'The source looks at itself, in both directions.',
      heads: 'Heads of the encoder',
    },
    decoder: {
      title: 'Decoder, masked',
      what: 'To write a token (left, or a row), the decoder looks at what stands there already (right, or a column).',
      heads: 'Heads of the decoder’s masked self-attention',
    },
    cross: {
      title: 'Cross-attention',
      what: 'To write a token (left, or a row), the decoder looks at the source (right, or a column).',
      heads: 'Heads of the cross-attention',
    },
  },
};
