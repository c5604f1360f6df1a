/** A transformer that learns in a figure of its own, on a blank page, beside what a trainer says that is asked directly. */
import type { GlassTrain } from '../../web/src/elements/index.ts';
import { openBlank } from './blank.ts';
import { expect, type Locator, numbersIn, type Page } from './fixture.ts';

type Package = typeof import('glassformer');
declare const glassformer: Package;

/** A figure on a blank page: no `<glass-model>`, nothing around it. */
export async function addFigure(
  page: Page,
  tag: 'glass-train',
  properties: Partial<GlassTrain> = {},
): Promise<Locator> {
  await openBlank(page);
  await page.evaluate(
    async ([name, some]) => {
      await import(new URL('./elements.js', document.baseURI).href);
      document.body.innerHTML = '<main><h1>Blank</h1></main>';
      const figure = document.createElement(name);
      document.querySelector('main')!.append(Object.assign(figure, { id: 'own', ...some }));
    },
    [tag, properties as object] as const,
  );
  const figure = page.locator('#own');
  await expect(fact(figure, 'step')).toHaveText(/^0 of/);
  return figure;
}

export function fact(figure: Locator, name: string): Locator {
  return figure.locator('.facts div', { hasText: name }).first().locator('dd');
}

export const stepOf = async (figure: Locator) =>
  Number.parseInt(((await fact(figure, 'step').textContent()) ?? '').replaceAll(',', ''), 10);

interface Learned {
  readonly before: number;
  readonly losses: number[];
  readonly norms: number[];
  readonly pattern: number[][];
  readonly probabilities: number[];
}

/** What a trainer of one's own does with what the figure was given. */
export function learned(page: Page, steps: number): Promise<Learned> {
  return page.evaluate(async (count) => {
    const { lesson, lr, seed } = document.querySelector('#own') as GlassTrain;
    const trainer = await glassformer.createTrainer({
      config: lesson.config,
      sequences: lesson.sequences,
      lr,
      seed,
    });
    const before = await trainer.loss(lesson.sequences);
    const [losses, norms]: [number[], number[]] = [[], []];
    for await (const { loss, gradient_norm } of trainer.train({ steps: count })) {
      losses.push(loss);
      norms.push(gradient_norm);
    }
    const name = 'blocks.0.attn.pattern';
    const run = await trainer.forward(lesson.probe, { capture: [name, 'logits'] });
    const { data } = run.activations[name]!;
    const n = lesson.probe.length;
    const pattern = Array.from({ length: n }, (_, t) =>
      Array.from(data.slice(n * t, n * t + t + 1)),
    );
    const softmax = await glassformer.softmax(run.activations['logits']!);
    const probabilities = Array.from(softmax.data.slice(-2));
    await trainer.close();
    return { before, losses, norms, pattern, probabilities };
  }, steps);
}

/** The weights that are not hidden. */
export async function seenWeights(figure: Locator): Promise<number[][]> {
  const rows = await numbersIn(figure.locator('glass-matrix').first());
  return rows.map((row, t) => row.slice(0, t + 1));
}
