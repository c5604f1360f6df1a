/** The pictures of a layer, and of an encoder and a decoder, which lead to the sections about their parts. */
import { readFileSync } from 'node:fs';
import { expect, open, test } from './fixture.ts';
import { frames } from './settled.ts';

test('the picture of a layer leads to its parts, and lights where the reader is', async ({
  page,
}) => {
  await open(page);
  const lit = page.locator('.block-picture a[aria-current=location]');
  await page.locator('#layers').evaluate((section) => section.scrollIntoView());
  await expect(lit).toHaveText('stream');
  for (const [part, id] of [
    ['norm', 'layer-norm'],
    ['feed-forward', 'feed-forward'],
    ['output table', 'output'],
    ['WO', 'joining'],
  ] as const) {
    await page.locator('.block-picture a', { hasText: part }).first().click();
    await expect(page.locator(`h3#${id}`)).toBeFocused();
    await expect(page.locator(`h3#${id}`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`at=${id}$`));
    await expect(lit.first()).toHaveText(part);
    await frames(page, 15);
  }
  // Before each of the layer's two parts, and once more behind the last layer.
  await expect(page.locator('#layers .block-picture a[href="#at=layer-norm"]')).toHaveText([
    'norm',
    'norm',
    'norm',
  ]);
});

test('the picture of encoder and decoder has the layers of its model, and leads to its parts', async ({
  page,
}) => {
  const size = JSON.parse(readFileSync('models/en-zh/config.json', 'utf8')) as {
    encoder_layers: number;
    decoder_layers: number;
  };
  await open(page);
  const picture = page.locator('#translating .pair-picture');
  await expect(picture).toContainText(`encoder × ${size.encoder_layers}`);
  await expect(picture).toContainText(`decoder × ${size.decoder_layers}`);
  // A layer of the decoder has one part more, and each part a norm behind its sum.
  await expect(picture.getByText('add, then norm')).toHaveCount(5);
  const parts = picture.locator('a');
  await expect(parts).toHaveCount(13);
  const ids = await parts.evaluateAll((all) =>
    all.map((each) => each.getAttribute('href')!.replace('#at=', '')),
  );
  for (const id of new Set(ids)) await expect(page.locator(`#${id}`)).toHaveCount(1);
  await picture.getByText('cross-attention').click();
  await expect(page.locator('#translating > h2')).toBeFocused();
});
