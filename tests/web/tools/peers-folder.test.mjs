// What is served to the measured page, and what of it counts as the engine.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wireSizes } from '../../../tools/bench/peers/wire.mjs';
import { serve } from '../../../tools/lib/static_server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'glassformer-peers-'));
const files = {
  'index.js': 'import{a}from"./chunk-A.js";import("./later.js");',
  'chunk-A.js': 'export{b as a}from"./chunk-B.js";',
  'chunk-B.js': 'export const b=1;',
  'later.js': 'export const large="'.padEnd(1000, 'later'),
  'worker.js': 'self.onmessage=()=>{};',
  'glassformer-relaxed.wasm': '\0asm',
};

beforeAll(() => {
  mkdirSync(join(folder, 'glassformer'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, 'glassformer', name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an engine on the wire is its files and what they import at once, each counted once', () => {
  const counted = Object.keys(files).filter((name) => name !== 'later.js');
  const sizes = counted.map((name) => brotliCompressSync(files[name]).length);
  const { glassformer } = wireSizes(folder, ['glassformer']);
  expect(glassformer).toBe(sizes.reduce((a, b) => a + b));
});

test('the server sends the headers that isolate a page, and its own as well', async () => {
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' };
  const { address, close } = await serve(folder, { headers });
  try {
    const response = await fetch(`${address}glassformer/worker.js`);
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  } finally {
    close();
  }
});
