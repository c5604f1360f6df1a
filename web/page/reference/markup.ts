/**
 * What a reader types as an example, as a list of elements that may stand in this page: it is parsed in a document without
 * scripts and built anew from what is allowed here. All else is refused in a sentence, so that nobody wonders where it went.
 */
import type { RefusalKind } from './words.ts';

export type MarkupNode = string | MarkupElement;

export interface MarkupElement {
  readonly tag: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly MarkupNode[];
}

/** What was found: the places of the sentence. */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly found: readonly (string | number)[];
}

export interface Rules {
  /** The attributes of an element of ours; null for another. */
  readonly attributesOf: (tag: string) => readonly string[] | null;
  /** The address of the page, from whose origin models may come. */
  readonly address: string;
}

/** Markup of texts, which loads nothing and does nothing. */
const kTextTags = new Set(
  'b blockquote br code div em figcaption figure i kbd li mark ol p pre s section small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
);
const kTextAttributes = new Set(['lang', 'dir', 'slot']);
/** They name a model. */
const kAddresses = new Set(['src', 'model']);
export const kMaxCharacters = 4000;

/** @param parse HTML in a document without scripts, such as DOMParser makes */
export function readMarkup(
  html: string,
  parse: (html: string) => ParentNode,
  rules: Rules,
): readonly MarkupNode[] | Refusal {
  if (html.length > kMaxCharacters)
    return { kind: 'tooLong', found: [html.length, kMaxCharacters] };
  const root = parse(html);
  for (const { localName, attributes } of root.querySelectorAll('*')) {
    const refusal = refusalOf(localName, [...attributes], rules);
    if (refusal !== null) return refusal;
  }
  const nodes = nodesIn(root);
  // A parser drops what does not end.
  const isOpen = nodes.length === 0 && html.trim() !== '';
  return isOpen ? { kind: 'open', found: [] } : nodes;
}

export const isRefusal = (read: readonly MarkupNode[] | Refusal): read is Refusal => 'kind' in read;

/** Why an element may not stand here; null where it may. */
export function refusalOf(
  tag: string,
  attributes: readonly { readonly name: string; readonly value: string }[],
  { attributesOf, address }: Rules,
): Refusal | null {
  const own = attributesOf(tag);
  if (own === null && !kTextTags.has(tag)) return { kind: 'element', found: [tag] };
  for (const { name, value } of attributes) {
    if (own?.includes(name)) {
      if (kAddresses.has(name) && !isOfOrigin(value, address))
        return { kind: 'origin', found: [tag, name] };
    } else if (!kTextAttributes.has(name))
      return { kind: own === null || isOfPage(name) ? 'attribute' : 'unknown', found: [tag, name] };
  }
  return null;
}

/** Attributes that HTML has, but which could do something here, or collide with this page's own. */
const isOfPage = (name: string) => /^(on.*|style|class|id|is|part|href)$/.test(name);

/** A model's name, or an address from which this page's policy lets it come. */
function isOfOrigin(value: string, address: string): boolean {
  if (!URL.canParse(value, address)) return false;
  const { protocol, origin } = new URL(value, address);
  const page = new URL(address);
  return protocol === page.protocol && origin === page.origin;
}

function nodesIn(parent: ParentNode): readonly MarkupNode[] {
  return [...parent.childNodes].flatMap((node): MarkupNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
    if (!(node.nodeType === Node.ELEMENT_NODE)) return [];
    const { localName, attributes } = node as Element;
    const pairs = [...attributes].map(({ name, value }) => [name, value] as const);
    return [{ tag: localName, attributes: pairs, children: nodesIn(node as Element) }];
  });
}

/**
 * Makes what stands in `parent` what is wanted. An element that is there already stays and has its attributes changed, so
 * that a figure shows a new layer without being loaded anew.
 * @param before what was wanted the last time
 */
export function show(
  parent: Element,
  before: readonly MarkupNode[],
  wanted: readonly MarkupNode[],
): void {
  for (const [i, node] of wanted.entries()) {
    const there = parent.childNodes[i];
    const old = before[i];
    if (typeof node === 'string') {
      if (there instanceof Text) there.data = node;
      else place(parent, document.createTextNode(node), there);
    } else if (
      there instanceof Element &&
      typeof old === 'object' &&
      there.localName === node.tag &&
      old.tag === node.tag
    ) {
      const names = node.attributes.map(([name]) => name);
      for (const [name] of old.attributes) if (!names.includes(name)) there.removeAttribute(name);
      for (const [name, value] of node.attributes)
        if (there.getAttribute(name) !== value) there.setAttribute(name, value);
      show(there, old.children, node.children);
    } else place(parent, create(node), there);
  }
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}

function place(parent: Element, node: Node, there: ChildNode | undefined): void {
  if (there === undefined) parent.append(node);
  else there.replaceWith(node);
}

function create({ tag, attributes, children }: MarkupElement): Element {
  const element = document.createElement(tag);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  element.append(...children.map((each) => (typeof each === 'string' ? each : create(each))));
  return element;
}
