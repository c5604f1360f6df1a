/** Fetches a model’s folder, in a worker of its own. */
import type { Begun, Progress, Start, Told } from './downloading.ts';
import type { OwnFiles } from './own-files.ts';
import { nameOfAddress } from './folder-address.ts';
import { OwnTrouble } from './trouble.ts';

interface Listening {
  /** What came of it before. */
  readonly begun: Begun | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onAnew: () => void;
  /** What has come so far, every few seconds. */
  readonly onStep: (come: Begun) => void;
  /** What has come of one that did not come whole, or was given up before its model stood open. */
  readonly onLeft: (left: Begun) => void;
}

export function download(
  folder: URL,
  { begun, signal, onProgress, onAnew, onStep, onLeft }: Listening,
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
      else if (data.kind === 'step') onStep(data.come);
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
