/** A beam search as a drawing: a frame for each node, and a line to it from its parent. What stands in the frames is text. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { BeamFate, BeamNode, BeamTree } from '../beam-tree.ts';

/** Pixels of the usual type: of a node, from one column and one row to the next, and around the tree. */
export const kNode = { width: 98, height: 54 };
const kColumn = 130;
const kRow = 62;
export const kMargin = 6;
const kRadius = 6;
const kKey = { width: 16, roundWidth: 21, height: 11, radius: 3 };

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/** What tells one frame from another. */
export type FrameKind = Pick<BeamNode, 'fate' | 'best' | 'forced'>;

export function treeSize({ depth, rows }: BeamTree): { width: number; height: number } {
  return {
    width: depth * kColumn + kNode.width + 2 * kMargin,
    height: (rows - 1) * kRow + kNode.height + 2 * kMargin,
  };
}

/** A node's top left corner. */
export function cornerOf({ depth, y }: BeamNode): { left: number; top: number } {
  return { left: kMargin + depth * kColumn, top: Math.round(kMargin + y * kRow) };
}

/**
 * How far down a view of a part of the tree begins: with a node in its middle, as long as nothing of the columns that are seen is
 * left out for room in which none of their nodes stands.
 */
export function viewTop(
  { nodes }: BeamTree,
  node: BeamNode,
  view: { readonly left: number; readonly width: number; readonly height: number },
): number {
  const seen = nodes
    .map(cornerOf)
    .filter(({ left }) => left + kNode.width > view.left && left < view.left + view.width);
  const tops = seen.map(({ top }) => top);
  const first = Math.min(...tops) - kMargin;
  const last = Math.max(...tops) + kNode.height + kMargin - view.height;
  const middle = cornerOf(node).top + (kNode.height - view.height) / 2;
  return Math.max(Math.min(first, last), Math.min(Math.max(first, last), middle));
}

/** `lit`: the nodes that are looked at. */
export function drawBeamTree(tree: BeamTree, lit: ReadonlySet<number>): TemplateResult {
  const { width, height } = treeSize(tree);
  return html`<svg
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    aria-hidden="true"
  >
    ${tree.nodes.slice(1).map((node) => link(tree, node, lit.has(node.index)))}
    ${tree.nodes.map((node) => {
      const isLit = lit.has(node.index);
      const thickness = isLit || node.best || node.forced ? 2 : 1;
      const colour = isLit ? 'ink' : strokeOf(node, 'line');
      return frame(node, { ...cornerOf(node), ...kNode, radius: kRadius }, { colour, thickness });
    })}
  </svg>`;
}

/** A small frame of a kind, for the legend. */
export function drawFrameKey(kind: FrameKind): TemplateResult {
  const { height, radius } = kKey;
  const width = kind.fate === 'finished' ? kKey.roundWidth : kKey.width;
  const thickness = isDropped(kind.fate) ? 1 : 1.5;
  const box = { left: 0, top: 0, width, height, radius };
  return html`<svg
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    aria-hidden="true"
  >
    ${frame(kind, box, { colour: strokeOf(kind, 'soft'), thickness })}
  </svg>`;
}

function link(tree: BeamTree, node: BeamNode, isLit: boolean): TemplateResult {
  const parent = cornerOf(tree.nodes[node.parent] as BeamNode);
  const { left, top } = cornerOf(node);
  const [x1, y1] = [parent.left + kNode.width, parent.top + kNode.height / 2];
  const [x2, y2] = [left, top + kNode.height / 2];
  const bend = (x1 + x2) / 2;
  const isThick = isLit || node.best;
  const colour = isLit ? 'ink' : node.best ? 'accent' : isKept(node.fate) ? 'soft' : 'line';
  return svg`<path class="link" d="M${x1},${y1}C${bend},${y1} ${bend},${y2} ${x2},${y2}" fill="none" stroke="var(--gf-${colour})" stroke-width=${isThick ? 2.5 : 1.5} stroke-dasharray=${isDropped(node.fate) ? '2 4' : nothing}></path>`;
}

/** Solid for what is kept, round for what has ended, dashed for what is pruned, dotted for what was passed over. */
function frame(
  { fate, best, forced }: FrameKind,
  box: Box,
  { colour, thickness }: { colour: string; thickness: number },
): TemplateResult {
  const radius = fate === 'finished' ? box.height / 2 : box.radius;
  const dashes = fate === 'pruned' ? '3 2' : fate === 'passed' ? '1 1' : nothing;
  return svg`<rect class="frame" x=${box.left + thickness / 2} y=${box.top + thickness / 2} width=${box.width - thickness} height=${box.height - thickness} rx=${radius - thickness / 2} fill=${ground(fate, chosenOf({ best, forced }))} stroke="var(--gf-${colour})" stroke-width=${thickness} stroke-dasharray=${dashes}></rect>`;
}

/** `faint`: of what is neither kept nor chosen. */
function strokeOf(kind: FrameKind, faint: string): string {
  return chosenOf(kind) ?? (isKept(kind.fate) || kind.fate === 'passed' ? 'soft' : faint);
}

function chosenOf({ best, forced }: Pick<FrameKind, 'best' | 'forced'>): string | null {
  return forced ? 'token-1' : best ? 'accent' : null;
}

function ground(fate: BeamFate, chosen: string | null): string {
  if (chosen === null) return fate === 'pruned' ? 'var(--gf-wash)' : 'var(--gf-paper)';
  return `color-mix(in srgb, var(--gf-${chosen}) ${chosen === 'accent' ? 10 : 12}%, var(--gf-paper))`;
}

function isKept(fate: BeamFate): boolean {
  return fate === 'alive' || fate === 'finished';
}

function isDropped(fate: BeamFate): boolean {
  return fate === 'pruned' || fate === 'passed';
}
