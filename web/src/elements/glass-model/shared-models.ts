/** Models that several figures of a page use: loaded once, closed when the last of them leaves. */
import type { Model } from '../../index.ts';
import type { LoadProgress } from '../../shared/types.ts';
import { loadEngine } from '../base/engine.ts';

type Listener = (progress: LoadProgress) => void;

interface SharedModel {
  readonly model: Promise<Model>;
  readonly listeners: Set<Listener>;
  /** Once it has come. */
  loaded: Model | null;
  users: number;
}

const models = new Map<string, SharedModel>();

/** A share in a loaded (or loading) model; `release` gives it back. */
export interface Share {
  readonly model: Promise<Model>;
  release(): void;
}

/** A model whose engine has stopped is loaded once more, for whoever asks first and all after. */
export function shareModel(src: string, onProgress: Listener): Share {
  const known = models.get(src);
  const shared = known === undefined || known.loaded?.closed ? startLoading(src) : known;
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
  const shared: SharedModel = { model, listeners, loaded: null, users: 0 };
  models.set(src, shared);
  model.then(
    (loaded) => (shared.loaded = loaded),
    // The next figure tries anew.
    () => models.get(src) === shared && models.delete(src),
  );
  return shared;
}

function forget(src: string, shared: SharedModel): void {
  if (models.get(src) === shared) models.delete(src);
  shared.model.then(
    (model) => model.close(),
    () => undefined,
  );
}
