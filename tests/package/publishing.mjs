// What publishing asks of a package: fields and files that tools for packages check, source maps that lead to the sources.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { compile, files, folder, installed, project } from './packed.mjs';

const info = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
  assert.deepEqual(messages, []);
});

test('are-the-types-wrong finds nothing but that it is a package of modules alone', async () => {
  const { name, version } = info();
  const contents = files.filter((path) => /\.(js|ts|json|css|wasm)$/.test(path));
  const loaded = Object.fromEntries(
    contents.map((path) => [`/node_modules/${name}/${path}`, readFileSync(join(installed, path))]),
  );
  const packed = new Package(loaded, name, version);
  const whole = await checkPackage(packed);
  assert.ok(Object.keys(whole.entrypoints).length > 10);
  // A pattern is checked by one of its entries.
  const one = await checkPackage(packed, { entrypoints: ['./elements/glass-attention'] });
  // As Lit is. Its profile for such packages, esm-only, would leave out all that require() and the older resolution find.
  const problems = [...whole.problems, ...one.problems].filter(
    ({ kind }) => kind !== 'CJSResolvesToESM',
  );
  assert.deepEqual(problems, []);
  const { ignoreRules } = JSON.parse(readFileSync(join(project, '.attw.json'), 'utf8'));
  assert.deepEqual(ignoreRules, ['cjs-resolves-to-esm']);
});

test('its types are found by the older resolution of TypeScript, too', () => {
  const uses = [
    ["import { loadModel } from 'glassformer';", "loadModel('stories');"],
    ["import { surprise } from 'glassformer/study';", 'surprise;'],
    ["import { languages } from 'glassformer/elements/functions';", 'languages;'],
  ];
  writeFileSync(join(folder, 'older.ts'), uses.flat().join('\n'));
  const options = ['--module', 'esnext', '--moduleResolution', 'node10'];
  assert.equal(compile(folder, ['older.ts'], ...options), '');
});

