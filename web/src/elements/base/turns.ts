/**
 * Updates take turns: those of many elements that follow from one event are spread over several tasks, so that a key
 * that is pressed meanwhile need not wait for all of them.
 */

/** A task that has updated elements for so long leaves the rest to the next one. */
const kSliceMs = 10;

const waiting: (() => void)[] = [];
const channel = new MessageChannel();
/** When the first update of this task began; null before it. */
let started: number | null = null;

channel.port1.onmessage = () => {
  started = null;
  // One after the other, as long as the slice lasts: what `next` resolves updates before the next task.
  const next = waiting.shift();
  if (next === undefined) return;
  started = performance.now();
  next();
  channel.port2.postMessage(null);
};

/** Null while there is time in this task; otherwise resolves when it is the caller's turn. */
export function myTurn(): Promise<void> | null {
  if (started === null) {
    started = performance.now();
    channel.port2.postMessage(null);
  }
  if (waiting.length === 0 && performance.now() - started < kSliceMs) return null;
  return new Promise((resolve) => waiting.push(resolve));
}
