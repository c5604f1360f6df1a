// From what was measured to tables, and to what is wrong with it.
import { engines } from './engines.mjs';
import { titleOf } from './plan.mjs';
import { floors } from './shapes.mjs';
import { beginAlike, best, median, summary } from './statistics.mjs';
import { figure, ratio, textTable } from './text-table.mjs';

const compared = 16; // greedy tokens that every engine with floats must choose alike
const variety = 16; // different tokens that the greedy text must have

/** { text, wrong }: Markdown, and a sentence for each thing that makes the numbers worthless. */
export function report({
  command,
  limits,
  machine,
  versions,
  wire,
  date,
  runs,
  minutes,
  sections,
}) {
  const measured = sections
    .filter(({ entrants }) => entrants.length > 0)
    .map((section) => ({ ...section, rows: rowsOf(section) }));
  const text = [
    `Measured on ${date} with \`${command}\` in ${runs} ${runs === 1 ? 'round' : 'rounds'}, which took ${minutes.toFixed(1)} minutes.`,
    machineTable(machine, versions),
    limitsTable(limits),
    wireTable(wire),
    ...overview(measured, limits),
    ...measured.flatMap((section) => [
      `### ${capital(section.title)}`,
      ...slowness(section, measured),
      tableOf(section, limits),
    ]),
  ].join('\n\n');
  return { text, wrong: mistakesIn(sections) };
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function rowsOf({ entrants }) {
  return entrants.map(({ visits, ...entrant }) => ({
    ...entrant,
    ...summary(visits),
    greedy: visits[0].greedy,
  }));
}

function machineTable({ processor, memory, chromium, node }, versions) {
  const rows = [
    ['processor', processor],
    ['memory', memory],
    ...(chromium ? [['Chromium', chromium]] : []),
    ['Node', node],
    ...Object.entries(versions),
  ];
  return textTable(['', ''], rows, ['left', 'left']);
}

function limitsTable({ gflops, byte_gops, memory_gbs, cache_gbs }) {
  const rows = [
    ['multiply-adds of floats (relaxed madd)', `${figure(gflops)} GFLOP/s`],
    ['products of bytes (relaxed dot)', `${figure(byte_gops)} Gop/s`],
    ['reading 256 MB', `${figure(memory_gbs)} GB/s`],
    ['reading 8 MB again and again', `${figure(cache_gbs)} GB/s`],
  ];
  return textTable(['limit of one thread, WebAssembly', ''], rows, ['left', 'right']);
}

function wireTable(wire) {
  const rows = Object.entries(wire).map(([name, bytes]) => [
    engines[name].title,
    figure(bytes / 1000),
  ]);
  const head = ['scripts and WebAssembly on the wire (brotli)', 'KB'];
  return textTable(head, rows, ['left', 'right']);
}

const isOwn = ({ engine }) => engines[engine].own === true;
const works = {
  prefill: 'prefill, tok/s',
  decode: 'decode, tok/s',
  load: 'load, ms',
  peak: 'peak, MiB',
};

/**
 * The sections in one thread of Chromium: this engine, the best peer, their ratio, and the share of the limit (of memory:
 * of what the weights take).
 */
function overview(sections, limits) {
  const rows = sections
    .filter(
      ({ place, threads, slow, size }) =>
        place === 'chromium' && threads === 1 && slow === 1 && size !== 'shipped',
    )
    .flatMap(({ size, shape, rows }) =>
      ['fp32', 'int8'].flatMap((dtype) =>
        overviewOf(
          `${size} ${dtype}`,
          floors(shape, dtype, limits),
          rows.filter((row) => row.dtype === dtype),
        ),
      ),
    );
  if (rows.length === 0) return [];
  const head = ['one thread of Chromium', 'Glassformer', 'best peer', 'ratio', 'limit', 'of it'];
  return [textTable(head, rows, ['left', 'right', 'right', 'right', 'right', 'right'])];
}

function overviewOf(name, floor, rows) {
  const own = rows.find(isOwn);
  const peers = rows.filter((row) => !isOwn(row));
  if (!own) return [];
  const line = (work, value, among) => {
    const [peer, limit] = [best(peers, among), floor[among]];
    return [
      `${name}, ${work}`,
      figure(value),
      figure(peer),
      ratio(value / peer),
      figure(limit),
      ratio(value / limit),
    ];
  };
  const lines = Object.entries(works).map(([key, title]) => line(title, own[key], key));
  return own.drawn
    ? lines.toSpliced(2, 0, line('decode, each step drawn', own.drawn, 'decode'))
    : lines;
}

function tableOf(section, limits) {
  return section.size === 'shipped' ? shippedTable(section) : enginesTable(section, limits);
}

/** How much slower the processor has really been, told by a loop that every engine's page counts through. */
function slowness(section, sections) {
  const { size, place, threads, slow } = section;
  const isSame = (other) =>
    other.size === size && other.place === place && other.threads === threads;
  const usual = sections.find((other) => isSame(other) && other.slow === 1);
  if (slow === 1 || !usual) return [];
  const [fast, slowed] = [usual, section].map(({ rows }) =>
    median(rows.map(({ counting }) => counting)),
  );
  return [`A loop in these pages took ${(fast / slowed).toFixed(1)} times as long as usual.`];
}

const weightsOf = ({ engine, dtype }) =>
  engine === 'wllama' ? { fp32: 'f32', int8: 'q8_0' }[dtype] : dtype;

function enginesTable({ shape, rows, threads, slow, place }, limits) {
  const withLimits = threads === 1 && slow === 1 && place === 'chromium';
  const reference =
    rows.find((row) => isOwn(row) && row.dtype === 'fp32')?.greedy ?? rows[0].greedy;
  const head = [
    'engine',
    'weights',
    ...(threads > 1 ? ['threads'] : []),
    'load, ms',
    'prefill, tok/s',
  ];
  if (withLimits) head.push('of limit');
  head.push('decode, tok/s');
  if (withLimits) head.push('of limit');
  head.push('drawn, tok/s', 'peak, MiB', 'same tokens');
  const cells = rows.map((row) => {
    const floor = floors(shape, row.dtype, limits);
    const share = (name) => (withLimits ? [ratio(row[name] / floor[name])] : []);
    return [
      engines[row.engine].title,
      weightsOf(row),
      ...(threads > 1 ? [String(row.threads)] : []),
      figure(row.load),
      figure(row.prefill),
      ...share('prefill'),
      figure(row.decode),
      ...share('decode'),
      figure(row.drawn),
      figure(row.peak),
      `${alike(reference, row.greedy)} of ${row.greedy.length}`,
    ];
  });
  return textTable(head, cells, ['left', 'left', ...head.slice(2).map(() => 'right')]);
}

function alike(a, b) {
  const differs = a.findIndex((token, i) => token !== b[i]);
  return differs < 0 ? a.length : differs;
}

function shippedTable({ rows }) {
  const head = [
    'model',
    'weights',
    'load, ms',
    'forward, ms',
    'generated, tok/s',
    'drawn, tok/s',
    '4 beams, ms',
  ];
  const cells = rows.map(({ model, dtype, ...row }) => [
    model,
    dtype,
    ...['load', 'forward', 'generated', 'drawn', 'beams'].map((name) => figure(row[name])),
  ]);
  return textTable(head, cells, ['left', 'left', ...head.slice(2).map(() => 'right')]);
}

/** Engines that compute with floats have read the same weights, if they choose the same tokens; and these must vary. */
export function mistakesIn(sections) {
  return sections
    .filter(({ size, entrants }) => size !== 'shipped' && entrants.length > 0)
    .flatMap((section) => {
      const exact = section.entrants.filter(({ dtype }) => dtype === 'fp32');
      const lists = exact.flatMap(({ visits }) => visits.map(({ greedy }) => greedy));
      const title = titleOf(section);
      const wrong = [];
      if (!beginAlike(lists, compared)) {
        const found = exact.map(
          ({ engine, visits }) => `${engine} ${visits[0].greedy.slice(0, compared).join(' ')}`,
        );
        wrong.push(`${title}: the first ${compared} greedy tokens differ: ${found.join('; ')}`);
      }
      const different = new Set(lists[0]).size;
      if (different < variety)
        wrong.push(
          `${title}: the greedy text has ${different} different tokens, expected ${variety} or more`,
        );
      return wrong;
    });
}
