/** Files as they arrive: from a URL, from Node's file system, or from memory. */
import { GlassformerError } from './error.ts';
import { cannotBeRead, inlineBytes, isHtmlResponse } from './files.ts';
import { joined } from './joined.ts';
import { printable } from './printable.ts';
import { type Ask, bodyOf } from './resumed.ts';

export interface IncomingFile {
  readonly name: string;
  /** Its bytes where that is known. */
  readonly total: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Whether the chunks are nobody's but their reader's, who may let go of their memory. */
  readonly isReadersOwn?: boolean;
}

/** How servers say that there is no such file. Buckets that show no list of their files answer 403. */
const absent = new Set([403, 404, 410]);

/**
 * The file at a URL; undefined where there is none.
 *
 * @param mayBePage what the server calls HTML is given, too
 */
export function openFile(
  url: URL,
  signal?: AbortSignal,
  mayBePage = false,
): Promise<IncomingFile | undefined> {
  if (url.protocol === 'file:') return openLocal(url, signal);
  if (url.protocol === 'data:') return openInline(url);
  return openRemote(url, mayBePage, signal);
}

async function openRemote(
  url: URL,
  mayBePage: boolean,
  signal?: AbortSignal,
): Promise<IncomingFile | undefined> {
  const name = url.href;
  const ask: Ask = (headers) => fetch(url, { headers, ...(signal ? { signal } : {}) });
  let response: Response;
  try {
    response = await ask({});
  } catch (error) {
    throw networkError(name, error, signal);
  }
  if (absent.has(response.status) || (response.ok && !mayBePage && isHtmlResponse(response))) {
    void response.body?.cancel();
    return undefined;
  }
  // A part of a file (206) was not asked for, and cannot stand for the whole.
  if (!response.ok || response.status === 206)
    throw cannotBeRead(name, `the server answered ${response.status}`, {
      details: { kind: 'refused', url: name, status: response.status },
    });
  // The length of a compressed answer is not the file's, and another origin's answer does not show that it is compressed.
  const { headers, type } = response;
  const isWhole = type !== 'cors' && !headers.has('content-encoding');
  const length = isWhole ? headers.get('content-length') : null;
  return {
    name,
    total: length ? Number(length) : undefined,
    chunks: readBody(bodyOf(response, ask, signal), name, signal),
    isReadersOwn: true,
  };
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  name: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw networkError(name, error, signal);
  }
}

/** Characters of a reason that is not ours: of OpenSSL's some have several lines. */
const kMaxReason = 200;

function networkError(name: string, error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof GlassformerError) return error;
  const why =
    error instanceof Error
      ? ((error.cause as Error | undefined)?.message ?? error.message)
      : String(error);
  return cannotBeRead(name, printable(why, kMaxReason), {
    cause: error,
    details: { kind: 'unreachable', url: name },
  });
}

/** Bundlers write small files into the code. Decoded here: a page's policy may forbid to fetch such an address. */
async function openInline(url: URL): Promise<IncomingFile> {
  return openInMemory('a file in the code', inlineBytes(url));
}

/** What is used of Node's file system. */
interface FileSystem {
  readonly promises: {
    stat(url: URL): Promise<{ size: number; isFile(): boolean }>;
    readdir(url: URL): Promise<string[]>;
  };
  createReadStream(
    url: URL,
    options: { highWaterMark: number; signal?: AbortSignal },
  ): AsyncIterable<Uint8Array>;
}

/** Node's file system, without an import that a bundler would follow; undefined in a browser. */
function fileSystem(): FileSystem | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: 'node:fs'): FileSystem };
  };
  return process?.getBuiltinModule?.('node:fs');
}

const chunkBytes = 1 << 20;

async function openLocal(url: URL, signal?: AbortSignal): Promise<IncomingFile | undefined> {
  const name = url.href;
  const fs = fileSystem();
  if (!fs)
    throw cannotBeRead(name, 'only Node 20.16 and newer reads files; a page reads from a server');
  try {
    const file = await fs.promises.stat(url);
    // A pipe or a device may have no end, or nothing to read for ever.
    if (!file.isFile()) throw cannotBeRead(name, 'it is no regular file');
    return { name, total: file.size, chunks: readLocal(fs, url, signal) };
  } catch (error) {
    // ENOTDIR: what stands for its folder is a file.
    if (/^(ENOENT|ENOTDIR)$/.test((error as { code?: string }).code ?? '')) return undefined;
    throw networkError(name, error);
  }
}

/** The names in a folder; none where it cannot be listed, as a server's. */
export async function namesIn(folder: URL): Promise<readonly string[]> {
  const fs = folder.protocol === 'file:' ? fileSystem() : undefined;
  const names = (await fs?.promises.readdir(folder).catch(() => [])) ?? [];
  return names.sort();
}

async function* readLocal(
  fs: FileSystem,
  url: URL,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* fs.createReadStream(url, { highWaterMark: chunkBytes, ...(signal ? { signal } : {}) });
  } catch (error) {
    throw networkError(url.href, error, signal);
  }
}

/** A file at hand: a Blob is read piece by piece, bytes are cut into pieces. */
export function openInMemory(name: string, data: ArrayBuffer | Uint8Array | Blob): IncomingFile {
  if (data instanceof Blob) {
    const chunks = readBody(bodyOf(new Response(data), null), name);
    return { name, total: data.size, chunks, isReadersOwn: true };
  }
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  return { name, total: bytes.length, chunks: cut(bytes) };
}

async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += chunkBytes) yield bytes.subarray(i, i + chunkBytes);
}

export function tooLong(name: string, maxBytes: number): GlassformerError {
  return new GlassformerError(
    'InvalidFile',
    `${name} has more than the ${maxBytes} bytes that such a file may have`,
    { details: { kind: 'invalidFile', file: name } },
  );
}

/** A file of at most `maxBytes`: a server may send what has no end. A byte order mark stays, for whoever reads the text. */
export async function readText(file: IncomingFile, maxBytes: number): Promise<string> {
  const bytes = await readBytes(file, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const details = { kind: 'invalidFile', file: file.name } as const;
    throw new GlassformerError('InvalidFile', `${file.name} is not UTF-8`, {
      cause: error,
      details,
    });
  }
}

export async function readBytes(
  { name, chunks }: IncomingFile,
  maxBytes = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw tooLong(name, maxBytes);
  }
  return joined(parts, length);
}
