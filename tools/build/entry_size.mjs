// What the package's entries weigh on the wire: a file and all that it imports before it runs, each with brotli. What is
// fetched later (the worker, its module, a language, a model) is not in it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../lib/shell.mjs';

const elements = 'dist/elements';

/** The most that an entry may weigh, in bytes with brotli; of the tags alone, each. */
const most = {
  index: 17_400,
  study: 28_300,
  auto: 1_400,
  elements: 205_400,
  functions: 22_950,
  still: 13_600,
  tag: 80_600,
};

/** For each entry of the package that runs: { name, raw, brotli, most } in bytes. */
export async function measureEntries() {
  const { parse } = await import('acorn');
  const files = new Map();
  const tags = readdirSync(join(root, elements)).filter((name) => /^glass-[\w-]+\.js$/.test(name));
  return [
    ['glassformer', 'dist/index.js', most.index],
    ['glassformer/study', 'dist/study.js', most.study],
    ['glassformer/auto', 'dist/auto.js', most.auto],
    ['glassformer/elements', 'dist/elements.js', most.elements],
    ['glassformer/elements/functions', `${elements}/functions.js`, most.functions],
    ['glassformer/elements/still', `${elements}/still.js`, most.still],
    ...tags.map((file) => [
      `glassformer/elements/${file.slice(0, -'.js'.length)}`,
      `${elements}/${file}`,
      most.tag,
    ]),
  ].map(([name, path, limit]) => ({ name, ...weigh(path), most: limit }));

  function weigh(entry) {
    const reached = new Set([entry]);
    for (const path of reached) for (const next of measured(path).imports) reached.add(next);
    const sum = (key) => [...reached].reduce((total, path) => total + measured(path)[key], 0);
    return { raw: sum('raw'), brotli: sum('brotli') };
  }

  function measured(path) {
    if (!files.has(path)) files.set(path, measure(path));
    return files.get(path);
  }

  function measure(path) {
    const bytes = readFileSync(join(root, path));
    const { body } = parse(bytes.toString(), { ecmaVersion: 'latest', sourceType: 'module' });
    const imports = body.flatMap(({ source }) => (source ? join(path, '..', source.value) : []));
    return { imports, raw: bytes.length, brotli: brotliCompressSync(bytes).length };
  }
}
