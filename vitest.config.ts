// Tests of the engine import 'glassformer', which here is the built package, run by Node as is.
import { defineConfig } from 'vitest/config';
import { plainRoot } from './tools/lib/plain_root.mjs';

const project = plainRoot();
const dist = `${project}/dist`;

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
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['tests/web/**/*.test.{ts,mjs}'] },
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
