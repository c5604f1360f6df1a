// The tags in the templates of frameworks, and in the DOM: right uses compile, wrong ones do not.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installTools } from '../hosts/install.mjs';
import { compile, installed } from './packed.mjs';

const sources = 'tests/package/frameworks';

test('React, Preact, Vue, Svelte and the DOM know the tags, their attributes, properties and events', async () => {
  const tools = await installTools(sources, 'frameworks');
  // Inside the tools' folder, so that the package finds the frameworks as it does in an app.
  const app = join(tools, 'app');
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app);
  cpSync(installed, join(app, 'node_modules/glassformer'), { recursive: true });
  const files = readdirSync(sources).filter((name) => /\.tsx?$/.test(name));
  for (const file of files) cpSync(join(sources, file), join(app, file));
  assert.ok(files.length >= 5);
  // The declarations of the package are checked by other tests, and those of the frameworks are theirs.
  const options = ['--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'react-jsx'];
  assert.equal(compile(app, files, ...options, '--skipLibCheck'), '');
});
