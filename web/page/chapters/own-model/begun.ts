/**
 * What has come of downloads, kept on this device while it comes, so that a tab that is closed in the middle loses the last
 * seconds alone. Each is a row of pieces, which begins at 0.
 */
import { inStores, kPieces } from './database.ts';
import { type Begun, goingOn } from './downloading.ts';

interface Piece extends Omit<Begun, 'weights'> {
  readonly start: number;
  readonly piece: Blob;
}

const inPieces = <Result>(
  mode: IDBTransactionMode,
  ask: (pieces: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => inStores([kPieces], mode, ([pieces]) => ask(pieces));

const piecesOf = (address: string) => IDBKeyRange.bound([address], [address, []]);

export class BegunDownloads {
  /** Bytes that are stored of each. */
  readonly #sizes = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  list(): Promise<readonly Begun[]> {
    return this.#inTurn(async () => {
      const pieces = await inPieces('readonly', (all) => all.getAll() as IDBRequest<Piece[]>);
      const begun = joined(pieces);
      for (const { address, weights } of begun) this.#sizes.set(address, weights.size);
      return begun;
    });
  }

  /** Stores what is not stored yet. */
  keep({ weights, ...about }: Begun): Promise<void> {
    const { address } = about;
    return this.#inTurn(async () => {
      const start = this.#sizes.get(address) ?? 0;
      const piece: Piece = { ...about, start, piece: weights.slice(start) };
      await inPieces('readwrite', (all) => {
        if (start === 0) all.delete(piecesOf(address));
        return all.put(piece);
      });
      this.#sizes.set(address, weights.size);
    });
  }

  delete(address: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#sizes.delete(address);
      await inPieces('readwrite', (all) => all.delete(piecesOf(address)));
    });
  }

  /** One after the other: a piece begins where the one before it ends. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Another tab may have stored pieces of the same address: what does not go on with those before it does not count. */
function joined(pieces: readonly Piece[]): readonly Begun[] {
  const all: { about: Omit<Begun, 'weights'>; parts: Blob[]; size: number }[] = [];
  for (const { start, piece, ...about } of pieces) {
    if (start === 0) all.push({ about, parts: [], size: 0 });
    const last = all.at(-1);
    if (last?.about.address !== about.address || last.size !== start) continue;
    if (last.about.told.tag !== about.told.tag) continue;
    last.about = about;
    last.parts.push(piece);
    last.size += piece.size;
  }
  return all.map(({ about, parts }) => goingOn(about, new Blob(parts)));
}
