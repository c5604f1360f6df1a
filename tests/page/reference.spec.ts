/** The reference of the elements: a page that can be read without scripts, whose examples are alive where there are some. */
import { colourRules, violations } from './axe.ts';
import { sideways } from './figures.ts';
import { expect, isLive, kPhone, type Locator, type Page, test } from './fixture.ts';
import { InputMethod } from './input-method.ts';
import { settled } from './settled.ts';
import { tags } from './tags.ts';

const kPages = [
  { name: 'en', folder: './elements/', tag: 'en', title: 'Reference and gallery' },
  { name: 'zh', folder: './zh/elements/', tag: 'zh-CN', title: '参考手册与示例' },
] as const;

/** Nothing is to be seen of these before the reader did something. */
const kQuiet = new Set(['glass-changes', 'glass-generate']);
/** What is said of all elements, three guides, the options of generation and of training, the hooks, the errors, their kinds. */
const kOthers = 9;
/** Letters of JSON that say more than an element's name. */
const kSomething = 60;

const example = (page: Page, tag: string): Locator => page.locator(`#${tag} .example`);
const field = (page: Page, tag: string): Locator => example(page, tag).locator('textarea');
const weights = (page: Page, tag = 'glass-attention'): Promise<number[][]> =>
  example(page, tag)
    .locator('glass-attention')
    .evaluate(
      (element) => (JSON.parse(JSON.stringify(element)) as { weights: number[][] }).weights,
    );

/** Opens the reference at an element, and waits for its figure. */
async function openAt(page: Page, folder: string, tag: string): Promise<void> {
  await page.goto(`${folder}#${tag}`);
  await expect(example(page, tag).locator('.live > *').first()).toBeAttached();
}

