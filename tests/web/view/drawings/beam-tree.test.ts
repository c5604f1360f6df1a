import { describe, expect, it } from 'vitest';
import type { BeamFate, BeamNode, BeamTree } from '../../../../web/src/view/beam-tree.ts';
import {
  cornerOf,
  drawBeamTree,
  drawFrameKey,
  kNode,
  treeSize,
  viewTop,
} from '../../../../web/src/view/drawings/beam-tree.ts';
import { elementsOf, markupOf } from './markup.ts';

const node = (index: number, parts: Partial<BeamNode>): BeamNode => ({
  index,
  parent: 0,
  depth: 1,
  y: index - 1,
  beam: null,
  fate: 'alive',
  best: false,
  forced: false,
  ...parts,
});
const tree: BeamTree = {
  nodes: [
    node(0, { parent: -1, depth: 0, y: 1.5, fate: 'root', best: true }),
    node(1, { best: true }),
    node(2, { fate: 'finished' }),
    node(3, { fate: 'pruned' }),
    node(4, { fate: 'passed' }),
  ],
  depth: 1,
  rows: 4,
};
const drawn = (lit: readonly number[] = []) => markupOf(drawBeamTree(tree, new Set(lit)));

describe('where a view of the tree begins', () => {
  // The root is beside the last of its nodes; the column after has nodes far above.
  const wide: BeamTree = {
    nodes: [
      node(0, { parent: -1, depth: 0, y: 6 }),
      node(1, { y: 5 }),
      node(2, { y: 9 }),
      ...Array.from({ length: 10 }, (_, y) => node(3 + y, { depth: 2, y })),
    ],
    depth: 2,
    rows: 10,
  };
  const [root, first, last] = wide.nodes.slice(0, 3).map(cornerOf);
  const two = (height: number) => viewTop(wide, wide.nodes[0]!, { left: 0, width: 250, height });

  it('has the node in its middle', () => {
    expect(two(150)).toBe(root!.top + kNode.height / 2 - 75);
  });
  it('ends with the last node that is seen, or begins with the first, rather than with room that has none', () => {
    expect(first!.top - two(240)).toBeLessThan(10);
    expect(two(240)).toBeLessThan(first!.top);
    const below = two(400) + 400 - (last!.top + kNode.height);
    const above = first!.top - two(400);
    expect([below, above].every((room) => room > 0)).toBe(true);
  });
  it('goes by the columns that are seen', () => {
    const all = viewTop(wide, wide.nodes[0]!, { left: 0, width: 1000, height: 300 });
    expect(all).toBe(root!.top + kNode.height / 2 - 150);
    expect(two(300)).toBeGreaterThan(all);
  });
});

describe('the tree', () => {
  it('has a frame for every node within its size, and a line to each but the root', () => {
    const { width, height } = treeSize(tree);
    const frames = elementsOf(drawn(), 'rect');
    expect(frames).toHaveLength(5);
    for (const frame of frames) {
      expect(Number(frame['x']) + Number(frame['width'])).toBeLessThan(width);
      expect(Number(frame['y']) + Number(frame['height'])).toBeLessThan(height);
    }
    const links = elementsOf(drawn(), 'path');
    expect(links).toHaveLength(4);
    const { left, top } = cornerOf(tree.nodes[1]!);
    expect(links[0]?.['d']).toMatch(new RegExp(` ${left},${top + kNode.height / 2}$`));
  });

  it('stands on whole pixels, so that frames are sharp', () => {
    const { top } = cornerOf(node(1, { y: 1 / 3 }));
    expect(Number.isInteger(top)).toBe(true);
  });

  it('tells fates apart by their frames, not by colour alone', () => {
    const dashes = elementsOf(drawn(), 'rect').map((frame) => frame['stroke-dasharray']);
    expect(dashes).toEqual([undefined, undefined, undefined, '3 2', '1 1']);
    expect(Number(elementsOf(drawn(), 'rect')[2]?.['rx'])).toBeGreaterThan(kNode.height / 2 - 1);
  });

  it('has the best one’s way in the accent colour, and what is looked at in that of text', () => {
    const colours = (lit: readonly number[]) =>
      elementsOf(drawn(lit), 'path').map((link) => link['stroke']);
    expect(colours([])[0]).toBe('var(--gf-accent)');
    expect(colours([0, 2]).slice(0, 2)).toEqual(['var(--gf-accent)', 'var(--gf-ink)']);
  });
});

it('the legend has the frames of the tree', () => {
  const frames = (['alive', 'finished', 'pruned', 'passed'] as const).map(
    (fate: BeamFate) =>
      elementsOf(markupOf(drawFrameKey({ fate, best: false, forced: false })), 'rect')[0],
  );
  expect(frames.map((frame) => frame?.['stroke-dasharray'])).toEqual([
    undefined,
    undefined,
    '3 2',
    '1 1',
  ]);
  const given = elementsOf(
    markupOf(drawFrameKey({ fate: 'alive', best: false, forced: true })),
    'rect',
  )[0];
  expect(given?.['stroke']).toBe('var(--gf-token-1)');
});
