/** What every figure says: its states, errors, and how sentences are joined. */
import { formatBytes, formatCount } from '../../../view/number.ts';
import type { ErrorCode } from '../../../shared/error-types.ts';
import type { ResolvedConfig } from '../../../shared/model-types.ts';
import type { ModelFacts } from '../../base/export/model-facts.ts';
import { type ErrorWords, fileOf } from '../error-words.ts';

/** The engine speaks English. */
const asItIs = (_details: unknown, message: string) => message;

const kActivations: Readonly<Record<ResolvedConfig['activation'], string>> = {
  relu: 'ReLU',
  gelu: 'GELU',
  gelu_new: 'GELU',
};

export const general = {
  /** The tag of this language. */
  language: 'en',
  empty: 'Nothing to show yet.',
  loading: 'Loading…',
  /** @param left seconds; null: not known */
  loadingPart: (loaded: number, total: number | undefined, left: number | null) => {
    if (total === undefined) return `Loading… ${formatBytes(loaded)}`;
    const bytes = `Loading… ${formatBytes(loaded, total)} of ${formatBytes(total)}`;
    if (left === null) return bytes;
    const time = left < 60 ? `${left} s` : `${Math.ceil(left / 60)} min`;
    return `${bytes} · about ${time} left`;
  },
  notShown: 'This figure cannot be shown.',
  modelFailed: (message: string) => `The model cannot run: ${message}`,
  notDrawn: (message: string) => `The figure cannot be drawn: ${message}`,
  tryAgain: 'Try again',
  startsAgain: 'Its engine has stopped. It starts again when you change something, or here:',
  /** A model's name, as an example. */
  noModel: (name: string) =>
    `No model: give model="${name}", or put the figure inside <glass-model>.`,
  noText: (isInModel: boolean) => `No text: give ${isInModel ? '<glass-model> ' : ''}text="…".`,
  /** What gives a figure numbers of an author's own: each does. */
  noNumbers: (...attributes: readonly string[]) => `No numbers: give ${attributes.join(' or ')}.`,
  ofClasses: 'This model classifies texts and does not write any.',
  ofPair: 'Its model is an encoder–decoder: <glass-translate> shows it.',

  errors: {
    unreachable: ({ url }) =>
      `${fileOf(url)} cannot be read: the network is down, or the browser or the server does not allow it.`,
    refused: ({ url, status }) => `${fileOf(url)} cannot be read: the server answered ${status}.`,
    absent: asItIs,
    noFolder: asItIs,
    invalidFile: asItIs,
    weightsTooLarge: asItIs,
    noModel: asItIs,
    unknownText: asItIs,
    noGolden: asItIs,
    noTokenizer: asItIs,
    tooLong: asItIs,
    noActivation: asItIs,
    unfitEdit: asItIs,
    notFinite: asItIs,
    invalidOption: asItIs,
    outOfMemory: asItIs,
    noFigure: asItIs,
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
  listed: (...parts: readonly string[]) => parts.join(', '),
  apart: (first: string, second: string) => `${first}; ${second}`,

  save: 'Save',
  /** In front of the text that a saved figure is about. */
  savedText: 'Text',
  activations: kActivations,
  modelFacts: (facts: ModelFacts) => {
    const { name, num_heads, norm, parameters } = facts;
    const layers = [facts.encoder_layers, facts.decoder_layers]
      .filter((count) => count > 0)
      .join(' + ');
    const size = [
      `${layers} ${layers === '1' ? 'layer' : 'layers'} × ${num_heads} ${num_heads === 1 ? 'head' : 'heads'}`,
      `width ${facts.d_model}`,
      norm === 'none' ? 'no norm' : `${norm}-norm`,
      facts.d_ff === 0 ? 'no feed-forward' : kActivations[facts.activation],
      `${formatCount(parameters)} parameters`,
    ].join(', ');
    return name === '' ? size : `${name}: ${size}`;
  },
  moreAboutModel: 'About this model',
  /** One of the formats: an HTML file in which the figure is alive. */
  livePage: 'Live page',
  /** Gives the figure's tag. */
  asTag: 'For your post',
  needsScripts: 'This figure is alive in a browser that may run its script.',
};
