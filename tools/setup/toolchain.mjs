// Fills .toolchain/ with what the system's Debian does not have new enough: Emscripten, xsimd,
// nlohmann-json and Catch2, all from Debian 13. Nothing outside the folder is touched.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, ask, atLeast, root, which } from '../lib/shell.mjs';
import { fetchPackage, fetchSources, hasDebianArchive, openArchive } from './debian.mjs';
import { ensurePrograms } from './system.mjs';

const release = 'trixie';
// Upstream versions: Debian's revision of them changes with its point releases.
const versions = {
  emscripten: '3.1.69',
  'libxsimd-dev': '13.2.0',
  'nlohmann-json3-dev': '3.11.3',
  catch2: '3.7.1',
};
const llvm = '19'; // what Debian's Emscripten 3.1.69 was made for

const folder = join(root, '.toolchain');
const stamp = join(folder, 'stamp.json');

/** Does the user have an Emscripten of their own that is new enough? */
function hasOwnEmscripten() {
  const version = which('emcc') && ask('emcc', ['--version'])?.match(/\d+\.\d+\.\d+/)?.[0];
  return Boolean(version && atLeast(version, '3.1.69'));
}

/** Makes sure that C++ can be compiled to this machine and to WebAssembly. */
export async function ensureToolchain() {
  await ensurePrograms('build');
  const ownEmscripten = !existsSync(join(folder, 'emscripten')) && hasOwnEmscripten();
  if (!ownEmscripten) await ensurePrograms('wasm');

  // The configuration names absolute paths, so a folder that was moved is set up again.
  const recipe = JSON.stringify({ root, release, versions, llvm, ownEmscripten });
  if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).recipe === recipe) return;

  if (!hasDebianArchive()) {
    if (ownEmscripten) return; // CMake finds or fetches the libraries
    throw new Problem(
      'Emscripten 3.1.69 or newer is missing: install the Emscripten SDK (emscripten.org) and put emcc on the PATH; only on Debian is it fetched for you.',
    );
  }
  await fill(ownEmscripten, recipe);
}

async function fill(ownEmscripten, recipe) {
  console.log(
    `fetching the C++ toolchain from Debian's archive into .toolchain (once${ownEmscripten ? '' : ', about 240 MB'})`,
  );
  rmSync(stamp, { force: true });
  mkdirSync(folder, { recursive: true });
  // Ours says "type": "module"; Emscripten's own scripts are CommonJS.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  const archive = await openArchive(release);
  try {
    const fetched = await fetchAll(archive, ownEmscripten);
    writeFileSync(stamp, JSON.stringify({ recipe, fetched }, null, 2) + '\n');
  } finally {
    archive.close();
  }
}

async function fetchAll(archive, ownEmscripten) {
  const fetched = [];
  const unpack = async (name, target) =>
    fetched.push(await fetchPackage(archive, name, versions[name], join(folder, target)));

  await unpack('libxsimd-dev', 'xsimd');
  await unpack('nlohmann-json3-dev', 'nlohmann-json');
  const amalgamated = ['extras/catch_amalgamated.hpp', 'extras/catch_amalgamated.cpp'];
  fetched.push(
    await fetchSources(archive, 'catch2', versions.catch2, amalgamated, join(folder, 'catch2')),
  );
  if (!ownEmscripten) {
    await unpack('emscripten', 'emscripten');
    configureEmscripten(join(folder, 'emscripten/usr/share/emscripten'));
  }
  return fetched;
}

// A file of this name beside emcc is its configuration, so that no variable has to be set.
// Binaryen comes from npm: its package holds wasm-opt compiled to JavaScript.
function configureEmscripten(emscripten) {
  const clang = which(`clang-${llvm}`);
  const config = {
    LLVM_ROOT: clang.slice(0, clang.lastIndexOf('/')),
    BINARYEN_ROOT: join(root, 'node_modules/binaryen'),
    NODE_JS: process.execPath,
    LLVM_ADD_VERSION: llvm,
    CLANG_ADD_VERSION: llvm,
  };
  const lines = Object.entries(config).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  // The package's system libraries are complete; nothing may be built into its cache.
  writeFileSync(join(emscripten, '.emscripten'), [...lines, 'FROZEN_CACHE = True', ''].join('\n'));
}
