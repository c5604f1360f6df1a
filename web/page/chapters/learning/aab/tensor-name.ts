/** A model's tensor by the end of its name, whatever stands before it. */
import type { Model } from 'glassformer';

export function tensorName(model: Model, ending: string): string {
  const weight = model.weights.find(({ name }) => name.endsWith(ending));
  if (weight === undefined) throw new Error(`the model lacks ${ending}`);
  return weight.name;
}
