/** What a saved figure is about: its text, model and head, what was changed and chosen, and where it comes from. */
import type { Model } from '../../../index.ts';
import type { Ablation } from '../../../shared/run-types.ts';
import type { HeadPlace } from '../../../view/heads.ts';
import type { Common } from '../../i18n/subjects/common.ts';
import type { FigureContext } from '../figure-context.ts';
import { parentOf } from '../node-kinds.ts';
import { sourceOf } from '../model-source.ts';
import type { Json } from './json.ts';
import type { ModelFacts } from './model-facts.ts';
import { publicLink } from './link.ts';

/** What the facts are taken from: a model, or what is becoming one. */
export type ShownModel = Pick<Model, 'config' | 'parameters'>;

/** By the names of an element's properties, or of the engine's options. */
export type ShownSettings = Readonly<Record<string, number | string | boolean>>;

export interface SavedContext {
  readonly text: string;
  readonly model: ModelFacts | null;
  /** Counted from 0; null where the figure shows no single head. */
  readonly layer: number | null;
  readonly head: number | null;
  readonly ablations: readonly Ablation[];
  /** What can be set in the figure, as it is set. */
  readonly settings: ShownSettings;
  readonly address: string;
}

/** What an element says about the figure that it shows. */
export interface Told {
  readonly figure: FigureContext;
  readonly shownModel: ShownModel | null;
  readonly shownHead: HeadPlace | null;
  readonly shownText: string;
  readonly shownSettings: ShownSettings;
}

export function contextOf(element: Element & Told): SavedContext {
  const { figure, shownText: text, shownModel: model, shownHead, shownSettings } = element;
  return {
    text,
    model: model && modelFacts(model),
    layer: shownHead?.layer ?? null,
    head: shownHead?.head ?? null,
    ablations: figure.ablations,
    settings: shownSettings,
    address: publicLink(location.href),
  };
}

/** As JSON, which has no undefined. */
export function contextJson(element: Element & Told): Json {
  return JSON.parse(JSON.stringify(contextOf(element))) as Json;
}

export function modelFacts(model: ShownModel): ModelFacts {
  const { config, parameters } = model;
  const { encoder_layers, decoder_layers, num_heads, d_model, d_ff, norm, activation } =
    config.resolved;
  const size = { encoder_layers, decoder_layers, num_heads, d_model, d_ff };
  const name = nameOf(sourceOf(model) ?? '');
  return { name, ...size, norm, activation, parameters };
}

/** The nearest `<glass-model>` around an element. */
export function modelAround(element: Element): Element | null {
  let at = parentOf(element);
  while (at !== null && at.localName !== 'glass-model') at = parentOf(at);
  return at;
}

/** Without what a query may tell. */
function nameOf(src: string): string {
  const [path = ''] = src.split(/[?#]/);
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

/** The same in words, a line for each part that there is, and last what was chosen; the address stands elsewhere. */
export function contextLines(
  { text, model, layer, head, ablations }: SavedContext,
  chosen: readonly string[],
  words: Common,
): string[] {
  const changed = ablations.map(({ layer: at, head: each, factor = 0 }) =>
    words.labelled(words.headName(at + 1, each + 1), words.strengthOf(factor)),
  );
  return [
    text === '' ? '' : words.labelled(words.savedText, text),
    model === null ? '' : words.modelFacts(model),
    layer === null || head === null ? '' : words.headName(layer + 1, head + 1),
    ...changed,
    ...chosen,
  ].filter((line) => line !== '');
}
