import type { EngineSource } from '../shared/engine.ts';
import type { Dtype, LoadProgress, ModelSource, WeightNames } from '../shared/model-types.ts';
import { unlessAborted } from './abort.ts';
import { abortSignal, callback, checkFields, oneOf, type Rules, tableOf, text } from './check.ts';
import { type EngineClient, engineRule, sharedEngine } from './client.ts';
import { Model } from './model.ts';
import type { Place } from './residence.ts';
import { resolveSource } from './source.ts';

export interface LoadOptions {
  /**
   * How the engine keeps the matrices ('fp32'). Each is converted as its tensor comes: with 'fp16' to floats of 16 bits,
   * which take half of the memory and are used as floats of 32 bits; with 'int8' to integers with a scale for each output,
   * which take a quarter, and each row that is multiplied is taken as integers, too, with a scale of its own (dynamic
   * quantisation). Weights and activations are read as floats in each.
   */
  readonly dtype?: Dtype;
  /**
   * Names of the file's tensors, where they follow none of the schemes that the engine knows, and the engine's name for each;
   * config.json's `weight_names` where nothing is given. A name that no tensor has is refused.
   */
  readonly names?: WeightNames;
  /**
   * Called with the bytes of model.safetensors loaded so far. What it throws (or its promise is rejected with) rejects the
   * load, and what was loaded is freed.
   */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Aborting it rejects with the signal's reason and frees what was loaded. */
  readonly signal?: AbortSignal;
  /** An engine of one's own (createEngine) instead of the shared one. */
  readonly engine?: EngineClient;
}

const loadRules: Rules<LoadOptions> = {
  dtype: oneOf('fp32', 'fp16', 'int8'),
  names: tableOf(text),
  onProgress: callback,
  signal: abortSignal,
  engine: engineRule,
};

let lastTicket = 0;

/**
 * Loads a model: a shipped one by name ('aab'), any other by the URL of its folder (relative to the page) or by its
 * files in memory. The folder holds config.json, model.safetensors and the tokenizer (tokenizer.json, vocab.json with or
 * without merges.txt, or vocab.txt; an encoder–decoder may have a second one, `source_tokenizer.json` and so on).
 *
 * @throws GlassformerError: `Network` (cannot be fetched), `InvalidFile` (not what it should be), `OutOfMemory`,
 * `Unsupported` (no WebAssembly SIMD), `InvalidArgument` (an option).
 */
export async function loadModel(source: ModelSource, options: LoadOptions = {}): Promise<Model> {
  const given = checkFields('loadModel', options, loadRules);
  const { dtype = 'fp32', names, onProgress, signal, engine = sharedEngine() } = given;
  signal?.throwIfAborted();
  const wanted = await resolveSource(source, Object.keys(loadRules));
  const connection = await engine.connect();
  const ticket = ++lastTicket;
  const reopen = async (): Promise<Place> => {
    const next = await engine.connect();
    const { handle } = await next.engine.loadModel(wanted, ++lastTicket, dtype, names);
    return { connection: next, handle };
  };

  const load: { givenUpFor?: { readonly reason: unknown }; isOver?: boolean } = {};
  const giveUp = (reason: unknown) => {
    load.givenUpFor ??= { reason };
    void connection.engine.cancel(ticket).catch(() => {});
  };
  const report = (progress: LoadProgress) => {
    // Progress and the result arrive over different channels, in any order.
    if (load.givenUpFor || load.isOver) return;
    try {
      // An async `onProgress` is not awaited; its rejection ends the load.
      Promise.resolve<unknown>(onProgress!(progress)).catch(giveUp);
    } catch (error) {
      giveUp(error);
    }
  };
  const loaded = async () => {
    try {
      const told = onProgress && report;
      const { handle, info } = await connection.engine.loadModel(
        wanted,
        ticket,
        dtype,
        names,
        told,
      );
      // A model from files in memory is not opened again: the caller may no longer have them.
      const again = isInMemory(wanted) ? null : reopen;
      if (!load.givenUpFor) return new Model({ connection, handle }, info, again);
      await connection.engine.closeModel(handle); // loaded before the engine knew
    } catch (error) {
      if (!load.givenUpFor) throw error;
    } finally {
      load.isOver = true;
    }
    throw load.givenUpFor.reason;
  };
  if (!signal) return await loaded();

  const abort = () => giveUp(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await unlessAborted(signal, loaded);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const isInMemory = (source: EngineSource) => typeof source === 'object' && 'weights' in source;
