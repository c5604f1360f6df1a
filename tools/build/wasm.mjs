// The WebAssembly modules: what every reader gets, and what can train as well; each for SIMD, and for relaxed SIMD besides.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Problem, root } from '../lib/shell.mjs';
import { buildPreset } from './cmake.mjs';

const presets = [
  { preset: 'wasm', suffix: '' },
  { preset: 'wasm-relaxed', suffix: '-relaxed' },
];
const kinds = ['glassformer', 'glassformer-training'];

const pathOf = (kind, { preset, suffix }, extension) =>
  `build/${preset}/${kind}${suffix}.${extension}`;

export const modules = kinds.flatMap((kind) =>
  presets.map((preset) => ({
    name: `${kind}${preset.suffix}`,
    trains: kind !== kinds[0],
    js: pathOf(kind, preset, 'js'),
    wasm: pathOf(kind, preset, 'wasm'),
  })),
);

/** The JavaScript half of all modules: that of those with everything. */
export const sharedHalf = 'build/wasm/glassformer-training.js';
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
  const targets = ['glassformer_wasm', 'glassformer_wasm_training'];
  for (const { preset } of presets) await buildPreset(preset, { targets });
  writeNames();
}

/**
 * The linker shortens the names of a module's imports and exports, and its JavaScript half knows those of its own
 * module. One half serves all, so a table says which names of it the modules without training mean.
 */
function writeNames() {
  const [plain, training] = kinds.map((kind) => {
    const [first, relaxed] = presets.map((preset) => halfOf(pathOf(kind, preset, 'js')));
    if (first !== relaxed)
      throw new Problem(`the JavaScript halves of ${kind} for SIMD and relaxed SIMD differ`);
    return { imports: importsIn(first), exports: exportsIn(first) };
  });
  const imports = renamed(plain.imports, training.imports);
  const exports = renamed(plain.exports, training.exports);
  const table = (entries) => JSON.stringify(Object.fromEntries(entries));
  writeChanged(
    names,
    `export const imports = ${table(imports)};\nexport const exports = ${table(exports)};\n`,
  );
  const type = 'Readonly<Record<string, string>>';
  writeChanged(
    'build/wasm/names.d.ts',
    `export const imports: ${type};\nexport const exports: ${type};\n`,
  );
}

/** But for the module's own name, which it does not need. */
export const halfOf = (file) =>
  readFileSync(join(root, file), 'utf8').replaceAll(basename(file, '.js'), 'glassformer');

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
  return found('exports', half, /([\w$]+) ?= ?wasmExports\[["']([\w$]+)["']\]/g).map(
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
