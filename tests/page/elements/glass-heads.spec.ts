/** All heads of a model: picked, described, switched off and scaled. */
import type { GlassHeads } from '../../../web/src/elements/index.ts';
import type { Model } from '../../../web/src/index.ts';
import { formatPercent } from '../../../web/src/view/number.ts';
import { headAt } from '../figures.ts';
import { expect, kPhone, type Locator, type Page, test } from '../kept.ts';
import { activation, rowsOf } from '../models.ts';
import { mount } from '../mount.ts';
import { openShelf, put } from '../shelf.ts';

const kText = 'Once upon a time there was a little dog';

const openHeads = (page: Page): Promise<Locator> =>
  mount(
    page,
    {
      tags: ['glass-heads', 'glass-changes'],
      src: 'stories',
      text: kText,
      props: { switchable: true },
    },
    '.head',
  );

test('a head says what it does, before it is picked', async ({ page }) => {
  const heads = await openHeads(page);
  const head = headAt(heads, 1, 2);
  const habits =
    /^\d+% on the token itself, \d+% on the one before, \d+% on the first \(spread evenly: \d+%\)$/;
  await expect(head).toHaveAttribute('aria-description', habits);
  const description = (await head.getAttribute('aria-description')) ?? '';
  await head.click();
  await expect(heads.locator('[part=readout]')).toContainText(description);
  await expect(head).toHaveAccessibleDescription(description);
  const describe = () => heads.evaluate((element: GlassHeads) => element.figureText);
  expect(await describe()).toBe(`Layer 2, head 3: ${description}`);
  await heads.evaluate((element: GlassHeads) => (element.lang = 'zh-CN'));
  await expect.poll(describe).toMatch(/^第 2 层，第 3 个头：看自己 \d+%，/);
});

test('a head’s strength by keyboard: the figure’s changes follow, and are taken back', async ({
  page,
}) => {
  const heads = await openHeads(page);
  await heads.locator('.head[aria-pressed=true]').focus();
  await page.keyboard.press('Tab');
  const slider = heads.getByRole('slider', { name: 'strength' });
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '90%');
  await expect(page.locator('glass-changes [role=status]')).toContainText('One head is changed.');
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', 'off');
  await expect(heads.locator('.head[aria-pressed=true]')).toHaveAttribute('aria-label', /, off$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuetext', '100%');
  await expect(page.locator('glass-changes [role=status]')).toHaveText('');
});

