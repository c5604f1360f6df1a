/** Where the tree is scrolled to; the page does not scroll. */
import type { BeamNode, BeamTree } from '../../view/beam-tree.ts';
import { cornerOf, kMargin, kNode, viewTop } from '../../view/drawings/beam-tree.ts';

/** Where the node ends that a tree begins with, or goes on from, as a share of the width. */
const kWhereEnd = 0.75;

/** Scrolls as little as needed to show a node. @param type pixels of one of the usual type */
export function scrollInto(scroller: HTMLElement, node: BeamNode, type: number): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
  const into = (from: number, size: number, at: number, room: number) =>
    type * Math.min(from - kMargin, Math.max(at / type, from + size + kMargin - room / type));
  const { left, top } = cornerOf(node);
  scroller.scrollLeft = into(left, kNode.width, scrollLeft, clientWidth);
  scroller.scrollTop = into(top, kNode.height, scrollTop, clientHeight);
}

/** Scrolls to where a node ends, with what is before it to its left. @param type pixels of one of the usual type */
export function scrollToEnd(
  scroller: HTMLElement,
  tree: BeamTree,
  node: BeamNode,
  type: number,
): void {
  const end = cornerOf(node).left + kNode.width;
  scroller.scrollLeft = type * end - kWhereEnd * scroller.clientWidth;
  const [left, width] = [scroller.scrollLeft / type, scroller.clientWidth / type];
  const height = scroller.clientHeight / type;
  scroller.scrollTop = type * viewTop(tree, node, { left, width, height });
}
