/** The tree as it is seen: shadow roots in place of their hosts' children, slotted nodes in place of slots. */
import { isElement, isHtml, isTag } from '../node-kinds.ts';

export function seenChildren(node: Element): readonly Node[] {
  if (node.shadowRoot !== null) return [...node.shadowRoot.childNodes];
  if (isTag(node, 'slot')) {
    const slotted = node.assignedNodes();
    if (slotted.length > 0) return slotted;
  }
  return [...node.childNodes];
}

/** The element and all elements in it, but not what an inline SVG is made of. */
export function* seenElements(root: Element): Generator<HTMLElement> {
  if (!isHtml(root)) return;
  yield root;
  for (const child of seenChildren(root)) if (isElement(child)) yield* seenElements(child);
}
