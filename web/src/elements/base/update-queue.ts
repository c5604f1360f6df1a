/**
 * Schedules updates: those of many elements that follow from one event are spread over several frames, so that input is
 * handled between them, and no frame has to lay out all of them.
 */

/** Time for updates in one frame; the others wait for later frames. */
const kSliceMs = 5;
/** The longest wait for a frame: a hidden tab draws none. */
const kLongestFrameMs = 100;

const waiting: (() => void)[] = [];
let channel: MessageChannel | null = null;
/** When the first update since the last frame began; null before it. */
let started: number | null = null;

/** Runs an update: at once while there is time in this frame, otherwise in a later one. */
export function inTurn(update: () => unknown): unknown {
  if (started === null) begin();
  if (hasTime() && waiting.length === 0) return update();
  // Nothing comes between a turn and its update: otherwise the next turn would begin before the update's time is counted.
  return new Promise<void>((resolve) => waiting.push(resolve)).then(update);
}

function begin(): void {
  started = performance.now();
  afterFrame(takeTurns);
}

function hasTime(): boolean {
  return performance.now() - (started ?? 0) < kSliceMs;
}

/** Runs at least one update, and more while there is time. */
async function takeTurns(): Promise<void> {
  started = null;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (started === null) begin();
    next();
    await Promise.resolve(); // the update itself
    if (!hasTime()) return;
  }
}

/** Calls back once what has changed is on the screen. */
function afterFrame(call: () => void): void {
  channel ??= new MessageChannel();
  const { port1, port2 } = channel;
  const soon = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    // Frames are drawn after their callbacks; a message to oneself begins the task after that.
    port1.onmessage = call;
    port2.postMessage(null);
  };
  const frame = requestAnimationFrame(soon);
  const timer = setTimeout(soon, kLongestFrameMs);
}
