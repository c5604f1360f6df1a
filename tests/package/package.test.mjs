// The package as its users get it: packed, installed into an empty folder, used well and wrongly.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import './bundles.mjs';
import './frameworks.mjs';
import { compile, files, folder, installed, project } from './packed.mjs';
import './publishing.mjs';
import './render.mjs';

/** Runs a program of the user's; returns what it printed. */
function runUser(name, source) {
  writeFileSync(join(folder, name), source);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' }).trim();
}

/** Checks a user's TypeScript files, given by name; returns the compiler's complaints. */
function checkUser(sources, ...options) {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  return compile(folder, Object.keys(sources), ...options);
}

test('the licences of all code inside are in the package', () => {
  const notices = readFileSync(join(installed, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
  const maps = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => JSON.parse(readFileSync(join(installed, 'dist', file), 'utf8')).sources);
  const packages = new Set(
    maps.map((source) => source.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]),
  );
  packages.delete(undefined);
  assert.ok(packages.size >= 4);
  for (const name of packages)
    assert.match(notices, new RegExp(`^## ${name} \\d[\\d.]* \\(.+\\)\n\n.{20}`, 'ms'), name);
  for (const name of [
    'nlohmann/json',
    'xsimd',
    'Emscripten',
    'musl',
    'dlmalloc',
    'libc\\+\\+',
    'parse5',
    'entities',
    'opencc-js',
    'pinyin-pro',
  ])
    assert.match(notices, new RegExp(`^## ${name}`, 'm'));
});

test('the package holds dist, documents, examples and the licence, and nothing else', () => {
  const allowed = [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'docs',
    'models',
    'package.json',
    'web',
  ];
  assert.deepEqual(
    readdirSync(installed).filter((name) => !allowed.includes(name)),
    [],
  );
  assert.deepEqual(readdirSync(join(installed, 'web')), ['examples']);
  const models = readdirSync(join(installed, 'models'), { recursive: true });
  assert.deepEqual(
    models.filter((name) => /\.[a-z]+$/.test(name) && !/(README|credits)\.md$/.test(name)),
    [],
  );
});

test('every file that the exports name is there', () => {
  const { bin, exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const elements = readdirSync(join(installed, 'dist/elements'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length));
  const names = {
    './elements/*': elements,
    './models/*': ['stories/config.json'],
    './*.css': ['placeholder'],
    './*.wasm': ['', '-relaxed', '-threads', '-training', '-training-relaxed'].map(
      (kind) => `glassformer${kind}`,
    ),
  };
  const paths = Object.entries(exports).flatMap(([name, target]) =>
    (typeof target === 'string' ? [target] : Object.values(target)).flatMap((path) =>
      path.includes('*') ? names[name].map((each) => path.replaceAll('*', each)) : path,
    ),
  );
  assert.ok(elements.length > 0);
  assert.deepEqual(
    [bin, ...paths].filter((path) => !existsSync(join(installed, path))),
    [],
  );
});

test('the elements can be imported where there is no document', () => {
  const printed = runUser(
    'server.mjs',
    `import 'glassformer/auto';
     import { setAssetsUrl } from 'glassformer/elements';
     import { GlassTokens } from 'glassformer/elements/glass-tokens.element';
     console.log(typeof setAssetsUrl, GlassTokens.name, typeof document, typeof HTMLElement);`,
  );
  assert.match(printed, /^function \w+ undefined undefined$/);
});

test('what its README and documents link to is in the package', () => {
  for (const document of files.filter((path) => /^(?!dist\/).*\.md$/.test(path))) {
    const text = readFileSync(join(installed, document), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link);
    const absent = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(installed, dirname(document), link)),
    );
    assert.deepEqual(absent, [], document);
  }
});