test('heads that look at the token before are found, and a press picks one', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="${kText}"><glass-heads findable></glass-heads></glass-model>`,
  );
  const heads = page.locator('glass-heads');
  const model = page.locator('glass-model');
  await heads.getByLabel('Find heads that look at').selectOption('the token before');
  const shares: { layer: number; head: number; share: number }[] = [];
  for (let layer = 0; layer < 5; ++layer) {
    const pattern = await activation(model, kText, `blocks.${layer}.attn.pattern`);
    for (let head = 0; head < 5; ++head) {
      const rows = rowsOf(pattern, head);
      const sum = rows.slice(1).reduce((all, row, i) => all + row[i]!, 0);
      shares.push({ layer, head, share: sum / (rows.length - 1) });
    }
  }
  const best = shares.sort((a, b) => b.share - a.share).slice(0, 5);
  const listed = heads.locator('[part=found] li');
  await expect(listed).toHaveText(
    best.map(
      ({ layer, head, share }) =>
        new RegExp(`Layer ${layer + 1}, head ${head + 1}\\s*${(100 * share).toFixed(0)}%`),
    ),
  );
  await expect(heads.locator('.head.found')).toHaveCount(5);
  const second = best[1]!;
  await listed.nth(1).getByRole('button').click();
  await expect(headAt(heads, second.layer, second.head)).toHaveAttribute('aria-pressed', 'true');
  await heads.getByLabel('Find heads that look at').selectOption('the same token, earlier');
  await expect(heads.locator('[part=found]')).toHaveText(/Layer \d/);
  await expect(heads.getByRole('status')).toHaveText(
    /^The line is where attention spread evenly would be/,
  );
  const type = (text: string) =>
    model.evaluate((element, line) => ((element as unknown as { text: string }).text = line), text);
  await type('red, red, red, red, red, red');
  await expect(heads.getByRole('status')).toHaveText(
    'None of them gives more than attention spread evenly would: 32%, the line.',
  );
  await type('One two');
  await expect(heads.locator('[part=found]')).toHaveText(
    'In this text no token has such a token to look at.',
  );
  await expect(heads.locator('.head.found')).toHaveCount(0);
  // What the line has nothing of is not offered.
  const kinds = heads.locator('.finder option');
  const grey = () => kinds.locator(':scope:disabled').allTextContents();
  await expect
    .poll(async () => (await grey()).map((each) => each.trim().replace(/\s+/g, ' ')))
    .toEqual(['the same token, earlier', 'punctuation']);
  await type('One, two, One');
  await expect.poll(grey).toEqual([]);
});

test('each head is left out in turn: those come first without which the next token changes most', async ({
  page,
}) => {
  const heads = await openHeads(page);
  const model = page.locator('glass-model');
  await heads.getByRole('button', { name: 'Leave out each head in turn' }).click();
  const listed = heads.locator('[part=sweep] li');
  await expect(listed).toHaveCount(5);
  const probabilities = (ablate: readonly { layer: number; head: number }[]) =>
    model.evaluate(
      async (element, { text, ablate: off }) => {
        const { model: loaded } = element as unknown as { model: Model };
        const generation = loaded.generate(text, {
          max_new_tokens: 1,
          num_candidates: 2048,
          ablate: off,
        });
        const { candidates } = await generation.step();
        await generation.close();
        return candidates.map(({ id, text: token, probability }) => ({ id, token, probability }));
      },
      { text: kText, ablate },
    );
  const [first] = await probabilities([]);
  const without: { name: string; probability: number; other: string | null }[] = [];
  for (let layer = 0; layer < 5; ++layer)
    for (let head = 0; head < 5; ++head) {
      const now = await probabilities([{ layer, head }]);
      const { probability } = now.find(({ id }) => id === first!.id)!;
      const other = now[0]!.id === first!.id ? null : now[0]!.token.trim();
      without.push({ name: `Layer ${layer + 1}, head ${head + 1}`, probability, other });
    }
  const change = (each: { probability: number }) => Math.abs(each.probability - first!.probability);
  without.sort((a, b) => change(b) - change(a));
  for (const [i, { name, probability, other }] of without.slice(0, 5).entries()) {
    await expect(listed.nth(i)).toContainText(name);
    await expect(listed.nth(i)).toContainText(formatPercent(probability));
    if (other !== null) await expect(listed.nth(i)).toContainText(`“${other}” comes first`);
  }
  const count = without.filter(({ other }) => other !== null).length;
  await expect(heads.locator('.sweep')).toContainText(
    count === 0 ? 'Whichever of these 25 heads' : `Without ${count} of these 25 heads`,
  );
  // What is off stays off, and is not among those that are left out.
  await headAt(heads, 0, 0).click();
  await heads.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(heads.locator('.sweep')).toContainText('of these 24 heads');
  await heads.getByRole('button', { name: 'Leave out each head in turn' }).click();
  await expect(listed).toHaveCount(0);
  await heads.getByRole('button', { name: 'Leave out each head in turn' }).click();
  await expect(listed).toHaveCount(5);
});

test('a tap picks a head', async ({ anotherPage }) => {
  const heads = await openHeads(await anotherPage(kPhone));
  await headAt(heads, 1, 2).tap();
  await expect(heads.locator('[part=readout] b')).toHaveText('Layer 2, head 3');
});

test('a head that is switched off is struck out, one that is scaled says how much', async ({
  page,
}) => {
  const heads = await mount(
    page,
    {
      tags: ['glass-heads'],
      src: 'stories',
      text: 'Once upon a time',
      props: { switchable: true },
    },
    '.head',
  );
  const button = heads.locator('[data-layer="0"][data-head="0"]');
  const stroke = button.locator('.cross-out line');
  await expect(stroke).toHaveCount(0);
  await heads.getByLabel('strength').focus();
  await page.keyboard.press('End');
  await expect(heads.locator('output')).toHaveText('200%');
  await page.keyboard.press('ArrowLeft');
  await expect(button.locator('.factor')).toHaveText('190%');
  await expect(button).toHaveAttribute('aria-label', 'Layer 1, head 1, 190%');
  await expect(stroke).toHaveCount(0);
  await page.keyboard.press('Home');
  await expect(button).toHaveAttribute('aria-label', 'Layer 1, head 1, off');
  await expect(button.locator('.factor')).toHaveCount(0);
  await expect(stroke).toBeVisible();
});

test('the pictures are there again after a failure was told in their place', async ({ page }) => {
  const heads = await openHeads(page);
  const pictures = () =>
    heads
      .locator('canvas')
      .evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()));
  const before = await pictures();
  const tell = (problem: string) =>
    heads.evaluate((element, text) => Object.assign(element, { problem: text }), problem);
  await tell('It failed.');
  await expect(heads.locator('[part=message]')).toHaveText('It failed.');
  await tell('');
  await expect(heads.locator('canvas').first()).toBeVisible();
  await expect.poll(pictures).toEqual(before);
});

for (const [language, ofLayer, ofHead] of [
  [
    'en',
    'picked.layer must be a whole number from 0 to 0, found 1',
    'picked.head must be a whole number from 0 to 0, found 3',
  ],
  ['zh', 'picked.layer 是 1，应为 0 到 0 的整数。', 'picked.head 是 3，应为 0 到 0 的整数。'],
] as const)
  test(`a picked head that the model lacks is refused, ${language}`, async ({ page }) => {
    await openShelf(page, language);
    await put(
      page,
      '<glass-model src="aab" text="aab"><glass-heads id="one"></glass-heads></glass-model>',
      { one: { picked: { layer: 1, head: 0 } } },
    );
    const heads = page.locator('glass-heads');
    const message = heads.locator('[part=message][role=alert]');
    await expect(message).toContainText(ofLayer);
    const pick = (head: number) =>
      heads.evaluate(
        (each, picked) => Object.assign(each, { picked: { layer: 0, head: picked } }),
        head,
      );
    await pick(3);
    await expect(message).toContainText(ofHead);
    await pick(0);
    await expect(heads.locator('.head')).toHaveCount(1);
    await expect(message).toHaveCount(0);
  });
