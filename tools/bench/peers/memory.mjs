// The most memory that a process has had at once.
import { existsSync, readFileSync } from 'node:fs';

/** MiB of one process; null where the system does not tell. */
export function peakOf(id) {
  const file = `/proc/${id}/status`;
  if (!existsSync(file)) return null;
  const [, kib] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** MiB of the largest of them. */
export function largestPeak(ids) {
  const peaks = ids.map(peakOf).filter((peak) => peak !== null);
  return peaks.length > 0 ? Math.max(...peaks) : null;
}
