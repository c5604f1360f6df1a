import { describe, expect, it } from 'vitest';
import { checkIncludes, wrongIncludes } from '../../../tools/lib/includes.mjs';

const wrong = (file, include) =>
  wrongIncludes(`core/src/${file}`, `#pragma once\n#include ${include}\n`);

it('every file of the tree holds to them', () => {
  expect(checkIncludes()).toBe(0);
});

it('kernels include no header of the model, and xsimd is theirs alone', () => {
  expect(wrong('kernels/gemm.hpp', '"model/attention.hpp"')).toHaveLength(1);
  expect(wrong('kernels/gemm.hpp', '"glassformer/model.hpp"')).toEqual([
    'core/src/kernels/gemm.hpp includes glassformer/model.hpp; kernels/ may include kernels, base',
  ]);
  expect(wrong('kernels/gemm.hpp', '<glassformer/model.hpp>')).toHaveLength(1);
  expect(wrong('kernels/gemm.hpp', '<xsimd/xsimd.hpp>')).toEqual([]);
  expect(wrong('model/layer.cpp', '<xsimd/xsimd.hpp>')).toHaveLength(1);
});

it('folders include those that they build on', () => {
  expect(wrong('model/layer.cpp', '"weights/packed_matrix.hpp"')).toEqual([]);
  expect(wrong('weights/weight_binding.cpp', '"model/layer.hpp"')).toHaveLength(1);
  expect(wrong('model/layer.cpp', '<vector>')).toEqual([]);
});

it('a public header belongs to a folder', () => {
  expect(wrong('base/random.cpp', '"glassformer/random.hpp"')).toEqual([]);
  expect(wrong('base/random.cpp', '"glassformer/training.hpp"')).toHaveLength(1);
  expect(wrong('files/json.cpp', '"glassformer/article/table_model.hpp"')).toHaveLength(1);
  expect(wrong('weights/parameters.cpp', '"glassformer/config.hpp"')).toEqual([]);
  expect(wrong('model/layer.cpp', '"glassformer/training.hpp"')).toHaveLength(1);
});

describe('from outside', () => {
  it('a library is included by the folder that it is for', () => {
    expect(wrong('files/json.cpp', '<nlohmann/json.hpp>')).toEqual([]);
    expect(wrong('model/layer.cpp', '<nlohmann/json.hpp>')).toEqual([
      'core/src/model/layer.cpp includes <nlohmann/json.hpp>; model/ may include, from outside, the standard library without files, streams and exceptions',
    ]);
    expect(wrong('decoding/stepper.cpp', '<emscripten.h>')).toHaveLength(1);
    expect(wrong('decoding/stepper.cpp', '<emscripten/heap.h>')).toHaveLength(1);
    expect(wrong('kernels/byte_dot.hpp', '<immintrin.h>')).toEqual([]);
    expect(wrong('weights/packed_matrix.cpp', '<immintrin.h>')).toHaveLength(1);
  });

  it('no folder reads files, writes to streams or throws', () => {
    for (const name of ['<fstream>', '<iostream>', '<filesystem>', '<stdexcept>', '<thread>'])
      expect(wrong('model/layer.cpp', name), name).toHaveLength(1);
    expect(wrong('kernels/dispatch.cpp', '<cstdlib>')).toEqual([]);
    expect(wrong('model/layer.cpp', '<cstdlib>')).toHaveLength(1);
  });
});

describe('what stands beside the core', () => {
  const inFile = (file, include) => wrongIncludes(file, `#include ${include}\n`);

  it('article/ builds on public headers, base/ and text/', () => {
    const file = 'article/src/words.cpp';
    expect(inFile(file, '"glassformer/model.hpp"')).toEqual([]);
    expect(inFile(file, '"glassformer/article/words.hpp"')).toEqual([]);
    expect(inFile(file, '"character_tables.hpp"')).toEqual([]);
    expect(inFile(file, '"text/unicode_tables.hpp"')).toEqual([]);
    expect(inFile(file, '"model/layer.hpp"')).toEqual([
      `${file} includes model/layer.hpp; article/ may include glassformer, base, text, glassformer/article`,
    ]);
    expect(inFile(file, '"training/trainer.hpp"')).toHaveLength(1);
    expect(inFile(file, '<xsimd/xsimd.hpp>')).toHaveLength(1);
    expect(inFile(file, '"glassformer/nowhere.hpp"')).toHaveLength(1);
  });

  it('bindings include public headers only', () => {
    const file = 'wasm/bindings/model.cpp';
    expect(inFile(file, '"convert.hpp"')).toEqual([]);
    expect(inFile(file, '<emscripten/bind.h>')).toEqual([]);
    expect(inFile(file, '"glassformer/article/table_model.hpp"')).toEqual([]);
    expect(inFile(file, '"glassformer/training.hpp"')).toEqual([]);
    expect(inFile(file, '"model/layer.hpp"')).toHaveLength(1);
    expect(inFile('wasm/convert.hpp', '"base/utf8.hpp"')).toHaveLength(1);
  });

  it('a public header includes those of what its folder builds on', () => {
    const of = (header, name) =>
      wrongIncludes(`core/include/glassformer/${header}.hpp`, `#include "glassformer/${name}.hpp"`);
    expect(of('tensor', 'training')).toEqual([
      'core/include/glassformer/tensor.hpp includes glassformer/training.hpp; base/ may include base',
    ]);
    expect(of('model', 'next_token_model')).toEqual([]);
    expect(of('decoding', 'next_token_model')).toEqual([]);
    expect(of('model', 'decoding')).toHaveLength(1);
    expect(of('decoding', 'model')).toHaveLength(1);
  });

  it('a file of the core includes none of them', () => {
    expect(wrong('text/pretokenizer.cpp', '"glassformer/article/words.hpp"')).toHaveLength(1);
    expect(wrong('text/pretokenizer.cpp', '"convert.hpp"')).toHaveLength(1);
  });
});
