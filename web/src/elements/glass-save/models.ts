/** The models that figures bring: where a tag, or a page of one file, has them from. */
import type { Model, ModelFiles } from '../../index.ts';
import { originOf } from '../base/model-source.ts';
import { GlassElement } from '../base/glass-element.ts';
import { glassModelAround, isModel } from './properties.ts';

export interface Brought {
  /** A shipped model's name or the address of a folder; empty: none is known. */
  readonly src: string;
  /** Null where it has not been loaded. */
  readonly model: Model | null;
  /** Its files, where a script has given them. */
  readonly files?: () => Promise<ModelFiles>;
  /** `src`, where nothing lies there yet: the files are the reader's. */
  readonly folder?: string;
}

/** The folder that files without one are to be put into. */
const kFolder = 'my-model';

/** The model that an element brings; null where it brings none. One with a run alone does not need any. */
export function modelOf(element: Element): Brought | null {
  if (!(element instanceof GlassElement)) return null;
  if (!isModel(element)) {
    const { modelName: src, figure } = element;
    return src === '' ? null : { src, model: figure.state.model };
  }
  const { run, src, model } = element;
  if (src !== '') return { src, model };
  const { src: from = '', folder: name, files } = model === null ? {} : originOf(model);
  if (files === undefined) return run === null ? { src: from, model } : null;
  if (from !== '' || name === undefined) return { src: from, model, files };
  const folder = `./${inAddress(name || kFolder)}/`;
  return { src: folder, model, files, folder };
}

/** The models of a figure, of those inside it and of the `<glass-model>` around it. */
export function modelsIn(root: GlassElement): readonly Brought[] {
  const around = root.modelName === '' ? glassModelAround(root) : null;
  const all = [...(around ? [around] : []), root, ...root.querySelectorAll('*')];
  return all.flatMap((each) => modelOf(each) ?? []);
}

/** Whether the files of each are known, so that a page can hold them. */
export const areKnown = (models: readonly Brought[]): boolean =>
  models.every(({ src, model, files }) => src !== '' || files !== undefined || model === null);

/** Whether each of them has come. */
export const haveCome = (models: readonly Brought[]): boolean =>
  models.every(({ src, model }) => src === '' || model !== null);

/** Blanks and what has a meaning in an address; letters of every script stay. */
const inAddress = (folder: string): string => folder.replace(/[%?#\\\s]/g, encodeURIComponent);
