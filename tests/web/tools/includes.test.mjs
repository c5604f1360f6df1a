import { expect, it } from 'vitest';
import { wrongIncludes } from '../../../tools/lib/includes.mjs';

const wrong = (file, include) =>
  wrongIncludes(`core/src/${file}`, `#pragma once\n#include ${include}\n`);

it('kernels include no header of the model, and xsimd is theirs alone', () => {
  expect(wrong('kernels/gemm.hpp', '"model/attention.hpp"')).toHaveLength(1);
  expect(wrong('kernels/gemm.hpp', '"glassformer/model.hpp"')).toEqual([
    'core/src/kernels/gemm.hpp includes glassformer/model.hpp; kernels/ may include kernels, xsimd, base',
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
