/**
 * Models that the reader has kept on this device, and what came of downloads that were given up, in IndexedDB: a transaction
 * writes all files of a model or none, so that a tab that is closed in the middle leaves nothing behind, and files are read
 * from the disk piece by piece.
 */
import type { Begun } from './downloading.ts';
import { bytesOf, type OwnFiles } from './own-files.ts';
import { OwnTrouble } from './trouble.ts';

export interface KeptModel {
  readonly id: string;
  readonly name: string;
  /** Tells it from others of its name, where there are any: 2 and so on. */
  readonly count?: number;
  readonly bytes: number;
  /** Where it was fetched from. */
  readonly address?: string;
  /** When it was kept, as in `Date.now()`. */
  readonly date: number;
}

const kDatabase = 'glassformer-own-models';
/** What the list says of each, apart from its files: the list reads none of these. */
const kList = 'models';
const kFiles = 'files';

/** Of a download there is no more than its place in the list. */
interface Listed extends KeptModel {
  readonly begun?: Begun;
}

const listAll = (): Promise<readonly Listed[]> =>
  inStores('readonly', (list) => list.getAll() as IDBRequest<Listed[]>);

export async function listKept(): Promise<readonly KeptModel[]> {
  const all = await listAll();
  return all.filter(({ begun }) => begun === undefined).sort((a, b) => b.date - a.date);
}

export const listBegun = async (): Promise<readonly Begun[]> =>
  (await listAll()).flatMap(({ begun }) => begun ?? []);

const idOfBegun = (address: string) => `begun ${address}`;

export async function keepBegun(begun: Begun): Promise<void> {
  const { address, weights } = begun;
  const listed: Listed = {
    ...{ id: idOfBegun(address), name: address, address, bytes: weights.size, date: Date.now() },
    begun,
  };
  await inStores('readwrite', (list) => list.put(listed));
}

export async function deleteBegun(address: string): Promise<void> {
  await inStores('readwrite', (list) => list.delete(idOfBegun(address)));
}

export async function keep(own: OwnFiles): Promise<KeptModel> {
  const { files: given, ...named } = own;
  const bytes = bytesOf(own);
  const date = Date.now();
  const count = countFor(own.name, await listKept().catch(() => []));
  const kept = { id: `${date} ${Math.random()}`, ...named, count, bytes, date };
  await inStores('readwrite', (list, files) => {
    files.put([...given], kept.id);
    return list.put(kept);
  }).catch((error: unknown) => {
    if (error instanceof OwnTrouble) throw error;
    const isFull = (error as Error | null)?.name === 'QuotaExceededError';
    throw new OwnTrouble(isFull ? { kind: 'noRoom', bytes } : { kind: 'noStorage' }, {
      cause: error,
    });
  });
  return kept;
}

/** The first that no other model of that name has. */
function countFor(name: string, all: readonly KeptModel[]): number {
  const taken = new Set(all.filter((each) => each.name === name).map(({ count = 1 }) => count));
  let count = 1;
  while (taken.has(count)) ++count;
  return count;
}

export async function openKept({ id, name, address }: KeptModel): Promise<OwnFiles> {
  const files = await inStores(
    'readonly',
    (_, all) => all.get(id) as IDBRequest<[string, Blob][] | undefined>,
  );
  if (files === undefined) throw new OwnTrouble({ kind: 'gone', name });
  return { name, ...(address !== undefined && { address }), files: new Map(files) };
}

export async function deleteKept({ id }: KeptModel): Promise<void> {
  await inStores('readwrite', (list, files) => {
    files.delete(id);
    return list.delete(id);
  });
}

/** Gives the result of the last request when the whole transaction is on the disk. */
async function inStores<Result>(
  mode: IDBTransactionMode,
  ask: (list: IDBObjectStore, files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise<Result>((done, fail) => {
      const transaction = database.transaction([kList, kFiles], mode);
      const request = ask(transaction.objectStore(kList), transaction.objectStore(kFiles));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => fail(transaction.error ?? request.error);
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(kDatabase, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(kList, { keyPath: 'id' });
      request.result.createObjectStore(kFiles);
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  }).catch((error: unknown) => {
    throw new OwnTrouble({ kind: 'noStorage' }, { cause: error });
  });
}
