// The direction of includes. Each folder of core/src names those that it builds on, and includes no other, nor a public
// header of another (core/include has each folder's); kernels know plain numbers only. article/ stands beside the core: it has
// the core's public headers and the few of its folders named here. The bindings in wasm/ have public headers only. No
// file of the core includes one of article/ or wasm/. Of libraries each folder includes those that are named here as its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';
import { filesUnder } from './stamp.mjs';

const buildsOn = {
  base: [],
  kernels: ['base'],
  files: ['base'],
  text: ['base', 'files'],
  weights: ['base', 'kernels', 'files'],
  model: ['base', 'kernels', 'files', 'text', 'weights'],
  functional: ['base', 'kernels', 'weights', 'model'],
  decoding: ['base', 'kernels', 'text'],
  training: ['base', 'kernels', 'files', 'text', 'weights', 'model'],
};

/** The folders whose public headers core/include/glassformer has. */
const publicHeaders = {
  base: [
    'error',
    'executor',
    'memory_limit',
    'option_range',
    'random',
    'tensor',
    'thread_team',
    'utf16',
  ],
  files: ['config', 'safetensors', 'safetensors_writer'],
  text: ['next_token_model', 'tokenizer', 'vocabulary_learning'],
  weights: ['weight_info', 'weight_type'],
  model: ['embedding_space', 'hooks', 'model'],
  functional: ['attention'],
  decoding: ['decoding', 'generation_config'],
  training: ['training', 'training_batches', 'training_options'],
};
const folderOf = Object.fromEntries(
  Object.entries(publicHeaders).flatMap(([folder, names]) =>
    names.map((name) => [`glassformer/${name}.hpp`, folder]),
  ),
);

/** What stands beside the core: the folders whose files these may include, beside every public header of the core. */
const besideTheCore = {
  article: ['base', 'text', 'glassformer/article'],
  wasm: ['glassformer/article'],
};

/** What each folder includes from outside, beside the plain part of the standard library. */
const outside = {
  kernels: [
    'xsimd/xsimd.hpp',
    'arm_neon.h',
    'immintrin.h',
    'wasm_simd128.h',
    // The environment says which table is taken; a wrong name is told on stderr.
    'cstdio',
    'cstdlib',
  ],
  files: ['nlohmann/json.hpp'],
  wasm: ['emscripten/bind.h', 'emscripten/emscripten.h', 'emscripten/heap.h', 'malloc.h'],
};

/** Of the standard library: files, streams, exceptions, the process and its threads, which the core leaves to its user. */
const withheld = new Set(
  `cstdio cstdlib ctime chrono exception filesystem fstream future iomanip ios iosfwd iostream istream mutex ostream print
   shared_mutex sstream stdexcept streambuf syncstream thread`.split(/\s+/),
);
const isPlain = (name) => /^[a-z_]+$/.test(name) && !withheld.has(name);

/** The folder that an included name is of; '' for a neighbour of the file, by its name alone. */
function placeOf(name) {
  if (name.startsWith('glassformer/article/')) return 'glassformer/article';
  return name.includes('/') ? name.slice(0, name.indexOf('/')) : '';
}

function ruleOf(file) {
  const [top, part, folder] = file.split('/');
  const room = part === 'include' ? folderOf[file.slice('core/include/'.length)] : folder;
  if (Object.hasOwn(besideTheCore, top)) {
    const allowed = ['glassformer', ...besideTheCore[top]];
    return {
      folder: top,
      allowed,
      isAllowed: (name) =>
        placeOf(name) === 'glassformer'
          ? Object.hasOwn(folderOf, name)
          : ['', ...allowed].includes(placeOf(name)),
    };
  }
  const isKernel = room === 'kernels';
  const allowed = [room, ...(buildsOn[room] ?? [])];
  return {
    folder: room,
    allowed,
    isAllowed: (name) =>
      placeOf(name) === 'glassformer'
        ? !isKernel && allowed.includes(folderOf[name])
        : allowed.includes(placeOf(name)),
  };
}

/** What a file of core/, article/ or wasm/ includes against the order: one sentence each. */
export function wrongIncludes(file, source) {
  const { folder, allowed, isAllowed } = ruleOf(file);
  const libraries = outside[folder] ?? [];
  const wrong = (mark, name) => {
    if (mark === '"' || name.startsWith('glassformer/'))
      return isAllowed(name)
        ? []
        : [`${file} includes ${name}; ${folder}/ may include ${allowed.join(', ')}`];
    if (isPlain(name) || libraries.includes(name)) return [];
    const own = libraries.map((each) => `, <${each}>`).join('');
    return [
      `${file} includes <${name}>; ${folder}/ may include, from outside, the standard library without files, streams and exceptions${own}`,
    ];
  };
  return [...source.matchAll(/^\s*#\s*include\s*(["<])([^">]+)[">]/gm)].flatMap(([, mark, name]) =>
    wrong(mark, name),
  );
}

/** Prints every include that goes against the order; returns how many there are. */
export function checkIncludes() {
  const files = ['core/src', 'core/include', 'article', 'wasm']
    .flatMap((folder) => filesUnder(folder))
    .filter((name) => /\.[ch]pp$/.test(name));
  const wrong = files.flatMap((file) =>
    wrongIncludes(file, readFileSync(join(root, file), 'utf8')),
  );
  for (const each of wrong) console.error(each);
  return wrong.length;
}
