// What the measurements share.

/** Repeats for so many seconds, and at least so many times. */
export async function during(seconds, least, body) {
  const end = performance.now() + 1000 * seconds;
  for (let i = 0; i < least || performance.now() < end; i++) await body();
}

/** What a page says when its processor shall be as fast as it is, and when as slow as is wanted again. */
export const phases = { warming: 'the engine is warming up', warm: 'the engine is warm' };

/** Warms up: says so, and waits until the processor has changed. */
export async function warmUp(seconds, body) {
  const say = (phase) => {
    console.debug(phase);
    return new Promise((later) => setTimeout(later, 100));
  };
  await say(phases.warming);
  await during(seconds, 1, body);
  await say(phases.warm);
}

// ms of one sample: a browser's clock may step by 0.1 ms, and a slowed processor stands still for some at a stretch.
const shortest = 100;

/** Milliseconds that a work takes, which is repeated for as long as a sample is. */
export async function millisecondsOf(work) {
  const start = performance.now();
  let times = 0;
  do {
    await work();
    times++;
  } while (performance.now() < start + shortest);
  return (performance.now() - start) / times;
}

/** Million rounds of a loop a second: how much slower a slowed processor is, seen from the thread that calls. */
export function countingSpeed() {
  const rounds = 1e8;
  const start = performance.now();
  let x = 1;
  for (let i = 0; i < rounds; i++) x = Math.imul(x ^ i, 0x9e3779b1);
  // The sum is used, or the loop could be left out.
  return rounds / (performance.now() - start) / 1e3 + (x === 0 ? 1e-9 : 0);
}
