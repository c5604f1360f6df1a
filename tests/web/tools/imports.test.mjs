/** The direction of imports that eslint.config.mjs holds, by each way to name another file. */
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { circles, circlesOf, valuesIn } from '../../../tools/lib/imports.mjs';
import { root } from '../../../tools/lib/shell.mjs';

let eslint;
beforeAll(() => {
  eslint = new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => ruleId === 'ours/direction',
    // No rule asks for types here, which take long.
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { projectService: false } },
    },
  });
}, 60_000);

/** What is said of a file with this code. */
async function said(file, code) {
  const [{ messages }] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  return messages.filter(({ fatal, ruleId }) => fatal || ruleId === 'ours/direction');
}

const kWays = {
  'a static import': (name) => `import { x } from '${name}'; x();`,
  'an import for its effects': (name) => `import '${name}';`,
  'a dynamic import': (name) => `void import('${name}');`,
  'an export of names': (name) => `export { x } from '${name}';`,
  'an export of all': (name) => `export * from '${name}';`,
};

/** What a file must not import. */
const kForbidden = [
  ['web/src/elements/glass-heads/glass-heads.element.ts', '../../worker/folder.ts'],
  ['web/src/elements/glass-map/glass-map.element.ts', '../glass-heads/sweep.ts'],
  ['web/src/elements/base/lit.ts', '../glass-heads/glass-heads.element.ts'],
  ['web/src/elements/glass-map/glass-map.element.ts', '../../index.ts'],
  ['web/src/view/map.ts', '../index.ts'],
  ['web/src/view/map.ts', '../client/source.ts'],
  ['web/src/shared/escape.ts', '../index.ts'],
  ['web/src/shared/escape.ts', '../view/map.ts'],
  ['web/src/worker/engine.ts', '../client/source.ts'],
  ['web/src/client/model.ts', '../view/map.ts'],
  ['web/src/client/model.ts', '../index.ts'],
  ['web/src/client/one-file.ts', '../worker/model.ts'],
  ['web/src/study/shares.ts', '../index.ts'],
  ['web/page/page.ts', '../src/view/map.ts'],
  ['web/page/page.ts', './chapters/layers.ts'],
  ['web/page/page.ts', 'glassformer/elements'],
  ['web/page/chapters/layers.ts', './study.ts'],
  ['web/page/chapters/looking/looking.ts', '../learning/learning.ts'],
  ['web/cli/page.mjs', '../src/worker/engine.ts'],
  ['web/cli/page.mjs', '../src/elements/glass-map/glass-map.element.ts'],
  ['web/cli/page.mjs', '../page/losses.ts'],
  ['tools/lib/stamp.mjs', '../test/tool.mjs'],
];

describe.each(Object.entries(kWays))('%s', (_, written) => {
  it.each(kForbidden)('of %s does not reach %s', async (file, name) => {
    expect(await said(file, written(name))).toHaveLength(1);
  });
});

it.each([
  ['web/src/elements/glass-heads/glass-heads.element.ts', './sweep.ts'],
  ['web/src/elements/glass-heads/glass-heads.element.ts', '../glass-matrix/glass-matrix.ts'],
  ['web/src/elements/glass-save/glass-save.element.ts', '../base/export/png.ts'],
  ['web/src/client/connection.ts', '../worker/engine.ts'],
  ['web/src/client/engine.ts', '../index.ts'],
  ['web/page/story.ts', './chapters/index.ts'],
  ['web/page/chapters/looking/looking.ts', './examples.ts'],
  ['web/page/chapters/looking/looking.ts', '../../elements/looking.ts'],
  ['web/cli/page.mjs', './index.js'],
])('%s may import %s', async (file, name) => {
  for (const written of Object.values(kWays)) expect(await said(file, written(name))).toEqual([]);
});

it('types of the public face are free to study and elements, and to nobody below', async () => {
  const type = (name) => `import type { Model } from '${name}'; export type X = Model;`;
  expect(await said('web/src/study/shares.ts', type('../index.ts'))).toEqual([]);
  expect(await said('web/src/view/map.ts', type('../index.ts'))).toHaveLength(1);
  expect(
    await said('web/src/view/map.ts', `export type X = import('../index.ts').Model;`),
  ).toHaveLength(1);
});

describe('no file imports itself by way of others', () => {
  it('not even for types; import() counts where values are imported', () => {
    expect(circles('web')).toEqual([]);
  });

  it('such a way is named', () => {
    const imports = { a: ['b', 'c'], b: ['d'], c: [], d: ['b'], e: ['e'] };
    expect(circlesOf(new Map(Object.entries(imports)))).toEqual(['b → d → b', 'e → e']);
  });

  it.each([
    [`import { x } from './a.ts';`, true],
    [`import {\n  x,\n} from './a.ts';`, true],
    [`import './a.ts';`, true],
    [`export * from './a.ts';`, true],
    [`const x = () => import('./a.ts');`, true],
    [`const { x } = await import(\n  './a.ts',\n);`, true],
    [`void import('./a.ts').then(({ x }) => x());`, true],
    [`import type { X } from './a.ts';`, false],
    [`export type { X } from './a.ts';`, false],
    [`let x: import('./a.ts').X;`, false],
    [`let x: typeof import('./a.ts');`, false],
  ])('values are imported by %s: %s', (source, isValue) => {
    expect(valuesIn(source)).toEqual(isValue ? ['./a.ts'] : []);
  });
});
