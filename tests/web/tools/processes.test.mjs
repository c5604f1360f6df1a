// Programs that are started, and that leave nothing behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../../tools/lib/shell.mjs';

const shell = new URL('../../../tools/lib/shell.mjs', import.meta.url).href;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const gone = (pid) => expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);

test('a program that takes too long is ended with all it has started, and it is said', async () => {
  const { status, output } = await run('sh', ['-c', 'sleep 1000 & echo $!; wait'], {
    quiet: true,
    check: false,
    minutes: 0.005,
  });
  expect(status).toBe(1);
  const [child, ...rest] = output.split('\n');
  expect(rest.join('\n')).toBe('\nsh did not end within 0.005 minutes and was stopped\n');
  await gone(Number(child));
});

test('what a failed program has left behind is ended', async () => {
  const { status, output } = await run('sh', ['-c', 'sleep 1000 & echo $!; exit 3'], {
    quiet: true,
    check: false,
  });
  expect(status).toBe(3);
  await gone(Number(output));
});

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  test(`${signal} ends every program that is running, and nothing new begins`, async () => {
    const body = `
      import { run } from ${JSON.stringify(shell)};
      const script = 'sleep 1000 & echo $! > "$REPORT"; wait';
      await run('sh', ['-c', script], { quiet: true, check: false });
      console.log('went on');`;
    const folder = mkdtempSync(join(tmpdir(), 'glassformer-processes-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const report = join(folder, 'pid');
    const parent = spawn(process.execPath, ['--input-type=module', '-e', body], {
      env: { ...process.env, REPORT: report },
    });
    let text = '';
    parent.stdout.setEncoding('utf8').on('data', (more) => (text += more));
    const child = () => (existsSync(report) ? readFileSync(report, 'utf8') : '');
    await expect.poll(child, { timeout: 20_000 }).toMatch(/^\d+\n$/);
    parent.kill(signal);
    const [code] = await once(parent, 'exit');
    expect(code).toBe(status);
    expect(text).toBe('');
    await gone(Number(child()));
  });
}
