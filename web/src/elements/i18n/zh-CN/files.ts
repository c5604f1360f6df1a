/**
 * In Chinese what the engine says of the files of a model. Its sentences come in English alone, so each is known here by its
 * shape, with {} for what it names; tests hold these shapes against the sources that make the sentences. Fetched only where
 * such a sentence is to be told.
 */
import type { Said } from '../error-words.ts';
import { kOfAnyFile } from './files/any-file-problems.ts';
import { kOfConfig } from './files/config-problems.ts';
import { kOfGolden, kOfModel } from './files/golden-problems.ts';
import { kOfTokenizer } from './files/tokenizer-problems.ts';
import { kOfWeights } from './files/weights-problems.ts';
import { found, inChineseMarks, kUnknown, type Shapes } from './shapes.ts';

/** Of two that fit the first counts. */
export const kSentences: Shapes = [
  ...kOfAnyFile,
  ...kOfConfig,
  ...kOfWeights,
  ...kOfTokenizer,
  ...kOfGolden,
];

/** How the engine calls files that were given without an address. */
const kGiven = 'the given files';

/**
 * Null where the engine's sentence is none of these.
 * @param cause what another error behind it says, in Chinese; null: nothing that is known
 */
export function tellSentence(message: string, cause: string | null = null): string | null {
  // Before the sentence may stand which folder or which file it is about.
  let place = '';
  for (let rest = message; ;) {
    const ofModel = cause === null ? null : found(kOfModel, rest);
    const sentence = ofModel === null ? found(kSentences, rest) : `${ofModel}：${cause}`;
    if (sentence !== null)
      return sentence.includes(kUnknown)
        ? null
        : (place && `${place}：`) + inChineseMarks(sentence);
    const end = rest.indexOf(': ');
    if (end === -1) return null;
    const before = rest.slice(0, end);
    if (before !== kGiven) place = place === '' ? before : `${place}：${before}`;
    rest = rest.slice(end + 2);
  }
}

/** An error's sentence with nothing left in English, where that is known; else what was said of it. */
export function tellFile({ message, cause }: Error, said: Said, say: (cause: Error) => Said): Said {
  const isOther = cause instanceof Error && 'details' in cause && cause.details;
  const behind = isOther
    ? say(cause as Error).sentence
    : cause instanceof Error
      ? tellSentence(cause.message)
      : null;
  const sentence = tellSentence(message, behind);
  return sentence === null ? said : { sentence, original: '' };
}
