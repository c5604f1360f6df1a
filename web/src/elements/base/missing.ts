/** What a figure lacks that its author has to give: no reader can. */
import { modelAround } from './export/context.ts';
import type { FigureContext } from './figure-context.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { namesModel } from './own-model.ts';

interface Host extends HTMLElement {
  readonly figure: FigureContext;
  readonly needsModel: boolean;
}

/** The text, which its page has forgotten; null where there is none to give, or its reader may type one. */
export function withoutText(host: Host, around: Element | null, words: Common): string | null {
  const { model } = host.figure.state;
  if (!host.needsModel || model === null || host.figure.hasHadText) return null;
  const modelElement = modelAround(host);
  const provider = modelElement ?? around ?? host;
  return provider.querySelector('glass-input') === null
    ? words.noText(modelElement !== null)
    : null;
}

/** A model, such as `example`, where none is around it; null where one may still come. */
export const withoutModel = (host: Host, example: string, words: Common): string | null =>
  host.needsModel && !namesModel(host) ? words.noModel(example) : null;
