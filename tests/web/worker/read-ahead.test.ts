import { expect, test } from 'vitest';
import { readAhead } from '../../../web/src/worker/read-ahead.ts';

const kMiB = 2 ** 20;

/** Pieces of these sizes, numbered in their first byte; `given` counts those that were asked for. */
function source(sizes: readonly number[], end: Error | null = null) {
  const state = { given: 0, isClosed: false };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (const [i, size] of sizes.entries()) {
        ++state.given;
        yield new Uint8Array(size).fill(i, 0, 1);
      }
      if (end !== null) throw end;
    } finally {
      state.isClosed = true;
    }
  }
  return { pieces: pieces(), state };
}

/** Until nothing happens any more: all that happens here are turns of promises, fewer than these. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 1000; ++turn) await null;
}

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<number[]> {
  const taken: number[] = [];
  for await (const piece of pieces) taken.push(piece[0] ?? -1);
  return taken;
}

test('pieces come before they are asked for, and are told as they come', async () => {
  const came: number[] = [];
  const { pieces } = source([3, 2, 0, 1]);
  const read = readAhead(pieces, (piece) => came.push(piece.length));
  await settled();
  expect(came).toEqual([3, 2, 0, 1]);
  expect(await allOf(read)).toEqual([0, 1, -1, 3]);
});

test('no more than some wait; what is taken makes room', async () => {
  const sizes = Array.from({ length: 20 }, () => kMiB);
  const { pieces, state } = source(sizes);
  const read = readAhead(pieces, () => {});
  await settled();
  expect(state.given).toBe(4);
  const taken = read[Symbol.asyncIterator]();
  await taken.next();
  await settled();
  expect(state.given).toBe(5);
  expect(await allOf({ [Symbol.asyncIterator]: () => taken })).toEqual(
    sizes.map((_, i) => i).slice(1),
  );
});

test('what breaks is thrown behind the pieces that have come, and not before anybody takes them', async () => {
  const broken = new Error('the line');
  const { pieces } = source([1, 1], broken);
  const read = readAhead(pieces, () => {});
  await settled();
  const taken: number[] = [];
  await expect(
    (async () => {
      for await (const piece of read) taken.push(piece[0]!);
    })(),
  ).rejects.toBe(broken);
  expect(taken).toEqual([0, 1]);
});

test('who leaves closes the source', async () => {
  const { pieces, state } = source(Array.from({ length: 20 }, () => kMiB));
  const read = readAhead(pieces, () => {});
  for await (const piece of read) if (piece[0] === 1) break;
  await settled();
  expect(state.isClosed).toBe(true);
  expect(state.given).toBeLessThan(8);
});
