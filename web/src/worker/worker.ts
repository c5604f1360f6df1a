/** The worker's entry: answers the page's calls, with errors whole and arrays handed over instead of copied. */
import { expose, transfer } from 'comlink';
import type { Answer, Answering, LostMessage } from '../shared/answer.ts';
import type { Engine, Modules } from '../shared/engine.ts';
import { toRecord } from '../shared/error.ts';
import { WasmEngine } from './engine.ts';
import { isThread, serveOnMessage } from './threads.ts';

let engine: WasmEngine;

const answering: Answering = {
  open(modules: Modules): void {
    engine = new WasmEngine(modules, self.location.href);
  },
  async answer(method: keyof Engine, ...args: unknown[]): Promise<Answer> {
    try {
      const value = await engine.ask(method, args);
      return transfer({ value }, buffersIn(value));
    } catch (error) {
      return { error: toRecord(error), fatal: engine.failure !== undefined };
    }
  },
};

function buffersIn(value: unknown, found: ArrayBuffer[] = []): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) found.push(value.buffer as ArrayBuffer);
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) buffersIn(inner, found);
  }
  return found;
}

function listen(): void {
  expose(answering);
  const tellLost = () => self.postMessage({ lost: true } satisfies LostMessage);
  self.addEventListener('messageerror', tellLost);
  // Chromium reads a message when its data are asked for, and where they cannot be read gives null.
  self.addEventListener('message', (event) => {
    if ((event as MessageEvent<unknown>).data === null) tellLost();
  });
}

if (isThread()) serveOnMessage();
else listen();
