// A slower processor: processes are stopped for a part of every few milliseconds. Chromium's own throttling
// (Emulation.setCPUThrottlingRate) slows the page's main thread alone, and engines run in workers.
import { Worker } from 'node:worker_threads';

/** Lets the processes run for one `factor`th of the time, until the function that is returned is called. */
export function slowDown(processes, factor) {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./duty-cycle.mjs', import.meta.url), {
    workerData: { processes, factor, state },
  });
  worker.unref();
  return () => {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    for (const id of processes) signal(id, 'SIGCONT');
  };
}

export function signal(id, name) {
  try {
    process.kill(id, name);
  } catch {
    // it has ended
  }
}
