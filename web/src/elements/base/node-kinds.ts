/**
 * Kinds of nodes by what the nodes are and not by their class: what was moved into another document (a frame, a window that
 * the page has opened) has the classes of that document's window.
 */
const kHtml = 'http://www.w3.org/1999/xhtml';
const kSvg = 'http://www.w3.org/2000/svg';

export const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

export const isHtml = (node: Node): node is HTMLElement =>
  isElement(node) && node.namespaceURI === kHtml;

export const isSvg = (node: Node): node is SVGElement =>
  isElement(node) && node.namespaceURI === kSvg;

/** Whether it is an HTML element of this name. */
export const isTag = <Name extends keyof HTMLElementTagNameMap>(
  node: Node,
  name: Name,
): node is HTMLElementTagNameMap[Name] => isHtml(node) && node.localName === name;

export const isShadowRoot = (node: Node | null): node is ShadowRoot =>
  node?.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in node;

/** The parent element, or the host of the shadow root that this element is the top of. */
export function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement;
  const root = element.parentNode;
  return isShadowRoot(root) ? root.host : null;
}
