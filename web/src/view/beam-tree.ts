/** The tree of a beam search from its steps: parents, fates (alive, finished, pruned, …) and the layout of nodes. */
import type { Beam, GenerationStep } from '../shared/generation-types.ts';

export interface BeamNode {
  /** Place in the list of nodes; the root is 0. */
  readonly index: number;
  readonly parent: number;
  /** 0 for the root, 1 for the first generated token. */
  readonly depth: number;
  /** Vertical place in rows; neighbours in a column are at least one apart. */
  readonly y: number;
  /** Null for the root. */
  readonly beam: Beam | null;
  readonly fate: BeamFate;
  /** On the way to the best hypothesis so far. */
  readonly best: boolean;
  /** Given instead of found. */
  readonly forced: boolean;
}

/**
 * alive: an ancestor of a current hypothesis; ended: kept once, but every hypothesis that continued it was pruned; passed:
 * chosen first, then replaced by a token that the reader gave.
 */
export type BeamFate = 'root' | 'alive' | 'ended' | 'finished' | 'pruned' | 'passed';

export interface BeamTree {
  readonly nodes: readonly BeamNode[];
  readonly depth: number;
  readonly rows: number;
}

interface Draft {
  readonly index: number;
  readonly parent: number;
  readonly depth: number;
  readonly beam: Beam | null;
  readonly children: number[];
  readonly forced: boolean;
  fate: BeamFate;
  best: boolean;
  y: number;
}

export function beamTree(steps: readonly GenerationStep[]): BeamTree {
  const nodes: Draft[] = [
    {
      index: 0,
      parent: -1,
      depth: 0,
      beam: null,
      children: [],
      forced: false,
      fate: 'root',
      best: true,
      y: 0,
    },
  ];
  markLives(nodes, grow(nodes, steps));
  const rows = place(nodes);
  return {
    nodes: nodes.map(({ children: _, ...node }) => node),
    depth: Math.max(...nodes.map((node) => node.depth)),
    rows,
  };
}

/**
 * Adds every step's beams; returns the nodes that compete for the best: those set aside as ended, whenever that was, and
 * those that are kept after the last step. An ended one that stayed among the kept competes no longer once it fell out.
 */
function grow(nodes: Draft[], steps: readonly GenerationStep[]): number[] {
  const setAside: number[] = [];
  let alive: number[] = [0];
  for (const step of steps) {
    const parents = alive;
    const add = (beam: Beam, fate: BeamFate): number =>
      addNode(nodes, parents, beam, fate, step.forced && fate !== 'passed');
    alive = step.beams.map((beam) => add(beam, beam.finished ? 'finished' : 'ended'));
    setAside.push(...step.finished.map((beam) => add(beam, 'finished')));
    // Nothing competes with a token that is given: what stands beside it was passed over.
    for (const beam of step.pruned) add(beam, step.forced ? 'passed' : 'pruned');
  }
  return [...setAside, ...alive];
}

function addNode(
  nodes: Draft[],
  parents: readonly number[],
  beam: Beam,
  fate: BeamFate,
  forced: boolean,
): number {
  const parent = nodes[parents[Math.max(0, beam.parent)] ?? 0] as Draft;
  if (beam.token < 0) return parent.index; // a finished hypothesis that was carried over
  const index = nodes.length;
  nodes.push({
    index,
    parent: parent.index,
    depth: parent.depth + 1,
    beam,
    children: [],
    forced,
    fate,
    best: false,
    y: 0,
  });
  parent.children.push(index);
  return index;
}

/** Of equal normalized scores the one that was set aside first, as in the engine. */
function markLives(nodes: Draft[], contenders: readonly number[]): void {
  const last = contenders.map((index) => nodes[index] as Draft);
  for (const end of last) {
    for (const node of lineOf(nodes, end)) if (node.fate === 'ended') node.fate = 'alive';
  }
  const best = last.reduce<Draft | null>(
    (a, b) =>
      a === null ||
      (b.beam?.normalized_score ?? -Infinity) > (a.beam?.normalized_score ?? -Infinity)
        ? b
        : a,
    null,
  );
  if (best !== null) for (const node of lineOf(nodes, best)) node.best = true;
}

function lineOf(nodes: readonly Draft[], end: Draft): Draft[] {
  const line: Draft[] = [];
  for (let node: Draft | undefined = end; node !== undefined; node = nodes[node.parent])
    line.push(node);
  return line;
}

/**
 * Rows: the nodes of a column stand close together, in the order of their parents, so that no two lines cross and the
 * tree is hardly higher than its largest column. The best hypothesis is a straight line, as far as it goes; each column
 * after it stands, on average, beside its parents. Returns the number of rows.
 */
function place(nodes: readonly Draft[]): number {
  const parentOf = ({ parent }: Draft) => nodes[parent] as Draft;
  for (let column = nodes.slice(0, 1); column.length > 0; column = childrenOf(nodes, column)) {
    const best = column.findIndex((node) => node.best);
    const beside = () => mean(column.map((node, i) => parentOf(node).y - i));
    const first = best >= 0 ? -best : beside();
    column.forEach((node, i) => (node.y = first + i));
  }
  const top = Math.min(...nodes.map(({ y }) => y));
  for (const node of nodes) node.y -= top;
  return 1 + Math.max(...nodes.map(({ y }) => y));
}

