// Chunks of the package by what is in them: chunk-matrix-WJSIF.js instead of chunk-WJSIF7OC.js.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../lib/shell.mjs';

/** The file with most bytes in it; of an index.ts its folder. Empty chunks stand for an import and are called so. */
function nameOf({ inputs }) {
  const [path] = Object.entries(inputs).sort(
    ([a, { bytesInOutput: most }], [b, { bytesInOutput: bytes }]) =>
      bytes - most || a.localeCompare(b),
  )[0] ?? ['import'];
  const name = basename(path).replace(/(?:\.element)?\.[cm]?[jt]s$/, '');
  return (name === 'index' ? basename(dirname(path)) : name).replace(/^glass-/, '');
}

const kChunk = /chunk-[A-Z0-9]{8}\.js/g;

/** The mappings of a source map, where the names in the lines of `text` have other lengths. */
function moved({ decode, encode }, mappings, text, renamed) {
  const lines = text.split('\n');
  return encode(
    decode(mappings).map((segments, i) => {
      const found = [...lines[i].matchAll(kChunk)].map(({ index, 0: name }) => ({
        index,
        longer: renamed(name).length - name.length,
      }));
      return segments.map(([column, ...source]) => {
        const before = found.filter(({ index }) => index < column);
        return [column + before.reduce((sum, { longer }) => sum + longer, 0), ...source];
      });
    }),
  );
}

/**
 * Renames the chunks of a build of esbuild, in the files and in what it says of them.
 * @param built with `metafile`, whose outputs are called chunk-<hash>.js
 * @return the same with the new names
 */
export async function nameChunks(built) {
  const { outputs } = built.metafile;
  const names = new Map();
  for (const [path, output] of Object.entries(outputs)) {
    const [, hash] = /\/chunk-([A-Z0-9]{8})\.js$/.exec(path) ?? [];
    if (hash) names.set(`chunk-${hash}.js`, `chunk-${nameOf(output)}-${hash.slice(0, 5)}.js`);
  }
  if (new Set(names.values()).size < names.size) throw new Error('two chunks have the same name');
  const renamed = (text) => text.replace(kChunk, (name) => names.get(name) ?? name);
  // Not at the top: the set-up reads the modules of the build before there are packages.
  const codec = await import('@jridgewell/sourcemap-codec');
  for (const path of Object.keys(outputs).filter((each) => each.endsWith('.js'))) {
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    const mappings = moved(codec, map.mappings, text, renamed);
    writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings }));
    writeFileSync(file, renamed(text));
  }
  for (const path of Object.keys(outputs).filter((each) => renamed(each) !== each))
    renameSync(join(root, path), join(root, renamed(path)));
  const metafile = JSON.parse(renamed(JSON.stringify(built.metafile)));
  return { ...built, metafile };
}
