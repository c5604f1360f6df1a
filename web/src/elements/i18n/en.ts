import type { HeadHabits } from '../../view/heads.ts';
import {
  formatFixed,
  formatPercent,
  formatPower,
  formatShort,
  formatSum,
} from '../../view/number.ts';
import { summaryOf } from '../../view/verification.ts';
import type { ErrorCode } from '../../shared/error-types.ts';
import type { Verification } from '../../shared/verification-types.ts';
import type { ErrorWords } from './problem.ts';

/** How a sentence calls a token: which one it is of those that are written alike, from 1; 0 where it stands alone. */
export interface SpokenToken {
  readonly text: string;
  readonly ordinal: number;
}

/** How far scores lie apart within a row: means over `heads` heads of width `width`, `flatter` of them below 1. */
export interface RowVariances {
  readonly heads: number;
  readonly width: number;
  readonly raw: number;
  readonly scaled: number;
  readonly flatter: number;
}

/** A token that is looked at or looks, and how much. */
export interface TokenWeight {
  readonly token: SpokenToken;
  readonly weight: number;
}

/** The engine speaks English. */
const asItIs = (_details: unknown, message: string) => message;

const kOrdinals = new Intl.PluralRules('en', { type: 'ordinal' });
const kEndings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "a (2nd)" */
function nthOf({ text, ordinal }: SpokenToken): string {
  if (ordinal === 0) return text;
  return `${text} (${ordinal}${kEndings[kOrdinals.select(ordinal)] ?? 'th'})`;
}

/** "“a” (2nd)": what is quoted is the token alone. */
function quoted({ text, ordinal }: SpokenToken): string {
  return nthOf({ text: `“${text}”`, ordinal });
}

