/** A figure on the page as a page of its own: its tags with what they show now, and the pictures of these. */
import type { Model, ModelFiles } from '../../index.ts';
import { modelNames, writeOneFile } from '../../client/one-file.ts';
import { toBase64 } from '../../shared/base64.ts';
import { kNotHeld } from '../../shared/escape.ts';
import type { Json } from '../base/export/json.ts';
import { webAddress } from '../base/export/link.ts';
import { toPortable } from '../base/export/portable.ts';
import { GlassElement } from '../base/glass-element.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';
import { isTag } from '../base/node-kinds.ts';
import { languageOf } from '../base/locale.ts';
import { areKnown, type Brought, haveCome, modelOf, modelsIn } from './models.ts';
import { glassModelAround, isModel, propertiesOf } from './properties.ts';
import { attributeText } from '../base/written-attribute.ts';
import { post } from '../i18n/subjects/post.ts';
import spacing from '../spacing.css';
import { kPictureMark, kWithoutPicture } from '../one-file/pictures.ts';
import { kWithoutText, ourElements } from '../one-file/state.ts';

/** Properties of a model that are written otherwise. */
const kOfModel = ['src', 'text', 'layer', 'head', 'pinned', 'ablations', 'about'];
/** Those of an element that names a model: they are that model's in the page. */
const kOfNaming = ['modelName', 'text'];
/** What no saved page needs, what holds in its own page alone, or what would ask for something. */
const kLeftOut =
  '[data-page-only], script, plaintext, link, meta, base, iframe, object, embed, img:not([src^="data:"]), source';

/** @throws an Error whose sentence is in the figure's language, where a model has not come or its files are not known. */
export async function livePageOf(root: GlassElement, note: string): Promise<string> {
  const around = root.modelName === '' ? glassModelAround(root) : null;
  const live = [...(around ? [around] : []), root, ...root.querySelectorAll('*')];
  // In a document without scripts, where no tag is defined.
  const inert = document.implementation.createHTMLDocument('');
  const copy = inert.importNode(root, true);
  const outer = inert.createElement(around ? 'glass-model' : 'div');
  outer.append(copy);
  if (around?.run === null && readsText(copy) && around.figure.state.text !== '')
    outer.prepend(inert.createElement('glass-input'));

  const words = post.in(languageOf(root)).post;
  const models = modelsIn(root);
  if (!areKnown(models)) throw new Error(words.unknownFiles);
  if (!haveCome(models)) throw new Error(words.notCome);
  const inFile = new Map(models.map((each) => [keyOf(each), each]));
  inFile.delete('');
  const names = modelNames(inFile.keys());

  const copies = [...(around ? [outer] : []), copy, ...copy.querySelectorAll('*')];
  const states = new Map<Element, Record<string, Json>>();
  const pictures: { readonly leaf: Element; readonly svg: string; readonly text: string }[] = [];
  for (const [i, element] of live.entries()) {
    const twin = copies[i];
    if (isTag(element, 'a') && twin) keepLink(element, twin);
    if (!(element instanceof GlassElement) || twin === undefined) continue;
    const properties = keep(element, twin);
    if (isModel(element)) Object.assign(properties, keepModel(element, twin, names));
    else if (element.modelName !== '') {
      const model = withModel(twin);
      states.set(model, keepModel(element, model, names));
    }
    states.set(twin, properties);
    if (!kWithoutPicture.includes(element.localName))
      pictures.push({
        leaf: twin,
        svg: await element.toSVG(),
        text: element.figureText || element.figureTitle,
      });
  }
  // Last, when every element has met its twin.
  clean(outer);
  for (const { leaf, svg, text } of pictures) leaf.replaceChildren(picture(inert, svg, text));
  const whole = inert.createDocumentFragment();
  whole.append(outer);
  const { html } = await writeOneFile({
    lang: languageOf(root),
    title: root.figureTitle,
    // A carriage return is read as a line feed, and the text would be another.
    body: (around ? outer.outerHTML : outer.innerHTML).replaceAll('\r', '&#13;'),
    note,
    style: spacing,
    state: ourElements(whole).flatMap((element, at) => {
      const properties = states.get(element) ?? {};
      return Object.keys(properties).length > 0 ? [{ at, properties }] : [];
    }),
    models: await Promise.all(
      [...inFile].map(async ([key, { src, files, model }]) => ({
        source: files === undefined ? src : await filesNow(files, words.filesGone),
        name: names.get(key) ?? '',
        isEncoderDecoder: model !== null && isEncoderDecoder(model),
      })),
    ),
  });
  return html;
}

/** By it a model is told from the others of the page; it is named after its source. What a script has given is itself. */
function keyOf({ src, files, model }: Brought): string {
  if (files === undefined || model === null) return src;
  const key = given.get(model) ?? `${src}#${++count}`;
  given.set(model, key);
  return key;
}

