/** Activation patching: two lines, what `<glass-patch>` tells of them, and the runs of the engine that its cells are. */
import type { HookEdit, Tensor } from '../../web/src/shared/run-types.ts';
import type { Locator, Page } from './fixture.ts';
import { mount } from './mount.ts';

export const kClean = 'Tom hugged his mom. Tom loved his';
export const kCorrupted = 'Tom hugged his dad. Tom loved his';

export interface Line {
  readonly tokens: readonly string[];
  readonly answer: { readonly id: number; readonly text: string };
  readonly logit_difference: number;
}

export interface Told {
  readonly clean: Line;
  readonly corrupted: Line;
  readonly activation: string;
  readonly restored: readonly (readonly number[])[];
  readonly chosen: {
    readonly layer: number;
    readonly place: number;
    readonly restored: number;
    readonly candidates: readonly { readonly id: number; readonly probability: number }[];
  };
}

export interface Lines {
  readonly clean: string;
  readonly corrupted: string;
  readonly activation?: string;
  readonly head?: number;
  readonly token?: number;
}

export const kLines: Lines = { clean: kClean, corrupted: kCorrupted };

export const openWith = (
  page: Page,
  props: Lines = kLines,
  ready = 'td button',
  src = 'stories',
  lang = 'en',
) => mount(page, { tags: ['glass-patch'], src, text: 'Once', props, lang }, ready);

/** The logits after the second line, with one vector of the first in one place: a run for each cell. */
export async function singleRuns(
  figure: Locator,
  { clean, corrupted, activation = 'resid_pre', head }: Lines,
  layers: number,
): Promise<number[][][]> {
  const all = await figure.page().evaluate(
    async ([first, second, part, count, only]) => {
      interface Loaded {
        forward(
          text: string,
          options: { capture: string[]; edits?: HookEdit[] },
        ): Promise<{ tokens: unknown[]; activations: Record<string, Tensor> }>;
      }
      const { model } = document.querySelector('glass-model') as unknown as { model: Loaded };
      const all: number[][][] = [];
      for (let layer = 0; layer < count; ++layer) {
        const hook = `blocks.${layer}.${part}`;
        const from = await model.forward(first, { capture: [hook] });
        const own = await model.forward(second, { capture: [hook] });
        const rows: number[][] = [];
        for (let place = 0; place < own.tokens.length; ++place) {
          const set = own.activations[hook]!.data.slice();
          const { shape: whole, data: given } = from.activations[hook]!;
          const [places, width] = whole.slice(-2) as [number, number];
          for (let at = place * width, each = 0; at < set.length; at += places * width, ++each)
            if (only === undefined || each === only) set.set(given.subarray(at, at + width), at);
          const edits = [{ hook, set }];
          const { activations } = await model.forward(second, { capture: ['logits'], edits });
          const { shape, data } = activations['logits']!;
          rows.push([...data.subarray((shape[0]! - 1) * shape[1]!)]);
        }
        all.push(rows);
      }
      // As a text on their way: number by number they would take longer than the runs.
      return JSON.stringify(all);
    },
    [clean, corrupted, activation, layers, head] as const,
  );
  return JSON.parse(all) as number[][][];
}
