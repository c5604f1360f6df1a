/** The lines of JavaScript that compute where a neuron fires, and whose logits it raises. */
import { feedForwardOut, layoutOf, outputTable } from '../../view/block-weights.ts';
import { classifies } from '../base/architecture.ts';
import { code, type RunCode } from '../base/recipe.ts';
import type { Hidden } from './hidden-layer.ts';

interface Given {
  readonly run: RunCode;
  readonly neuron: number;
  /** How many tokens are named. */
  readonly named: number;
}

/** Null where the model has no output head. */
export function neuronRecipe(
  { model, layer }: Hidden,
  { run: { loading, input, options }, neuron, named }: Given,
): string | null {
  const output = feedForwardOut(model.weights, '', layer);
  const table = outputTable(model);
  if (output === null || table === null) return null;
  const hook = `blocks.${layer}.mlp.post`;
  const column =
    layoutOf(model.weights, output) === 'in_out'
      ? `W2.data[${neuron} * size + i]`
      : `W2.data[i * W2.shape[1] + ${neuron}]`;
  return `${loading}const { activations } = await model.forward(${input}, ${options([hook])});
const { shape, data } = activations[${code(hook)}]; // (tokens, neurons), after the activation function
const along = Array.from({ length: shape[0] }, (_, place) => data[place * shape[1] + ${neuron}]);

const W2 = await model.weight(${code(output)});
const table = await model.weight(${code(table)});
const size = table.shape[1];
const written = Array.from({ length: size }, (_, i) => ${column});
const logits = Array.from({ length: table.shape[0] }, (_, id) =>
  written.reduce((sum, each, i) => sum + each * table.data[id * size + i], 0),
);
const ids = logits.map((_, id) => id).filter((id) => logits[id] > 0).sort((a, b) => logits[b] - logits[a]).slice(0, ${named});
const texts = ${classifies(model) ? 'ids.map((id) => model.config.resolved.labels[id])' : 'await model.tokenizer.texts(ids)'};
const raised = ids.map((id, i) => ({ id, text: texts[i], logit: logits[id] }));
`;
}
