// The WebAssembly modules: what every reader gets, and what can train as well; each for SIMD, and for relaxed SIMD besides.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Problem, root } from '../lib/shell.mjs';
import { buildPreset } from './cmake.mjs';

const presets = [
  { preset: 'wasm', suffix: '' },
  { preset: 'wasm', suffix: '-relaxed' },
];
const kinds = ['glassformer', 'glassformer-training'];
/** The module on shared memory. There is none that trains. */
const threads = { preset: 'wasm-threads', suffix: '-threads' };

const pathOf = (kind, { preset, suffix }, extension) =>
  `build/${preset}/${kind}${suffix}.${extension}`;

export const modules = kinds.flatMap((kind) =>
  (kind === kinds[0] ? [...presets, threads] : presets).map((preset) => ({
    name: `${kind}${preset.suffix}`,
    trains: kind !== kinds[0],
    js: pathOf(kind, preset, 'js'),
    wasm: pathOf(kind, preset, 'wasm'),
  })),
);

/** The JavaScript half of all modules: that of those with everything. */
const sharedHalf = 'build/wasm/glassformer-training.js';
const names = 'build/wasm/names.js';

/** What the package is built from, relative to the project. */
export const moduleFiles = [
  ...modules.map(({ wasm }) => wasm),
  sharedHalf,
  names,
  'build/wasm/names.d.ts',
  ...kinds.map((kind) => `build/wasm/${kind}.d.ts`),
];

export async function buildWasm() {
  const targets = ['', '_training'].flatMap((kind) =>
    ['', '_relaxed'].map((simd) => `glassformer_wasm${kind}${simd}`),
  );
  await buildPreset('wasm', { targets });
  await buildPreset(threads.preset, { targets: ['glassformer_wasm_threads'] });
  writeNames();
}

/**
 * The linker shortens the names of a module's imports and exports, and its JavaScript half knows those of its own
 * module. One half serves all, so a table for each of the others says which names of it they mean.
 */
function writeNames() {
  const [plain, training] = kinds.map((kind) => {
    const [first, relaxed] = presets.map((preset) => halfOf(pathOf(kind, preset, 'js')));
    if (first !== relaxed)
      throw new Problem(`the JavaScript halves of ${kind} for SIMD and relaxed SIMD differ`);
    return namesIn(first);
  });
  const table = (name, type, value) => ({
    code: `export const ${name} = ${JSON.stringify(value)};\n`,
    types: `export const ${name}: ${type};\n`,
  });
  const tables = [
    table('plain', 'ShortNames', tableOf(plain, training)),
    table('threads', 'ThreadNames', threadNames(training)),
  ];
  writeChanged(names, tables.map(({ code }) => code).join(''));
  writeChanged('build/wasm/names.d.ts', namesTypes + tables.map(({ types }) => types).join(''));
}

const namesTypes = `type Names = Readonly<Record<string, string>>;
export interface ShortNames {
  readonly imports: Names;
  readonly exports: Names;
}
export interface ThreadNames extends ShortNames {
  /** Its memory, as it imports it, and as the JavaScript half takes it from the exports. */
  readonly importedMemory: string;
  readonly exportedMemory: string;
  /** What a thread calls. */
  readonly serve: string;
}
`;

const namesIn = (half) => ({ imports: importsIn(half), exports: exportsIn(half) });

const tableOf = (own, known) => ({
  imports: Object.fromEntries(renamed(own.imports, known.imports)),
  exports: Object.fromEntries(renamed(own.exports, known.exports)),
});

/** Threads share a memory that the loader makes: this module imports what the others export. */
function threadNames(training) {
  const { imports, exports } = namesIn(halfOf(pathOf(kinds[0], threads, 'js')));
  const [[importedMemory], others] = take('wasmMemory', imports);
  const [[serve], called] = take('_serve', exports);
  const [[exportedMemory]] = take('wasmMemory', training.exports);
  return {
    ...tableOf({ imports: others, exports: called }, training),
    ...{ importedMemory, exportedMemory, serve },
  };
}

/** The pair of that function, and the others. */
function take(name, pairs) {
  const found = pairs.find(([, each]) => each === name);
  if (!found) throw new Problem(`the JavaScript half does not know ${name}`);
  return [found, pairs.filter((pair) => pair !== found)];
}

/** But for the module's own name, which it does not need. */
export const halfOf = (file) =>
  readFileSync(join(root, file), 'utf8').replaceAll(basename(file, '.js'), 'glassformer');

/** The JavaScript half of all modules, as it is in the package. */
export function packedHalf() {
  const changes = [
    // A TextDecoder takes no memory that is shared.
    [/UTF8Decoder\.decode\(heapOrArray\.subarray/g, 'UTF8Decoder.decode(heapOrArray.slice'],
    // The loader always gives the module itself: what would fetch one is left out.
    [/if\(ENVIRONMENT_IS_WEB\|\|ENVIRONMENT_IS_WORKER\)\{/g, 'if(false){'],
    [/wasmBinaryFile\?\?=findWasmBinary\(\);instantiateAsync\(wasmBinary,[^;]*;/g, ''],
    // The bindings have no wide strings and no integers of 64 bits: what converts them is left out.
    [/: ?__embind_register_std_wstring\b/g, ':()=>{}'],
    [/: ?__embind_register_bigint\b/g, ':()=>{}'],
  ];
  return changes.reduce((half, [found, change]) => {
    if (half.match(found)?.length !== 1)
      throw new Problem(`the JavaScript half has ${found} not once; see packedHalf()`);
    return half.replace(found, change);
  }, halfOf(sharedHalf));
}

/** From the short names of one module to those of another, of the same functions. */
function renamed(own, known) {
  const shortOf = new Map(known.map(([short, name]) => [name, short]));
  return own.map(([short, name]) => {
    if (!shortOf.has(name)) throw new Problem(`the module with training does not know ${name}`);
    return [short, shortOf.get(name)];
  });
}

/** [short name, function] of each. */
function importsIn(half) {
  const [, list] = /wasmImports ?= ?\{([^}]*)\}/.exec(half) ?? [];
  return found('imports', list ?? '', /([\w$]+): ?([\w$]+)/g);
}

/** The same; an export's name is that of the variable that takes it. */
function exportsIn(half) {
  return found('exports', half, /([\w$]+)(?:"\])? ?= ?wasmExports\[["']([\w$]+)["']\]/g).map(
    ([name, short]) => [short, name],
  );
}

function found(what, text, pattern) {
  const pairs = [...text.matchAll(pattern)].map(([, first, second]) => [first, second]);
  if (pairs.length === 0) throw new Problem(`no ${what} were found in the JavaScript half`);
  return pairs;
}

function writeChanged(file, text) {
  const path = join(root, file);
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    // not there yet
  }
  writeFileSync(path, text);
}
