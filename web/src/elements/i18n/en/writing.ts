/** The next token, generation and the beam search. */
import { formatFixed } from '../../../view/number.ts';

export const writing = {
  nextToken: 'Next token',
  noCandidates: 'No candidates yet.',
  cut: 'cut here',
  cutAt: (topP: number) => `top-p ${topP}`,
  filteredOut: 'filtered out',
  cutAtTopK: (topK: number) => `top-k ${topK}`,
  moreKept: (count: number) => `and ${count} more kept`,
  keptOf: (kept: number, vocabulary: number) =>
    kept === vocabulary ? `all ${vocabulary} tokens kept` : `${kept} of ${vocabulary} tokens kept`,
  softmaxOver: (kept: number, vocabulary: number) =>
    kept < vocabulary
      ? `Softmax over the ${kept} that are kept: e^(logit ÷ temperature) ÷ the sum of theirs`
      : `Softmax: e^(logit ÷ temperature) ÷ the sum over all ${vocabulary} tokens`,
  ownProbability: 'the model’s own probability',
  learnedProbability: 'before the change',
  probabilityNow: 'now',
  noProbability: '0%',
  standing: { came: 'new', left: 'fell' },

  mode: 'How to choose',
  greedy: 'Greedy',
  sample: 'Sampling',
  beam: 'Beam search',
  run: 'Run',
  pause: 'Pause',
  step: 'Step',
  reset: 'Reset',
  anotherText: 'Another text',
  maxNewTokens: 'length',
  temperature: 'temperature',
  topP: 'top-p',
  topK: 'top-k',
  off: 'off',
  seed: 'seed',
  beams: 'beams',
  lengthPenalty: 'length penalty',
  generated: 'Generated text',
  stepOf: (index: number, total: number) => `token ${index} of ${total}`,
  result: 'best',
  needsPrompt: 'A prompt is needed first.',

  back: 'Back',

  beamTree: 'Tree of the beam search',
  beamStart: 'start',
  beamFate: {
    root: 'start',
    alive: 'kept',
    ended: 'kept, then lost',
    finished: 'finished',
    pruned: 'pruned',
    passed: 'not chosen',
  },
  beamNode: (text: string, fate: string, logProbability: number, score: number) =>
    `${text}: ${fate}; this token log P ${formatFixed(logProbability, 3)}, sum ${formatFixed(score, 3)}`,
  logP: 'log P',
  sumLogP: 'Σ log P',
  sumLogPKey:
    'in a node: log P of the token, Σ log P so far, and the length-normalised score by which beams compete',
  forced: 'forced',
  howToForce: 'A click or Enter on a node goes on from there alone.',
  afterEnd: (text: string) => `After “${text}”, the likeliest were`,
  afterBest: (text: string) => `After “${text}”; a click takes it`,
  afterPinned: (text: string) => `After “${text}”, the token that is pinned.`,
  afterLast: 'After the last one',
  inPlaceOf: (text: string) => `In place of “${text}”; a click takes another`,
  othersHere: 'What else might stand here',
  probability: 'P',
  normalizedScore: 'score',
  noSteps: 'The tree grows with every step.',
};
