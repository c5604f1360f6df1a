/** The next token, and the settings of a choice. */
import { formatCount } from '../../../view/number.ts';
import type { SpokenToken } from '../spoken.ts';
import { quoted } from './attention.ts';

export const writing = {
  nextToken: 'Next token',
  lastToken: 'Last token',
  classes: 'Classes',
  noCandidates: 'No candidates yet.',
  cut: 'cut here',
  cutAt: (topP: number) => `top-p ${topP}`,
  filteredOut: 'filtered out',
  cutAtTopK: (topK: number) => `top-k ${topK}`,
  moreKept: (count: number) => `and ${count} more kept`,
  keptOf: (kept: number, vocabulary: number) =>
    kept === vocabulary
      ? `all ${formatCount(vocabulary)} tokens kept`
      : `${formatCount(kept)} of ${formatCount(vocabulary)} tokens kept`,
  softmaxOver: (kept: number, vocabulary: number, ofClasses: boolean) =>
    kept < vocabulary
      ? `Softmax over the ${formatCount(kept)} kept: e^(logit ÷ temperature) ÷ ${kept === 1 ? 'itself' : 'the sum of theirs'}`
      : `Softmax: e^${ofClasses ? 'logit' : '(logit ÷ temperature)'} ÷ the sum over all ${formatCount(vocabulary)} ${ofClasses ? 'classes' : 'tokens'}`,
  ownProbability: 'the model’s own probability',
  learnedProbability: 'before the change',
  probabilityNow: 'now',
  noProbability: '0%',
  standing: { came: 'new', left: 'dropped out' },

  mode: 'How to choose',
  maxNewTokens: 'length',
  temperature: 'temperature',
  topP: 'top-p',
  topK: 'top-k',
  off: 'off',
  seed: 'seed',
  beams: 'beams',
  lengthPenalty: 'length penalty',
  afterPinned: (token: SpokenToken) => `After ${quoted(token)}, which is pinned.`,
  toLast: 'Back to the last token',
};
