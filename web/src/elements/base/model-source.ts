/** Where the models that elements show came from. */
import type { ForwardOptions, Model, ModelFiles } from '../../index.ts';
import { parentOf } from './node-kinds.ts';

export interface ModelOrigin {
  /** A shipped model's name, or the address of a folder. */
  readonly src?: string;
  /** What the folder is called that its files came from: empty where it has no name. Of files that nobody has there is none. */
  readonly folder?: string;
  /** Its files, as they are now; without it they are fetched from `src`. */
  readonly files?: () => Promise<ModelFiles>;
}

const origins = new WeakMap<object, ModelOrigin>();

/** Says where a model came from: with that its figures can be kept as a page, and their tag can name it. */
export const loadedFrom = (model: Model, origin: ModelOrigin): void =>
  void origins.set(model, origin);

/** Empty: a script has given the model. */
export const originOf = (model: object): ModelOrigin => origins.get(model) ?? {};

/** A shipped model's name, or the address of a folder; null: it has none. */
export const sourceOf = (model: object): string | null => originOf(model).src ?? null;

interface Named {
  readonly modelName?: unknown;
  readonly options?: ForwardOptions;
}

/** The options of every run that the element shows: those of the nearest `<glass-model>`, unless it names a model itself. */
export function runOptions(element: Element): ForwardOptions {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const { modelName, options } = at as Named;
    if (modelName && at.localName.startsWith('glass-')) return {};
    if (at.localName === 'glass-model') return options ?? {};
  }
  return {};
}
