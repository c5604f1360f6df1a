// Tests of the engine import 'glassformer', which here is the built package, run by Node as is.
import { defineConfig } from 'vitest/config';

const dist = `${import.meta.dirname}/dist`;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^glassformer$/, replacement: `${dist}/index.js` },
      { find: /^glassformer\/(.+)$/, replacement: `${dist}/$1.js` },
    ],
  },
  test: {
    include: ['tests/web/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    server: { deps: { external: [/\/dist\//] } },
  },
});
