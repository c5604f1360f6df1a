/** Where the models that elements show were loaded from. */
import type { ForwardOptions, Model } from '../../index.ts';
import { parentOf } from './node-kinds.ts';

const sources = new WeakMap<object, string>();

/** An element has loaded the model of this name or address. */
export const loadedFrom = (model: Model, src: string): void => void sources.set(model, src);

/** A shipped model's name, or the address of a folder; null: a script has given the model. */
export const sourceOf = (model: object): string | null => sources.get(model) ?? null;

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
