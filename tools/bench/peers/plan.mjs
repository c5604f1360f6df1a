// What is measured: sections, each a table, with the engines that appear in it.
import { engines } from './engines.mjs';
import { shapes } from './shapes.mjs';

const own = Object.keys(engines).find((name) => engines[name].own);

/** Seconds of warming up and of measuring in one visit, and how many samples it gives at least. */
const times = {
  tiny: { warmup: 4, seconds: 1.5, least: 3 },
  small: { warmup: 5, seconds: 4, least: 2 },
  shipped: { warmup: 2, seconds: 1.5, least: 3 },
};

/** The sections that the options ask for. */
export function planOf({ only, peers, in: places, threads, slow }) {
  const sections = [];
  const add = (section) => {
    const entrants = entrantsOf(section, peers);
    if (entrants.length > 0) sections.push({ ...section, time: times[section.size], entrants });
  };
  for (const size of Object.keys(shapes).filter((name) => only.includes(name))) {
    const shape = shapes[size];
    for (const place of places)
      for (const count of place === 'node' ? [1] : threads)
        if (slow.includes(1)) add({ size, shape, place, threads: count, slow: 1 });
    // A phone shall not read GPT-2 small.
    if (size === 'tiny' && places.includes('chromium') && threads.includes(1))
      for (const factor of slow.filter((each) => each > 1))
        add({ size, shape, place: 'chromium', threads: 1, slow: factor });
  }
  if (only.includes('shipped') && places.includes('chromium'))
    for (const factor of slow)
      add({ size: 'shipped', place: 'chromium', threads: 1, slow: factor });
  return sections;
}

function entrantsOf({ size, place, threads, slow }, peers) {
  if (size === 'shipped')
    return ['stories', 'stories-large', 'zh', 'tang', 'en-zh', 'zh-en'].flatMap((model) =>
      ['fp32', 'int8'].map((dtype) => ({ engine: own, model, dtype, threads: 1 })),
    );
  // Floats of 16 bits are there for their memory: what they cost is told once.
  const hasHalves = place === 'chromium' && threads === 1 && slow === 1;
  return [own, ...peers]
    .filter((name) => place in engines[name])
    .flatMap((name) =>
      engines[name].dtypes
        .filter((dtype) => dtype !== 'fp16' || hasHalves)
        .map((dtype) => ({
          engine: name,
          dtype,
          threads: Math.min(threads, engines[name].threads),
        })),
    );
}

/** What the measuring page is told of one of them. */
export function wantedOf({ place, shape, time }, { engine, model, dtype, threads }) {
  const { inWorker = false, [place]: addresses } = engines[engine];
  return {
    engine,
    dtype,
    threads,
    inWorker: inWorker && place === 'chromium',
    shape,
    model: model ?? `../models/${shape.name}`,
    ...addresses,
    ...time,
  };
}

/** 'tiny in Chromium, 2 threads, 4 times slower' */
export function titleOf({ size, place, threads, slow }) {
  const title = size === 'shipped' ? 'the shipped models' : size === 'small' ? 'GPT-2 small' : size;
  return [
    `${title} in ${place === 'node' ? 'Node' : 'Chromium'}`,
    threads > 1 ? `${threads} threads where an engine has them` : 'one thread',
    ...(slow > 1 ? [`the processor ${slow} times slower`] : []),
  ].join(', ');
}