/** Every word that an element says by itself. */
export const en = {
  empty: 'Nothing to show yet.',
  loading: 'Loading…',
  loadingPart: (part: number) => `Loading… ${formatPercent(part, 0)}`,
  notShown: 'This figure cannot be shown.',
  modelFailed: (message: string) => `The model cannot run: ${message}`,
  notDrawn: (message: string) => `The figure cannot be drawn: ${message}`,
  tryAgain: 'Try again',
  startsAgain: 'Its engine has stopped. It starts again when you change something, or here:',

  errors: {
    unreachable: asItIs,
    refused: asItIs,
    absent: asItIs,
    invalidFile: asItIs,
    weightsTooLarge: asItIs,
    noModel: asItIs,
    noGolden: asItIs,
    noTokenizer: asItIs,
    tooLong: asItIs,
    noActivation: asItIs,
    unfitEdit: asItIs,
    invalidOption: asItIs,
    outOfMemory: asItIs,
    noSimd: asItIs,
    notCompiled: asItIs,
    engineUnreachable: asItIs,
    assetAbsent: asItIs,
    workerFailed: asItIs,
    crashed: asItIs,
    stopped: asItIs,
    closed: asItIs,
  } as ErrorWords,
  /** What begins the sentence of an error without details; empty: the engine's own stands alone. */
  errorOf: (_code: ErrorCode | 'other'): string => '',

  /** A sentence, or what stands in its place, behind another one. */
  following: (sentence: string) => ` ${sentence}`,
  /** What something is called, and what it is. */
  labelled: (name: string, value: string) => `${name}: ${value}`,
  listed: (first: string, second: string) => `${first}, ${second}`,

  sentence: 'Sentence',
  lineIsFull: (limit: number) =>
    `The line is full: it holds ${limit.toLocaleString('en')} characters, and what goes beyond is left out.`,
  examples: 'Try',
  tokens: 'Tokens',
  readsLast: (count: number, limit: number) =>
    `The text has ${count} tokens; the figures read the last ${limit}.`,
  noTokens: 'No tokens yet: type a sentence.',
  otherCopy:
    'This figure and its <glass-model> come from two copies of the glassformer package, which cannot share a model. Load one copy.',
  id: 'id',
  moreTokens: (count: number) => `and ${count} more`,

  cell: (row: string, column: string, value: number) => `${row}, ${column}: ${formatShort(value)}`,
  hiddenCell: (row: string, column: string) => `${row}, ${column}: hidden by the mask`,
  hidden: 'hidden by the mask',
  notNumber: (kept: string) => `That is no number, or too large: ${kept} still counts.`,
  embeddings: 'Embedding of every token',

  attentionCaption: (queries: number, keys: number) =>
    `Attention weights: ${queries} tokens look at ${keys}`,
  asMatrix: 'Matrix',
  asLines: 'Lines',
  view: 'View',
  nthOf,
  quoted,
  looksAt: (query: SpokenToken, key: SpokenToken, weight: number) =>
    `${quoted(query)} looks at ${quoted(key)} with weight ${formatFixed(weight, 4)}`,
  looksMost: (query: SpokenToken, key: SpokenToken, weight: number) =>
    `${quoted(query)} looks most at ${quoted(key)}, with weight ${formatFixed(weight, 4)}`,
  isLookedAtMost: (key: SpokenToken, query: SpokenToken, weight: number) =>
    `${quoted(key)} is looked at most by ${quoted(query)}, with weight ${formatFixed(weight, 4)}`,
  looks: 'Tokens that look',
  lookedAt: 'Tokens that are looked at',
  strongestFrom: (query: SpokenToken, weights: readonly TokenWeight[]) =>
    `${quoted(query)} looks at ${weights.map(({ token, weight }) => `${quoted(token)} with ${formatFixed(weight, 2)}`).join(', ')}`,
  strongestTo: (key: SpokenToken, weights: readonly TokenWeight[]) =>
    `${quoted(key)} is looked at by ${weights.map(({ token, weight }) => `${quoted(token)} with ${formatFixed(weight, 2)}`).join(', ')}`,
  pickToRead: 'Point at a word or a cell to read it.',
  pickLine: 'Point at a word to read it.',
  strongest: (count: number) => `The ${count} strongest lines are drawn.`,

  allHeads: 'All heads of all layers',
  layerName: (layer: number) => `Layer ${layer}`,
  headName: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
  habits: ({ self, previous, first, even }: HeadHabits) =>
    `${formatPercent(self, 0)} on the token itself, ${formatPercent(previous, 0)} on the one before, ${formatPercent(first, 0)} on the first (even attention: ${formatPercent(even, 0)})`,
  strength: 'strength',
  strengthOf: (factor: number) => (factor === 0 ? 'off' : formatPercent(factor, 0)),
  switchOff: 'Switch off',
  putBack: 'Put back',
  headChanged: (head: number, factor: number) =>
    factor === 0 ? `head ${head} off` : `head ${head} at ${formatPercent(factor, 0)}`,
  headsChanged: (count: number) =>
    count === 1 ? 'One head is changed.' : `${count} heads are changed.`,
  undo: 'Undo',
  undoAll: 'Undo all',

  translations: 'Translations',
  beamOf: (width: number) => `Beam search, ${width} beams`,
  beamWidth: 'width of the beam',
  likelier: 'better score per token',
  logPPerToken: (sum: number, count: number) =>
    `log P ${formatFixed(sum, 2)} ÷ ${count} = ${formatFixed(sum / Math.max(1, count), 2)}`,
  nothingSaid: '(nothing)',
  before: (text: string) => `before the change: ${text}`,
  noSource: 'Type a sentence to translate.',
  needsPair: 'This figure needs a model with an encoder and a decoder.',
  tooManyTokens: (count: number, limit: number) =>
    `The line has ${count} tokens; the model reads at most ${limit}.`,
  showsBefore: ' The figures still show the line before.',
  startOfText: 'start',
  endOfText: 'end',
  attentionOf: {
    encoder: {
      title: 'Encoder',
      what: 'The source looks at itself, in both directions.',
      heads: 'Heads of the encoder',
    },
    decoder: {
      title: 'Decoder, masked',
      what: 'Before a token is written (left), it looks at what stands there already (right).',
      heads: 'Heads of the decoder’s masked self-attention',
    },
    cross: {
      title: 'Cross-attention',
      what: 'Before a token is written (left), it looks at the source (right).',
      heads: 'Heads of the cross-attention',
    },
  },

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
  back: 'Back',

  save: 'Save',

  whoLooks: 'Who looks?',
  key: 'key',
  score: 'q · k',
  scaled: (width: number) => `÷ √${width}`,
  softmax: 'softmax',
  weightTimesValue: 'weight × value',
  howMuch: (token: string) => `How much “${token}” looks at each token`,
  whatItTakes: (token: string) => `What “${token}” takes along`,
  sum: 'sum',
  others: (count: number) => `${count} others together`,
  contextOf: (token: string) => `context vector of “${token}”`,
  openedSums: 'The sums, opened',
  contextNumber: (column: number) => `context ${column}`,
  shiftNote: (shift: number) =>
    `${formatShort(shift)} is taken off every score first; it changes no weight.`,
  more: (count: number) => `+ ${count} more terms`,

  nextToken: 'Next token',
  noCandidates: 'No candidates yet.',
  cut: 'cut here',
  cutAt: (topP: number) => `top-p ${topP}`,
  filteredOut: 'filtered out',
  cutAtTopK: (topK: number) => `top-k ${topK}`,
  moreKept: (count: number) => `and ${count} more kept`,
  keptOf: (kept: number, vocabulary: number) =>
    kept === vocabulary ? `all ${vocabulary} tokens kept` : `${kept} of ${vocabulary} tokens kept`,
  ownProbability: 'the model’s own chance',
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

  byHandFigure: 'Self-attention by hand',
  byHand: {
    x: 'inputs x',
    query: 'queries q',
    key: 'keys k',
    value: 'values v',
    scores: 'scores q·kᵀ',
    weights: 'softmax α',
    output: 'outputs α·v',
    articleCode: 'αᵀ·v',
  },

  map: {
    name: 'Tokens of the text on the map',
    shadow: (dimensions: number, first: number, second: number) =>
      `A shadow of ${dimensions} dimensions: across, ${formatPercent(first)} of the variance, upward ${formatPercent(second)}; ${formatPercent(Math.max(0, 1 - first - second))} is not to be seen here.`,
    nearest: (token: string, dimensions: number) =>
      `Nearest to “${token}”, by cosine in all ${dimensions} dimensions`,
    cosine: 'cosine',
    whole: 'The whole map',
    aroundText: 'Around the text',
    hint: 'Every dot is a token. Click one, or a neighbour, to see its neighbours.',
    farOut: (count: number) => `▸ ${count} lie beyond the edge.`,
  },

  positions: {
    added: 'embedding + position = what enters the first layer',
    source: 'Positions',
    learned: 'Learned by this model',
    sinusoidal: 'Sine and cosine',
    table: (rows: number, columns: number) =>
      `The first ${rows} positions, a row of ${columns} numbers each`,
    embedding: 'embedding',
    position: 'position',
    sum: 'sum',
    length: (value: number) => `length ${formatFixed(value, 2)}`,
    columnName: (column: number, columns: number) => `Column ${column} of ${columns}`,
    digits: (embedding: number, position: number, sum: number) =>
      formatSum(embedding, position, sum, 4),
    strips: (token: string) => `Three vectors of “${token}”; arrow keys go from column to column`,
    none: 'This model adds no positions.',
  },

  variance: {
    width: 'width d',
    again: 'Draw again',
    raw: 'q · k',
    scaled: (width: number) => `q · k ÷ √${width}`,
    measured: (variance: number, theory: number) =>
      `variance ${formatFixed(variance, 2)} (theory: ${theory})`,
    histogram: (name: string, variance: number) =>
      `Histogram of ${name}, variance ${formatShort(variance, 2)}`,
    heights: 'Each histogram is drawn as high as its fullest bin.',
    beyond: (share: number) => `${formatPercent(share)} lie beyond this axis`,
    softmax: (keys: number) => `Softmax over ${keys} keys`,
    largest: (here: number, mean: number, rows: number) =>
      `largest weight ${formatFixed(here, 3)}; on average of ${rows} queries ${formatFixed(mean, 3)}`,
    ofModel: ({ heads, width, raw, scaled, flatter }: RowVariances) =>
      `And this model on this text: softmax compares the scores of one row only. Within a row, over its ${heads} heads of width ${width}, the mean variance of q · k is ${formatShort(raw, 1)}, after ÷ √${width}: ${formatShort(scaled, 2)}, where random vectors have 1. ${flatter} of the ${heads} heads lie below 1.`,
  },

  proof: {
    check: 'Compare with PyTorch',
    checking: 'Comparing…',
    tensors: 'Every tensor beside PyTorch’s',
    tensor: 'tensor',
    largest: 'largest difference',
    share: ({ absolute, relative }: Verification['tolerance']) =>
      `of what is allowed: ${formatPower(absolute)} + ${formatPower(relative)} · |x|`,
    compared: (shape: readonly number[], count: number, size: number) =>
      count === size
        ? `${shape.join(' × ')}, all ${size} numbers`
        : `${shape.join(' × ')}, ${count} of ${size} numbers`,
    /** By what, and in which precision: "PyTorch 1.13.0 in float64". */
    computedBy: (by: string) => by,
    said: (verification: Verification) => {
      const computedBy = en.proof.computedBy(verification.computedBy);
      const { numbers, tensors, largest, share, off, texts, textsOff } = summaryOf(verification);
      if (verification.agrees) {
        const same = [verification.tokensAgree ? 'tokens' : '', texts > 0 ? 'texts' : '']
          .filter((each) => each !== '')
          .join(' and ');
        if (numbers === 0) return `The ${same} are the same as with ${computedBy}.`;
        return `${numbers} numbers of ${tensors} tensors agree with ${computedBy}: they differ by ${formatPower(largest, 'measured')} at most, and no difference takes more than ${formatPercent(share)} of what is allowed for its number${same && `; ${same} are the same`}.`;
      }
      const found = [
        off > 0 ? `${off} of ${tensors} tensors further off than is allowed` : '',
        verification.tokensAgree === false ? 'the text has other tokens' : '',
        textsOff > 0 ? `${textsOff} of ${texts} texts different` : '',
      ];
      return `Not the same as ${computedBy}: ${found.filter((each) => each !== '').join('; ')}.`;
    },
    tokens: (text: string, agrees: boolean | null) =>
      agrees === null
        ? `tokens of “${text}”`
        : `“${text}” has ${agrees ? 'the same' : 'other'} tokens`,
    expected: (text: string) => `expected: ${text}`,
    otherTokens: (found: string, expected: string) =>
      `the same text, but of other tokens: ${found}; expected: ${expected}`,
    notCompared: 'not compared: the model has no tokenizer',
  },

  padding: {
    first: 'First sentence',
    second: 'Second sentence',
    batch: 'The batch: every row has the same length',
    pad: 'pad',
    mask: 'Padding mask',
    on: 'on',
    off: 'off',
    head: (layer: number, head: number) => `Encoder, layer ${layer}, head ${head}`,
    matrix: (tokens: number, places: number) =>
      `Attention of the shorter sentence’s ${tokens} tokens over ${places} places`,
    share: 'Σ pad',
    toNothing: (share: number) => `${formatPercent(share)} of the attention goes to padding.`,
    moved: (distance: number, length: number) =>
      `The encoder’s output moves by ${distance < 0.01 ? formatShort(distance, 6) : formatFixed(distance, 2)} at most, against the sentence read alone (its vectors are ${formatShort(length, 1)} long).`,
    equal: 'Both sentences have as many tokens: nothing is padded.',
    empty: 'Two sentences are needed.',
    readsFirst: (count: number, limit: number) =>
      `The sentence has ${count} tokens; the figure reads the first ${limit}.`,
  },

  train: {
    learningRate: 'learning rate',
    nextSeed: 'next seed',
    step: 'step',
    stepOf: (step: number, most: number) => `${step} of ${most}`,
    loss: 'loss',
    gradient: 'gradient norm',
    test: 'test',
    right: (right: number, total: number) => `${right} of ${total} right`,
    guessing: (loss: number) => `guessing by frequency: ${formatFixed(loss, 3)}`,
    record: 'look back',
    lookingBack: (step: number, newest: number) =>
      `This is a record of step ${step}. Learning stands at step ${newest}, and Run goes on from there.`,
    done: (step: number) => `Stopped after ${step} steps. Reset begins anew.`,
    chart: (step: number, loss: number, guess: number) =>
      `Loss over steps. At step ${step} it is ${formatFixed(loss, 3)}; guessing by how often each token occurs costs ${formatFixed(guess, 3)}.`,
    attention: (text: string) => `learned: who looks where in ${text}`,
    reference: 'to compare with',
    after: (text: string) => `after ${text}`,
  },
};

export type Words = typeof en;
