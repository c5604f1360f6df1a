// GPT-2 as an ONNX file with keys and values as inputs and outputs, in the fused operators (com.microsoft) with which
// onnxruntime is fastest; with floats, or with matrices of 8 bits and rows that are quantised at run time.
import { bytes, each, float, inside, integer, message, text } from './protobuf.mjs';
import { quantizedByColumn, quantizedByRow, transposed } from './weights.mjs';

const types = { float: 1, int8: 3, int64: 7 };
const fused = 'com.microsoft';

const viewOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

const tensor = (name, type, dims, data) =>
  message(
    each(dims, (dim) => integer(1, dim)),
    integer(2, types[type]),
    text(8, name),
    bytes(9, viewOf(data)),
  );

/** Dimensions are numbers, or names of what only a run tells. */
const value = (name, type, dims) =>
  message(
    text(1, name),
    inside(
      2,
      message(
        inside(
          1,
          message(
            integer(1, types[type]),
            inside(
              2,
              message(
                each(dims, (dim) =>
                  inside(1, message(typeof dim === 'number' ? integer(1, dim) : text(2, dim))),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );

function attribute(name, given) {
  if (Array.isArray(given))
    return message(
      text(1, name),
      each(given, (i) => integer(8, i)),
      integer(20, 7),
    );
  if (typeof given === 'object')
    return message(text(1, name), float(2, given.float), integer(20, 1));
  return message(text(1, name), integer(3, given), integer(20, 2));
}

class Graph {
  #nodes = [];
  #initializers = [];
  #inputs = [];
  #outputs = [];

  constant(name, type, dims, data) {
    this.#initializers.push(tensor(name, type, dims, data));
    return name;
  }

  input(name, type, dims) {
    this.#inputs.push(value(name, type, dims));
    return name;
  }

  output(name, type, dims) {
    this.#outputs.push(value(name, type, dims));
  }

  /** Adds a node. An input that is left out is ''; returns the first output's name. */
  add(type, inputs, outputs, { domain = '', ...attributes } = {}) {
    this.#nodes.push(
      message(
        each(inputs, (name) => text(1, name)),
        each(outputs, (name) => text(2, name)),
        text(3, `${type} ${outputs[0]}`),
        text(4, type),
        each(Object.entries(attributes), ([name, given]) => inside(5, attribute(name, given))),
        text(7, domain),
      ),
    );
    return outputs[0];
  }

  /** The file as a list of pieces. */
  file() {
    const opset = (domain, version) => inside(8, message(text(1, domain), integer(2, version)));
    const graph = message(
      each(this.#nodes, (node) => inside(1, node)),
      text(2, 'gpt2'),
      each(this.#initializers, (each) => inside(5, each)),
      each(this.#inputs, (each) => inside(11, each)),
      each(this.#outputs, (each) => inside(12, each)),
    );
    return message(
      integer(1, 8), // version of the format
      text(2, 'glassformer-bench'),
      inside(7, graph),
      opset('', 17),
      opset(fused, 1),
    ).pieces;
  }
}

/**
 * Inputs: input_ids and position_ids (1, T), past_key_i and past_value_i (1, H, P, K). Outputs: logits (1, V) of the last
 * token, present_key_i and present_value_i (1, H, P + T, K). Returns the file's pieces.
 */
export function onnxFile(shape, weights, dtype) {
  const { layers, width, heads, vocabulary } = shape;
  const graph = new Graph();
  const vector = (name) => graph.constant(name, 'float', weights[name].shape, weights[name].data);

  /** x · weight, and + bias where there is one. */
  function linear(name, x, out, weight = weights[`${name}.weight`]) {
    const bias = `${name}.bias` in weights ? vector(`${name}.bias`) : '';
    if (dtype === 'int8') {
      const matrix = quantizedByColumn(weight);
      const inputs = [
        x,
        graph.constant(`${name}.bytes`, 'int8', matrix.shape, matrix.bytes),
        graph.constant(`${name}.scales`, 'float', [matrix.scales.length], matrix.scales),
      ];
      // The fourth, zero points, is left out: the integers are symmetric.
      if (bias) inputs.push('', bias);
      return graph.add('DynamicQuantizeMatMul', inputs, [out], { domain: fused });
    }
    const matrix = graph.constant(`${name}.weight`, 'float', weight.shape, weight.data);
    const product = graph.add('MatMul', [x, matrix], [bias ? `${out}.product` : out]);
    return bias ? graph.add('Add', [product, bias], [out]) : product;
  }

  /** The sum of two, normalised; the sum itself becomes `sum`. */
  const addAndNormalise = (name, x, added, sum) =>
    graph.add(
      'SkipLayerNormalization',
      [x, added, vector(`${name}.weight`), vector(`${name}.bias`)],
      [`${name}.out`, '', '', sum],
      { domain: fused, epsilon: { float: 1e-5 } },
    );

  const ids = graph.input('input_ids', 'int64', [1, 'T']);
  const positions = graph.input('position_ids', 'int64', [1, 'T']);
  const places = vector('wpe.weight');
  const placed = graph.add('Gather', [places, positions], ['positions']);
  let stream = embed(graph, weights['wte.weight'], ids, dtype);
  let added = placed;
  for (let layer = 0; layer < layers; layer++) {
    const block = `h.${layer}`;
    const cache = ['key', 'value'].map((kind) =>
      graph.input(`past_${kind}_${layer}`, 'float', [1, heads, 'P', width / heads]),
    );
    const normed = addAndNormalise(`${block}.ln_1`, stream, added, `${block}.pre`);
    const qkv = linear(`${block}.attn.c_attn`, normed, `${block}.qkv`);
    const parts = ['q', 'k', 'v'].map((part) => `${block}.${part}`);
    graph.add('Split', [qkv], parts, { axis: 2 });
    const present = ['key', 'value'].map((kind) => `present_${kind}_${layer}`);
    graph.add('MultiHeadAttention', [...parts, '', '', '', ...cache], [`${block}.z`, ...present], {
      domain: fused,
      num_heads: heads,
      unidirectional: 1,
    });
    for (const name of present) graph.output(name, 'float', [1, heads, 'P+T', width / heads]);
    const attended = linear(`${block}.attn.c_proj`, `${block}.z`, `${block}.attn_out`);
    const second = addAndNormalise(`${block}.ln_2`, `${block}.pre`, attended, `${block}.mid`);
    const hidden = linear(`${block}.mlp.c_fc`, second, `${block}.hidden`);
    const active = graph.add('FastGelu', [hidden], [`${block}.active`], { domain: fused });
    added = linear(`${block}.mlp.c_proj`, active, `${block}.mlp_out`);
    stream = `${block}.mid`;
  }
  const last = graph.constant('last', 'int64', [], BigInt64Array.of(-1n));
  const [x, y] = [stream, added].map((name, i) =>
    graph.add('Gather', [name, last], [`last.${i}`], { axis: 1 }),
  );
  const sum = graph.add('Add', [x, y], ['sum']);
  const norm = [sum, vector('ln_f.weight'), vector('ln_f.bias')];
  graph.add('LayerNormalization', norm, ['normed'], { epsilon: { float: 1e-5 } });
  head(graph, weights['wte.weight'], linear, dtype);
  graph.output('logits', 'float', [1, vocabulary]);
  return graph.file();
}

function embed(graph, table, ids, dtype) {
  if (dtype !== 'int8')
    return graph.add(
      'Gather',
      [graph.constant('wte.weight', 'float', table.shape, table.data), ids],
      ['embed'],
    );
  const { shape, bytes: rows, scales } = quantizedByRow(table);
  const integers = graph.constant('wte.rows', 'int8', shape, rows);
  const row = graph.add('Gather', [integers, ids], ['embed.bytes']);
  const floats = graph.add('Cast', [row], ['embed.floats'], { to: types.float });
  const factors = graph.constant('wte.scales', 'float', [shape[0], 1], scales);
  const factor = graph.add('Gather', [factors, ids], ['embed.scale']);
  return graph.add('Mul', [floats, factor], ['embed']);
}

/** The head is the table of embeddings: the same tensor with floats, the transposed one with bytes. */
function head(graph, table, linear, dtype) {
  if (dtype === 'int8') return linear('head', 'normed', 'logits', transposed(table));
  return graph.add('Gemm', ['normed', 'wte.weight'], ['logits'], { transB: 1 });
}
