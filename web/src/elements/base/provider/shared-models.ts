/** Models that several elements of a page use: loaded once, closed when the last user releases it. */
import type { Model } from '../../../index.ts';
import type { Dtype, LoadProgress } from '../../../shared/model-types.ts';
import { secondsLeft } from '../../../shared/time-left.ts';
import { loadEngine } from '../../../client/engine.ts';
import type { Loading } from '../figure-context.ts';
import { loadedFrom } from '../model-source.ts';

/** An element that uses a model. */
export interface Sharer {
  progressed(progress: Loading): void;
  /** Another sharer of the same model loads the model again, in place of one that has failed or stopped. */
  renewed(): void;
}

interface SharedModel {
  readonly model: Promise<Model>;
  /** Once it is loaded. */
  loaded: Model | null;
  /** Ends its download. */
  giveUp(): void;
  users: number;
}

/** Which model, and how the engine keeps its matrices. */
export interface Wanted {
  readonly src: string;
  readonly dtype: Dtype;
}

/** By `keyOf` what is wanted. */
const models = new Map<string, SharedModel>();
const sharers = new Map<string, Set<Sharer>>();

/** A share in a loaded (or loading) model; `release` gives it back. */
export interface Share {
  readonly model: Promise<Model>;
  release(): void;
}

/** A model that has failed, or whose engine has stopped, is loaded again for the first element that asks; the others are notified. */
export function shareModel(wanted: Wanted, sharer: Sharer): Share {
  const key = keyOf(wanted);
  const known = models.get(key);
  const isThere = known !== undefined && !known.loaded?.closed;
  const shared = isThere ? known : startLoading(wanted);
  const all = sharers.get(key) ?? new Set();
  sharers.set(key, all);
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
      if (--shared.users === 0) forget(key, shared);
    },
  };
}

const keyOf = ({ src, dtype }: Wanted) => `${dtype} ${src}`;

function startLoading(wanted: Wanted): SharedModel {
  const { src, dtype } = wanted;
  const key = keyOf(wanted);
  let begun: { readonly at: number; readonly loaded: number } | null = null;
  const onProgress = ({ loaded, total }: LoadProgress) => {
    begun ??= { at: performance.now(), loaded };
    const left = secondsLeft({ loaded, total }, begun.loaded, performance.now() - begun.at);
    const progress = { loaded, total, secondsLeft: left };
    sharers.get(key)?.forEach((each) => each.progressed(progress));
  };
  const load = new AbortController();
  const { signal } = load;
  const model = loadEngine().then(({ loadModel }) => loadModel(src, { dtype, onProgress, signal }));
  const shared: SharedModel = { model, loaded: null, giveUp: () => load.abort(), users: 0 };
  models.set(key, shared);
  model.then(
    (loaded) => {
      shared.loaded = loaded;
      loadedFrom(loaded, { src });
    },
    // The next element that asks loads it again.
    () => models.get(key) === shared && models.delete(key),
  );
  return shared;
}

function forget(key: string, shared: SharedModel): void {
  if (models.get(key) === shared) models.delete(key);
  shared.giveUp();
  shared.model.then(
    (model) => model.close(),
    () => undefined,
  );
}
