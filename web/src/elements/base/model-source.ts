/** Where the model that an element shows was loaded from. */
import type { ForwardOptions } from '../../index.ts';
import { parentOf } from './locale.ts';

export interface ModelSource {
  /** A shipped model's name, or the address of a folder. */
  readonly src: string;
  /** Of every run of a `<glass-model>`. */
  readonly options: ForwardOptions;
}

interface Named {
  readonly modelName?: unknown;
  readonly src?: unknown;
  readonly options?: ForwardOptions;
}

/** Of the element itself, else of the nearest element around it that names a model; null: none does. */
export function modelSource(element: Element): ModelSource | null {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    if (!at.localName.startsWith('glass-')) continue;
    const { modelName, src, options = {} } = at as Named;
    const own = textOf(modelName) || at.getAttribute('model');
    if (own) return { src: own, options: {} };
    if (at.localName !== 'glass-model') continue;
    const given = textOf(src) || at.getAttribute('src');
    // A model that a script has given hides those further out.
    return given ? { src: given, options } : null;
  }
  return null;
}

/** Of an element that is not defined yet there are only the attributes. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
