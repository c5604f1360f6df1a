/** What a program prints that ends with an error of ours which nobody caught. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GlassformerError, loadModel } from 'glassformer';
import { expect, onTestFinished, test } from 'vitest';
import { refusal } from './helpers.ts';

const dist = new URL('../../../dist/', import.meta.url);

/** The lines of its standard error. */
function printedBy(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import { loadModel } from '${new URL('index.js', dist).href}';\n${source}`);
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr.replaceAll(pathToFileURL(folder).href, '').split('\n');
}

test('an uncaught error prints its sentence and the caller’s frames, none of the package', () => {
  const lines = printedBy(
    `async function mine() {\n  await loadModel('/nowhere');\n}\nawait mine();`,
  );
  const sentence = 'GlassformerError: there is no config.json at file:///nowhere/';
  const at = lines.indexOf(sentence);
  expect(lines.slice(at, at + 3)).toEqual([
    sentence,
    '    at async mine (/program.mjs:3:3)',
    '    at async /program.mjs:5:1',
  ]);
  expect(lines.join('\n')).not.toMatch(/dist|kind:|details|code:/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(100);
});

test('an unhandled rejection prints the same', () => {
  const lines = printedBy(`loadModel('aab').then((model) => model.forward([99]));`);
  expect(lines).toContain('GlassformerError: input[0] is 99; expected an id from 0 to 1');
  expect(lines.join('\n')).not.toMatch(/dist|kind:|details|code:/);
});

test('a caught error has its code, details and cause', async () => {
  const error = await refusal(loadModel('/nowhere'));
  expect(error).toBeInstanceOf(GlassformerError);
  expect([error.name, GlassformerError.name, error.code, error.details?.kind]).toEqual([
    'GlassformerError',
    'GlassformerError',
    'Network',
    'absent',
  ]);
  expect(Object.keys(error)).toEqual([]);
  expect(String(error)).toBe('GlassformerError: there is no config.json at file:///nowhere/');
});

test('an error of another limit of frames leaves it as it was', async () => {
  const before = Error.stackTraceLimit;
  await refusal(loadModel('/nowhere'));
  expect(Error.stackTraceLimit).toBe(before);
});
