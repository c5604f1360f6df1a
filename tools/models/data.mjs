// The raw texts, which are other people's and no part of this repository.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { TextDecoder } from 'node:util';
import { Problem, root } from '../lib/shell.mjs';

/** Their folder: as chosen, by the environment, or beside the project. */
export function dataFolder(chosen) {
  const beside = resolve(root, '../shared/data');
  const folder = chosen ?? process.env.GLASSFORMER_DATA ?? beside;
  if (existsSync(folder)) return folder;
  throw new Problem(
    folder === beside
      ? 'where are the raw texts? Name their folder with --data or GLASSFORMER_DATA'
      : `there is no folder ${folder}`,
  );
}

/** A file of valid UTF-8, its lines ended by \n. */
export function readText(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Problem(`${path} cannot be read: ${error.code}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    throw new Problem(`${path} is not valid UTF-8`);
  }
}
