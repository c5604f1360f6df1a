/** The tag for what a figure shows now: what an author writes into a page. */
import type { Model } from '../../index.ts';
import { escape, kNotHeld, nameOfCharacter } from '../../shared/escape.ts';
import { isTensor, jsonOf as tensorJson } from '../base/export/json.ts';
import { toPortable } from '../base/export/portable.ts';
import type { Subject } from '../base/figure-context.ts';
import type { Label } from '../../view/label.ts';
import { GlassElement } from '../base/glass-element.ts';
import { languageOf } from '../base/locale.ts';
import { modelOf } from './models.ts';
import { glassModelAround, isModel, propertiesOf } from './properties.ts';
import { attributeText } from '../base/written-attribute.ts';

export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Tag[];
  /** The model that a script has given in place of that of `src`. */
  readonly given?: Model;
  /** The `src`, where its author still has to put the model's files there. */
  readonly folder?: string;
}

/** A tag, or what it cannot hold: what a script gave, or the name of a character. */
export type Written =
  { readonly tag: Tag } | { readonly lacking: true } | { readonly notHeld: string };

/** Elements that say nothing in a post, but for the model that one may name. */
const kLeftOut = ['glass-save'];
/** What a `<glass-model>` is given beside what the reader chose. `about` is an address of the page around. */
const kOfModel = ['src', 'text', 'layer', 'head', 'pinned', 'ablations', 'about', 'aboutText'];

/** @param root around the figures, which are written without what stands between them */
export function tagOf(root: GlassElement): Written {
  const lacking: string[] = [];
  const inside = figuresIn(root);
  const figures = inside.map((each) => figureTag(each, lacking));
  const around = root.modelName === '' ? glassModelAround(root) : root;
  const isAlone = inside.every(standsAlone);
  const language = languageOf(root);
  let tag: Tag;
  if (around === null || isAlone) {
    const [first] = figures;
    if (first === undefined || (figures.length > 1 && !isAlone)) return { lacking: true };
    tag = figures.length > 1 ? { name: 'div', attributes: new Map(), children: figures } : first;
  } else tag = { ...modelTag(around, inside, lacking), children: figures };
  if (lacking.length > 0) return { lacking: true };
  const [notHeld] = kNotHeld.exec(valuesOf(tag).join('')) ?? [];
  if (notHeld !== undefined) return { notHeld: nameOfCharacter(notHeld) };
  return { tag: /^en\b/i.test(language) ? tag : withAttribute(tag, 'lang', language) };
}

/** Whether it needs no `<glass-model>` around it: it brings a model, or takes none. */
const standsAlone = (figure: GlassElement): boolean =>
  isModel(figure) || figure.modelName !== '' || !figure.needsModel;

const valuesOf = ({ attributes, children }: Tag): readonly string[] => [
  ...attributes.values(),
  ...children.flatMap(valuesOf),
];

/** The elements that belong to no other one of ours, in the document's order. */
function figuresIn(root: Element): readonly GlassElement[] {
  return [...root.children].flatMap((each) =>
    each instanceof GlassElement && (!kLeftOut.includes(each.localName) || each.modelName !== '')
      ? [each]
      : figuresIn(each),
  );
}

function figureTag(element: GlassElement, lacking: string[]): Tag {
  if (isModel(element) || kLeftOut.includes(element.localName)) {
    const inside = figuresIn(element);
    return {
      ...modelTag(element, inside, lacking),
      children: inside.map((each) => figureTag(each, lacking)),
    };
  }
  const attributes = attributesOf(element, ['text', 'modelName'], lacking);
  const tag = { name: element.localName, attributes, children: [] };
  return element.modelName === '' ? tag : withModel(tag, modelTag(element, [element], lacking));
}

/** A figure that brings its model: by one attribute, unless its reader has chosen what none of a figure's attributes says. */
function withModel(figure: Tag, { name, attributes }: Tag): Tag {
  const { src = '', text = '', lazy: _, ...chosen } = Object.fromEntries(attributes);
  if (Object.keys(chosen).length > 0) return { name, attributes, children: [figure] };
  const brought = { model: src, ...(text === '' ? {} : { text }) };
  const all = [...Object.entries(brought), ...figure.attributes, ['lazy', ''] as const];
  return { ...figure, attributes: new Map(all) };
}

/**
 * A `<glass-model>`, also in place of a `<glass-save>` that names a model for the figures inside, or of a figure that names one.
 *
 * @param figures inside of it, in the tag: what was picked in others is none of theirs
 */
