/** What the reader's own models leave on this device, in IndexedDB: files are read from the disk piece by piece. */
import { OwnTrouble } from './trouble.ts';

const kDatabase = 'glassformer-own-models';
/** What the list of kept models says of each, apart from its files: the list reads none of these. */
export const kModels = 'models';
export const kFiles = 'files';
/** Of downloads that have not come whole. */
export const kPieces = 'pieces';

/** Gives the result of the last request when the whole transaction, which writes all or nothing, is on the disk. */
export async function inStores<const Names extends readonly string[], Result>(
  names: Names,
  mode: IDBTransactionMode,
  ask: (stores: { readonly [Each in keyof Names]: IDBObjectStore }) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise<Result>((done, fail) => {
      const transaction = database.transaction(names, mode);
      const stores = names.map((name) => transaction.objectStore(name));
      const request = ask(stores as { [Each in keyof Names]: IDBObjectStore });
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => fail(transaction.error ?? request.error);
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(kDatabase, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result } = request;
      if (oldVersion < 1) {
        result.createObjectStore(kModels, { keyPath: 'id' });
        result.createObjectStore(kFiles);
      }
      result.createObjectStore(kPieces, { keyPath: ['address', 'start'] });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  }).catch((error: unknown) => {
    throw new OwnTrouble({ kind: 'noStorage' }, { cause: error });
  });
}
