/** Fetches the files of a model's folder from where the reader said. Nothing of the page or its reader goes along. */
import {
  AnnouncedLength,
  type Ask,
  BegunAnew,
  bodyOf,
  type FileTold,
  isHtmlText,
  kMaxBeginnings,
  listedInText,
  type Part,
  restOf,
  takeTokenizer,
  toldOf,
} from 'glassformer/elements/fetching';
import { kEnoughConfig, kMaxTextBytes, kWeights } from './given-files.ts';
import { type Begun, goingOn, type Start, type Told } from './downloading.ts';
import type { OwnProblem } from './trouble.ts';

/** How servers say that there is no such file: those that list none of theirs answer 403, as those that forbid it do. */
const kForbidden = 403;
const kAbsent = new Set([kForbidden, 404, 410]);
/** Chunks that have come are put into a Blob, which need not stay in memory, whenever they are so many bytes. */
const kBlobBytes = 2 ** 25;
/** What has come is told so often to be kept. */
const kStepMs = 3000;
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

/** What has come of a file. */
class Come implements Part {
  readonly told: FileTold;
  loaded: number;
  total: number | undefined;
  readonly #parts: Blob[];
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #held = 0;

  constructor(told: FileTold, total: number | undefined, before: Blob = new Blob()) {
    this.told = told;
    this.total = total;
    this.loaded = before.size;
    this.#parts = [before];
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.#chunks.push(chunk);
    this.loaded += chunk.length;
    this.#held += chunk.length;
    if (this.#held > kBlobBytes) this.#pack();
  }

  get all(): Blob {
    this.#pack();
    return new Blob(this.#parts);
  }

  #pack(): void {
    if (this.#held > 0) this.#parts.push(new Blob(this.#chunks));
    [this.#chunks, this.#held] = [[], 0];
  }
}

/** What had come before, until it is known whether the server goes on with it. */
let before: Begun | null = null;
let weights: Come | null = null;
let sendsRest: boolean | undefined;

function left(address: string): Begun | null {
  if (weights === null || weights.loaded === 0) return null;
  const { told, total, all } = weights;
  return goingOn({ address, told, total, sendsRest }, all);
}

self.onmessage = ({ data }: MessageEvent<Start>) => {
  self.onmessage = () => {
    tell({ kind: 'stopped', left: left(data.address) });
    self.close();
  };
  void start(data);
};

async function start({ address, begun }: Start): Promise<void> {
  before = begun;
  sendsRest = begun?.sendsRest;
  let told = 0;
  const steps = setInterval(() => {
    const come = weights === null || weights.loaded === told ? null : left(address);
    if (come === null) return;
    told = weights?.loaded ?? 0;
    tell({ kind: 'step', come });
  }, kStepMs);
  try {
    const files = await filesAt(new URL(address));
    tell({ kind: 'came', files: [...files], left: left(address) });
  } catch (error) {
    const problem: OwnProblem =
      error instanceof Failure
        ? error.problem
        : { kind: 'unreachable', host: new URL(address).host };
    tell({ kind: 'failed', problem, left: left(address) });
  } finally {
    clearInterval(steps);
  }
}

/** Files that the server has not, or gives to nobody. */
const forbidden = new Set<string>();

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
    if (forbidden.has(name))
      throw new Failure({ kind: 'refused', file: name, host: folder.host, status: kForbidden });
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
  const ask: Ask = async (headers) => {
    const answer = await askFor(url, headers);
    if (name === kWeights && answer.ok) sendsRest = sendsRestBy(answer) ?? sendsRest;
    return answer;
  };
  const part =
    name === kWeights && before !== null ? { ...before, loaded: before.weights.size } : null;
  const response = await (part ? restOf(part, ask) : ask({}));
  const isConfig = name === kConfig;
  const isHtml = !isConfig && /html/i.test(response.headers.get('content-type') ?? '');
  if (kAbsent.has(response.status) || (response.ok && isHtml)) {
    void response.body?.cancel();
    if (response.status === kForbidden) forbidden.add(name);
    return null;
  }
  const isRest = part !== null && response.status === 206;
  if (!response.ok || (response.status === 206 && !isRest))
    throw new Failure({ kind: 'refused', file: name, host: folder.host, status: response.status });
  if (part !== null && !isRest) beginAnew(response, part.told);
  const file = await readWhole(response, ask, name, folder.host, isRest ? part : null);
  if (name === kWeights || !isHtmlText(await file.slice(0, kBeginning).text())) return file;
  if (isConfig) throw new Failure({ kind: 'isPage', file: name, address: url.href });
  return null;
}

/** Other origins mostly do not show the header. */
function sendsRestBy({ status, headers }: Response): boolean | undefined {
  const unit = headers.get('accept-ranges');
  return status === 206 || unit === 'bytes' ? true : unit === null ? undefined : false;
}

/** The server sends the whole file where its rest was asked for. If it is another file by now, that shows nothing of ranges. */
function beginAnew(response: Response, { tag }: FileTold): void {
  sendsRest = toldOf(response).tag === tag ? false : sendsRestBy(response);
  tell({ kind: 'anew' });
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
async function readWhole(
  first: Response,
  ask: Ask,
  name: string,
  host: string,
  part: (Part & Begun) | null,
): Promise<Blob> {
  for (let [response, again, begun] = [first, kMaxBeginnings, part]; ; --again) {
    try {
      return await read(response, ask, name, begun);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (!(error instanceof BegunAnew) || again === 0)
        throw new Failure({ kind: 'broken', file: name, host });
      ({ response } = error);
      const told = weights?.told ?? begun?.told;
      if (name === kWeights && told !== undefined) beginAnew(response, told);
      begun = null;
    }
  }
}

async function read(
  response: Response,
  ask: Ask,
  name: string,
  begun: (Part & Begun) | null,
): Promise<Blob> {
  const { headers, type } = response;
  // The length of a compressed answer is not the file's, and another origin's answer does not show that it is compressed:
  // then the file itself tells how long it is.
  const isPlain = type !== 'cors' && !headers.has('content-encoding');
  const length = headers.get('content-length');
  const total = begun?.total ?? (isPlain && length !== null ? Number(length) : undefined);
  const announced = total === undefined ? new AnnouncedLength() : null;
  const most = name === kWeights ? kMaxBytes : kMaxTextBytes;
  const come = new Come(begun?.told ?? toldOf(response), total, begun?.weights);
  const { told, loaded } = come;
  for await (const chunk of bodyOf(response, ask, undefined, { told, loaded })) {
    come.add(chunk);
    if (come.loaded > most) throw new Failure({ kind: 'tooLong', file: name, most });
    if (name !== kWeights) continue;
    announced?.add(chunk);
    come.total ??= announced?.total;
    weights = come;
    tell({ kind: 'progress', loaded: come.loaded, total: come.total });
  }
  return come.all;
}
