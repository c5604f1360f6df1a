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

/**
 * The pieces of a body. Where its connection breaks, what is missing is asked for by a range.
 *
 * @param ask null: what has broken stays so
 * @throws BegunAnew, and what the connection broke with where no further attempt has helped
 */
export async function* bodyOf(
  first: Response,
  ask: Ask | null,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let takesRanges = tagOf(first) !== null;
  let [response, loaded, tries] = [first, 0, 0];
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
      const answer = await ask(isPart ? rangeFrom(loaded, first) : {}).catch(() => null);
      if (answer === null) continue;
      const { status } = answer;
      if (status === 206 && isPart && isRest(answer, loaded, first)) return answer;
      // A network that wants a login answers with a page of its own.
      if (status === 200 && typeOf(answer) === typeOf(first)) throw new BegunAnew(answer, broken);
      // A range that is refused, or of which it is not certain that it is the right one.
      if (status === 206 || status === 416) takesRanges = false;
      void answer.body?.cancel();
    }
    throw broken;
  }
}

const typeOf = ({ headers }: Response) => headers.get('content-type');

/** Another origin's answer tells its ETag only where the server lets it. */
function tagOf({ headers }: Response): string | null {
  const tag = headers.get('etag');
  return tag?.startsWith('"') ? tag : headers.get('last-modified');
}

/** Asking another origin for a range alone is allowed at once; with `If-Range` it would have to be asked beforehand. */
const rangeFrom = (start: number, first: Response): Record<string, string> => ({
  range: `bytes=${start}-`,
  ...(first.type === 'cors' ? {} : { 'if-range': tagOf(first)! }),
});

/**
 * Whether a part is the rest of the same file. Another origin shows neither where its part begins nor whether its first
 * answer was compressed: but the two lengths must be those of one file. (What is asked for by a range is not compressed.)
 */
function isRest(answer: Response, start: number, first: Response): boolean {
  if (tagOf(answer) !== tagOf(first)) return false;
  const range = answer.headers.get('content-range');
  const [whole, rest] = [first, answer].map(({ headers }) => Number(headers.get('content-length')));
  return range === null ? whole! - start === rest : range.startsWith(`bytes ${start}-`);
}