function modelTag(element: GlassElement, figures: readonly GlassElement[], lacking: string[]): Tag {
  const { figure } = element;
  const { src = '', model = null, files, folder } = modelOf(element) ?? {};
  if (src === '') lacking.push('src');
  const { layer, head } = figure.head;
  const { pinned } = figure.selection;
  const attributes = new Map([['src', src]]);
  const concerns = (subject: Subject) => figures.some(({ subjects }) => subjects.includes(subject));
  if (figure.state.text !== '') attributes.set('text', figure.state.text);
  if (layer !== 0 && concerns('head')) attributes.set('layer', String(layer));
  if (head !== 0 && concerns('head')) attributes.set('head', String(head));
  if (pinned !== null && concerns('pin')) attributes.set('pinned', JSON.stringify(pinned));
  if (figure.ablations.length > 0) attributes.set('ablations', JSON.stringify(figure.ablations));
  if (isModel(element))
    for (const [name, value] of attributesOf(element, kOfModel, lacking))
      attributes.set(name, value);
  attributes.set('lazy', '');
  return {
    name: 'glass-model',
    attributes,
    children: [],
    ...(files !== undefined && model !== null && { given: model }),
    ...(folder !== undefined && { folder }),
  };
}

/** What differs from a fresh element; names what no attribute holds. */
function attributesOf(
  element: GlassElement,
  leftOut: readonly string[],
  lacking: string[],
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { name, attribute, value, isInitial } of propertiesOf(element)) {
    if (isInitial || leftOut.includes(name)) continue;
    if (isEmpty(value)) continue;
    const text = attributeText(value) ?? textsOf(value, attribute) ?? jsonOf(value);
    if (attribute === null || text === null) lacking.push(name);
    else attributes.set(attribute, text);
  }
  return attributes;
}

/** Lists and objects that hold nothing are new ones in each element. */
const isEmpty = (value: unknown) =>
  typeof value === 'object' && (value === null || Object.keys(value).length === 0);

/** Attributes of which a text stands for a token at its place. */
const kTokenLabels = ['query-labels', 'key-labels'];

/** Labels that are texts alone, as an author writes them; null for anything else. */
function textsOf(value: unknown, attribute: string | null): string | null {
  if (!Array.isArray(value) || attribute?.endsWith('-labels') !== true) return null;
  const isText = (each: unknown, i: number) => {
    const { text, position, ...others } = (each ?? {}) as Partial<Label>;
    const wanted = kTokenLabels.includes(attribute) ? i : undefined;
    return typeof text === 'string' && position === wanted && Object.keys(others).length === 0;
  };
  return value.every(isText) ? JSON.stringify((value as Label[]).map(({ text }) => text)) : null;
}

/** As an attribute that is JSON has it: tensors as lists in which null stands for −∞. */
function jsonOf(value: unknown): string | null {
  if (typeof value !== 'object' || toPortable(value) === undefined) return null;
  let isHeld = true;
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || !isTensor(each)) return each;
    isHeld &&= each.data.every((number) => Number.isFinite(number) || number === -Infinity);
    return tensorJson(each);
  });
  return isHeld ? text : null;
}

const withAttribute = (tag: Tag, name: string, value: string): Tag => ({
  ...tag,
  attributes: new Map([...tag.attributes, [name, value]]),
});

/** The folder into which an author still has to put a model's files. */
export const folderOf = ({ folder, children }: Tag): string | undefined =>
  folder ?? children.map(folderOf).find((each) => each !== undefined);

/** A tag as HTML, those inside of it indented. A start tag is one line, however long: else Markdown takes it for text. */
export function markupOf({ name, attributes, children }: Tag, indent = ''): string {
  const written = [...attributes].map(([key, value]) =>
    value === '' ? key : `${key}=${quoted(value)}`,
  );
  const start = `${indent}<${[name, ...written].join(' ')}>`;
  const inside = children.map((each) => `\n${markupOf(each, `${indent}  `)}`).join('');
  return `${start}${inside}${inside === '' ? '' : `\n${indent}`}</${name}>`;
}

/** JSON has double quotes, which are easier to read inside single ones. */
function quoted(value: string): string {
  const escaped = escape(value).replaceAll('\n', '&#10;');
  return value.includes('"') && !value.includes("'")
    ? `'${escaped.replaceAll('&quot;', '"')}'`
    : `"${escaped}"`;
}

/** The element itself, alive. No markup is parsed: a page may forbid that. */
export function elementOf({ name, attributes, children, given }: Tag): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of attributes)
    if (given === undefined || key !== 'src') element.setAttribute(key, value);
  if (given !== undefined) Object.assign(element, { model: given });
  element.append(...children.map(elementOf));
  return element;
}
