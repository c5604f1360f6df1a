// The thread that stops and continues processes: a timer of the main thread would wait for whatever that does.
import { workerData } from 'node:worker_threads';
import { signal } from './slow.mjs';

const running = 2; // ms at a stretch
const { processes, factor, state } = workerData;

const isOver = (ms) => Atomics.wait(state, 0, 0, ms) !== 'timed-out';
const all = (name) => processes.forEach((id) => signal(id, name));

for (;;) {
  const start = performance.now();
  if (isOver(running)) break;
  all('SIGSTOP');
  // As long as it has really run, so that a late timer changes nothing.
  const over = isOver((factor - 1) * (performance.now() - start));
  all('SIGCONT');
  if (over) break;
}
