/**
 * npx glassformer prune FOLDER --models a,b: takes shipped models that no page uses out of what a bundler made, or out of a copy of
 * the package's folder. A model is named at run time, so that bundlers put all of them into their output. There its files have
 * other names and the same bytes.
 */
import { readFileSync, readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dist, isInside, namedModels, pathOf, realPlace, shipped, writerInto } from './folders.mjs';
import { only, WrongUse } from './wrong-use.mjs';

export const pruneUsage = () => `usage: npx glassformer prune FOLDER --models ${shipped.join(',')}

prune removes from FOLDER, a bundler's output or a copy of dist/, every file with the bytes of a shipped model's, but for those of
the models named (--models none: all of them). Folders called node_modules are left as they are.`;

export function pruneModels(folders, values) {
  only(['models'], 'prune', values);
  const [given] = folders;
  if (!given || folders.length > 1)
    throw new WrongUse(`expected one folder to prune, found ${folders.length}`);
  if (values.models === undefined)
    throw new WrongUse('--models is missing, expected the models to keep, or none');
  const keeps = namedModels(values.models);
  const folder = pathOf(given);
  if (!statSync(folder).isDirectory()) throw new WrongUse(`${folder} is a file, expected a folder`);
  // The package's own models are what the others are recognised by.
  if (isInside(realPlace(folder), realPlace(dist)) || isInside(realPlace(dist), realPlace(folder)))
    throw new WrongUse(`${folder} holds the package itself, expected a bundler's output or a copy`);

  const kept = new Contents(keeps);
  const others = new Contents(shipped.filter((name) => !keeps.includes(name)));
  const remove = writerInto(folder);
  let [count, bytes] = [0, 0];
  for (const path of filesIn(folder)) {
    const whole = join(folder, path);
    const { size } = statSync(whole);
    // Models may share a file, which a bundler writes once.
    if (!others.has(whole, size) || kept.has(whole, size)) continue;
    remove(path, (file) => {
      rmSync(file);
      if (readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
    });
    count += 1;
    bytes += size;
  }
  const megabytes = (bytes / 1e6).toFixed(1);
  console.log(`removed from ${given}: ${count} files of shipped models, ${megabytes} MB`);
}

/** The files of models. A file is compared with those of its length alone. */
class Contents {
  #bySize = new Map();

  constructor(models) {
    for (const path of models.flatMap((name) => filesOf(join(dist, 'models', name)))) {
      const { size } = statSync(path);
      this.#bySize.set(size, [...(this.#bySize.get(size) ?? []), path]);
    }
  }

  has(path, size) {
    const same = this.#bySize.get(size);
    if (same === undefined) return false;
    const content = readFileSync(path);
    return same.some((each) => readFileSync(each).equals(content));
  }
}

const filesOf = (folder) => readdirSync(folder).map((name) => resolve(folder, name));

/** Relative to the folder. Links are not followed. */
function filesIn(folder, within = '') {
  return readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    const path = join(within, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(folder, path);
    return entry.isFile() ? [path] : [];
  });
}
