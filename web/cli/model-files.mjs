/** The files of a model's folder, and where they may lie. */
import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export const weightsName = 'model.safetensors';
export const goldenName = 'golden.json';
/** What loadModel() reads of a tokenizer; an encoder–decoder may have one for its source. */
const [tokenizerJson, ...otherTokenizerFiles] = [
  'tokenizer.json',
  'vocab.json',
  'merges.txt',
  'vocab.txt',
];
const tokenizerFiles = ['', 'source_'].flatMap((side) =>
  [tokenizerJson, ...otherTokenizerFiles].map((name) => side + name),
);

/** What is read of a model's folder. */
export const modelFiles = ['config.json', weightsName, ...tokenizerFiles, goldenName];

/** Through links: in Hugging Face's cache every file is one. */
function isFileIn(folder, name) {
  const path = join(folder, name);
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch ({ code }) {
    // A link to itself, for example.
    throw new Error(`${path} cannot be read (${code}), expected a file`);
  }
}

/** Those that a model is loaded from: a tokenizer.json says all, and vocab.json is asked for before vocab.txt. */
export function tokenizerFilesRead(folder, side) {
  const has = (name) => isFileIn(folder, side + name);
  const [vocabJson, mergesTxt, vocabTxt] = otherTokenizerFiles;
  const names = has(tokenizerJson)
    ? [tokenizerJson]
    : has(vocabJson)
      ? [vocabJson, mergesTxt]
      : [vocabTxt];
  return names.filter(has).map((name) => side + name);
}

/** Whether it is one of them, whatever it is called there. */
export function isModelFile(folder, path) {
  const identityOf = (each) => {
    const { dev, ino } = statSync(each, { bigint: true, throwIfNoEntry: false }) ?? {};
    return ino === undefined ? null : `${dev} ${ino}`;
  };
  const identity = identityOf(path);
  return (
    identity !== null && modelFiles.some((name) => identityOf(join(folder, name)) === identity)
  );
}

/** A folder that was cloned may hold links to anything; Hugging Face's cache has the files themselves in ../../blobs. */
export function checkPlace(folder, name) {
  if (!isFileIn(folder, name)) return;
  const real = realpathSync(join(folder, name));
  const own = realpathSync(folder);
  const places = [own, join(own, '../../blobs')];
  if (places.some((place) => real.startsWith(join(place, sep)))) return;
  throw new Error(
    `${join(folder, name)} is a link to ${real}, expected a file of that folder, or of Hugging Face's ../../blobs`,
  );
}
