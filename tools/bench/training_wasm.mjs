// npm run bench:training:wasm [-- --against FOLDER] [--rounds n] [--only CASE] [--kind simd128|relaxed] [--from FOLDER]:
// steps of the trainer in a second of the processor's time in both WebAssembly modules, as the page's worker takes them,
// one call a step. With --against also those of an older build, in turn: a FOLDER holds the folder wasm of its
// build (--from: of the newer one, in place of this build, which is made first). Medians, and that of the pairs' ratios.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWasm } from '../build/wasm.mjs';
import { main, Problem, root, wasStarted } from '../lib/shell.mjs';

const gpt2 = (layers, heads, width, places, vocabulary) => ({
  model_type: 'gpt2',
  n_layer: layers,
  n_head: heads,
  n_embd: width,
  n_positions: places,
  vocab_size: vocabulary,
});
/** Sequences of ids in which each depends on two before it, so that there is something to learn. */
const sequences = (count, length, vocabulary) =>
  Array.from({ length: count }, (_, s) => {
    const ids = [s % vocabulary, (7 * s + 3) % vocabulary];
    while (ids.length < length) ids.push((ids.at(-1) * 5 + ids.at(-2) + (s % 3)) % vocabulary);
    return ids;
  });

const cases = {
  // What the page's chapter on learning trains: web/src/elements/glass-train/lesson.ts.
  'the page: (aab)*, 1 layer of 8, 29 tokens': {
    config: { ...gpt2(1, 1, 8, 5, 2), n_inner: 0, norm: 'none', final_norm: false },
    sequences: [Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? 1 : 0))],
    options: { lr: 0.01, seed: 1, max_length: 5 },
  },
  'the README: 1 layer of 16, 61 tokens': {
    config: gpt2(1, 1, 16, 8, 4),
    sequences: [[0, ...Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? 3 : 2)), 1]],
    options: { lr: 0.01, max_length: 8 },
  },
  'letters: 2 layers of 64, context 64, 512 tokens': {
    config: gpt2(2, 4, 64, 64, 80),
    sequences: sequences(64, 65, 80),
    options: { max_length: 64 },
  },
  'tiny: 4 layers of 128, context 128, 512 tokens': {
    config: gpt2(4, 4, 128, 128, 1024),
    sequences: sequences(32, 129, 1024),
    options: { max_length: 128 },
  },
  'a translator: 2 + 2 layers of 64, 512 tokens': {
    config: {
      model_type: 'transformer',
      d_model: 64,
      num_heads: 4,
      encoder_layers: 2,
      decoder_layers: 2,
      d_ff: 256,
      vocab_size: 200,
      source_vocab_size: 200,
      norm: 'post',
      final_norm: false,
      decoder_start_token_id: 0,
      eos_token_id: 1,
    },
    sequences: sequences(64, 25, 200),
    sources: sequences(64, 20, 200),
    options: { max_length: 64, label_smoothing: 0.1, residual_dropout: 0.1 },
  },
};
const table = JSON.parse(readFileSync(join(root, 'core/options/training.json'), 'utf8'));
const defaults = Object.fromEntries(table.options.map((option) => [option.name, option.default]));
const modules = {
  simd128: 'wasm/glassformer-training',
  relaxed: 'wasm/glassformer-training-relaxed',
};

const { WebAssembly } = globalThis;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function open(folder, name) {
  globalThis.self ??= globalThis;
  globalThis.location ??= { href: '' };
  const path = join(folder, name);
  const { default: create } = await import(pathToFileURL(`${path}.js`));
  const compiled = await WebAssembly.compile(readFileSync(`${path}.wasm`));
  return create({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(compiled, imports).then(receive);
      return {};
    },
  });
}

const values = (result) => {
  if (result && typeof result === 'object' && 'message' in result)
    throw new Problem(result.message);
  return result;
};

/**
 * Steps of one case: a function that takes some for so many milliseconds and gives their number in a second of the
 * processor's time, which others on the machine change less than the clock's.
 */
function begin(wasm, { config, sequences, sources = [], options }) {
  const all = { ...defaults, ...options };
  const trainer = values(wasm.makeTrainer(values(wasm.parseConfig(JSON.stringify(config))), all));
  const ids = (lists) => lists.map((list) => Int32Array.from(list));
  const batches = values(wasm.makeBatches(ids(sequences), ids(sources), all));
  return (milliseconds) => {
    let steps = 0;
    let spent = 0;
    const start = process.cpuUsage();
    while (spent < milliseconds) {
      const end = performance.now() + milliseconds / 10;
      do {
        values(trainer.step(batches));
        steps++;
      } while (performance.now() < end);
      const { user, system } = process.cpuUsage(start);
      spent = (user + system) / 1000;
    }
    return (1000 * steps) / spent;
  };
}

async function measure({ from, against, rounds, only, kind: wanted }) {
  const folders = [from ?? join(root, 'build'), ...(against ? [against] : [])];
  for (const [kind, name] of Object.entries(modules)) {
    if (wanted && kind !== wanted) continue;
    const opened = await Promise.all(folders.map((folder) => open(folder, name)));
    for (const [title, each] of Object.entries(cases)) {
      if (only && !title.startsWith(only)) continue;
      const runs = opened.map((wasm) => begin(wasm, each));
      for (const run of runs) run(500);
      const rates = runs.map(() => []);
      for (let round = 0; round < rounds; round++)
        runs.forEach((run, i) => rates[i].push(run(200)));
      const [now, before] = rates;
      const ratios = before?.map((rate, i) => now[i] / rate);
      const old = before
        ? `, before ${median(before).toFixed(1)}, ratio ${median(ratios).toFixed(2)}`
        : '';
      console.log(`${kind}, ${title}: ${median(now).toFixed(1)} steps/s${old}`);
    }
  }
}

// The baseline compiler would be measured in part, and Node 20 hides relaxed SIMD.
const flags = ['--no-liftoff', '--no-wasm-tier-up', '--experimental-wasm-relaxed-simd'];

if (wasStarted(import.meta.url))
  await main(async (args) => {
    const { values: given } = parseArgs({
      args,
      options: {
        against: { type: 'string' },
        rounds: { type: 'string', default: '9' },
        only: { type: 'string' },
        from: { type: 'string' },
        kind: { type: 'string' },
        inside: { type: 'boolean', default: false },
      },
    });
    if (given.inside) return void (await measure({ ...given, rounds: Number(given.rounds) }));
    if (!given.from) await buildWasm();
    const file = join(root, 'tools/bench/training_wasm.mjs');
    return spawnSync(process.execPath, [...flags, file, ...args, '--inside'], {
      stdio: 'inherit',
      cwd: root,
    }).status;
  });
