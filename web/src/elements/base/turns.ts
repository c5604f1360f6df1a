/**
 * Updates take turns: those of many elements that follow from one event are spread over several tasks, so that a key
 * that is pressed meanwhile need not wait for all of them.
 */

/** A task that has updated elements for so long leaves the others to later ones, one to each. */
const kSliceMs = 10;

const waiting: (() => void)[] = [];
let channel: MessageChannel | null = null;
/** When the first update of this task began; null before it. */
let started: number | null = null;

/** Null while there is time in this task; otherwise resolves when it is the caller's turn. */
export function myTurn(): Promise<void> | null {
  if (started === null) begin();
  const isEarly = performance.now() - (started ?? 0) < kSliceMs;
  return isEarly && waiting.length === 0 ? null : new Promise((resolve) => waiting.push(resolve));
}

function begin(): void {
  started = performance.now();
  channel ??= openChannel();
  channel.port2.postMessage(null);
}

/** A message to oneself begins a task of its own, without the delay of a timer. */
function openChannel(): MessageChannel {
  const opened = new MessageChannel();
  opened.port1.onmessage = () => {
    started = null;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  };
  return opened;
}