function childrenOf(nodes: readonly Draft[], column: readonly Draft[]): Draft[] {
  return column.flatMap(({ children }) => children.map((child) => nodes[child] as Draft));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Where the best hypothesis so far ends; the root before the first step. */
export function bestNode(tree: BeamTree): BeamNode {
  return tree.nodes.reduce((best, node) => (node.best && node.depth >= best.depth ? node : best));
}

/** The nodes from `index` back to the root; none for an index that is not there. */
export function lineage(tree: BeamTree, index: number): number[] {
  const line: number[] = [];
  for (let node = tree.nodes[index]; node !== undefined; node = tree.nodes[node.parent])
    line.push(node.index);
  return line;
}

/** One token of a search: the node on the best path, and those that compete with it. */
export interface BeamDepth {
  /** Null after the best path's end. */
  readonly best: BeamNode | null;
  /** Likeliest first. */
  readonly rivals: readonly BeamNode[];
}

/** The tree without its lines, for where it has no room: the root, then each depth. */
export function depthsOf(tree: BeamTree): readonly BeamDepth[] {
  const score = ({ beam }: BeamNode) => beam?.score ?? 0;
  return Array.from({ length: tree.depth + 1 }, (_, depth) => {
    const nodes = tree.nodes.filter((node) => node.depth === depth);
    const rivals = nodes.filter(({ best }) => !best);
    return {
      best: nodes.find(({ best }) => best) ?? null,
      rivals: rivals.sort((a, b) => score(b) - score(a) || a.index - b.index),
    };
  });
}

/**
 * What stands before each node of one depth, as far as a list without lines has to say: nothing after the best path, else
 * the token before it, and so many more that nodes of different parents read differently. Their names, in the order of the text.
 */
export function waysBefore(
  tree: BeamTree,
  depth: readonly BeamNode[],
  nameOf: (node: BeamNode) => string,
): ReadonlyMap<BeamNode, readonly string[]> {
  const ways = depth.map((node) => {
    const before = lineage(tree, node.parent).map((index) => tree.nodes[index] as BeamNode);
    const tokens = before.filter(({ beam }) => beam !== null);
    return {
      node,
      names: tokens.map(nameOf),
      said: tokens[0] === undefined || tokens[0].best ? 0 : 1,
    };
  });
  const text = ({ node, names, said }: (typeof ways)[number]) =>
    [nameOf(node), ...names.slice(0, said)].join('\n');
  for (;;) {
    const texts = ways.map(text);
    const alike = ways.filter(
      ({ node, names, said }, i) =>
        said < names.length &&
        texts.some((other, j) => other === texts[i] && ways[j]?.node.parent !== node.parent),
    );
    if (alike.length === 0) break;
    for (const way of alike) way.said++;
  }
  return new Map(ways.map(({ node, names, said }) => [node, names.slice(0, said).reverse()]));
}

/** The node that these tokens lead to; -1 where the tree has none. */
export function nodeOf(tree: BeamTree, ids: readonly number[]): number {
  let at = 0;
  for (const id of ids) {
    const child = tree.nodes.find(({ parent, beam }) => parent === at && beam?.token === id);
    if (child === undefined) return -1;
    at = child.index;
  }
  return at;
}

/** The tokens that lead to a node; none for the root. */
export function pathTo(tree: BeamTree, index: number): number[] {
  const line = lineage(tree, index).reverse();
  return line.flatMap((each) => tree.nodes[each]?.beam?.token ?? []);
}

/** What stood beside each token of a path, to be shown beside it when the path is given: a list for each step. */
export function passedOver(
  steps: readonly GenerationStep[],
  path: readonly number[],
): readonly (readonly Beam[])[] {
  return path.map((token, depth) => {
    const { beams = [], pruned = [], finished = [] } = steps[depth] ?? {};
    const others = new Map<number, Beam>();
    for (const beam of [...beams, ...pruned, ...finished]) {
      const isBeside = path.slice(0, depth).every((id, i) => beam.ids[i] === id);
      const isPossible = beam.token >= 0 && Number.isFinite(beam.score);
      if (isBeside && isPossible && beam.token !== token) others.set(beam.token, beam);
    }
    const parent = depth === 0 ? -1 : 0;
    return [...others.values()].map((beam) => ({ ...beam, parent, finished: false }));
  });
}

/** Steps whose tokens are given, with what was passed over for them. */
export function withPassed(
  steps: readonly GenerationStep[],
  passed: readonly (readonly Beam[])[],
): readonly GenerationStep[] {
  return steps.map((step, i) => (step.forced && passed[i] ? { ...step, pruned: passed[i] } : step));
}

/** Whether a search could go on from this node alone: it is not the root, and not impossible. */
export function canForce({ beam }: BeamNode): boolean {
  return beam !== null && Number.isFinite(beam.score);
}

/** Where an arrow key leads: left to the parent, right to the first child, up and down within the column. */
export function neighbour(tree: BeamTree, index: number, key: string): number | null {
  const here = tree.nodes[index];
  if (here === undefined) return null;
  if (key === 'ArrowLeft') return here.parent < 0 ? null : here.parent;
  if (key === 'ArrowRight') return tree.nodes.find((node) => node.parent === index)?.index ?? null;
  const column = tree.nodes.filter((node) => node.depth === here.depth).sort((a, b) => a.y - b.y);
  const place = column.indexOf(here);
  if (key === 'ArrowUp') return column[place - 1]?.index ?? null;
  if (key === 'ArrowDown') return column[place + 1]?.index ?? null;
  return null;
}
