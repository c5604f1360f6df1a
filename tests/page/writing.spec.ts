/** The chapter in which three ways of choosing write on side by side. */
import type { GlassGenerate } from '../../web/src/elements/index.ts';
import type { Model } from '../../web/src/index.ts';
import type { GenerationOptions } from '../../web/src/shared/generation-types.ts';
import { button, made, output } from './figures.ts';
import { expect, open, test } from './fixture.ts';

test('one button runs all three, stops them, and each ends where the engine does', async ({
  page,
}) => {
  test.slow();
  await open(page);
  const chapter = page.locator('#writing');
  await chapter.evaluate((element) => element.scrollIntoView());
  const all = chapter.getByRole('group', { name: 'All three together' });
  const one = (mode: string) => chapter.locator(`.abreast glass-generate[mode=${mode}]`);
  const settings = { max_new_tokens: 6, num_beams: 2, length_penalty: 1 };
  for (const mode of ['greedy', 'sample', 'beam'])
    await one(mode).evaluate((element, some) => {
      const target = element as GlassGenerate;
      target.settings = { ...target.settings, ...some };
    }, settings);
  await expect(button(all, 'Reset all')).toBeDisabled();
  await button(all, 'Step all').click();
  for (const mode of ['greedy', 'sample', 'beam']) await expect(made(one(mode))).not.toHaveCount(0);
  await button(all, 'Run all three').click();
  await expect(button(all, 'Pause all')).toBeVisible();
  await expect(button(one('sample'), 'Pause')).toBeVisible();
  await button(all, 'Pause all').click();
  for (const mode of ['greedy', 'sample', 'beam'])
    await expect(button(one(mode), 'Pause')).toHaveCount(0);
  await button(all, 'Run all three').click();
  await expect(button(all, 'Step all')).toBeDisabled();
  await expect(button(all, 'Run all three')).toBeVisible();
  for (const mode of ['greedy', 'sample', 'beam'])
    await expect(button(one(mode), 'Step')).toBeDisabled();
  // What is sampled once more is another text.
  for (const mode of ['greedy', 'beam']) await expect(button(one(mode), 'Run')).toBeDisabled();
  await expect(button(one('sample'), 'Run')).toBeEnabled();

  const text = 'Once upon a time, there was a little girl named';
  const wanted = await page.locator('main > glass-model').evaluate(
    async (element, { input, options }) => {
      const { model } = element as unknown as { model: Model };
      const { num_beams, length_penalty, max_new_tokens } = options;
      const ways: GenerationOptions[] = [
        { max_new_tokens },
        { max_new_tokens, do_sample: true, temperature: 0.8, top_p: 0.9, top_k: 0, seed: 1 },
        { max_new_tokens, num_beams, length_penalty },
        { max_new_tokens, do_sample: true, temperature: 0.8, top_p: 0.9, top_k: 0, seed: 2 },
        { max_new_tokens, do_sample: true, temperature: 0.8, top_p: 0.9, top_k: 0, seed: 3 },
      ];
      const texts = ways.map(async (way) => (await model.generate(input, way).result()).text);
      return Promise.all(texts);
    },
    { input: text, options: settings },
  );
  for (const [i, mode] of ['greedy', 'sample', 'beam'].entries())
    await expect(output(one(mode))).toHaveText(text + wanted[i]!);

  // Each text follows from the next seed.
  expect(wanted[3]).not.toBe(wanted[1]);
  expect(wanted[4]).not.toBe(wanted[3]);
  await button(one('sample'), 'Run').click();
  await expect(output(one('sample'))).toHaveText(text + wanted[3]!);
  await expect(button(one('sample'), 'Run')).toBeVisible();
  await button(all, 'Run all three').click(); // all have ended: all begin anew
  await expect(button(all, 'Pause all')).toBeVisible();
  await expect(output(one('sample'))).toHaveText(text + wanted[4]!);
  await button(all, 'Reset all').click();
  await expect(output(one('beam'))).toHaveText(text);
  await expect(button(all, 'Reset all')).toBeDisabled();
});
