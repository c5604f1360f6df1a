/**
 * Runs the engine in a worker of the page, or in this thread where there is no page (Node, a worker of yours) or its
 * policy allows no worker.
 */
import { proxy } from 'comlink';
import type { Answer } from '../shared/answer.ts';
import type { Engine, Modules } from '../shared/engine.ts';
import { fromRecord, GlassformerError } from '../shared/error.ts';
import { locateAssets } from './assets.ts';
import { page } from './page.ts';
import { toPlain } from './plain.ts';
import { startWorker, workerFailed, type StartedWorker } from './worker.ts';

export interface Connection {
  readonly engine: Engine;
  /** Nothing more can be asked of it. */
  readonly failed: boolean;
  close(): void;
}

type Ask = (method: keyof Engine, args: unknown[]) => Promise<unknown>;

function engineThatAsks(ask: Ask): Engine {
  const get = (_target: object, method: string) => {
    if (method === 'then') return undefined; // or a promise would take it for another promise
    return async (...args: unknown[]) =>
      ask(
        method as keyof Engine,
        args.map((arg) => toPlain(arg, `${method}: an argument`)),
      );
  };
  return new Proxy({}, { get }) as Engine;
}

/** `onFailure` is called once, when nothing more can be asked of this connection. */
export async function connect(onFailure: () => void): Promise<Connection> {
  const assets = await locateAssets();
  const started = page && typeof Worker === 'function' ? await startWorker(assets) : undefined;
  return started ? connectWorker(started, onFailure) : connectHere(assets.modules, onFailure);
}

function stopped(cause: Error): GlassformerError {
  return new GlassformerError(
    'Closed',
    `the engine has stopped (${cause.message}); load the model again`,
    { cause, details: { kind: 'stopped' } },
  );
}

function closed(): GlassformerError {
  return new GlassformerError('Closed', 'it was closed', { details: { kind: 'closed' } });
}

/** What a worker cannot be sent (an element, a buffer that was given away) is the caller's mistake. */
function sendingFailed(method: string, error: unknown): Error {
  if (!(error instanceof DOMException && error.name === 'DataCloneError')) return error as Error;
  return new GlassformerError(
    'InvalidArgument',
    `${method}: an argument holds what cannot be sent to the engine`,
    { cause: error },
  );
}

function connectWorker({ worker, remote }: StartedWorker, onFailure: () => void): Connection {
  const waiting = new Set<(error: Error) => void>();
  let failure: Error | undefined;

  const fail = (error: Error) => {
    if (failure) return;
    failure = error;
    worker.terminate();
    for (const reject of waiting) reject(error);
    waiting.clear();
    onFailure();
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(workerFailed(event));
  });
  worker.addEventListener('messageerror', () =>
    fail(new GlassformerError('Internal', 'an answer of the engine could not be read')),
  );

  const ask: Ask = async (method, args) => {
    if (failure) throw stopped(failure);
    const passed = args.map((arg) => (typeof arg === 'function' ? proxy(arg) : arg));
    const answer = await new Promise<Answer>((resolve, reject) => {
      waiting.add(reject);
      remote
        .answer(method, ...passed)
        .then(resolve, (error: unknown) => reject(sendingFailed(method, error)))
        .finally(() => waiting.delete(reject));
    });
    if ('value' in answer) return answer.value;
    const error = fromRecord(answer.error);
    if (answer.fatal) fail(error);
    throw error;
  };
  return {
    engine: engineThatAsks(ask),
    get failed() {
      return failure !== undefined;
    },
    close: () => fail(closed()),
  };
}

async function connectHere(modules: Modules, onFailure: () => void): Promise<Connection> {
  const { WasmEngine } = await import('../worker/engine.ts');
  const engine = new WasmEngine(modules);
  let failure: Error | undefined;

  const fail = (error: Error) => {
    if (failure) return;
    failure = error;
    onFailure();
  };
  const ask: Ask = async (method, args) => {
    if (failure) throw stopped(failure);
    try {
      return await engine.ask(method, args);
    } catch (error) {
      if (engine.failure) fail(engine.failure);
      throw error;
    }
  };
  return {
    engine: engineThatAsks(ask),
    get failed() {
      return failure !== undefined;
    },
    close: () => fail(closed()),
  };
}
