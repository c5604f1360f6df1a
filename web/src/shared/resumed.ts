/** The bodies of answers, which go on where their connection breaks. */

/** Attempts without a byte of success, each after twice the time of the one before, in milliseconds. */
const kMaxTries = 4;
const kFirstPause = 500;
/** How often a file may begin anew, for those who read it. */
export const kMaxBeginnings = 3;

/** Asks for the file once more, with these headers. */
export type Ask = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Thrown where the server sends the whole file once more, because it takes no ranges, the file is another one by now, or
 * nothing tells that it is not: what has come of it does not count.
 */
export class BegunAnew extends Error {
  readonly response: Response;
  /** @param cause what the connection broke with */
  constructor(response: Response, cause: unknown) {
    super('', { cause });
    this.response = response;
  }
}

/** What an answer tells of its file, by which the rest of it is known, also later. */
export interface FileTold {
  /** Null: nothing tells that it is still the same. */
  readonly tag: string | null;
  readonly type: string | null;
  readonly length: number;
  /** Another origin's answer. */
  readonly isForeign: boolean;
}

/** What has come of a file. */
export interface Part {
  readonly told: FileTold;
  readonly loaded: number;
}

/**
 * The pieces of a body. Where its connection breaks, what is missing is asked for by a range.
 *
 * @param ask null: what has broken stays so
 * @param part what came before, where this is the rest of it
 * @throws BegunAnew, and what the connection broke with where no further attempt has helped
 */
export async function* bodyOf(
  first: Response,
  ask: Ask | null,
  signal?: AbortSignal,
  { told, loaded }: Part = { told: toldOf(first), loaded: 0 },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let takesRanges = told.tag !== null;
  let [response, tries] = [first, 0];
  for (;;) {
    const reader = response.body?.getReader();
    try {
      while (reader) {
        const { done, value } = await reader.read();
        if (done) return;
        loaded += value.length;
        tries = 0;
        yield value;
      }
      return;
    } catch (error) {
      response = await further(error);
    } finally {
      void reader?.cancel().catch(() => {});
    }
  }

  /** What goes on behind the bytes that have come. */
  async function further(broken: unknown): Promise<Response> {
    while (ask !== null && tries < kMaxTries && !signal?.aborted) {
      await new Promise((done) => setTimeout(done, kFirstPause << tries++));
      const isPart = takesRanges && loaded > 0;
      const answer = await ask(isPart ? rangeOf({ told, loaded }) : {}).catch(() => null);
      if (answer === null) continue;
      const { status } = answer;
      if (status === 206 && isPart && isRest(answer, { told, loaded })) return answer;
      // A network that wants a login answers with a page of its own.
      if (status === 200 && typeOf(answer) === told.type) throw new BegunAnew(answer, broken);
      // A range that is refused, or of which it is not certain that it is the right one.
      if (status === 206 || status === 416) takesRanges = false;
      void answer.body?.cancel();
    }
    throw broken;
  }
}

/** Goes on with a file, else has it whole (200). */
export async function restOf(part: Part, ask: Ask): Promise<Response> {
  const answer = await ask(rangeOf(part));
  const { status } = answer;
  if (status !== 416 && (status !== 206 || isRest(answer, part))) return answer;
  void answer.body?.cancel();
  return ask({});
}

export const toldOf = (answer: Response): FileTold => ({
  tag: tagOf(answer),
  type: typeOf(answer),
  length: lengthOf(answer),
  isForeign: answer.type === 'cors',
});

const typeOf = ({ headers }: Response) => headers.get('content-type');
const lengthOf = ({ headers }: Response) => Number(headers.get('content-length'));

/** Another origin's answer tells its ETag only where the server lets it. */
function tagOf({ headers }: Response): string | null {
  const tag = headers.get('etag');
  return tag?.startsWith('"') ? tag : headers.get('last-modified');
}

/** Asking another origin for a range alone is allowed at once; with `If-Range` it would have to be asked beforehand. */
const rangeOf = ({ told, loaded }: Part): Record<string, string> => ({
  range: `bytes=${loaded}-`,
  ...(told.isForeign ? {} : { 'if-range': told.tag! }),
});

/**
 * Whether a part is the rest of the same file. Another origin shows neither where its part begins nor whether its first
 * answer was compressed: but the two lengths must be those of one file. (What is asked for by a range is not compressed.)
 */
function isRest(answer: Response, { told, loaded }: Part): boolean {
  if (tagOf(answer) !== told.tag) return false;
  const range = answer.headers.get('content-range');
  return range === null
    ? told.length - loaded === lengthOf(answer)
    : range.startsWith(`bytes ${loaded}-`);
}
