/** What the tests of verification share: a model with a golden.json, as it is or changed. */
import { createEngine, loadModel, type Model, type ModelFiles } from 'glassformer';
import { aabFile, aabFiles } from './helpers.ts';

export const engine = createEngine();
export const aabGolden = aabFile('golden.json').toString();

export async function withModel<T>(
  files: ModelFiles | string,
  act: (model: Model) => Promise<T>,
): Promise<T> {
  const model = await loadModel(files, { engine });
  try {
    return await act(model);
  } finally {
    await model.close();
  }
}

export const withAab = <T>(golden: string, act: (model: Model) => Promise<T>): Promise<T> =>
  withModel(aabFiles({ goldenJson: golden }), act);

export type Golden = {
  computed_by: string;
  input: Record<string, unknown>;
  tolerance: Record<string, unknown>;
  activations: Record<string, { shape: number[]; data: unknown[]; places?: number[] }>;
  generated: { text: string; options: object; continuation: string; ids?: unknown[] }[];
};

/** The model's golden.json with a change. */
export function changed(change: (golden: Golden) => void): string {
  const golden = JSON.parse(aabGolden) as Golden;
  change(golden);
  return JSON.stringify(golden);
}