const given = new WeakMap<Model, string>();
let count = 0;

/** Read at once: a file may have gone, and the sentence that no address answers would be wrong. */
async function filesNow(files: () => Promise<ModelFiles>, gone: string): Promise<ModelFiles> {
  try {
    const { weights, ...others } = await files();
    return {
      ...others,
      weights: weights instanceof Blob ? await weights.arrayBuffer() : weights,
    };
  } catch (error) {
    throw new Error(gone, { cause: error });
  }
}

/** Whether a reader's sentence changes what is shown, and there is no line to type one. A run that is given stays what it is. */
function readsText(copy: Element): boolean {
  const tags = [copy, ...copy.querySelectorAll('*')].map(({ localName }) => localName);
  if (tags.includes('glass-input') || tags.includes('glass-model')) return false;
  return tags.some((tag) => /^glass-(?!save$)/.test(tag) && !kWithoutText.includes(tag));
}

/** Whether an attribute gives the text back: a page's script holds also what its markup cannot. */
const isHeld = (text: string) => !kNotHeld.test(text) && !/\p{Surrogate}/u.test(text);

/** Writes an element's properties into the attributes of its twin; returns those that no attribute can hold. */
function keep(element: GlassElement, twin: Element): Record<string, Json> {
  const others: Record<string, Json> = {};
  twin.removeAttribute('loading');
  const elsewhere = isModel(element) ? kOfModel : element.modelName === '' ? [] : kOfNaming;
  for (const { name, attribute, value, isInitial } of propertiesOf(element)) {
    if (attribute !== null) twin.removeAttribute(attribute);
    if (isInitial || elsewhere.includes(name)) continue;
    const text = attributeText(value);
    if (attribute !== null && text !== null && isHeld(text)) twin.setAttribute(attribute, text);
    else {
      const portable = toPortable(value);
      if (portable !== undefined) others[name] = portable;
    }
  }
  return others;
}

/** A link leads where it leads from here, if that is a place in the web; what is left of the others `clean` takes out. */
function keepLink({ href, protocol }: HTMLAnchorElement, twin: Element): void {
  if (/^(https?|mailto):$/.test(protocol)) twin.setAttribute('href', href);
}

/** The `<glass-model>` of an element that names a model: it has attributes for what the reader makes of that. */
function withModel(twin: Element): Element {
  const model = twin.ownerDocument.createElement('glass-model');
  model.toggleAttribute('lazy', twin.hasAttribute('lazy'));
  twin.removeAttribute('lazy');
  twin.replaceWith(model);
  model.append(twin);
  return model;
}

/** What the reader has made of a model's text, head, token and changes; `twin` is a `<glass-model>`. */
function keepModel(
  element: GlassElement,
  twin: Element,
  names: ReadonlyMap<string, string>,
): Record<string, Json> {
  const { figure } = element;
  const about = isModel(element) ? element.about : '';
  const brought = modelOf(element);
  const { layer, head } = figure.head;
  const { text } = figure.state;
  const name = brought && names.get(keyOf(brought));
  if (name) twin.setAttribute('src', name);
  if (isHeld(text)) twin.setAttribute('text', text);
  // A page on a disk has other neighbours.
  const address = webAddress(about) && new URL(about, document.baseURI).href;
  if (/^(https?|mailto):/.test(address)) twin.setAttribute('about', address);
  twin.setAttribute('layer', String(layer));
  twin.setAttribute('head', String(head));
  const pinned = toPortable(figure.selection.pinned) ?? null;
  const ablations = toPortable(figure.ablations);
  return {
    ...(isHeld(text) ? {} : { text }),
    ...(pinned === null ? {} : { pinned }),
    ...(figure.ablations.length > 0 && ablations !== undefined ? { ablations } : {}),
  };
}

/** Also of an SVG's links and of areas, which are no anchors of HTML. */
const isOtherLink = (name: string, value: string) =>
  /^(xlink:)?href$/i.test(name) && !/^(https?:|mailto:|#)/i.test(value);

/** Takes out what has no place in a page of its own. */
function clean(root: Element): void {
  for (const each of root.querySelectorAll(kLeftOut)) each.remove();
  for (const style of root.querySelectorAll('style'))
    style.textContent = style.textContent.replace(/\r\n?/g, '\n');
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes])
      if (/^(on.*|action|formaction|ping)$/i.test(name) || isOtherLink(name, value))
        element.removeAttribute(name);
}

/** It stands there until the figure is alive, and where no script may run. No block, which would end a paragraph. */
function picture(owner: Document, svg: string, text: string): Element {
  const still = owner.createElement('span');
  still.setAttribute(kPictureMark, '');
  const image = owner.createElement('img');
  image.src = `data:image/svg+xml;base64,${toBase64(new TextEncoder().encode(svg))}`;
  image.alt = text;
  still.append(image);
  return still;
}
