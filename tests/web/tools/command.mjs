/** The package's command, as it was built. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dist } from './temporary.mjs';

export const cli = join(dist, 'cli.js');

/** Runs it to its end. `sentence` is the first line of what it says went wrong. */
export function glassformer(args, options = {}) {
  return started(process.execPath, [cli, ...args], options);
}

/** The same where no file may be larger, as on a disk that is full in the middle of writing. */
export function glassformerWithin(kilobytes, args) {
  // The shell counts in blocks of 512 bytes.
  const limited = `ulimit -f ${kilobytes * 2}; exec "$@"`;
  return started('sh', ['-c', limited, 'sh', process.execPath, cli, ...args]);
}

function started(program, args, options = {}) {
  const timeout = 60_000;
  const all = { encoding: 'utf8', timeout, ...options };
  const { status, signal, stdout, stderr } = spawnSync(program, args, all);
  return { status, signal, stdout, stderr, sentence: stderr.split('\n')[0] };
}