for (const { name, folder, tag, title } of kPages) {
  test.describe(name, () => {
    // Without JavaScript Chromium gives up what is preloaded as a module.
    test.use({ allowed: /^request failed: .*\/assets\/reference-[^/]*\.js$/ });

    test('without JavaScript everything is there as text', async ({ anotherPage }) => {
      const still = await anotherPage({ javaScriptEnabled: false });
      await still.goto(folder);
      await expect(still.locator('html')).toHaveAttribute('lang', tag);
      await expect(still.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(still.locator('.no-script')).toBeVisible();
      await expect(still.locator('button:visible, input:visible, textarea:visible')).toHaveCount(0);
      const examples = await still.locator('.example pre').allTextContents();
      expect(examples).toHaveLength(tags.length);
      expect(examples.some((each) => each.includes('\n  <glass-input>'))).toBe(true);
      await expect(still.locator('#glass-attention-layer')).toBeVisible();
      for (const id of [
        'generation-top_p',
        'training-lr',
        'hook-logits',
        'error-Network',
        'kind-tooLong',
      ])
        await expect(still.locator(`[id="${id}"]`)).toBeVisible();
      const links = await still
        .locator('a[href^="#"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
      expect(links.length).toBeGreaterThan(250);
      const missing = await still.evaluate(
        (all) => all.filter((link) => document.getElementById(link.slice(1)) === null),
        links,
      );
      expect(missing).toEqual([]);
    });

    test('every example shows its figure', async ({ page }) => {
      test.setTimeout(480_000);
      await page.goto(folder);
      const tags = await page
        .locator('.entry[data-tag]')
        .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['tag'] ?? ''));
      for (const each of tags) {
        const place = example(page, each);
        await place.scrollIntoViewIfNeeded();
        await place.locator('.live').scrollIntoViewIfNeeded();
        const figure = place.locator('.live > *').first();
        await expect(figure).toBeAttached();
        await expect(place.locator('[role=status]').first()).toBeEmpty();
        if (kQuiet.has(each)) continue;
        const length = () => figure.evaluate((element) => JSON.stringify(element).length);
        await expect.poll(length, each).toBeGreaterThan(kSomething);
        await expect(figure.locator('.failed'), each).toHaveCount(0);
        await expect(figure.locator('[part~=message]'), each).toHaveCount(0);
      }
    });

    test('wide and narrow, light and dark, axe finds nothing, and nothing stands out sideways', async ({
      page,
      anotherPage,
    }) => {
      test.setTimeout(480_000);
      const phone = await anotherPage({ ...kPhone, colorScheme: 'dark' });
      for (const each of [page, phone]) {
        await openAt(each, folder, 'glass-attention');
        await expect(example(each, 'glass-attention').locator('.cell').first()).toBeVisible();
        expect.soft(await sideways(each)).toBe(0);
      }
      // What is on a phone in the dark is looked at whole in Chinese, what is wide and light in English.
      const whole = name === 'en' ? page : phone;
      expect.soft(await violations(whole)).toEqual([]);
      if (name === 'en') expect.soft(await violations(phone, 'html', colourRules)).toEqual([]);
    });

    test('finds names and descriptions by the keyboard', async ({ page }) => {
      await page.goto(folder);
      await expect(page.locator('.example textarea')).toHaveCount(tags.length);
      const filter = page.getByRole('searchbox');
      await filter.fill('temperature-max');
      // Of two elements, and in the settings of one.
      await expect(page.locator('tbody tr:visible')).toHaveCount(3);
      await expect(page.locator('.index li:visible')).toHaveCount(2);
      await expect(page.locator('#found')).toContainText('2');
      // As many as stand in the list below, in each of which several lines may match.
      for (const word of ['temperature', 'readout', 'glass-']) {
        await filter.fill(word);
        const listed = await page.locator('.index li:visible').count();
        await expect(page.locator('#found')).toHaveText(new RegExp(`\\D${listed}\\D*$`));
      }
      // A guide is found by a paragraph, its code or a line of its table, and stays whole.
      for (const word of ['save_pretrained', 'safetensors.torch', 'pos_table']) {
        await filter.fill(word);
        const guide = page.locator('.guide:visible').first();
        await expect(guide).toContainText(word);
        await expect(guide.locator(':scope > :not(:visible), tr:not(:visible)')).toHaveCount(0);
      }
      // So is every name that stands there, as it is written.
      const unfound = await filter.evaluate(
        (field: HTMLInputElement) =>
          [...document.querySelectorAll<HTMLElement>('.entries tbody tr[id]')].filter((line) =>
            (line.dataset['names'] ?? line.querySelector('th')!.textContent.trim())
              .split(' ')
              .flatMap((each) => [each, each.replace('{l}', '3'), each.replace('{l}', '*')])
              .some((each) => {
                field.value = each;
                field.dispatchEvent(new InputEvent('input'));
                return line.hidden || line.closest<HTMLElement>('.entry')!.hidden;
              }),
          ).length,
      );
      expect(unfound).toBe(0);
      await filter.fill('blocks.0.attn.pattern');
      await expect(page.locator('#hooks tbody tr:visible')).toHaveCount(1);
      await filter.fill('temperature-max');
      await filter.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator('#glass-generate h2')).toBeInViewport();
      await filter.fill('nothing of the kind');
      await expect(page.locator('.entry:visible')).toHaveCount(0);
      await expect(page.locator('#found')).not.toBeEmpty();
      await filter.fill('');
      await expect(page.locator('.entry:visible')).toHaveCount(tags.length + kOthers);
    });
  });
}

test('an edit changes the figure that is there, and a wrong one says why', async ({ page }) => {
  await openAt(page, './elements/', 'glass-attention');
  const figure = example(page, 'glass-attention').locator('glass-attention');
  await expect(figure.locator('.cell').first()).toBeVisible();
  const before = await weights(page);
  const handle = await figure.elementHandle();
  const markup = await field(page, 'glass-attention').inputValue();
  await field(page, 'glass-attention').fill(markup.replace('head="3"', 'head="2"'));
  await expect.poll(() => weights(page)).not.toEqual(before);
  const wanted = await page.evaluate(async () => {
    const element = document.querySelector('#glass-attention glass-attention') as unknown as {
      shownModel: {
        forward(
          text: string,
          options: object,
        ): Promise<{ activations: Record<string, { data: Float32Array }> }>;
      };
    };
    const run = await element.shownModel.forward('Once upon a time', {
      capture: ['blocks.1.attn.pattern'],
    });
    return [...(run.activations['blocks.1.attn.pattern']?.data ?? [])].slice(2 * 16, 3 * 16);
  });
  expect((await weights(page)).flat().map(Math.fround)).toEqual(wanted);
  // The element is the same one, which keeps its model.
  expect(await figure.evaluate((element, old) => element === old, handle)).toBe(true);

  await field(page, 'glass-attention').fill(markup.replace('head="3"', 'view="round"'));
  await expect(figure).toContainText('view must be "matrix" or "lines", found "round"');
  await example(page, 'glass-attention').getByRole('button', { name: 'Reset' }).click();
  await expect(field(page, 'glass-attention')).toHaveValue(markup);
  await expect.poll(() => weights(page)).toEqual(before);
});

