/** A Python that has PyTorch imported already: to import it takes more than most of what the tests compute with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const file = (name: string) => fileURLToPath(new URL(`pytorch/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'glassformer-python-'));
const server = spawn('/usr/bin/python3', [file('forking.py'), join(folder, 'socket')]);
/** What it says first, be it the operating system's word that there is no such program. */
const said = await Promise.race([
  once(server.stdout, 'data').then(([word]) => String(word).trim()),
  once(server.stderr, 'data').then(String),
  once(server, 'close').catch(({ message }: Error) => message),
]);
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});

/** Whether there is one. */
export const hasTorch = said === 'listening';
if (!hasTorch && !/ENOENT|lacks PyTorch/.test(String(said))) throw new Error(String(said));
/** Is started as `python3` is, with a program and its arguments. */
export const python = join(folder, 'python');
symlinkSync(file('python'), python);
