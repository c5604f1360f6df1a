/** Loads the model of a folder, as `convert`, `golden` and `page` do. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPlace, tokenizerFilesRead, weightsName } from './model-files.mjs';

/** The files that a model is loaded from, none of which may lie elsewhere. Only an encoder–decoder may have a `source_` side. */
export function filesRead(folder, sides = ['', 'source_']) {
  const tokenizers = sides.flatMap((side) => tokenizerFilesRead(folder, side));
  const names = ['config.json', weightsName, ...tokenizers];
  for (const name of names) checkPlace(folder, name);
  return { names, tokenizers };
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
