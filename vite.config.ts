// The demo page: a user of the package like any other, so it is built from dist/.
import { defineConfig } from 'vite';

const project = import.meta.dirname;

export default defineConfig({
  root: `${project}/web/page`,
  base: './', // works in any folder of any host
  resolve: {
    alias: [
      { find: /^glassformer$/, replacement: `${project}/dist/index.js` },
      { find: /^glassformer\/(.+)$/, replacement: `${project}/dist/$1.js` },
    ],
  },
  build: {
    outDir: `${project}/build/page`,
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL would need its own permission in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // GitHub Pages leaves out files whose names begin with '_', and one that is missing keeps the service worker out.
    rollupOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/^_+/, '')}-[hash].js`,
        // A model keeps its folder and the names of its files, by which the service worker knows it.
        assetFileNames: ({ originalFileNames: [path = ''] }) =>
          `assets/${/models\/[^/]+\/[^/]+$/.exec(path)?.[0] ?? '[name]-[hash][extname]'}`,
      },
    },
  },
});
