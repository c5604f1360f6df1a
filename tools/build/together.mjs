// Fewer requests: esbuild makes a chunk of the modules that the same entries need, so that 31 tags made 34 chunks of what
// a single one of them needs at once, many of them of a few hundred bytes. What nearly all of them need is made what all of
// them need, and lies in one chunk. So it is with what is fetched later: it needs what is there by then anyway.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../lib/shell.mjs';

const base = 'web/src/elements/base';
const element = `${base}/glass-element.ts`;

/** Which modules each of these modules needs, as far as the chunks go. */
const needs = {
  [element]: [
    ...['web/src/client/engine.ts', `${base}/kinds.ts`, `${base}/latest.ts`, `${base}/legend.ts`],
    ...[`${base}/legend.styles.ts`, `${base}/more-below.styles.ts`, `${base}/paint.ts`],
    ...[`${base}/scroll-hint.ts`, `${base}/segments.ts`, `${base}/styles-directive.ts`],
    ...[`${base}/token-name.ts`, `${base}/unread.ts`, `${base}/width.ts`],
    'web/src/shared/architecture.ts',
    ...['colour', 'drawings/ramp', 'extent', 'grid', 'label', 'matrix', 'number', 'pixels'].map(
      (name) => `web/src/view/${name}.ts`,
    ),
    'lit/directives/repeat.js',
  ],
  'web/src/shared/error.ts': ['printable', 'time-left', 'turn', 'within'].map(
    (name) => `web/src/shared/${name}.ts`,
  ),
  'web/src/shared/printable.ts': ['web/src/shared/error.ts'],
  // Both are a few lines that nearly every file needs.
  [`${base}/no-document.ts`]: [`${base}/one-copy.ts`],
  // Lit whole: what a part of it saves is less than a request.
  'web/src/elements/functions.ts': ['lit/async-directive.js'],
  'web/src/elements/still.ts': ['lit/async-directive.js'],
  ...afterElement('base/provider/own-provider', 'base/export/figure-svg', 'base/export/png'),
  ...afterElement('glass-beam-tree/search', 'base/finger-steps'),
};

function afterElement(...names) {
  return Object.fromEntries(names.map((name) => [`web/src/elements/${name}.ts`, [element]]));
}

const ofClient = [
  ...['assets', 'check', 'shown', 'source'].map((name) => `web/src/client/${name}.ts`),
  ...['base64', 'files', 'finite', 'missing-asset', 'normalise', 'turn'].map(
    (name) => `web/src/shared/${name}.ts`,
  ),
];
const withClient = ['glass-save/live-page', 'glass-save/post', 'fetching'];
for (const path of [
  'client/verification',
  'worker/engine',
  ...withClient.map((each) => `elements/${each}`),
])
  needs[`web/src/${path}.ts`] = ofClient;

/** A plugin of esbuild. Modules that are imported for nothing leave no code behind that is not used. */
export const together = {
  name: 'together',
  setup(build) {
    const paths = new Map(Object.entries(needs).map(([path, all]) => [join(root, path), all]));
    build.onLoad({ filter: /\/web\/src\/.*\.ts$/ }, ({ path }) => {
      const all = paths.get(path);
      if (all === undefined) return undefined;
      const lines = all
        // No path of this machine, since the source maps hold these lines, too.
        .map((each) =>
          each.startsWith('web/') ? `./${relative(dirname(path), join(root, each))}` : each,
        )
        .map((each) => `import ${JSON.stringify(each)};`);
      return { contents: [readFileSync(path, 'utf8'), ...lines].join('\n'), loader: 'ts' };
    });
  },
};
