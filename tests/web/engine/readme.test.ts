import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';

const project = new URL('../../../', import.meta.url);
const built = new URL('dist/index.js', project).href;

const examples = ['README.md', 'docs/javascript.md'].flatMap((file) => {
  const text = readFileSync(new URL(file, project), 'utf8');
  const blocks = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!);
  return blocks.map((code, i) => ({ name: `${file}, example ${i + 1}`, code }));
});

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(4);
});

test.each(examples)('$name runs', async ({ code }) => {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const path = join(folder, 'example.mjs');
  writeFileSync(path, code.replaceAll(`'glassformer'`, JSON.stringify(built)));
  await import(/* @vite-ignore */ pathToFileURL(path).href);
});
