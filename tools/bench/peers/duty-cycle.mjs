// The thread that stops and continues processes: a timer of the main thread would wait for whatever that does.
import { parentPort, workerData } from 'node:worker_threads';
import { states } from './slow.mjs';

const running = 2; // ms at a stretch
const { processes, factor, state } = workerData;

parentPort.postMessage('ready');
while (Atomics.load(state, 0) !== states.ended) {
  Atomics.wait(state, 0, states.fast);
  const start = performance.now();
  if (isOver(running)) continue;
  signalAll('SIGSTOP');
  // For as long as it has really run, so that a late timer changes nothing.
  isOver((factor - 1) * (performance.now() - start));
  signalAll('SIGCONT');
}

/** Whether it shall be slow no more, before so many milliseconds are over. */
function isOver(ms) {
  return Atomics.wait(state, 0, states.slow, ms) !== 'timed-out';
}

function signalAll(name) {
  for (const id of processes) {
    try {
      process.kill(id, name);
    } catch {
      // it has ended
    }
  }
}
