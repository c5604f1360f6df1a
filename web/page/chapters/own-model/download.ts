/** Fetches a model's folder, in a worker of its own: to give up ends the worker and with it all that it fetches. */
import type { OwnFiles } from './own-files.ts';
import { nameOfAddress } from './folder-address.ts';
import { type OwnProblem, OwnTrouble } from './trouble.ts';

export interface Progress {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** What the worker tells. */
export type Told =
  | ({ readonly kind: 'progress' } & Progress)
  | { readonly kind: 'came'; readonly files: readonly (readonly [string, Blob])[] }
  | { readonly kind: 'failed'; readonly problem: OwnProblem };

export function download(
  folder: URL,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<OwnFiles> {
  const worker = new Worker(new URL('./download.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OwnFiles>((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    worker.onerror = () => fail(new OwnTrouble({ kind: 'unreachable', host: folder.host }));
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'progress') onProgress(data);
      else if (data.kind === 'came')
        done({
          name: nameOfAddress(folder),
          address: folder.href,
          files: new Map(data.files),
        });
      else fail(new OwnTrouble(data.problem));
    };
    worker.postMessage(folder.href);
  }).finally(() => worker.terminate());
}
