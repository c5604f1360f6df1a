// The demo page: a user of the package like any other, so it is built from dist/.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ConfigEnv, UserConfig } from 'vite';
import { plainRoot } from './tools/lib/plain_root.mjs';

const project = plainRoot();
const kLit = /^lit(\/directives\/(ref|guard)\.js)?$/;

/** A hash of all files of a model: another version has other addresses. */
function modelVersion(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    hash.update(`${name}\0`).update(readFileSync(`${folder}/${name}`));
  return hash.digest('hex').slice(0, 8);
}

/** `models/<version>/<name>/<file>`, where the service worker finds the files of one model; '' for other files. */
function modelPath(path: string): string {
  const [, name, file] = /(?:^|\/)models\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (name === undefined || file === undefined) return '';
  const folder = dirname(resolve(`${project}/web/page`, path));
  return `models/${modelVersion(folder)}/${name}/${file}`;
}

// Not defineConfig(): Vite does not find itself where its own path has a '?'.
export default ({ isSsrBuild = false }: ConfigEnv) =>
  ({
    root: `${project}/web/page`,
    base: './', // works in any folder of any host
    resolve: {
      preserveSymlinks: true, // plainRoot() may be one
      alias: [
        { find: /^glassformer$/, replacement: `${project}/dist/index.js` },
        {
          find: /^glassformer\/(models\/.+)$/,
          replacement: `${project}/dist/$1`,
        },
        { find: /^glassformer\/(.+)$/, replacement: `${project}/dist/$1.js` },
        // A reader fetches one copy of Lit. The static page is rendered with the one that the renderer has.
        ...(isSsrBuild ? [] : [{ find: kLit, replacement: `${project}/dist/lit.js` }]),
      ],
    },
    // What errors do in Node is left out of what a reader fetches.
    ...(isSsrBuild ? {} : { define: { 'globalThis.process': 'undefined' } }),
    // The licences stand in the notices beside the page.
    esbuild: { legalComments: 'none' },
    build: {
      outDir: `${project}/build/page`,
      emptyOutDir: true,
      target: 'es2022',
      // A data: URL would need its own permission in the page's content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // With brotli the script is 3 % smaller than by esbuild.
      minify: 'terser',
      terserOptions: { compress: { passes: 2 }, format: { comments: false } },
      // GitHub Pages leaves out files whose names begin with '_', and one that is missing keeps the service worker out.
      rollupOptions: {
        // Elements fetch the engine's calls when a model is first needed; the page needs them at once.
        onwarn: (warning, warn) => {
          if (!/index\.js is dynamically imported by/.test(warning.message)) warn(warning);
        },
        output: {
          chunkFileNames: ({ name }) => `assets/${name.replace(/^_+/, '')}-[hash].js`,
          assetFileNames: ({ originalFileNames: [path = ''] }) =>
            `assets/${modelPath(path) || '[name]-[hash][extname]'}`,
        },
      },
    },
  }) satisfies UserConfig;
