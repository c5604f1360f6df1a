/** The files of a model's folder, and where they may lie. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { kTokenizerFiles, listedInText, takeTokenizer } from '../src/shared/tokenizer-files.ts';

export const weightsName = 'model.safetensors';
export const goldenName = 'golden.json';
/** What is read of a model's folder. */
export const modelFiles = ['config.json', weightsName, ...kTokenizerFiles, goldenName];

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

/** Those of its tokenizers that a model is loaded from. Only an encoder–decoder may have a source's. */
export async function tokenizerFilesRead(folder) {
  checkPlace(folder, 'config.json');
  const config = isFileIn(folder, 'config.json')
    ? readFileSync(join(folder, 'config.json'), 'utf8')
    : '';
  const listed = listedInText(config);
  const names = [];
  for (const side of ['target', 'source'])
    await takeTokenizer(side, listed, async (_, name) => {
      const isThere = isFileIn(folder, name);
      if (isThere) names.push(name);
      return isThere;
    });
  return names;
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
