/** A size in megabytes of 10^6 bytes; of a small file in kilobytes. */
export function inMegabytes(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
