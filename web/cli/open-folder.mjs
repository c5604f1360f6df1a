/** Loads the model of a folder, as `convert`, `golden` and `page` do. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPlace, tokenizerFilesRead, weightsName } from './model-files.mjs';

/**
 * Refuses a model that is loaded from files which lie elsewhere.
 *
 * @returns the names of its tokenizers' files
 */
export async function tokenizersChecked(folder) {
  const names = await tokenizerFilesRead(folder);
  for (const name of [weightsName, ...names]) checkPlace(folder, name);
  return names;
}

/** What is wrong is told of the path as it was given, not of the address that the engine reads. */
export async function openFolder(folder, options = {}) {
  const address = `${pathToFileURL(resolve(folder)).href}/`;
  const { loadModel } = await import('./index.js');
  return loadModel(address, options).catch((error) => {
    // A path may hold the `$&` of a replacement.
    throw new Error(error.message.replaceAll(address, () => join(folder, '/')));
  });
}
