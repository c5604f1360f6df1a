/** Work that somebody may give up waiting for. */

/** What comes of the work, or the signal's reason from the moment it is aborted; the work itself has to look at it too. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined | null,
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
