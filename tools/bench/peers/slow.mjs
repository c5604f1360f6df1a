// A slower processor: processes are stopped for a part of every few milliseconds. Chromium's own throttling
// (Emulation.setCPUThrottlingRate) slows the page's main thread alone, and engines run in workers.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export const states = { slow: 0, fast: 1, ended: 2 };

/**
 * Lets the processes run for one `factor`th of the time, until `end()`; between `pause()` and `resume()` they run as they
 * do. Resolves once it is so.
 */
export async function slowDown(processes, factor) {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./duty-cycle.mjs', import.meta.url), {
    workerData: { processes, factor, state },
  });
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  const become = (name) => {
    Atomics.store(state, 0, states[name]);
    Atomics.notify(state, 0);
  };
  return {
    pause: () => become('fast'),
    resume: () => become('slow'),
    async end() {
      become('ended');
      await ended;
    },
  };
}
