// Tests of the engine import 'glassformer', which here is the built package, run by Node as is.
import { defineConfig } from 'vitest/config';
import { plainRoot } from './tools/lib/plain_root.mjs';

const project = plainRoot();
const dist = `${project}/dist`;
const plain = ['client', 'elements', 'page', 'shared', 'view', 'worker'];
const inFolders = (names: readonly string[]) => `tests/web/{${names.join(',')}}/**/*.test.{ts,mjs}`;

export default defineConfig({
  root: project,
  resolve: {
    preserveSymlinks: true, // plainRoot() may be one
    alias: [
      { find: /^vitest$/, replacement: `${project}/node_modules/vitest/dist/index.js` },
      { find: /^glassformer$/, replacement: `${dist}/index.js` },
      { find: /^glassformer\/(.+)$/, replacement: `${dist}/$1.js` },
    ],
  },
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000, // copies of the whole tree are made and removed
    server: { deps: { external: [/\/dist\//] } },
    maxWorkers: '100%', // by default one processor is left idle
    projects: [
      // What keeps nothing outside its tests: the files of a worker share one graph of modules, which takes less than half
      // the time of a fresh one for each.
      { extends: true, test: { name: 'plain', include: [inFolders(plain)], isolate: false } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/web/**/*.test.{ts,mjs}'],
          exclude: [inFolders(plain)],
        },
      },
      // The engine once more with the other module, which Node 20 has behind a flag. The two differ in their arithmetic
      // alone, so what is left out (fetching, tokenizers, how a verification is told, the documents' examples) has no
      // part of its own in it.
      {
        extends: true,
        test: {
          name: 'relaxed',
          include: [
            `tests/web/engine/{${[
              'aab',
              'dtype',
              'embedding-space',
              'engine',
              'generation',
              'model',
              'model-changes',
              'model-forward',
              'operations',
              'shipped-models',
              'study',
              'trainer',
              'trainer-learned',
              'trainer-refusals',
            ].join(',')}}.test.ts`,
          ],
          execArgv: ['--experimental-wasm-relaxed-simd', '--no-liftoff'],
        },
      },
    ],
  },
});
