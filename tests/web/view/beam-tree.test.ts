import { describe, expect, it } from 'vitest';
import type { Beam, GenerationStep } from '../../../web/src/shared/generation-types.ts';
import {
  beamTree,
  bestNode,
  canForce,
  depthsOf,
  nodeOf,
  passedOver,
  pathTo,
  waysBefore,
  withPassed,
} from '../../../web/src/view/beam-tree.ts';

const beam = (parent: number, token: number, score: number, finished = false): Beam => ({
  parent,
  token,
  token_text: String(token),
  log_probability: score,
  score,
  normalized_score: score,
  finished,
  ids: [],
  text: '',
});
const step = (index: number, parts: Partial<GenerationStep>): GenerationStep => ({
  index,
  token: -1,
  token_text: '',
  text: '',
  log_probability: 0,
  forced: false,
  kept_count: 0,
  candidates: [],
  beams: [],
  pruned: [],
  finished: [],
  activations: {},
  last: false,
  ...parts,
});

const steps = [
  step(0, { beams: [beam(-1, 0, -1), beam(-1, 1, -2)], pruned: [beam(-1, 2, -3)] }),
  step(1, { beams: [beam(0, 1, -1.5), beam(0, 2, -1.7)], pruned: [beam(1, 0, -2.5)] }),
];

describe('depthsOf', () => {
  it('has the best path’s node of each depth, and the others, the likeliest first', () => {
    const tokens = depthsOf(beamTree(steps)).map(({ best, rivals }) => [
      best?.beam?.token,
      rivals.map(({ beam: each }) => each?.token),
    ]);
    expect(tokens).toEqual([
      [undefined, []],
      [0, [1, 2]],
      [1, [2, 0]],
    ]);
  });

  it('has only rivals after the end of the best path', () => {
    const [, , last] = depthsOf(
      beamTree([
        step(0, { beams: [beam(-1, 0, -2)], finished: [beam(-1, 9, -1, true)] }),
        step(1, { beams: [beam(0, 1, -4), beam(0, 2, -3)] }),
      ]),
    );
    expect(last?.best).toBeNull();
    expect(last?.rivals.map(({ beam: each }) => each?.token)).toEqual([2, 1]);
  });
});

describe('waysBefore', () => {
  const tree = beamTree([
    step(0, { beams: [beam(-1, 0, -1), beam(-1, 1, -2), beam(-1, 2, -3)] }),
    step(1, { beams: [beam(0, 5, -2), beam(1, 5, -3), beam(2, 5, -4)] }),
    step(2, { beams: [beam(0, 7, -3), beam(1, 7, -4), beam(2, 7, -5), beam(2, 8, -6)] }),
  ]);
  const waysAt = (depth: number) => {
    const { best, rivals } = depthsOf(tree)[depth]!;
    const nodes = [best!, ...rivals];
    const ways = waysBefore(tree, nodes, ({ beam: each }) => each!.token_text);
    return nodes.map((node) => [...ways.get(node)!, node.beam!.token_text].join(' › '));
  };

  it('names the token before, where it is not of the best path', () => {
    expect(waysAt(1)).toEqual(['0', '1', '2']);
    expect(waysAt(2)).toEqual(['5', '1 › 5', '2 › 5']);
  });

  it('names nothing more for siblings of one name', () => {
    const twins = beamTree([
      step(0, { beams: [beam(-1, 0, -1)] }),
      step(1, { beams: [beam(0, 5, -2), beam(0, 6, -3)] }),
    ]);
    const nodes = twins.nodes.filter(({ depth }) => depth === 2);
    expect([...waysBefore(twins, nodes, () => 'x').values()]).toEqual([[], []]);
  });

  it('names so many more that no two nodes read alike', () => {
    expect(waysAt(3)).toEqual(['7', '1 › 5 › 7', '2 › 5 › 7', '5 › 8']);
  });
});

