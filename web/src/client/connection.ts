/** Where the engine runs: in a worker of the page, or, where there is no page (Node, a worker of yours), right here. */
import { proxy, wrap } from 'comlink';
import type { Answer, Answering } from '../shared/answer.ts';
import type { Engine } from '../shared/engine.ts';
import { fromRecord, GlassformerError } from '../shared/error.ts';

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
    return (...args: unknown[]) => ask(method as keyof Engine, args);
  };
  return new Proxy({}, { get }) as Engine;
}

/** `onFailure` is called once, when nothing more can be asked of this connection. */
export function connect(onFailure: () => void): Promise<Connection> {
  const inPage = typeof Worker === 'function' && typeof document === 'object';
  return inPage ? Promise.resolve(connectWorker(onFailure)) : connectHere(onFailure);
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

function connectWorker(onFailure: () => void): Connection {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    type: 'module',
    name: 'glassformer',
  });
  const remote = wrap<Answering>(worker);
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
    fail(
      new GlassformerError(
        'Internal',
        event.message
          ? `the engine's worker failed: ${event.message}`
          : `the engine's worker could not be started`,
        { details: { kind: event.message ? 'workerFailed' : 'workerNotStarted' } },
      ),
    );
  });

  const ask: Ask = async (method, args) => {
    if (failure) throw stopped(failure);
    const passed = args.map((arg) => (typeof arg === 'function' ? proxy(arg) : arg));
    const answer = await new Promise<Answer>((resolve, reject) => {
      waiting.add(reject);
      remote
        .answer(method, ...passed)
        .then(resolve, reject)
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

async function connectHere(onFailure: () => void): Promise<Connection> {
  const { WasmEngine } = await import('../worker/engine.ts');
  const engine = new WasmEngine();
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
