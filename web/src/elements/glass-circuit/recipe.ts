/** The lines of JavaScript that compute a circuit from the model's weights. */
import {
  attentionIn,
  attentionOut,
  layoutOf,
  normWeight,
  outputTable,
} from '../../view/block-weights.ts';
import { headBlocks } from '../../view/circuits.ts';
import { code, optionsCode } from '../base/recipe.ts';
import type { Circuit } from './read-circuit.ts';

interface Given {
  /** The lines that load the model. */
  readonly loading: string;
  /** What the model reads, as code. */
  readonly input: string;
}

/** Null where the model lacks a matrix. */
export function circuitRecipe(circuit: Circuit, { loading, input }: Given): string | null {
  const { model, run, kind, place, row, hasPositions } = circuit.question;
  const { resolved } = model.config;
  const qkv = attentionIn(model.weights, '', place.layer);
  const output = attentionOut(model.weights, '', place.layer);
  const table = outputTable(model);
  if (qkv === null || output === null || table === null) return null;
  const adds = hasPositions && run.activations['pos_embed'] !== undefined;
  const blocks = headBlocks(resolved, place.head);
  const [width, isInOut] = [blocks.query.columns[1], layoutOf(model.weights, qkv) === 'in_out'];
  const gain =
    resolved.norm === 'none' ? null : normWeight(model.weights, '', place.layer, 'attention');
  const last = resolved.final_norm ? normWeight(model.weights, '', 0, 'end') : null;
  const capture = adds ? ['embed', 'pos_embed'] : ['embed'];
  const embedding = adds
    ? 'activations.embed.data.map((each, i) => each + activations.pos_embed.data[i])'
    : 'activations.embed.data';
  const normLines =
    gain === null
      ? 'const norm = (x) => x;\n'
      : `const gain = (await model.weight(${code(gain)})).data;
const norm = (x) => {
  const variance = mean(x.map((each) => (each - mean(x)) ** 2));
  return x.map((each, i) => ((each - mean(x)) / Math.sqrt(variance + ${resolved.norm_epsilon})) * gain[i]);
};
`;
  const matrix = (stored: boolean) =>
    stored ? 'data[i * shape[1] + from + j]' : 'data[(from + j) * shape[1] + i]';
  const start = `${loading}const { activations } = await model.forward(${input}, ${optionsCode(capture, [])});
const embedded = ${embedding};
const size = activations.embed.shape[1];
const mean = (x) => x.reduce((sum, each) => sum + each, 0) / x.length;
${normLines}const rows = Array.from({ length: activations.embed.shape[0] }, (_, i) =>
  norm([...embedded.subarray(i * size, (i + 1) * size)]),
);
const { shape, data } = await model.weight(${code(qkv)}); // W_Q, W_K and W_V of all heads
const times = (x, from) =>
  Array.from({ length: ${width} }, (_, j) => x.reduce((sum, each, i) => sum + each * ${matrix(isInOut)}, 0));
const dot = (a, b) => a.reduce((sum, each, i) => sum + each * b[i], 0);
`;
  if (kind === 'qk') {
    const scale = resolved.scale_attention ? ` / Math.sqrt(${width})` : '';
    return `${start}const keys = rows.slice(${circuit.first}).map((row) => times(row, ${blocks.key.columns[0]}));
const scores = rows
  .slice(${circuit.first})
  .map((row) => times(row, ${blocks.query.columns[0]}))
  .map((query) => keys.map((key) => dot(query, key)${scale}));
`;
  }
  const isOutput = layoutOf(model.weights, output) === 'in_out';
  const stored = isOutput
    ? `W_O.data[(${blocks.output.rows[0]} + k) * size + i]`
    : `W_O.data[i * W_O.shape[1] + ${blocks.output.rows[0]} + k]`;
  const lastLines =
    last === null
      ? 'const given = written;\n'
      : `const last = (await model.weight(${code(last)})).data;
const given = written.map((each, i) => (each - mean(written)) * last[i]);
`;
  return `${start}const value = times(rows[${row}], ${blocks.value.columns[0]});
const W_O = await model.weight(${code(output)});
const written = Array.from({ length: size }, (_, i) =>
  value.reduce((sum, each, k) => sum + each * ${stored}, 0),
);
${lastLines}const table = await model.weight(${code(table)});
const logits = Array.from({ length: table.shape[0] }, (_, id) =>
  dot(given, table.data.subarray(id * size, (id + 1) * size)),
);
const ids = logits.map((_, id) => id).sort((a, b) => logits[b] - logits[a]).slice(0, ${circuit.raised.length});
const texts = await model.tokenizer.texts(ids);
const raised = ids.map((id, i) => ({ id, text: texts[i], value: logits[id] }));
`;
}