test('no file for browsers imports one of Node', () => {
  const scripts = readdirSync(join(installed, 'dist'), { recursive: true }).filter(
    (name) => name.endsWith('.js') && name !== 'cli.js',
  );
  const importing = scripts.filter((name) =>
    /(from|import)\s*\(?\s*["']node:/.test(readFileSync(join(installed, 'dist', name), 'utf8')),
  );
  assert.deepEqual(importing, []);
});

test('no file names a folder of the machine that built it', () => {
  const texts = readdirSync(join(installed, 'dist'), { recursive: true }).filter((name) =>
    /\.(js|ts|map)$/.test(name),
  );
  const telling = texts.filter((name) =>
    readFileSync(join(installed, 'dist', name), 'utf8').includes(project),
  );
  assert.deepEqual(telling, []);
});

test('no declaration names a source file, and that of a tag has the type of its class', () => {
  const declarations = readdirSync(join(installed, 'dist'), { recursive: true }).filter((name) =>
    name.endsWith('.d.ts'),
  );
  const textOf = (name) => readFileSync(join(installed, 'dist', name), 'utf8');
  const naming = declarations.filter((name) => /['"]\.[^'"]*(?<!\.d)\.ts['"]/.test(textOf(name)));
  assert.deepEqual(naming, []);
  const tags = declarations.filter((name) => /^elements\/glass-[\w-]+\.d\.ts$/.test(name));
  assert.ok(tags.length > 20);
  for (const name of tags) assert.match(textOf(name), /^export type \{ Glass\w+ \} from/m, name);
});

test('it computes in Node', () => {
  const printed = runUser(
    'well.mjs',
    `import { softmax } from 'glassformer';
     const { shape, data } = await softmax({ shape: [1, 2], data: new Float32Array([0, 0]) });
     console.log(JSON.stringify([shape, ...data]));`,
  );
  assert.equal(printed, '[[1,2],0.5,0.5]');
});

test('it runs a shipped model in Node', () => {
  const printed = runUser(
    'model.mjs',
    `import { loadModel } from 'glassformer';
     const model = await loadModel('aab');
     console.log((await model.generate('aab', { max_new_tokens: 3 }).result()).text);
     await model.close();`,
  );
  assert.equal(printed, 'aab');
});

test('it refuses a model that is not there with an error of its own', () => {
  const printed = runUser(
    'wrongly.mjs',
    `import { GlassformerError, loadModel } from 'glassformer';
     const error = await loadModel('no-such-model').catch((error) => error);
     console.log(error instanceof GlassformerError, error.message.includes('no-such-model'));`,
  );
  assert.equal(printed, 'true true');
});

const typescript = `
  import { loadModel, type Model } from 'glassformer';
  import 'glassformer/elements';
  import { GlassTokens } from 'glassformer/elements/glass-tokens.element';
  const model: Model = await loadModel('aab');
  export const element = new GlassTokens();
  export const tokens: number = (await model.tokenizer.encode('aab')).length;
  import { defineWhenMet } from 'glassformer/auto';
  defineWhenMet(document);
  document.addEventListener('glass-run', ({ detail }) => detail.run.tokens.length satisfies number);
  element.addEventListener('glass-selected', ({ detail }) => detail.pinned?.query satisfies number | null | undefined);
`;

for (const [resolution, module] of [
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
]) {
  // One run of the compiler for both tests: it takes nearly all its time for the declarations that they share.
  let complaints;
  before(() => {
    const wrong = `import { loadModel } from 'glassformer'; loadModel(12);`;
    const options = ['--module', module, '--moduleResolution', resolution];
    complaints = checkUser({ 'well.ts': typescript, 'wrongly.ts': wrong }, ...options);
  });
  test(`its types stand on their own (moduleResolution ${resolution})`, () => {
    assert.deepEqual(complaints.match(/^(?!wrongly\.ts\().+/gm), null);
  });
  test(`its types find a wrong use (moduleResolution ${resolution})`, () => {
    assert.match(complaints, /^wrongly\.ts\(.*TS2345/m);
  });
}
