/** The lines of JavaScript that compute a logit as a sum. */
import { outputBias, outputTable } from '../../view/block-weights.ts';
import { code, type RunCode } from '../base/recipe.ts';
import { hooksOf, type Output } from './output.ts';

interface Given {
  readonly run: RunCode;
  /** Id of the token whose logit it is. */
  readonly token: number;
}

/** Null where the model has no output head. */
export function logitRecipe(
  { model, row }: Output,
  { run: { loading, input, options }, token }: Given,
): string | null {
  const table = outputTable(model);
  if (table === null) return null;
  const [hook] = hooksOf(model);
  const bias = outputBias(model.weights);
  const plus = bias === null ? '' : ` + (await model.weight(${code(bias)})).data[${token}]`;
  return `${loading}const { activations } = await model.forward(${input}, ${options([hook])});
const { shape: [, size], data } = activations[${code(hook)}]; // (tokens, numbers of a vector)
const vector = data.subarray(${row} * size, ${row + 1} * size);
const table = await model.weight(${code(table)});
const row = table.data.subarray(${token} * size, ${token + 1} * size);
const products = Array.from(vector, (each, i) => each * row[i]);
const logit = products.reduce((sum, each) => sum + each, 0)${plus};
`;
}
