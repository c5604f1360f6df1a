// A processor that is made slower by stopping a process; read from Linux's account of it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { slowDown } from '../../../tools/bench/peers/slow.mjs';

let child;
afterEach(() => child?.kill('SIGKILL'));

/** Its state (R, S, T for stopped, …) and the milliseconds of processor time that it has had. */
function accountOf(id) {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  return { state: fields[0], ms: 10 * (Number(fields[11]) + Number(fields[12])) };
}

const wait = (ms) => new Promise((later) => setTimeout(later, ms));

test.runIf(process.platform === 'linux')(
  'a process has its share of the time, and all of it again afterwards',
  async () => {
    child = spawn(process.execPath, ['-e', 'console.log(); for (;;);']);
    await new Promise((begun) => child.stdout.once('data', begun));
    const slowed = await slowDown([child.pid], 5);
    const [before, start] = [accountOf(child.pid), performance.now()];
    await wait(1000);
    const share = (accountOf(child.pid).ms - before.ms) / (performance.now() - start);
    // A busy machine gives it less, never more.
    expect(share).toBeLessThan(0.35);
    await slowed.end();
    const after = Array.from({ length: 20 }, () => accountOf(child.pid).state);
    expect(after).not.toContain('T');
  },
);
