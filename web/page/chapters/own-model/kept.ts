/**
 * Models that the reader has kept on this device: a transaction writes all files of one or none, so that a tab that is closed
 * in the middle leaves nothing behind.
 */
import { inStores, kFiles, kModels } from './database.ts';
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

export async function listKept(): Promise<readonly KeptModel[]> {
  const all = await inStores(
    [kModels],
    'readonly',
    ([models]) => models.getAll() as IDBRequest<KeptModel[]>,
  );
  return all.sort((a, b) => b.date - a.date);
}

export async function keep(own: OwnFiles): Promise<KeptModel> {
  const { files: given, ...named } = own;
  const bytes = bytesOf(own);
  const date = Date.now();
  const count = countFor(own.name, await listKept().catch(() => []));
  const kept = { id: `${date} ${Math.random()}`, ...named, count, bytes, date };
  await inStores([kModels, kFiles], 'readwrite', ([models, files]) => {
    files.put([...given], kept.id);
    return models.put(kept);
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
    [kFiles],
    'readonly',
    ([all]) => all.get(id) as IDBRequest<[string, Blob][] | undefined>,
  );
  if (files === undefined) throw new OwnTrouble({ kind: 'gone', name });
  return { name, ...(address !== undefined && { address }), files: new Map(files) };
}

export async function deleteKept({ id }: KeptModel): Promise<void> {
  await inStores([kModels, kFiles], 'readwrite', ([models, files]) => {
    files.delete(id);
    return models.delete(id);
  });
}