test('what an input method composes is neither looked for nor shown by a figure until it is text', async ({
  page,
}) => {
  await page.clock.install();
  await openAt(page, './zh/elements/', 'glass-tokens');
  const entries = () => page.locator('.entry:visible, section[id^=glass-]:visible').count();
  const search = page.locator('#filter');
  await search.fill('注意力');
  await expect(page.locator('#found')).toContainText('找到');
  const [before, said] = [await entries(), await page.locator('#found').textContent()];
  const method = await InputMethod.of(page);
  await search.press('End');
  await method.compose('q', 'quan', "quan'zhong");
  await expect(search).toHaveValue("注意力quan'zhong");
  await expect(page.locator('#found')).toHaveText(said ?? '');
  expect(await entries()).toBe(before);
  await method.commit('权重');
  await expect(page.locator('#found')).not.toHaveText(said ?? '');

  await search.fill('');
  const area = field(page, 'glass-tokens');
  const figure = example(page, 'glass-tokens').locator('.live > *').first();
  const text = async () => figure.getAttribute('text');
  const shown = await text();
  await area.evaluate((each: HTMLTextAreaElement) => {
    each.focus();
    const at = each.value.indexOf('text="') + 'text="'.length;
    each.setSelectionRange(at, at);
  });
  await method.compose('c', 'chun');
  await expect(area).toHaveValue(/text="chun/);
  // Longer than an example waits for the next letter.
  await page.clock.runFor(3000);
  expect(await text()).toBe(shown);
  await method.commit('春');
  await page.clock.runFor(3000);
  await expect.poll(text).toBe(`春${shown}`);
});

test.describe('what is typed', () => {
  // The policy binds the document, too, in which it is only parsed: it says there what it would not let run.
  test.use({ allowed: /script-src-attr|style-src-attr|inline (event handler|style) violates/ });

  test('nothing that is typed runs, or asks another origin', async ({ page }) => {
    await openAt(page, './elements/', 'glass-tokens');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const place = example(page, 'glass-tokens');
    const said = place.locator('[role=status]').first();
    await expect(place.locator('glass-tokens button').first()).toBeVisible();
    const markup = await field(page, 'glass-tokens').inputValue();
    for (const [typed, sentence] of [
      ['<script>document.title = "ran"</script>', '<script> is not shown here'],
      ['<img src="never-asked" onerror="document.title = 1">', '<img> is not shown here'],
      ['<p>a</p><img srcset="never-asked 1x">', '<img> is not shown here'],
      ['<video poster="never-asked"><source src="never-asked"></video>', '<video> is not shown'],
      ['<link rel="stylesheet" href="never-asked">', '<link> is not shown here'],
      ['<svg onload="document.title = 1"></svg>', '<svg> is not shown here'],
      [
        '<iframe srcdoc="<script>top.document.title = 1</script>"></iframe>',
        '<iframe> is not shown',
      ],
      ['<template><script>1</script></template>', '<template> is not shown here'],
      ['<p style="color: red">a</p>', 'The attribute style of <p> is not taken here.'],
      ['<glass-tokens onclick="document.title = 1"></glass-tokens>', 'The attribute onclick'],
      ['<glass-tokens model="https://example.com/m/"></glass-tokens>', 'names another origin'],
      ['<glass-tokens model="//example.com/m/"></glass-tokens>', 'names another origin'],
      [
        '<glass-tokens modle="stories"></glass-tokens>',
        '<glass-tokens> has no attribute modle: expected model.',
      ],
      [
        '<glass-tokens dtype="int8"></glass-tokens>',
        '<glass-tokens> has no attribute dtype: expected a <glass-model> around it with that.',
      ],
      [
        '<glass-tokens colour="red"></glass-tokens>',
        '<glass-tokens> has no attribute colour: expected one of ',
      ],
      ['<glass-tokens title="a"></glass-tokens>', 'The attribute title of <glass-tokens> is not'],
      ['<glass-unknown></glass-unknown>', '<glass-unknown> is not shown here'],
      ['<glass-tokens model="stories" text="a b', 'a quotation mark or a comment does not end'],
      ['<glass-tokens', 'a quotation mark or a comment does not end'],
    ] as const) {
      await field(page, 'glass-tokens').fill(typed);
      await expect.poll(() => said.textContent(), { intervals: [50] }).toContain(sentence);
      // What was there stays.
      await expect(place.locator('.live glass-tokens button').first()).toBeVisible();
    }
    await field(page, 'glass-tokens').fill(`<p>Before</p>${markup}<b>after &lt;i&gt;</b>`);
    await expect(said).toBeEmpty();
    await expect(place.locator('.live b')).toHaveText('after <i>');
    await expect(page).toHaveTitle(/Reference/);
    expect(asked.filter((path) => path.includes('never-asked'))).toEqual([]);
  });
});

test('what is copied is what stands in the field', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAt(page, './zh/elements/', 'glass-tokens');
  await field(page, 'glass-tokens').fill('<glass-tokens model="tang" text="山"></glass-tokens>');
  await example(page, 'glass-tokens').getByRole('button', { name: '复制' }).click();
  await expect(example(page, 'glass-tokens')).toContainText('已复制。');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '<glass-tokens model="tang" text="山"></glass-tokens>',
  );
});

