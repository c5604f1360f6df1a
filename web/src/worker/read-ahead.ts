/** Bytes that may have come and not be taken yet: more than come while the engine is fetched and compiled on a slow line. */
const kMaxWaiting = 4 * 2 ** 20;

/**
 * The pieces of a file, which come at once and not only when they are asked for.
 *
 * @param came is called with each as it comes
 */
export function readAhead(
  pieces: AsyncIterable<Uint8Array>,
  came: (piece: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  let isLeft = false;
  let failure: { readonly error: unknown } | null = null;
  // Only one of both sides can wait for the other: one for room, or one for a piece.
  let wake = () => {};
  const change = () => new Promise<void>((done) => (wake = done));

  async function read(): Promise<void> {
    try {
      for await (const piece of pieces) {
        came(piece);
        waiting.push(piece);
        bytes += piece.length;
        wake();
        while (bytes >= kMaxWaiting && !isLeft) await change();
        if (isLeft) return;
      }
    } catch (error) {
      failure = { error };
    } finally {
      isOver = true;
      wake();
    }
  }

  async function* taken(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = waiting.shift();
        if (piece !== undefined) {
          bytes -= piece.length;
          wake();
          yield piece;
        } else if (!isOver) await change();
        else if (failure !== null) throw failure.error;
        else return;
      }
    } finally {
      isLeft = true;
      wake();
    }
  }

  void read();
  return taken();
}
