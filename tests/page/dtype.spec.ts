// Weights of 8 bits in a browser, whichever module it runs.
import { openBlank } from './blank.ts';
import { expect, test } from './fixture.ts';

declare const glassformer: typeof import('glassformer');

test('a model of 8 bits continues a text as the one of floats', async ({ page }) => {
  await openBlank(page);
  const { simd, texts, times } = await page.evaluate(async () => {
    const texts: string[] = [];
    const times: number[] = [];
    for (const dtype of ['fp32', 'int8'] as const) {
      const model = await glassformer.loadModel('stories', { dtype });
      const options = { max_new_tokens: 12, do_sample: false };
      const run = () => model.generate('One day, Tom found a red ball.', options).result();
      texts.push((await run()).text);
      const begun = performance.now();
      for (let i = 0; i < 5; i++) await run();
      times.push((performance.now() - begun) / 5);
      await model.close();
    }
    return { simd: (await glassformer.sharedEngine().info()).simd, texts, times };
  });
  console.log(`  ${simd}: 12 tokens in ${times.map((ms) => ms.toFixed(1)).join(' and ')} ms`);
  expect(simd).toBe('relaxed');
  expect(texts[0]!.length).toBeGreaterThan(20);
  expect(texts[1]!.slice(0, 12)).toBe(texts[0]!.slice(0, 12));
});
