/**
 * Threads of the engine's worker, where the page is cross-origin isolated: further workers of the same script, each with an
 * instance of the module on the same memory. They join when they are ready, and without them the engine computes alone.
 */
import { threads as names } from '../../../build/wasm/names.js';

/** What the bindings of threads.cpp have beside those of every module. */
export interface ThreadedModule {
  threadCount(): number;
  threadStack(): number;
}

interface Task {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly stack: number;
}

const kName = 'glassformer-thread';
/** More would wait for the slowest: processors of phones and laptops have two to four fast cores. */
const kMaxThreads = 4;
/** Of 64 KiB, as the linker sets for a module whose memory begins with 16 MiB. */
const kFirstPages = 256;
const kMaxPages = 65_536;

/** @throws RangeError where so much cannot be set aside (a system of 32 bits). */
export const sharedMemory = (): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: kFirstPages, maximum: kMaxPages, shared: true });

/** Starts the other threads, each with that script. One that its host or a policy refuses does not come. */
export function startThreads(
  script: string,
  wasm: ThreadedModule,
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): void {
  const count = Math.min(kMaxThreads, navigator.hardwareConcurrency);
  for (let i = 1; i < count; ++i) {
    const stack = wasm.threadStack();
    if (stack === 0) return;
    try {
      const worker = new Worker(script, { name: kName });
      worker.addEventListener('error', (event) => event.preventDefault());
      worker.postMessage({ module, memory, stack } satisfies Task);
    } catch {
      return;
    }
  }
}

/** Whether this worker was started as a thread. */
export const isThread = (): boolean => self.name === kName;

export function serveOnMessage(): void {
  self.addEventListener('message', ({ data }: MessageEvent<Task>) => {
    const { module, memory, stack } = data;
    const get = (_: object, name: string) => (name === names.importedMemory ? memory : unexpected);
    const imports = { get: () => new Proxy({}, { get }) };
    const { exports } = new WebAssembly.Instance(module, new Proxy({}, imports));
    (exports[names.serve] as (stack: number) => never)(stack);
  });
}

/** A thread only computes. */
function unexpected(): never {
  throw new Error('a thread called JavaScript');
}
