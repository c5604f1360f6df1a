/** How the engine's worker is started, with a worker that the test answers for. */
import { afterEach, expect, test, vi } from 'vitest';
import { startWorker } from '../../../web/src/client/worker.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Answers each call that comlink sends with an error. */
class RefusingWorker extends EventTarget {
  static readonly ended: RefusingWorker[] = [];
  postMessage({ id }: { readonly id: string }): void {
    const thrown = { isError: true, value: { message: 'no', name: 'Error', stack: '' } };
    const data = { id, type: 'HANDLER', name: 'throw', value: thrown };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate(): void {
    RefusingWorker.ended.push(this);
  }
}

test('a worker that refuses to open is ended, and the error says so', async () => {
  vi.stubGlobal('Worker', RefusingWorker);
  vi.stubGlobal('self', { origin: 'https://example.org' });
  const assets = { worker: new URL('https://example.org/worker.js'), modules: {} };
  await expect(startWorker(assets as never)).rejects.toMatchObject({
    code: 'Internal',
    message: "the engine's worker failed: no",
  });
  expect(RefusingWorker.ended.length).toBe(1);
});
