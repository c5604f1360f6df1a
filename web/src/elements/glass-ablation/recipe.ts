/** The lines of JavaScript that leave one part of a model out, and compute what a line's tokens are given then. */
import type { HookEdit } from '../../shared/run-types.ts';
import type { Expected } from '../../view/ablation.ts';
import { code, optionsCode } from '../base/recipe.ts';
import { type AblatedRuns, type Line, logitsHook, type Without } from './ablated-runs.ts';

interface Given {
  /** The lines that load the model. */
  readonly loading: string;
  /** What a decoder reads, as code; of an encoder–decoder its ids are. */
  readonly input: string;
  /** What is measured. */
  readonly places: readonly Expected[];
}

export function recipeOf(
  { question, line, meansOver }: AblatedRuns,
  { part, edits }: Without,
  { loading, input, places }: Given,
): string {
  const { model, ablations, reference } = question;
  const logits = logitsHook(model);
  const readCode = (from: Line, own: string) =>
    from.source === undefined ? own : `[${from.ids.join(', ')}]`;
  const sourceOf = ({ source }: Line) => (source ? `, source: ${code(source.source)}` : '');
  const forward = (from: Line, own: string, capture: readonly string[], further = '') =>
    `await model.forward(${readCode(from, own)}, ${optionsCode(capture, ablations, sourceOf(from) + further)})`;
  const means =
    meansOver === null
      ? ''
      : `const own = ${forward(meansOver, meansOver === line ? input : code(reference), part.hooks)};
const meanOf = ({ shape, data }, head = 0) => {
  const [rows, size] = shape.slice(-2);
  const values = data.subarray(head * rows * size, (head + 1) * rows * size);
  return Float32Array.from({ length: size }, (_, i) =>
    values.reduce((sum, each, at) => (at % size === i ? sum + each : sum), 0) / rows,
  );
};
`;
  return `${loading}${means}const edits = [
${edits.map((edit) => `  ${editCode(edit)},`).join('\n')}
];
const { activations } = ${forward(line, input, [logits], ', edits')};
const { shape, data } = activations${logits.includes('.') ? `[${code(logits)}]` : `.${logits}`};
const places = [${places.map(({ row, id }) => `[${row}, ${id}]`).join(', ')}]; // row, id of the token
const logs = places.map(([row, id]) => {
  const own = data.subarray(row * shape[1], (row + 1) * shape[1]);
  const most = Math.max(...own);
  return own[id] - most - Math.log(own.reduce((sum, each) => sum + Math.exp(each - most), 0));
});
const probability = Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);
`;
}

function editCode({ hook, head, set }: HookEdit): string {
  const where = `hook: ${code(hook)}${head === undefined ? '' : `, head: ${head}`}`;
  if (set === undefined) return `{ ${where}, scale: 0 }`;
  const of = `own.activations[${code(hook)}]${head === undefined ? '' : `, ${head}`}`;
  return `{ ${where}, set: meanOf(${of}) }`;
}
