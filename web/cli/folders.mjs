/** Folders that commands read and write. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WrongUse } from './wrong-use.mjs';

/** Where the package's files are: beside the command. */
export const dist = dirname(fileURLToPath(import.meta.url));

/** The names of the shipped models. */
export const shipped = readdirSync(join(dist, 'models'));

/** Those of a list as the command line has it. */
export function namedModels(list) {
  const models = list === 'none' ? [] : list.split(',');
  const unknown = models.find((name) => !shipped.includes(name));
  if (unknown !== undefined)
    throw new WrongUse(`there is no shipped model '${unknown}', only ${shipped.join(', ')}`);
  return models;
}

/** Each missing one by itself: where nothing can be made, as in /proc, Node's recursive mkdir never comes back. */
export function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    throw new Error(`the folder ${folder} cannot be made (${error.code}), expected one that can`);
  }
}

/** By their names alone. */
export const isInside = (folder, path) => path === folder || path.startsWith(join(folder, sep));

/** Where a path leads when its links are followed; what is not there yet keeps its name. */
export function realPlace(path) {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : join(realPlace(dirname(whole)), basename(whole));
}

/** A link that leads nowhere is there, too. */
export function isThere(path) {
  try {
    return Boolean(lstatSync(path));
  } catch {
    return false;
  }
}

/** A folder may be given as an address too. */
export function pathOf(folder) {
  if (!/^[a-z][a-z\d+.-]+:/i.test(folder) || existsSync(folder)) return folder;
  try {
    return fileURLToPath(folder);
  } catch {
    throw new WrongUse(`${folder} is an address, expected a folder's path or its file: address`);
  }
}

/** Writes a file whole, or leaves what stood there as it was. */
export function writeWhole(path, text) {
  // A device or a pipe is written into, and a link leads to what is written.
  const stats = existsSync(path) ? statSync(path) : null;
  const isSpecial = stats !== null && !stats.isFile();
  const target = stats?.isFile() ? realpathSync(path) : path;
  const begun = isSpecial ? target : `${target}.${process.pid}.part`;
  try {
    writeFileSync(begun, text, { mode: stats?.mode });
    if (!isSpecial) renameSync(begun, target);
  } catch (error) {
    if (!isSpecial && isThere(begun)) rmSync(begun);
    throw new Error(`${path} cannot be written (${error.code}), expected a file that can`);
  }
}

/** Writes a file of the folder by `act`, which gets its path. */
export function writerInto(folder) {
  return (name, act) => {
    const path = join(folder, name);
    try {
      act(path);
    } catch (error) {
      throw new Error(
        `${path} cannot be written (${error.code}), expected a folder that can be written in`,
      );
    }
  };
}