describe('beamTree', () => {
  it('hangs every beam on its parent', () => {
    const { nodes, depth } = beamTree(steps);
    expect(depth).toBe(2);
    expect(nodes.map((node) => node.parent)).toEqual([-1, 0, 0, 0, 1, 1, 2]);
  });

  it('tells the living from those whose line died and from the pruned', () => {
    expect(beamTree(steps).nodes.map((node) => node.fate)).toEqual([
      'root',
      'alive',
      'ended',
      'pruned',
      'alive',
      'alive',
      'pruned',
    ]);
  });

  it('marks the way to the best hypothesis', () => {
    expect(beamTree(steps).nodes.flatMap((node) => (node.best ? [node.index] : []))).toEqual([
      0, 1, 4,
    ]);
  });

  it('lets a hypothesis that ended early compete to the last step', () => {
    const best = bestNode(
      beamTree([
        step(0, { beams: [beam(-1, 0, -1)], finished: [beam(-1, 9, -1.2, true)] }),
        step(1, { beams: [beam(0, 1, -1.5)], pruned: [beam(0, 2, -0.1)] }),
        step(2, { beams: [beam(0, 1, -1.9)], finished: [beam(0, 9, -1.7, true)], last: true }),
      ]),
    );
    expect(best).toMatchObject({ depth: 1, fate: 'finished', beam: { token: 9 } });
  });

  it('forgets an ended hypothesis that stayed among the kept and fell out', () => {
    const ends = [
      step(0, { beams: [beam(-1, 0, -1), beam(-1, 9, -1.2, true)] }),
      step(1, { beams: [beam(0, 1, -1.1), beam(1, -1, -1.2, true)] }),
      step(2, { beams: [beam(0, 1, -1.12), beam(0, 2, -1.15)], pruned: [beam(1, -1, -1.2, true)] }),
    ];
    expect(bestNode(beamTree(ends)).beam?.normalized_score).toBe(-1.12);
    const lower = step(3, { beams: [beam(0, 1, -3), beam(1, 1, -4)] });
    expect(bestNode(beamTree([...ends, lower])).beam?.normalized_score).toBe(-3);
  });

  it('puts no two nodes of a column closer than a row, whatever the shape', () => {
    let parents = 1;
    const wide = Array.from({ length: 8 }, (_, i) => {
      const count = 1 + ((i * 7) % 5);
      const made = step(i, {
        beams: Array.from({ length: count }, (_b, b) =>
          beam(i === 0 ? -1 : (b * 3) % parents, b, -i - b),
        ),
        pruned: Array.from({ length: 4 }, (_b, b) =>
          beam(i === 0 ? -1 : (b * 5) % parents, b, -i - b - 9),
        ),
      });
      parents = count;
      return made;
    });
    const { nodes, rows } = beamTree(wide);
    for (const a of nodes) {
      expect(a.y).toBeLessThan(rows);
      for (const b of nodes)
        if (a.index < b.index && a.depth === b.depth)
          expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(1);
    }
  });

  it('is hardly higher than its largest column, with the best hypothesis as a straight line', () => {
    // The best comes from another beam at every step.
    const long = Array.from({ length: 24 }, (_, i) =>
      step(i, {
        beams: [0, 1, 2].map((b) => beam(i === 0 ? -1 : (b + i) % 3, b, -i - b)),
        pruned: [3, 4, 5].map((b) => beam(i === 0 ? -1 : b % 3, b, -i - b)),
      }),
    );
    const { nodes, rows } = beamTree(long);
    expect(rows).toBeLessThanOrEqual(2 * 6 - 1);
    expect(new Set(nodes.filter(({ best }) => best).map(({ y }) => y)).size).toBe(1);
    for (const a of nodes)
      for (const b of nodes)
        if (a.depth === b.depth && a.y < b.y && a.parent >= 0)
          expect(nodes[a.parent]!.y).toBeLessThanOrEqual(nodes[b.parent]!.y);
  });

  it('goes on beside the parents where the best hypothesis has ended', () => {
    const { nodes } = beamTree([
      step(0, { beams: [beam(-1, 0, -1)], finished: [beam(-1, 9, -0.1, true)] }),
      step(1, { beams: [beam(0, 1, -1.5), beam(0, 2, -1.7), beam(0, 3, -1.8)] }),
    ]);
    const [, kept, ended, ...last] = nodes.map(({ y }) => y);
    expect([nodes[0]!.y, ended]).toEqual([kept! + 1, kept! + 1]);
    expect(last).toEqual([kept! - 1, kept, kept! + 1]);
  });

  it('a finished hypothesis that is carried over stays where it ended', () => {
    const { nodes } = beamTree([
      step(0, { beams: [beam(-1, 0, -1, true), beam(-1, 1, -2)] }),
      step(1, { beams: [beam(0, -1, -1, true), beam(1, 1, -3)] }),
    ]);
    expect(nodes).toHaveLength(4);
    expect(nodes[1]).toMatchObject({ fate: 'finished', best: true });
  });

  it('knows which nodes were given, and which can be', () => {
    const { nodes } = beamTree([
      step(0, { beams: [beam(-1, 2, -1)], forced: true }),
      step(1, { beams: [beam(0, 1, -2)], pruned: [beam(0, 0, -Infinity)] }),
    ]);
    expect(nodes.map(({ forced }) => forced)).toEqual([false, true, false, false]);
    expect(nodes.map(canForce)).toEqual([false, true, true, false]); // no root, nothing impossible
  });

  it('a search that has not begun is a root', () => {
    expect(beamTree([])).toMatchObject({ depth: 0, rows: 1, nodes: [{ fate: 'root' }] });
  });
});

