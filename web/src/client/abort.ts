/** Promises that an AbortSignal can reject. */

/** The result of the work, or a rejection with the signal's reason. The work goes on unless it checks the signal itself. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
