/** Models that several figures of a page use: loaded once, closed when the last of them leaves. */
import type { Model } from '../../index.ts';
import type { Progress } from '../../shared/types.ts';
import { loadEngine } from '../base/engine.ts';

type Listener = (progress: Progress) => void;

interface SharedModel {
  readonly model: Promise<Model>;
  readonly listeners: Set<Listener>;
  users: number;
}

const models = new Map<string, SharedModel>();

/** A share in a loaded (or loading) model; `release` gives it back. */
export interface Share {
  readonly model: Promise<Model>;
  release(): void;
}

export function shareModel(src: string, onProgress: Listener): Share {
  const shared = models.get(src) ?? startLoading(src);
  shared.users += 1;
  shared.listeners.add(onProgress);
  let isReleased = false;
  return {
    model: shared.model,
    release() {
      if (isReleased) return;
      isReleased = true;
      shared.listeners.delete(onProgress);
      if (--shared.users === 0) forget(src, shared);
    },
  };
}

function startLoading(src: string): SharedModel {
  const listeners = new Set<Listener>();
  const model = loadEngine().then(({ loadModel }) =>
    loadModel(src, { onProgress: (progress) => listeners.forEach((tell) => tell(progress)) }),
  );
  const shared = { model, listeners, users: 0 };
  models.set(src, shared);
  // The next figure tries anew.
  model.catch(() => models.get(src) === shared && models.delete(src));
  return shared;
}

function forget(src: string, shared: SharedModel): void {
  if (models.get(src) === shared) models.delete(src);
  shared.model.then(
    (model) => model.close(),
    () => undefined,
  );
}