describe('paths', () => {
  it('lead to nodes, and nodes back to paths', () => {
    const tree = beamTree(steps);
    expect(nodeOf(tree, [0, 2])).toBe(5);
    expect(pathTo(tree, 5)).toEqual([0, 2]);
    expect(nodeOf(tree, [])).toBe(0);
    expect(pathTo(tree, 0)).toEqual([]);
    expect(nodeOf(tree, [2, 0])).toBe(-1);
  });
});

describe('what is passed over', () => {
  const withIds = (ids: readonly number[], parent: number) => ({
    ...beam(parent, ids.at(-1) ?? -1, -1),
    ids,
  });
  const searched = [
    step(0, { beams: [withIds([0], -1), withIds([1], -1)], pruned: [withIds([2], -1)] }),
    step(1, {
      beams: [withIds([0, 1], 0), withIds([0, 2], 0)],
      pruned: [withIds([1, 0], 1)],
      finished: [{ ...withIds([0, 9], 0), finished: true }],
    }),
  ];

  it('is what stood beside each token of the path, and no other’s children', () => {
    const passed = passedOver(searched, [0, 2, 7]);
    expect(passed.map((beams) => beams.map(({ token }) => token))).toEqual([[1, 2], [1, 9], []]);
  });

  it('hangs beside the given tokens, competes for nothing, and can be passed over again', () => {
    const given = [
      step(0, { forced: true, beams: [withIds([0], -1)] }),
      step(1, { forced: true, beams: [withIds([0, 2], 0)] }),
    ];
    const shown = withPassed(given, passedOver(searched, [0, 2]));
    const { nodes } = beamTree(shown);
    expect(nodes.map(({ fate }) => fate)).toEqual([
      'root',
      'alive',
      'passed',
      'passed',
      'alive',
      'passed',
      'passed',
    ]);
    expect(nodes.filter(({ forced }) => forced).map(({ index }) => index)).toEqual([1, 4]);
    expect(nodes.map(({ parent }) => parent)).toEqual([-1, 0, 0, 0, 1, 1, 1]);
    expect(passedOver(shown, [1]).map((beams) => beams.map(({ token }) => token))).toEqual([
      [0, 2],
    ]);
  });
});
