/** What figures say of themselves, and what their model says when it is asked directly. */
import type { ForwardOptions, Tensor } from '../../web/src/shared/run-types.ts';
import type { Locator } from './fixture.ts';

export function toldBy<Told>(figure: Locator): Promise<Told> {
  return figure.evaluate((element) => (element as unknown as { toJSON(): Told }).toJSON());
}

export function recipeOf(figure: Locator): Promise<string | null> {
  return figure.evaluate((element) => (element as unknown as { recipe(): string | null }).recipe());
}

export interface Numbers {
  readonly shape: readonly number[];
  readonly data: readonly number[];
}

/** Activations of the model around, from a run of its own over `text`. */
export function activationsOf(
  figure: Locator,
  text: string,
  options: Pick<ForwardOptions, 'capture' | 'ablate'>,
): Promise<Record<string, Numbers>> {
  return figure
    .page()
    .locator('glass-model')
    .first()
    .evaluate(
      async (element, [input, wanted]) => {
        const { model } = element as unknown as {
          model: {
            forward(
              text: string,
              options: object,
            ): Promise<{ activations: Record<string, Tensor> }>;
          };
        };
        const { activations } = await model.forward(input, wanted);
        return Object.fromEntries(
          Object.entries(activations).map(([name, { shape, data }]) => [
            name,
            { shape, data: [...data] },
          ]),
        );
      },
      [text, options] as const,
    );
}
