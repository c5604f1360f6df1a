/** Models that several elements of a page use: loaded once, closed when the last user releases it. */
import type { Model } from '../../index.ts';
import type { LoadProgress } from '../../shared/model-types.ts';
import { loadEngine } from '../base/engine.ts';

/** An element that uses a model. */
export interface Sharer {
  progressed(progress: LoadProgress): void;
  /** Another sharer of the same `src` loads the model again, in place of one that has failed or stopped. */
  renewed(): void;
}

interface SharedModel {
  readonly model: Promise<Model>;
  /** Once it is loaded. */
  loaded: Model | null;
  users: number;
}

const models = new Map<string, SharedModel>();
const sharers = new Map<string, Set<Sharer>>();

/** A share in a loaded (or loading) model; `release` gives it back. */
export interface Share {
  readonly model: Promise<Model>;
  release(): void;
}

/** A model that has failed, or whose engine has stopped, is loaded again for the first who asks; the others are told. */
export function shareModel(src: string, sharer: Sharer): Share {
  const known = models.get(src);
  const isThere = known !== undefined && !known.loaded?.closed;
  const shared = isThere ? known : startLoading(src);
  const all = sharers.get(src) ?? new Set();
  sharers.set(src, all);
  const others = [...all];
  // One element may have two shares while it changes from one to the other.
  const member = { ...sharer };
  all.add(member);
  shared.users += 1;
  if (!isThere) for (const each of others) each.renewed();
  let isReleased = false;
  return {
    model: shared.model,
    release() {
      if (isReleased) return;
      isReleased = true;
      all.delete(member);
      if (--shared.users === 0) forget(src, shared);
    },
  };
}

function startLoading(src: string): SharedModel {
  const onProgress = (progress: LoadProgress) =>
    sharers.get(src)?.forEach((each) => each.progressed(progress));
  const model = loadEngine().then(({ loadModel }) => loadModel(src, { onProgress }));
  const shared: SharedModel = { model, loaded: null, users: 0 };
  models.set(src, shared);
  model.then(
    (loaded) => (shared.loaded = loaded),
    // The next element that asks loads it again.
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
