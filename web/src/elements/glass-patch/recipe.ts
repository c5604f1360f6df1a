/** The lines of JavaScript that put one vector of the first line's run into the second one's. */
import { code, optionsCode } from '../base/recipe.ts';
import { type Cell, follow, hookOf, type PatchedRuns } from './patched-runs.ts';

interface Given {
  /** The lines that load the model. */
  readonly loading: string;
  readonly cell: Cell;
  /** Id of the token whose logit is followed; null: the difference of the two answers. */
  readonly target: number | null;
}

export function patchRecipe(
  runs: PatchedRuns,
  { loading, cell: { layer, place }, target: id }: Given,
): string {
  const { question, clean, corrupted } = runs;
  const { target } = follow(runs, id);
  const { ablations } = question;
  const name = hookOf(layer, question.activation);
  const hook = code(name);
  const copying =
    question.head === null
      ? `for (let start = ${place} * width; start < set.length; start += places * width) // in each head, if it has heads
  set.set(from.data.subarray(start, start + width), start);
`
      : `const start = (${question.head} * places + ${place}) * width; // in one head
set.set(from.data.subarray(start, start + width), start);
`;
  const lines = [question.clean, question.corrupted].map(code);
  const logit = (of: number) => `data[(rows - 1) * size + ${of}]`;
  const followed =
    target === null
      ? `${logit(clean.answer.id)} - ${logit(corrupted.answer.id)}`
      : logit(target.id);
  return `${loading}const [clean, corrupted] = await Promise.all([
  ${lines.join(',\n  ')},
].map((text) => model.forward(text, ${optionsCode([name, 'logits'], ablations)})));
const [from, own] = [clean, corrupted].map((run) => run.activations[${hook}]);
const [places, width] = own.shape.slice(-2);
const set = own.data.slice();
${copying}const edits = [{ hook: ${hook}, set }];
const patched = await model.forward(corrupted.tokens, ${optionsCode(['logits'], ablations, ', edits')});
const followed = ({ activations: { logits: { shape: [rows, size], data } } }) =>
  ${followed};
const restored =
  (followed(patched) - followed(corrupted)) / (followed(clean) - followed(corrupted));
`;
}
