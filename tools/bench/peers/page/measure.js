// What is measured of an engine, the same for each; in a page, in a worker and in Node.
import { countingSpeed, during, millisecondsOf, warmUp } from './clock.js';

const decoded = 64; // tokens after the first
const promptOfDecoding = 16;

/**
 * `wanted`: { engine, dtype, threads, shape, base, model, warmup, seconds, least }: the adapter's file, what it opens,
 * and how long it is measured. Returns milliseconds of the load, tokens a second of each sample, the first greedy
 * tokens, and how fast this thread counts.
 */
export async function openAndMeasure(wanted) {
  const start = performance.now();
  const { open } = await import(`./engines/${wanted.engine}.js`);
  const engine = await open(wanted);
  const load = performance.now() - start;
  try {
    return { load, ...(await measure(engine, wanted)), counting: countingSpeed() };
  } finally {
    await engine.close?.();
  }
}

async function measure(engine, { shape, warmup, seconds, least }) {
  const prompts = promptsOf(shape.vocabulary);
  const generate = (length, count) => engine.generate(prompts(length), count);
  const draw = (length, count) => engine.draw(prompts(length), count);
  const greedy = await engine.generate(firstPrompt(shape.vocabulary), 1 + decoded);

  const works = {
    prefill: () => prefillRate(generate, shape.prefill),
    decode: () => decodeRate(generate),
    ...(engine.draw && { drawn: () => decodeRate(draw) }),
  };
  const samples = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  const all = async (take) => {
    for (const [name, work] of Object.entries(works)) take(name, await work());
  };
  await warmUp(warmup, () => all(() => {}));
  await during(seconds, least, () => all((name, rate) => samples[name].push(rate)));
  return { greedy, samples };
}

/** From a prompt to one token that follows it: tokens of the prompt a second. */
const prefillRate = async (generate, length) =>
  (1000 * length) / (await millisecondsOf(() => generate(length, 1)));

/** What a longer answer takes more than one of a single token, which reads the same prompt. */
async function decodeRate(generate) {
  const one = await millisecondsOf(() => generate(promptOfDecoding, 1));
  const more = await millisecondsOf(() => generate(promptOfDecoding, 1 + decoded));
  return (1000 * decoded) / (more - one);
}

/** No two prompts are the same: an engine may remember the last one. */
function promptsOf(vocabulary) {
  let first = 0;
  return (length) => {
    first += 1013;
    return Array.from({ length }, (_, i) => (i * 7919 + first) % vocabulary);
  };
}

const firstPrompt = (vocabulary) =>
  Array.from({ length: promptOfDecoding }, (_, i) => (i * 7919 + 11) % vocabulary);
