/** Fetches a model's folder, in a worker of its own: to give up ends the worker and with it all that it fetches. */
import type { FileTold } from 'glassformer/elements/fetching';
import type { OwnFiles } from './own-files.ts';
import { nameOfAddress } from './folder-address.ts';
import { type OwnProblem, OwnTrouble } from './trouble.ts';

export interface Progress {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** What has come of a model's weights: the small files are fetched again. */
export interface Begun {
  /** Of the folder. */
  readonly address: string;
  readonly weights: Blob;
  readonly told: FileTold;
  readonly total: number | undefined;
}

/** What the worker is told first; whatever it is told then stops it. */
export interface Start {
  readonly address: string;
  readonly begun: Begun | null;
}

/** What the worker tells. */
export type Told =
  | ({ readonly kind: 'progress' } & Progress)
  /** The server does not go on with what there is. */
  | { readonly kind: 'anew' }
  | ({ readonly kind: 'came'; readonly files: readonly (readonly [string, Blob])[] } & Left)
  | ({ readonly kind: 'failed'; readonly problem: OwnProblem } & Left)
  | ({ readonly kind: 'stopped' } & Left);

interface Left {
  readonly left: Begun | null;
}

interface Listening {
  /** What came of it before. */
  readonly begun: Begun | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onAnew: () => void;
  /** What has come of one that did not come whole, or was given up before its model stood open. */
  readonly onLeft: (left: Begun) => void;
}

export function download(
  folder: URL,
  { begun, signal, onProgress, onAnew, onLeft }: Listening,
): Promise<OwnFiles> {
  const worker = new Worker(new URL('./download.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OwnFiles>((done, fail) => {
    const end = (left: Begun | null): void => {
      worker.terminate();
      if (left !== null) onLeft(left);
    };
    const stop = () => {
      worker.postMessage(null);
      fail(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.onerror = () => {
      end(null);
      fail(new OwnTrouble({ kind: 'unreachable', host: folder.host }));
    };
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'stopped') end(data.left);
      else if (signal.aborted) return;
      else if (data.kind === 'progress') onProgress(data);
      else if (data.kind === 'anew') onAnew();
      else {
        signal.removeEventListener('abort', stop);
        if (data.kind === 'failed') {
          end(data.left);
          fail(new OwnTrouble(data.problem));
          return;
        }
        end(null);
        const { left, files } = data;
        signal.addEventListener('abort', () => left && onLeft(left), { once: true });
        done({ name: nameOfAddress(folder), address: folder.href, files: new Map(files) });
      }
    };
    worker.postMessage({ address: folder.href, begun } satisfies Start);
  });
}
