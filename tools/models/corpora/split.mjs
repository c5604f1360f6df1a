// Part of a corpus is held out to be examined on. What shares a sentence goes to the same side, so
// nothing that is examined was learned.
import { createHash } from 'node:crypto';

// A group larger than this is learned from: a handful of such groups would fill the held-out part.
const largestGroup = 8;

/**
 * Splits items into { train, held }, both in the given order. Items that share a key (`keysOf(item)`
 * gives an item's keys) are a group, and so are items linked by a chain of them; a group is never
 * parted. Groups are drawn by a hash of their text, so that the same items give the same split in
 * whatever order they come. Held out are a `share` of the items and no fewer than `atLeast`, but
 * never more than about a quarter.
 */
export function holdOut(items, keysOf, { share = 0.03, atLeast = 500 } = {}) {
  const wanted = Math.min(items.length / 4, Math.max(items.length * share, atLeast));
  const groups = groupsOf(items.map(keysOf))
    .filter((group) => group.length <= largestGroup)
    .map((group) => ({ group, draw: drawOf(group.map((i) => keysOf(items[i])).flat()) }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1));
  const held = new Set();
  for (const { group } of groups) {
    if (held.size >= wanted) break;
    for (const i of group) held.add(i);
  }
  return {
    train: items.filter((_, i) => !held.has(i)),
    held: items.filter((_, i) => held.has(i)),
  };
}

/**
 * { train, held } of several files: the first is split as holdOut does it, and what a later file
 * adds never changes what is held out of those before it. What shares a key with a held item is left
 * out, what shares one with a learned item is learned from, and the rest is split in its turn.
 */
export function holdOutInTurn(files, keysOf, options) {
  const train = [];
  const held = [];
  for (const items of files) {
    const [learned, examined] = [train, held].map((side) => new Set(side.flatMap(keysOf)));
    const free = [];
    for (const group of groupsOf(items.map(keysOf))) {
      const keys = group.flatMap((i) => keysOf(items[i]));
      if (keys.some((key) => examined.has(key))) continue;
      if (keys.some((key) => learned.has(key))) train.push(...group.map((i) => items[i]));
      else free.push(...group);
    }
    const split = holdOut(
      free.sort((a, b) => a - b).map((i) => items[i]),
      keysOf,
      options,
    );
    train.push(...split.train);
    held.push(...split.held);
  }
  return { train, held };
}

/** A number in hexadecimal digits that follows from the keys, in whatever order they come. */
export const drawOf = (keys) =>
  createHash('sha256')
    .update([...keys].sort().join('\n'))
    .digest('hex');

/** Numbers from 0 to 1 that follow from a text, one after the other. */
export function numbersFrom(text) {
  let digits = drawOf([text]);
  let at = 0;
  return () => {
    if (at === digits.length) [digits, at] = [drawOf([digits]), 0];
    return parseInt(digits.slice(at, (at += 4)), 16) / 0x10000;
  };
}

/** Lists of places that are linked by common keys: the components of the graph of items and keys. */
function groupsOf(keys) {
  const parent = keys.map((_, i) => i);
  const rootOf = (i) => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const firstWith = new Map();
  keys.forEach((own, i) => {
    for (const key of own) {
      if (firstWith.has(key)) parent[rootOf(i)] = rootOf(firstWith.get(key));
      else firstWith.set(key, i);
    }
  });
  const groups = new Map();
  keys.forEach((_, i) => {
    const root = rootOf(i);
    if (!groups.has(root)) groups.set(root, []);
    groups.get(root).push(i);
  });
  return [...groups.values()];
}

/** The documents of a text in which lines <|endoftext|> part them, and such a text. */
export const documentsOf = (text) =>
  text
    .split(/^<\|endoftext\|>$/m)
    .map((document) => document.trim())
    .filter(Boolean);
export const joined = (documents) =>
  documents.map((document) => `${document}\n<|endoftext|>\n`).join('');
