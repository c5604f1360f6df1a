import { describe, expect, test } from 'vitest';
import { ggufFile, toHalf, toQ8 } from '../../../tools/bench/peers/gguf.mjs';
import { onnxFile } from '../../../tools/bench/peers/onnx.mjs';
import { tokenTexts } from '../../../tools/bench/peers/page/token-texts.js';
import { varint } from '../../../tools/bench/peers/protobuf.mjs';
import {
  quantizedByColumn,
  quantizedByRow,
  randomWeights,
  transposed,
} from '../../../tools/bench/peers/weights.mjs';

const shape = { name: 'dwarf', layers: 2, width: 32, heads: 2, vocabulary: 64, context: 8 };
const weights = randomWeights(shape);

describe('random weights', () => {
  test('one seed gives the same numbers, another one others', () => {
    expect(randomWeights(shape, 1)).toEqual(weights);
    expect(randomWeights(shape, 2)['wte.weight'].data).not.toEqual(weights['wte.weight'].data);
  });

  test('numbers have the deviation that was asked for', () => {
    const { data } = weights['wte.weight'];
    const square = data.reduce((sum, x) => sum + x * x, 0) / data.length;
    expect(Math.sqrt(square)).toBeCloseTo(1, 1);
    expect(new Set(data).size).toBeGreaterThan(data.length * 0.99);
  });

  test('a matrix is turned, also where its sides are no whole tiles', () => {
    const data = Float32Array.from({ length: 33 * 35 }, (_, i) => i);
    const turned = transposed({ shape: [33, 35], data });
    expect(turned.shape).toEqual([35, 33]);
    for (const [r, c] of [
      [0, 0],
      [32, 34],
      [31, 33],
      [5, 32],
    ])
      expect(turned.data[c * 33 + r]).toBe(r * 35 + c);
  });

  test('integers of 8 bits times their scales are near the numbers', () => {
    const matrix = weights['h.0.mlp.c_fc.weight'];
    const [, columns] = matrix.shape;
    const byColumn = quantizedByColumn(matrix);
    const byRow = quantizedByRow(matrix);
    matrix.data.forEach((value, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const of = ({ bytes, scales }, at) => [bytes[i] * scales[at], scales[at]];
      for (const [near, scale] of [of(byColumn, column), of(byRow, row)])
        expect(Math.abs(near - value)).toBeLessThanOrEqual(scale * 0.501);
    });
    expect(Math.max(...byColumn.bytes.map(Math.abs))).toBe(127);
  });

  test('every token has a text of one character, and no two have the same', () => {
    const texts = tokenTexts(50257);
    expect(new Set(texts).size).toBe(50257);
    expect(texts.every((text) => [...text].length === 1)).toBe(true);
  });
});

describe('GGUF', () => {
  test('halves are rounded to the nearest, ties to the even one', () => {
    const cases = [
      [1, 0x3c00],
      [-2, 0xc000],
      [1 / 3, 0x3555],
      [65504, 0x7bff],
      [1e6, 0x7c00],
      [2 ** -24, 0x0001],
      [2 ** -26, 0x0000],
      [2 ** -14, 0x0400],
      [1 + 2 ** -11, 0x3c00], // between two: the even one
      [1 + 3 * 2 ** -11, 0x3c02],
    ];
    for (const [value, bits] of cases) expect([value, toHalf(value)]).toEqual([value, bits]);
  });

  test('blocks of q8_0 hold a half and 32 integers that give the numbers back', () => {
    const data = weights['wte.weight'].data.subarray(0, 64);
    const bytes = toQ8(data);
    expect(bytes.length).toBe(68);
    for (let i = 0; i < 64; i++) {
      const block = Math.floor(i / 32) * 34;
      const scale = Math.max(...data.subarray(i & 32, (i & 32) + 32).map(Math.abs)) / 127;
      expect(bytes.readUInt16LE(block)).toBe(toHalf(scale));
      const near = bytes.readInt8(block + 2 + (i % 32)) * scale;
      expect(Math.abs(near - data[i])).toBeLessThanOrEqual(scale * 0.501);
    }
  });

  test('a file names every tensor once, where its numbers are', () => {
    for (const type of ['f32', 'q8_0']) {
      const file = readGguf(Buffer.concat([...ggufFile(shape, weights, type)]));
      expect(file.tensors.length).toBe(Object.keys(weights).length);
      expect(file.fields['gpt2.block_count']).toBe(2);
      expect(file.fields['tokenizer.ggml.tokens']).toEqual(tokenTexts(64));
      // Linear layers are (out, in) there; dimensions are told from the innermost one.
      const qkv = file.tensors.find(({ name }) => name === 'blk.1.attn_qkv.weight');
      expect(qkv.dims).toEqual([32, 96]);
      expect(qkv.type).toBe({ f32: 0, q8_0: 8 }[type]);
      const bias = file.tensors.find(({ name }) => name === 'blk.1.attn_qkv.bias');
      expect(bias.offset % 32).toBe(0);
      expect(file.floatsAt(bias.offset, 96)).toEqual(weights['h.1.attn.c_attn.bias'].data);
      const last = file.tensors.at(-1);
      expect(file.floatsAt(last.offset, 32)).toEqual(weights['ln_f.bias'].data);
    }
    const file = readGguf(Buffer.concat([...ggufFile(shape, weights, 'f32')]));
    const qkv = file.tensors.find(({ name }) => name === 'blk.1.attn_qkv.weight');
    const { data } = transposed(weights['h.1.attn.c_attn.weight']);
    expect(file.floatsAt(qkv.offset, data.length)).toEqual(data);
  });
});

