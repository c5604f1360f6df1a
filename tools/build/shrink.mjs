// What a second minifier still takes off: esbuild makes one pass, terser folds and inlines until little changes.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../lib/shell.mjs';

/** Comments that esbuild has put at the end of a file, before the address of its source map: licences. */
const kEnd = /(?:\n\/\*!(?:[^*]|\*(?!\/))*\*\/)?\n?\/\/# sourceMappingURL=\S+\s*$/;

const kMapAddress = /\n?\/\/# sourceMappingURL=\S+/;

const kOptions = {
  ecma: 2022,
  compress: { passes: 3 },
  // Bundlers leave out what is pure and not used.
  format: { comments: false, preserve_annotations: true },
};

/** A module's code, minified by both; what it weighs in the package. */
export async function shrunk(code) {
  const [{ transform }, { minify }] = await Promise.all([import('esbuild'), import('terser')]);
  const once = await transform(code, { minify: true, target: 'es2022' });
  return (await minify(once.code, { ...kOptions, module: true })).code;
}

/**
 * Minifies the scripts of a build of esbuild once more, in place, with their source maps, which files without code then lack.
 * @param built with `metafile`, and written
 * @param isModule whether they are modules, not classic scripts
 * @return the same
 */
export async function shrink(built, { isModule }) {
  // Not at the top: the set-up reads the modules of the build before there are packages.
  const { minify } = await import('terser');
  for (const path of Object.keys(built.metafile.outputs).filter((each) => each.endsWith('.js'))) {
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    const [end] = kEnd.exec(text);
    const { code, map } = await minify(text.slice(0, -end.length), {
      ...kOptions,
      module: isModule,
      sourceMap: {
        content: readFileSync(`${file}.map`, 'utf8'),
        filename: basename(file),
        includeSources: true,
      },
    });
    // A file that only imports and exports stands for no line of a source.
    if (JSON.parse(map).sources.length === 0) {
      rmSync(`${file}.map`);
      writeFileSync(file, code + end.replace(kMapAddress, ''));
      continue;
    }
    writeFileSync(`${file}.map`, map);
    writeFileSync(file, code + end);
  }
  return built;
}