test('require() loads its modules, where Node does that', (t) => {
  if (process.features.require_module !== true) return t.skip('Node 20.19 and later do');
  const program = "console.log(typeof require('glassformer').loadModel)";
  const told = execFileSync(process.execPath, ['--no-warnings', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(told.trim(), 'function');
});

test('it has what a registry shows, and its changelog', () => {
  const { name, description, license, keywords, engines, customElements } = info();
  for (const field of [name, description, license, engines.node]) assert.match(field, /./);
  assert.ok(keywords.length >= 5);
  assert.ok(files.includes(customElements.replace('./', '')));
  assert.ok(files.includes('CHANGELOG.md'));
  assert.ok(files.includes('dist/reference.md'));
});

test('its texts are as true before it is published as after, and name its own file', () => {
  const { version } = info();
  for (const name of files.filter((path) => /\.(md|json|html|js|mjs|ts|ipynb)$/.test(path))) {
    const text = readFileSync(join(installed, name), 'utf8');
    assert.doesNotMatch(text, /not (yet )?published|nothing is published|unreleased/, name);
    for (const [, named] of text.matchAll(/glassformer-(\d[\w.-]*)\.tgz/g))
      assert.equal(named, version, name);
  }
});

test('what its examples need is installed from its file, as their README says', () => {
  const rows = readFileSync(join(installed, 'web/examples/README.md'), 'utf8').split('\n');
  const examples = files.flatMap(
    (path) => /^web\/examples\/(.+)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  assert.ok(examples.length > 4);
  for (const example of examples) {
    const row = rows.find((line) => line.startsWith(`| [${example}](${example})`));
    assert.ok(row.includes(`\`npm install ../glassformer-${info().version}.tgz\``), example);
    assert.doesNotMatch(row, /`npm install`/, example);
  }
});

test('what it is unpacked to can be packed again, without the repository', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    cwd: installed,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [{ files: again }] = JSON.parse(packed.slice(packed.indexOf('[')));
  assert.deepEqual(again.map(({ path }) => path).sort(), [...files].sort());
});

test('nothing but its command can be run', () => {
  const bin = info().bin.replace('./', '');
  const run = files.filter((path) => (statSync(join(installed, path)).mode & 0o111) !== 0);
  assert.deepEqual(
    run.filter((path) => path !== bin),
    [],
  );
});

test('its source maps lead to the lines of the sources', () => {
  const needle = '"glass-selected"';
  const dist = join(installed, 'dist');
  const names = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const name = names.find((each) => readFileSync(join(dist, each), 'utf8').includes(needle));
  const text = readFileSync(join(dist, name), 'utf8');
  assert.match(text, new RegExp(`//# sourceMappingURL=${name}\\.map\\s*$`));
  const before = text.slice(0, text.indexOf(needle)).split('\n');
  const payload = JSON.parse(readFileSync(join(dist, `${name}.map`), 'utf8'));
  const entry = new SourceMap(payload).findEntry(before.length - 1, before.at(-1).length);
  assert.match(entry.originalSource, /model-provider\.ts$/);
  const source = payload.sourcesContent[payload.sources.indexOf(entry.originalSource)];
  const line = source.split('\n')[entry.originalLine].slice(entry.originalColumn);
  assert.ok(line.startsWith("'glass-selected'"), line);
});

test('each source map has sources and mappings, and each script names the one that it has', () => {
  const dist = join(installed, 'dist');
  const names = readdirSync(dist, { recursive: true });
  const maps = names.filter((name) => name.endsWith('.map'));
  const empty = maps.filter((name) => {
    const { sources, mappings } = JSON.parse(readFileSync(join(dist, name), 'utf8'));
    return sources.length === 0 || /^[;,]*$/.test(mappings);
  });
  assert.deepEqual(empty, []);
  const named = names
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const [, map] =
        /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(join(dist, name), 'utf8')) ?? [];
      return map === undefined ? [] : [join(dirname(name), map)];
    });
  assert.ok(named.length > 100);
  assert.deepEqual(named.sort(), maps.sort());
});

test('the source maps of all chunks lead from texts to texts', () => {
  const dist = join(installed, 'dist');
  let right = 0;
  let all = 0;
  for (const map of readdirSync(dist).filter((each) => /^chunk-.*\.js\.map$/.test(each))) {
    const name = map.replace(/\.map$/, '');
    const [line] = readFileSync(join(dist, name), 'utf8').split('\n');
    const payload = JSON.parse(readFileSync(join(dist, map), 'utf8'));
    const lines = new SourceMap(payload);
    for (const { index, 1: text } of line.matchAll(/"([a-z][\w-]{7,})"/g)) {
      const { originalSource, originalLine, originalColumn } = lines.findEntry(0, index);
      const source = payload.sourcesContent[payload.sources.indexOf(originalSource)] ?? '';
      all += 1;
      if (source.split('\n')[originalLine]?.slice(originalColumn).startsWith(`'${text}'`))
        right += 1;
    }
  }
  assert.ok(all > 200, `${all} texts`);
  assert.ok(right > 0.9 * all, `${right} of ${all}`);
});

test('a chunk is called by what is in it', () => {
  const chunks = readdirSync(join(installed, 'dist')).filter((name) => /^chunk-.*\.js$/.test(name));
  assert.ok(chunks.length > 50);
  const lacking = chunks.filter((chunk) => {
    const [, name] = /^chunk-(.+)-[A-Z0-9]{5}\.js$/.exec(chunk) ?? [];
    const map = join(installed, 'dist', `${chunk}.map`);
    const sources = existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : [];
    const isOf = (source) =>
      source.split(/[/.]/).some((part) => part.replace(/^glass-/, '') === name.split('.')[0]);
    // What has no code only stands for an import.
    return name === undefined || (sources.length > 0 && !sources.some(isOf));
  });
  assert.deepEqual(lacking, []);
});