describe('ONNX', () => {
  test('numbers of Protocol Buffers are in base 128', () => {
    expect([...varint(0)]).toEqual([0]);
    expect([...varint(300)]).toEqual([0xac, 0x02]);
    expect([...varint(2 ** 40)]).toEqual([0x80, 0x80, 0x80, 0x80, 0x80, 0x20]);
  });

  for (const dtype of ['fp32', 'int8']) {
    test(`${dtype}: every input of a node is made before it, and every output asked for is made`, () => {
      const { nodes, initializers, inputs, outputs } = readOnnx(onnxFile(shape, weights, dtype));
      const known = new Set(['', ...Object.keys(initializers), ...inputs]);
      for (const node of nodes) {
        expect(node.inputs.filter((name) => !known.has(name))).toEqual([]);
        for (const name of node.outputs) known.add(name);
      }
      expect(outputs.filter((name) => !known.has(name))).toEqual([]);
      expect(outputs).toContain('present_value_1');
      expect(inputs).toContain('past_key_0');
      // Nothing is carried that no node reads.
      const read = new Set(nodes.flatMap((node) => node.inputs));
      expect(Object.keys(initializers).filter((name) => !read.has(name))).toEqual([]);
    });
  }

  test('a tensor has its numbers as they are, and with bytes no matrix of floats is left', () => {
    const floats = readOnnx(onnxFile(shape, weights, 'fp32')).initializers;
    const matrix = floats['h.1.mlp.c_proj.weight'];
    expect(matrix.dims).toEqual([128, 32]);
    expect(floatsOf(matrix.raw)).toEqual(weights['h.1.mlp.c_proj.weight'].data);
    const bytes = readOnnx(onnxFile(shape, weights, 'int8')).initializers;
    const large = Object.entries(bytes).filter(([, { dims }]) => dims.length === 2 && dims[1] > 1);
    expect(large.filter(([, { type }]) => type === 1).map(([name]) => name)).toEqual([
      'wpe.weight',
    ]);
    expect(bytes['head.bytes'].dims).toEqual([32, 64]);
  });
});

const floatsOf = (raw) => new Float32Array(Uint8Array.from(raw).buffer);

function readGguf(bytes) {
  let at = 0;
  const uint32 = () => bytes.readUInt32LE((at += 4) - 4);
  const uint64 = () => Number(bytes.readBigUInt64LE((at += 8) - 8));
  const text = () => {
    const length = uint64();
    return bytes.toString('utf8', at, (at += length));
  };
  const readers = {
    4: uint32,
    5: () => bytes.readInt32LE((at += 4) - 4),
    6: () => bytes.readFloatLE((at += 4) - 4),
    7: () => bytes[at++] === 1,
    8: text,
    9: () => {
      const [type, count] = [uint32(), uint64()];
      return Array.from({ length: count }, () => readers[type]());
    },
  };
  expect(bytes.toString('latin1', 0, 4)).toBe('GGUF');
  at = 4;
  expect(uint32()).toBe(3);
  const [tensorCount, fieldCount] = [uint64(), uint64()];
  const fields = {};
  for (let i = 0; i < fieldCount; i++) {
    const name = text();
    fields[name] = readers[uint32()]();
  }
  const tensors = Array.from({ length: tensorCount }, () => {
    const name = text();
    const dims = Array.from({ length: uint32() }, uint64);
    return { name, dims, type: uint32(), offset: uint64() };
  });
  const start = Math.ceil(at / 32) * 32;
  const floatsAt = (offset, count) =>
    floatsOf(bytes.subarray(start + offset, start + offset + 4 * count));
  return { fields, tensors, floatsAt };
}

/** A message's fields: [number, value], where a value is a number or bytes. */
function fieldsOf(bytes) {
  const fields = [];
  let at = 0;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = number();
    const length = { 0: 0, 2: -1, 5: 4 }[key & 7];
    if (length === 0) fields.push([key >> 3, number()]);
    else {
      const size = length < 0 ? number() : length;
      fields.push([key >> 3, bytes.subarray(at, (at += size))]);
    }
  }
  expect(at).toBe(bytes.length);
  return fields;
}

function readOnnx(pieces) {
  const all = (fields, field) =>
    fields.filter(([each]) => each === field).map(([, value]) => value);
  const text = (value) => value.toString('utf8');
  const [graph] = all(fieldsOf(Buffer.concat(pieces)), 7).map(fieldsOf);
  const nodes = all(graph, 1)
    .map(fieldsOf)
    .map((node) => ({ inputs: all(node, 1).map(text), outputs: all(node, 2).map(text) }));
  const initializers = Object.fromEntries(
    all(graph, 5)
      .map(fieldsOf)
      .map((tensor) => [
        text(all(tensor, 8)[0]),
        { dims: all(tensor, 1), type: all(tensor, 2)[0], raw: all(tensor, 9)[0] },
      ]),
  );
  const names = (field) => all(graph, field).map((value) => text(all(fieldsOf(value), 1)[0]));
  return { nodes, initializers, inputs: names(11), outputs: names(12) };
}
