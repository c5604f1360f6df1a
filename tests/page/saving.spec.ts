/** Figures of the page that a reader may keep. */
import { expect, type Locator, open, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo, likeliest, modelOf } from './models.ts';
import { parse, svgOf } from './svg.ts';

test('a figure of the first view, of the hand-made model and of the last chapter can be kept', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const model = modelOf(page, 'tokens');
  const [share = 0] = await likeliest(model, 'Once upon a time, there was a little girl named');
  const textsOf = async (figure: Locator) => {
    const { error, texts } = await parse(page, await svgOf(figure));
    expect(error).toBe('');
    return texts.join(' ');
  };
  const first = await textsOf(page.locator('.first glass-save'));
  for (const text of ['Layer 5', 'named', 'Who looks at whom', `${share.toFixed(1)}%`])
    expect(first).toContain(text);

  await goToLearning(page);
  await goTo(page, 'inside', 'glass-matrix .cell');
  const inside = await textsOf(page.locator('#inside glass-save'));
  for (const text of ['attn.pattern', 'logits', '1024']) expect(inside).toContain(text);
  await expect(page.locator('#learning-live glass-save > glass-train')).toBeAttached();
  await expect(page.locator('#choosing glass-save > glass-generate')).toBeAttached();

  await goTo(page, 'what-if', 'glass-translate .output');
  const [writing, translation] = [0, 1].map((i) => page.locator('#what-if glass-save').nth(i));
  expect(await textsOf(writing!)).toContain(`${share.toFixed(1)}%`);
  const beam = page.locator('#what-if .output:has(#way-beam) [part=translation]');
  const said = ((await beam.textContent()) ?? '').trim();
  expect(said).toMatch(/\p{Script=Han}/u);
  expect((await textsOf(translation!)).replace(/\s/g, '')).toContain(said);
});
