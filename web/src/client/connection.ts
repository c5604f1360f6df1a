/**
 * Runs the engine in a worker of the page, or in this thread where there is no page (Node, a worker of yours) or its
 * policy allows no worker.
 */
import { proxy } from 'comlink';
import type { Answer, LostMessage } from '../shared/answer.ts';
import type { Engine, Modules } from '../shared/engine.ts';
import { fromRecord, GlassformerError } from '../shared/error.ts';
import { reasonOf } from '../shared/printable.ts';
import { locateAssets } from './assets.ts';
import { page } from './page.ts';
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
    if (method === 'then') return undefined; // A proxy with a `then` would be taken for a promise.
    return (...args: unknown[]) => ask(method as keyof Engine, args);
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

/** The event does not say which message could not be read, so every call that waits is rejected. */
const unreadable = (by: 'worker' | 'page') =>
  new GlassformerError(
    'Internal',
    `a message between the page and the engine's worker could not be read by the ${by}`,
  );

/** Arguments were checked before; what cannot be sent to a worker all the same is refused here, before the message is posted. */
function unsent(method: string, cause: unknown): unknown {
  const isOfSending = (cause as Error | undefined)?.name === 'DataCloneError';
  return isOfSending || cause instanceof RangeError
    ? new GlassformerError(
        'InvalidArgument',
        `${method}: this cannot be sent to the engine's worker: ${reasonOf(cause)}`,
        { cause },
      )
    : cause;
}

function connectWorker({ worker, remote }: StartedWorker, onFailure: () => void): Connection {
  const waiting = new Set<(error: Error) => void>();
  let failure: Error | undefined;

  const rejectAll = (error: Error) => {
    for (const reject of waiting) reject(error);
    waiting.clear();
  };
  const fail = (error: Error) => {
    if (failure) return;
    failure = error;
    worker.terminate();
    rejectAll(error);
    onFailure();
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(workerFailed(event));
  });
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<LostMessage> | null>) => {
    if (data === null) rejectAll(unreadable('page'));
    else if (data.lost) rejectAll(unreadable('worker'));
  });
  worker.addEventListener('messageerror', () => rejectAll(unreadable('page')));

  const ask: Ask = async (method, args) => {
    if (failure) throw stopped(failure);
    const passed = args.map((arg) => (typeof arg === 'function' ? proxy(arg) : arg));
    const answer = await new Promise<Answer>((resolve, reject) => {
      waiting.add(reject);
      remote
        .answer(method, ...passed)
        .then(resolve, (error) => reject(unsent(method, error)))
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
