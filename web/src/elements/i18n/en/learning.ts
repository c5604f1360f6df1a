/** Training. */
import { formatCount, formatFixed } from '../../../view/number.ts';

export const train = {
  learningRate: 'learning rate',
  nextSeed: 'next seed',
  step: 'step',
  stepOf: (step: number, most: number) => `${formatCount(step)} of ${formatCount(most)}`,
  loss: 'loss',
  gradient: 'gradient norm',
  test: 'test',
  right: (right: number, total: number) => `${right} of ${total} right`,
  guessing: (loss: number) => `guessing by frequency: ${formatFixed(loss, 3)}`,
  record: 'look back',
  lookingBack: (step: number, newest: number, isDone: boolean) =>
    `This is a record of step ${formatCount(step)}. Learning ${isDone ? `ended at step ${formatCount(newest)}` : `stands at step ${formatCount(newest)}, and Run goes on from there`}.`,
  done: (step: number) => `Stopped after ${formatCount(step)} steps. Reset begins anew.`,
  chart: (step: number, loss: number, guess: number) =>
    `Loss over steps. At step ${formatCount(step)} it is ${formatFixed(loss, 3)}; guessing by how often each token occurs costs ${formatFixed(guess, 3)}.`,
  attention: (text: string) => `learned: who looks where in ${text}`,
  attentionOf: (head: string, text: string) => `learned (${head}): who looks where in ${text}`,
  reference: 'to compare with',
  after: (text: string) => `after ${text}`,
  norm: 'norm',
  norms: { pre: 'before', post: 'after', none: 'none' },
  places: 'positions',
  positions: { learned: 'learned', sinusoidal: 'sine and cosine', none: 'none' },
  learnsFrom: (tokens: number) => `from random weights; learns from ${formatCount(tokens)} tokens`,
  runs: 'What was learned with each choice',
  shape: 'choice',
};