test('opening it fetches one model at most, and a link leads to a line', async ({ page }) => {
  const models: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.safetensors')) models.push(request.url());
  });
  await page.goto('./elements/');
  await expect(example(page, 'glass-ablation').locator('[part~=cell]').first()).toBeVisible();
  expect(models).toHaveLength(1);
  await page.goto('./elements/#glass-attention-layer');
  await expect(page.locator('#glass-attention-layer')).toBeInViewport();
  // No escape, and no error.
  await page.goto('./elements/#100%');
  await page.goto('./elements/#glass-attention-head');
  await expect(page.locator('#glass-attention-head')).toBeInViewport();
});

for (const id of ['glass-circuit', 'glass-variance'])
  test(`a link to #${id} ends there, however much the figures above it grow`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`./elements/#${id}`);
    await settled(page);
    const top = () => page.locator(`#${id}`).evaluate((each) => each.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(120);
    // Until all that is near is drawn.
    await expect(page.locator('.live:not(:empty)').first()).toBeVisible();
    await settled(page);
    expect(Math.abs(await top())).toBeLessThan(120);
  });

test('the look that is chosen here is that of the story', async ({ page }) => {
  await page.goto('./elements/');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.locator('footer a').first().click();
  await isLive(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.locator('footer a[href$="elements/"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference and gallery');
});

test.describe('without a network', () => {
  test.use({
    serviceWorkers: 'allow',
    allowed: /^request failed|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });

  test('it opens again, with the models that were met', async ({ page, context }) => {
    await openAt(page, './zh/elements/', 'glass-tokens');
    await expect(example(page, 'glass-tokens').locator('button').nth(3)).toBeVisible();
    const isKept = () =>
      page.evaluate(async () => {
        const all = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        );
        return all.flat().some(({ url }) => /tang\/model\.safetensors$/.test(url));
      });
    await expect.poll(isKept).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(example(page, 'glass-tokens').locator('glass-tokens button').nth(3)).toBeVisible();
    await page.goto('./elements/#glass-variance');
    await expect(example(page, 'glass-variance').locator('[part=measured]').first()).toBeVisible();
  });
});
