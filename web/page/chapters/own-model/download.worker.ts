/** Fetches the files of a model's folder from where the reader said. Nothing of the page or its reader goes along. */
import {
  AnnouncedLength,
  type Ask,
  BegunAnew,
  bodyOf,
  isHtmlText,
  kMaxBeginnings,
  listedInText,
  takeTokenizer,
} from 'glassformer/elements/fetching';
import { kEnoughConfig, kMaxTextBytes, kWeights } from './given-files.ts';
import type { Told } from './download.ts';
import type { OwnProblem } from './trouble.ts';

/** How servers say that there is no such file. */
const kAbsent = new Set([403, 404, 410]);
/** Chunks that have come are put into a Blob, which need not stay in memory, whenever they are so many bytes. */
const kBlobBytes = 2 ** 25;
/** WebAssembly's addresses reach no further. */
const kMaxBytes = 2 ** 32;
/** The event that tells of a policy comes a little after the request has failed. */
const kViolationMs = 200;
const kConfig = 'config.json';
/** Bytes in which a text shows whether it is a page. */
const kBeginning = 1000;

class Failure extends Error {
  readonly problem: OwnProblem;
  constructor(problem: OwnProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

const tell = (told: Told) => self.postMessage(told);

self.onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    const files = await filesAt(new URL(data));
    tell({ kind: 'came', files: [...files] });
  } catch (error) {
    const problem: OwnProblem =
      error instanceof Failure ? error.problem : { kind: 'unreachable', host: new URL(data).host };
    tell({ kind: 'failed', problem });
  }
};

/** The small ones first: what is wrong with them is told before the large one comes. */
async function filesAt(folder: URL): Promise<ReadonlyMap<string, Blob>> {
  const files = new Map<string, Blob>();
  const take = async (name: string): Promise<boolean> => {
    const file = await fetchFile(folder, name);
    if (file !== null) files.set(name, file);
    return file !== null;
  };
  const need = async (name: string): Promise<true> => {
    if (await take(name)) return true;
    throw new Failure({ kind: 'absent', file: name, folder: folder.href });
  };
  /** A host may let other pages read the files that it has, and not that it lacks one. */
  const look = (name: string): Promise<boolean> =>
    take(name).catch((error: unknown) => {
      if (error instanceof Failure && error.problem.kind === 'unreachable') return false;
      throw error;
    });
  await need(kConfig);
  const config = await files.get(kConfig)!.slice(0, kEnoughConfig).text();
  const isEncoderDecoder = !/"model_type"\s*:\s*"gpt2"/.test(config);
  const listed = listedInText(config);
  for (const side of isEncoderDecoder ? (['target', 'source'] as const) : (['target'] as const))
    await takeTokenizer(side, listed, (_, name) => (listed ? need(name) : look(name)));
  await look('golden.json');
  await need(kWeights);
  return files;
}

async function fetchFile(folder: URL, name: string): Promise<Blob | null> {
  const url = new URL(name + folder.search, folder);
  const ask: Ask = (headers) => askFor(url, headers);
  const response = await ask({});
  const isConfig = name === kConfig;
  const isHtml = !isConfig && /html/i.test(response.headers.get('content-type') ?? '');
  if (kAbsent.has(response.status) || (response.ok && isHtml)) {
    void response.body?.cancel();
    return null;
  }
  if (!response.ok || response.status === 206)
    throw new Failure({ kind: 'refused', file: name, host: folder.host, status: response.status });
  const file = await readWhole(response, ask, name, folder.host);
  if (name === kWeights || !isHtmlText(await file.slice(0, kBeginning).text())) return file;
  if (isConfig) throw new Failure({ kind: 'isPage', file: name, address: url.href });
  return null;
}

async function askFor(url: URL, headers: Readonly<Record<string, string>>): Promise<Response> {
  const forbidden = new Promise<true>((done) =>
    addEventListener('securitypolicyviolation', () => done(true), { once: true }),
  );
  try {
    return await fetch(url, { headers, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch {
    const late = new Promise<false>((done) => setTimeout(() => done(false), kViolationMs));
    const { host } = url;
    throw new Failure(
      (await Promise.race([forbidden, late]))
        ? { kind: 'forbidden', host, here: location.host }
        : { kind: 'unreachable', host },
    );
  }
}

/** Reads a file, also where that begins anew in between. */
async function readWhole(first: Response, ask: Ask, name: string, host: string): Promise<Blob> {
  for (let [response, again] = [first, kMaxBeginnings]; ; --again) {
    try {
      return await read(response, bodyOf(response, ask), name);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (!(error instanceof BegunAnew) || again === 0)
        throw new Failure({ kind: 'broken', file: name, host });
      ({ response } = error);
    }
  }
}

async function read(
  { headers, type }: Response,
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  name: string,
): Promise<Blob> {
  // The length of a compressed answer is not the file's, and another origin's answer does not show that it is compressed:
  // then the file itself tells how long it is.
  const isPlain = type !== 'cors' && !headers.has('content-encoding');
  const length = isPlain ? Number(headers.get('content-length') ?? Number.NaN) : Number.NaN;
  const announced = new AnnouncedLength();
  const most = name === kWeights ? kMaxBytes : kMaxTextBytes;
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let [loaded, held] = [0, 0];
  for await (const chunk of body) {
    chunks.push(chunk);
    loaded += chunk.length;
    held += chunk.length;
    if (loaded > most) throw new Failure({ kind: 'tooLong', file: name, most });
    if (name === kWeights) {
      if (Number.isNaN(length)) announced.add(chunk);
      tell({ kind: 'progress', loaded, total: Number.isNaN(length) ? announced.total : length });
    }
    if (held > kBlobBytes) {
      parts.push(new Blob(chunks));
      [chunks, held] = [[], 0];
    }
  }
  return new Blob([...parts, ...chunks]);
}
