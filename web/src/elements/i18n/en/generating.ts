/** Generation and the beam search. */
import { formatFixed } from '../../../view/number.ts';

export const generating = {
  greedy: 'Greedy',
  sample: 'Sampling',
  beam: 'Beam search',
  run: 'Run',
  pause: 'Pause',
  step: 'Step',
  reset: 'Reset',
  anotherText: 'Another text',
  generated: 'Generated text',
  stepOf: (index: number, total: number) => `token ${index} of at most ${total}`,
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
    `“${text}”: ${fate}; this token log P ${formatFixed(logProbability, 3)}, sum ${formatFixed(score, 3)}`,
  logP: 'log P',
  sumLogP: 'Σ log P',
  sumLogPKey:
    'in a node: log P of the token, Σ log P so far, and the length-normalised score by which beams compete',
  forced: 'forced',
  howToForce: 'Press a node (or Enter on it) to go on from there alone.',
  afterEnd: (text: string) => `After “${text}”, the likeliest were`,
  afterBest: (text: string) => `After “${text}”: press one to take it`,
  inPlaceOf: (text: string) => `In place of “${text}”: press one to take it`,
  othersHere: 'What else might stand here',
  probability: 'P',
  normalizedScore: 'score',
  noSteps: 'The tree grows with every step.',
  othersGoOn: 'The best hypothesis ends here; others went on:',
  showAll: (count: number) => `Show all ${count} nodes`,
  showFewer: 'Show fewer nodes',
  /** Over each sheet of paper of a tree that takes several. */
  sheet: (start: string, from: number, to: number, last: number, after: string) =>
    `“${start}”: ${from === to ? 'step ' : `steps ${from}–`}${to} of ${last}${after === '' ? '' : `, after “${after}”`}`,
};
