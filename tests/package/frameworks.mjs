// The tags in the templates of frameworks, and in the DOM: right uses compile, wrong ones do not.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installTools } from '../hosts/install.mjs';
import { compile, folder, installed } from './packed.mjs';

const sources = 'tests/package/frameworks';
/** What only one of those has whose templates are JSX; the same file of tags is compiled with each. */
const kOfJsx = ['react.tsx', 'preact.tsx'];

test('the declarations of each entry need no other one', () => {
  const entries = readdirSync(join(installed, 'dist/elements'))
    .filter((name) => name.endsWith('.d.ts') && !name.endsWith('.element.d.ts'))
    .map((name) => `elements/${name.replace('.d.ts', '')}`);
  assert.ok(entries.length > 30);
  // Each alone: what one entry declares for all would hide that another one lacks it.
  for (const entry of ['elements/glass-attention', 'elements/glass-tokens', 'elements/functions']) {
    assert.ok(entries.includes(entry));
    writeFileSync(join(folder, 'alone.ts'), `import 'glassformer/${entry}';\n`);
    const options = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
    assert.equal(compile(folder, ['alone.ts'], ...options), '', entry);
  }
});

test('React, Preact, Vue, Svelte and the DOM know the tags, their attributes, properties and events', async () => {
  const tools = await installTools(sources, 'frameworks');
  // Inside the tools' folder, so that the package finds the frameworks as it does in an app.
  const app = join(tools, 'app');
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app);
  cpSync(installed, join(app, 'node_modules/glassformer'), { recursive: true });
  const files = readdirSync(sources).filter((name) => /\.tsx?$/.test(name));
  assert.ok(files.length >= 6);
  const others = files.filter((name) => !kOfJsx.includes(name));
  for (const file of others) cpSync(join(sources, file), join(app, file));
  // The declarations of the package are checked by other tests, and those of the frameworks are theirs.
  const options = ['--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck'];
  for (const framework of kOfJsx) {
    const source = framework.replace('.tsx', '');
    cpSync(join(sources, framework), join(app, 'of-framework.tsx'));
    const jsx = ['--jsx', 'react-jsx', '--jsxImportSource', source];
    assert.equal(compile(app, [...others, 'of-framework.tsx'], ...options, ...jsx), '', source);
  }
});
