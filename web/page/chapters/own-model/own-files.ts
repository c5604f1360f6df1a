/** The files of a model of the reader's own: found among what was given, and read for the engine. */
import type { ModelFiles, TokenizerFiles } from 'glassformer';
import type { ModelOrigin } from 'glassformer/elements/functions';
import { listedInText, takeTokenizer, type TokenizerFile } from 'glassformer/elements/fetching';
import type { Dropped } from './dropped.ts';
import { kEnoughConfig, kMaxTextBytes, kWeights, modelAmong } from './given-files.ts';
import { OwnTrouble } from './trouble.ts';

export interface OwnFiles {
  /** Empty where the files were given without a folder. */
  readonly name: string;
  /** Where they were fetched from. */
  readonly address?: string;
  /** By their usual names. */
  readonly files: ReadonlyMap<string, Blob>;
}

/** A file that was given and need not be read. */
interface GivenFile {
  readonly path: string;
  open(): Promise<File>;
}

/** A model's folder has about ten files. */
const kMaxFiles = 2000;
/** Folders in folders: a model is not so far down. */
const kMaxDepth = 4;

export function bytesOf({ files }: OwnFiles): number {
  return [...files.values()].reduce((sum, { size }) => sum + size, 0);
}

/** What an `<input type="file">` gives. */
export function filesChosen(list: readonly File[]): Promise<OwnFiles> {
  const given = list
    .map((file) => ({ path: file.webkitRelativePath || file.name, open: async () => file }))
    .filter(({ path }) => !path.split('/').some(isHidden));
  if (given.length > kMaxFiles) throw tooMany();
  return modelOf(given);
}

export async function filesDropped(
  dropped: readonly Dropped[],
  signal: AbortSignal,
): Promise<OwnFiles> {
  const given: GivenFile[] = [];
  await collect(dropped, { into: given, depth: 0, signal });
  return modelOf(given);
}

interface Walk {
  readonly into: GivenFile[];
  readonly depth: number;
  readonly signal: AbortSignal;
}

async function collect(entries: readonly Dropped[], walk: Walk): Promise<void> {
  for (const entry of entries) {
    walk.signal.throwIfAborted();
    if (isHidden(entry.name)) continue;
    if (walk.into.length >= kMaxFiles) throw tooMany();
    if (entry instanceof File) walk.into.push({ path: entry.name, open: async () => entry });
    else if (isDirectory(entry)) {
      if (walk.depth < kMaxDepth) await collectFolder(entry, walk);
    } else
      walk.into.push({
        path: entry.fullPath.slice(1),
        open: () => new Promise((done, fail) => (entry as FileSystemFileEntry).file(done, fail)),
      });
  }
}

/** A directory gives its entries some at a time, and none at the end. */
async function collectFolder(folder: FileSystemDirectoryEntry, walk: Walk): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    ).catch((error: unknown) => {
      throw unreadable(folder.name, error);
    });
    if (entries.length === 0) return;
    await collect(entries, { ...walk, depth: walk.depth + 1 });
  }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;
/** Such as .git and .DS_Store. */
const isHidden = (name: string) => name.startsWith('.');
const tooMany = () => new OwnTrouble({ kind: 'tooMany', most: kMaxFiles });
const unreadable = (file: string, cause: unknown) =>
  new OwnTrouble({ kind: 'unreadable', file }, { cause });

async function modelOf(given: readonly GivenFile[]): Promise<OwnFiles> {
  const found = modelAmong(given.map(({ path }) => path));
  if ('kind' in found) throw new OwnTrouble(found);
  const byPath = new Map(given.map((each) => [each.path, each]));
  const files = new Map<string, Blob>();
  for (const [name, path] of found.paths)
    files.set(
      name,
      await byPath
        .get(path)!
        .open()
        .catch((error: unknown) => {
          throw unreadable(name, error);
        }),
    );
  return { name: found.name, files };
}

/** What a tag or a page with the model needs. Only its own folder has the name that its reader gave it. */
export function originOf(own: OwnFiles): ModelOrigin {
  const { name, address } = own;
  const files = () => modelFilesOf(own);
  return address === undefined ? { folder: name, files } : { src: address, files };
}

/** What `loadModel` takes. */
export async function modelFilesOf({ files }: OwnFiles): Promise<ModelFiles> {
  const text = (name: string) => textOf(name, files.get(name));
  const config = (await text('config.json')) ?? '';
  const listed = listedInText(config);
  const source = await tokenizerOf(files, 'source', listed);
  return {
    config,
    weights: files.get(kWeights) ?? new Blob(),
    ...(await tokenizerOf(files, 'target', listed)),
    ...(Object.keys(source).length > 0 && { source }),
    ...given('goldenJson', await text('golden.json')),
  };
}

async function tokenizerOf(
  files: OwnFiles['files'],
  side: 'source' | 'target',
  listed: readonly string[] | undefined,
): Promise<TokenizerFiles> {
  const read: Partial<Record<TokenizerFile, string>> = {};
  await takeTokenizer(side, listed, async (kind, name) => {
    const text = await textOf(name, files.get(name));
    if (text !== undefined) read[kind] = text;
    return text !== undefined;
  });
  return read;
}

const given = <Name extends string>(name: Name, text: string | undefined) =>
  (text === undefined ? {} : { [name]: text }) as { readonly [Each in Name]?: string };

async function textOf(name: string, file: Blob | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const isConfig = name === 'config.json';
  if (!isConfig && file.size > kMaxTextBytes)
    throw new OwnTrouble({ kind: 'tooLong', file: name, most: kMaxTextBytes });
  return (isConfig ? file.slice(0, kEnoughConfig) : file).text().catch((error: unknown) => {
    throw unreadable(name, error);
  });
}
