/** What a finger meets: targets that it hits, fields that Safari does not zoom into, and figures that fit a narrow screen. */
import { sideways } from './figures.ts';
import {
  expect,
  firstBars,
  kPhone,
  type Locator,
  open,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo, likeliest, modelOf, percentages } from './models.ts';
import { drawn, settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { openEverything, speak } from './tags.ts';

/** Pixels: WCAG 2.2, 2.5.5 (Target Size, Enhanced), and the guidelines of Apple. */
const kFinger = 44;

/**
 * What may be smaller, by the element in whose shadow it stands, as 2.5.5 has it: by its clause "Equivalent", where buttons step
 * from cell to cell (tested below), and by its clause "Inline", where the target stands in a sentence or in a written text.
 */
const kStepped: Readonly<Record<string, string>> = {
  'glass-block': '[role=gridcell]',
  'glass-matrix': '[role=gridcell], .cell input',
  'glass-embeddings': '[role=gridcell]',
  'glass-map': '.label.token',
};
const kMayBeSmaller: Readonly<Record<string, string>> = {
  ...kStepped,
  'glass-generate': '.made',
  page: ':is(p, li, dd, figcaption):not(.number, .contents *) a, .skip',
};

/** Everything that is seen and can be pressed, in all shadow roots, but is lower or narrower than a finger. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ([finger, exempt]) => {
      const found = new Set<string>();
      const kTargets =
        'a[href], button, input, select, textarea, summary, [role=button], [role=gridcell], [role=menuitem]';
      const sizeOf = (element: Element): [number, number] => {
        const labels = [...((element as HTMLInputElement).labels ?? [])];
        // A round or square mark is pressed by its label, too.
        const isMark = element.matches('[type=radio], [type=checkbox]');
        const boxes = [element, ...(isMark ? labels : [])].map((each) =>
          each.getBoundingClientRect(),
        );
        return [
          Math.max(...boxes.map(({ width }) => width)),
          Math.max(...boxes.map(({ height }) => height)),
        ];
      };
      const visit = (root: ParentNode, host: string): void => {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) visit(element.shadowRoot, element.localName);
          if (!element.matches(kTargets) || element.matches(exempt[host] ?? ':not(*)')) continue;
          const [width, height] = sizeOf(element);
          const isSeen = element.checkVisibility() && width > 0 && height > 0;
          // A mark lets the finger through to the picture under it.
          const isPassed = getComputedStyle(element).pointerEvents === 'none';
          if (isSeen && !isPassed && Math.min(width, height) < finger - 0.05)
            found.add(
              `${host}: ${element.localName}.${element.className} ${width.toFixed(1)} × ${height.toFixed(1)}`,
            );
        }
      };
      visit(document, 'page');
      return [...found];
    },
    [kFinger, kMayBeSmaller] as const,
  );
}

test('every figure is pressed by finger, in both languages', async ({ anotherPage }) => {
  test.setTimeout(480_000);
  const phone = await anotherPage(kPhone);
  await openEverything(phone);
  await phone.locator('glass-save').getByRole('button').first().tap();
  for (const language of ['en', 'zh-CN'] as const) {
    await speak(phone, language);
    expect(await smallTargets(phone), language).toEqual([]);
    expect(await sideways(phone), language).toBe(0);
  }
});

/** A figure, two of its cells side by side, and what it says of the one that is looked at. */
const kSteps = [
  [
    '<glass-block></glass-block>',
    '[data-row="1"][data-column="1"]',
    '[data-row="1"][data-column="2"]',
  ],
  [
    '<glass-matrix hook="blocks.0.attn.pattern" rows-as="query" columns-as="key" scale="probability"></glass-matrix>',
    '[data-row="4"][data-column="1"]',
    '[data-row="4"][data-column="2"]',
  ],
  ['<glass-embeddings></glass-embeddings>', '.large', '.large'],
  ['<glass-map></glass-map>', '.label.token:nth-of-type(2)', '.label.token:nth-of-type(3)'],
] as const;

test('where a cell is smaller than a finger, buttons step to it, and it is chosen as by a tap', async ({
  anotherPage,
}) => {
  test.setTimeout(480_000);
  const phone = await anotherPage(kPhone);
  await openShelf(phone);
  const names = Object.keys(kStepped);
  expect(kSteps.map(([markup]) => /glass-[a-z]+/.exec(markup)![0]).sort()).toEqual(names.sort());
  const stepper = phone.getByRole('group', { name: 'From here to the next cell' });
  for (const [markup, first, second] of kSteps) {
    await put(
      phone,
      `<glass-model src="stories" text="The little dog was happy">${markup}<glass-tokens></glass-tokens></glass-model>`,
    );
    const figure = phone.locator(/glass-[a-z]+/.exec(markup)![0]);
    const tokens = phone.locator('glass-tokens button');
    await expect(tokens).toHaveCount(5);
    const isLarge = first === second;
    const press = async (selector: string, column: number) => {
      const cell = figure.locator(selector);
      await cell.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await cell.boundingBox())!;
      // Of a painted matrix a cell is a pixel or two.
      await phone.touchscreen.tap(
        ...(isLarge
          ? ([x + (width * (column + 0.5)) / 160, y + (height * 2.5) / 5] as const)
          : ([x + width / 2, y + height / 2] as const)),
      );
      await expect(stepper).toBeVisible();
      await settled(phone);
    };
    const state = async () => ({
      cell: await figure.evaluate(({ shadowRoot }) => {
        const { dataset, ariaLabel } = shadowRoot!.activeElement as HTMLElement;
        return [ariaLabel, dataset['row'], dataset['column'], dataset['id']];
      }),
      said: await figure
        .locator('.readout, .nearest .title, .pointed')
        .evaluateAll((all) => all.map(({ textContent }) => textContent)),
      pinned: await tokens.evaluateAll((all) => all.map(({ ariaPressed }) => ariaPressed)),
    });
    await press(second, 41);
    const wanted = await state();
    await phone.locator('main').evaluate(() => (document.activeElement as HTMLElement).blur());
    await press(first, 40);
    const before = await state();
    expect(before.cell, markup).not.toEqual(wanted.cell);
    for (const each of await stepper.getByRole('button').all()) {
      const { width, height } = (await each.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(kFinger);
    }
    await stepper.getByRole('button', { name: 'One to the right' }).tap();
    await expect.poll(state, markup).toEqual(wanted);
    // It goes with the reader.
    await tokens.first().tap();
    await expect(stepper).toHaveCount(0);
  }
});

test('from field to field of a matrix a finger steps, too', async ({ anotherPage }) => {
  const phone = await anotherPage(kPhone);
  await openShelf(phone, 'zh');
  await put(phone, '<glass-matrix editable values="[[1, 2], [3, 4]]"></glass-matrix>');
  const fields = phone.locator('glass-matrix input');
  await fields.first().tap();
  await phone.getByRole('button', { name: '向右一格' }).tap();
  await expect(fields.nth(1)).toBeFocused();
  await phone.getByRole('button', { name: '向下一格' }).tap();
  await expect(fields.nth(3)).toBeFocused();
});

test('a tap on a cell whose number is rounded writes the number underneath, and nothing moves', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await openShelf(phone, 'zh');
  await put(
    phone,
    '<glass-matrix values="[[1.2345, -2.6789]]" digits="0" legend></glass-matrix><p id="below">.</p>',
  );
  const cell = phone.locator('glass-matrix [role=gridcell]').nth(1);
  await expect(cell).toHaveText('−3');
  const heightAbove = async () => (await phone.locator('#below').boundingBox())!.y;
  const before = await heightAbove();
  await cell.tap();
  await expect(phone.locator('glass-matrix .pointed')).toHaveText('1，2：−2.6789');
  expect(await heightAbove()).toBe(before);
});

test('buttons that step leave when their cell is scrolled out of sight', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await openShelf(phone);
  await put(
    phone,
    `${'<p>A line above.</p>'.repeat(12)}<glass-matrix values="[[1, 2], [3, 4]]"></glass-matrix>${'<p>A line below.</p>'.repeat(80)}`,
  );
  const stepper = phone.getByRole('group', { name: 'From here to the next cell' });
  await phone.locator('glass-matrix [role=gridcell]').first().tap();
  await expect(stepper).toBeVisible();
  const scrollBy = (pixels: number) => phone.evaluate((by) => window.scrollBy(0, by), pixels);
  await scrollBy(40);
  await settled(phone);
  await expect(stepper).toBeVisible();
  await scrollBy(1500);
  await expect(stepper).toHaveCount(0);
});

test('the parts of pictures of the model are as large as a finger, and apart, on the narrowest phone', async ({
  anotherPage,
}) => {
  const phone = await anotherPage({ ...kPhone, viewport: { width: 320, height: 640 } });
  await open(phone);
  await phone.locator('.pair-picture').scrollIntoViewIfNeeded();
  const pictures = phone.locator('.block-picture');
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) {
    const boxes = await picture
      .locator('a')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes.length).toBeGreaterThan(8);
    for (const [i, a] of boxes.entries()) {
      expect(Math.min(a.width, a.height)).toBeGreaterThanOrEqual(kFinger);
      for (const b of boxes.slice(i + 1))
        expect(
          Math.min(a.right, b.right) - Math.max(a.left, b.left) < 0.1 ||
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 0.1,
        ).toBe(true);
    }
  }
});

for (const language of ['en', 'zh']) {
  test(`the page is pressed by finger: ${language}`, async ({ anotherPage }) => {
    test.setTimeout(480_000);
    const phone = await anotherPage(kPhone);
    await open(phone, `#lang=${language}&open=life+by-hand+beam`);
    await goTo(phone, 'looking', 'glass-attention-steps td');
    await goTo(phone, 'writing', 'glass-generate button');
    await goToLearning(phone);
    await expect(
      phone.locator('#learning-live .examples button, #inside .examples button').first(),
    ).toBeVisible();
    // A chapter has its text and its figures once the reader comes near.
    await goTo(phone, 'proof', 'glass-proof button');
    await goTo(phone, 'sources', '.samples summary');
    await drawn(phone);
    expect(await smallTargets(phone)).toEqual([]);
  });

  test(`the first screen of a phone has six bars, the engine’s own: ${language}`, async ({
    anotherPage,
  }) => {
    const phone = await anotherPage(kPhone);
    await open(phone, `#lang=${language}`);
    const bars = firstBars(phone);
    await expect(bars).toHaveCount(6);
    await expect(bars.last()).toBeInViewport({ ratio: 1 });
    const text = await sentenceField(phone).inputValue();
    const wanted = await likeliest(modelOf(phone, 'tokens'), text);
    expect((await percentages(bars)).flat()).toEqual(
      wanted.slice(0, 6).map((share) => Number(share.toFixed(1))),
    );
  });
}

/** All of the chosen name can be read, beside the arrow. */
async function expectWhole(choice: Locator): Promise<void> {
  const kArrow = 18;
  const [has, takes] = await choice.evaluate((select: HTMLSelectElement) => {
    const context = document.createElement('canvas').getContext('2d')!;
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } =
      getComputedStyle(select);
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const sides = parseFloat(paddingLeft) + parseFloat(paddingRight);
    const text = select.selectedOptions[0]!.text.trim();
    return [select.clientWidth - sides, context.measureText(text).width];
  });
  expect(takes).toBeLessThan(has! - kArrow);
}

for (const [language, reader, longest] of [
  ['en', 'stories (English, 2 MB)', 'automatic: everyday Chinese (4 MB)'],
  ['zh', '唐诗（中文，4 MB）', '自动：日常句子（现代汉语，4 MB）'],
] as const)
  test(`the first screen of a phone says which model reads the line: ${language}`, async ({
    anotherPage,
  }) => {
    const phone = await anotherPage(kPhone);
    await open(phone, `#lang=${language}`);
    const choice = phone.locator('.voice select');
    await expect(choice.locator('option:checked')).toContainText(reader);
    await expect(choice).toBeInViewport({ ratio: 1 });
    // So can that of every other one.
    for (const value of ['stories', 'stories-large', 'zh', 'tang']) {
      await choice.evaluate((select: HTMLSelectElement, to) => (select.value = to), value);
      await expectWhole(choice);
    }
    // By what is in the line it is called longest.
    await choice.evaluate((select: HTMLSelectElement, name) => {
      select.value = '';
      select.selectedOptions[0]!.text = name;
    }, longest);
    await expectWhole(choice);
    expect(await sideways(phone)).toBe(0);
  });

test('what the build has drawn is as high as what takes its place', async ({ anotherPage }) => {
  const heightOf = (page: Page) =>
    page
      .locator('.first :is(glass-next-token, static-next-token)')
      .evaluate((each) => each.getBoundingClientRect().height);
  // The script does not come.
  const still = await anotherPage(kPhone);
  await still.route(/assets\/index-.*\.js/, (route) => route.abort('aborted'));
  await still.goto('.');
  const live = await anotherPage(kPhone);
  await open(live);
  expect(Math.abs((await heightOf(still)) - (await heightOf(live)))).toBeLessThanOrEqual(1);
});

const kScreens = [
  ['a phone', kPhone],
  ['a desk', { viewport: { width: 1440, height: 900 } }],
] as const;

for (const [screen, options] of kScreens)
  test(`on ${screen} what hangs below the line is one bar, and headings that are gone to stand below it`, async ({
    anotherPage,
  }) => {
    const page = await anotherPage(options);
    await open(page, '#lang=zh&source=The+moon+is+very+bright+tonight.');
    const say = page.locator('.say');
    const where = say.locator('.where');
    for (const id of ['looking', 'layers', 'translating', 'study']) {
      await page.locator(`.contents a[href="#at=${id}"]`).click();
      const heading = page.locator(`#${id} > h2`);
      await expect(heading).toBeFocused();
      await expect(where).toBeVisible();
      await drawn(page);
      const { x, width, y, height } = (await where.boundingBox())!;
      const line = (await say.boundingBox())!;
      // As wide as the line, and opaque: no figure and no text shows beside it.
      expect([x, width]).toEqual([line.x, line.width]);
      expect(await where.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      );
      expect(y + height - (line.y + line.height)).toBeLessThanOrEqual(40);
      expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
      // The other chapters lie below it, and move nothing.
      await where.locator('summary').click();
      const menu = (await where.locator('.menu').boundingBox())!;
      expect(menu.y).toBeGreaterThanOrEqual(y + height - 1);
      expect(menu.x).toBeGreaterThanOrEqual(0);
      expect(await sideways(page)).toBe(0);
      expect((await where.boundingBox())!.height).toBe(height);
      await page.keyboard.press('Escape');
    }
  });

test('on a phone the name of the chapter is whole where nothing stands beside it', async ({
  anotherPage,
}) => {
  const phone = await anotherPage({ ...kPhone, viewport: { width: 360, height: 780 } });
  await open(phone, '#lang=zh');
  const title = phone.locator('.say .where summary span');
  for (const id of ['layers', 'proof']) {
    await phone.locator(`#${id}`).evaluate((section) => section.scrollIntoView());
    await expect(title).toContainText(id === 'proof' ? '这些数字是真的吗？' : '一层一层，渐渐清晰');
    expect(await title.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    expect(await sideways(phone)).toBe(0);
  }
});

test('a finger that passes over a long matrix moves the page, until a cell of it is touched', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await openShelf(phone);
  await put(
    phone,
    '<glass-model src="aab" text="aab"><glass-input></glass-input></glass-model><glass-matrix id="m"></glass-matrix>',
  );
  await phone.evaluate(() =>
    Object.assign(document.getElementById('m')!, {
      values: { shape: [60, 4], data: Float32Array.from({ length: 240 }, (_, i) => i) },
    }),
  );
  const box = phone.locator('glass-matrix .scroller');
  await expect(box).toHaveCSS('overflow-y', 'hidden');
  await box.locator('[role=gridcell]').first().tap();
  await expect(box).toHaveCSS('overflow-y', 'auto');
  // A painted one, too: a tap on its canvas is a tap on one of its cells.
  await put(phone, '<glass-matrix id="m"></glass-matrix>', {
    m: { values: { shape: [400, 40], data: new Float32Array(16_000) } },
  });
  await expect(box).toHaveCSS('overflow-y', 'hidden');
  await box.locator('canvas').tap({ position: { x: 20, y: 20 } });
  await expect(box).toHaveCSS('overflow-y', 'auto');
});

test('a short line’s matrix fits a phone, and all rows of a long line’s are there', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  await open(phone, '#lang=zh');
  const box = phone.locator('.first .glance glass-matrix .scroller');
  const beyond = () =>
    box.evaluate((each) => [
      each.scrollWidth - each.clientWidth,
      each.scrollHeight - each.clientHeight,
    ]);
  await expect(box.locator('.cell').first()).toBeVisible();
  expect(await beyond()).toEqual([0, 0]);
  await sentenceField(phone).fill(
    '锦瑟无端五十弦，一弦一柱思华年。庄生晓梦迷蝴蝶，望帝春心托杜鹃。沧海月明珠有泪，蓝田日暖玉生烟。',
  );
  await expect(box.locator('canvas')).toBeVisible();
  expect((await beyond())[1]).toBe(0);
});

test('Enter ends typing on a phone, so that its keyboard goes away, and not at a desk', async ({
  anotherPage,
}) => {
  const phone = await anotherPage(kPhone);
  const desk = await anotherPage();
  for (const [page, isFocused] of [
    [phone, false],
    [desk, true],
  ] as const) {
    await openShelf(page);
    await put(page, '<glass-input value="aab"></glass-input>');
    const field = page.locator('glass-input textarea');
    await field.focus();
    await page.keyboard.press('Enter');
    if (isFocused) await expect(field).toBeFocused();
    else await expect(field).not.toBeFocused();
    await expect(field).toHaveValue('aab');
  }
});

for (const width of [390, 320]) {
  test(`padded sentences and the names of masks fit ${width} pixels`, async ({ anotherPage }) => {
    const phone = await anotherPage({ ...kPhone, viewport: { width, height: 844 } });
    await open(phone);
    await goTo(phone, 'looking', 'glass-padding .cell');
    const batch = phone.locator('glass-padding .batch');
    expect(await batch.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    // A column for each sentence, a row for each place: their places stand at one height.
    const [first, second] = await batch
      .locator('ol')
      .evaluateAll((all) =>
        all.map((list) =>
          [...list.children].map((place) => Math.round(place.getBoundingClientRect().top)),
        ),
      );
    expect(first).toEqual(second);
    expect(new Set(first).size).toBe(first!.length);
    // What the hatch means stands beside the scale, or below it.
    const legends = phone.locator('.masks glass-matrix .foot, glass-padding glass-matrix .foot');
    await expect(legends).toHaveCount(4);
    for (const legend of await legends.all()) {
      const [right, edge] = await legend.evaluate((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [range.getBoundingClientRect().right, innerWidth];
      });
      expect(right).toBeLessThanOrEqual(edge!);
    }
    expect(await sideways(phone)).toBe(0);
  });
}
test('the type of every field is at least 16 pixels', async ({ anotherPage }) => {
  const page = await anotherPage(kPhone);
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aab"><glass-input></glass-input><glass-generate mode="sample"></glass-generate><glass-heads findable></glass-heads></glass-model>
     <glass-model src="en-zh"><glass-padding></glass-padding></glass-model>
     <glass-matrix id="m" editable></glass-matrix><glass-train></glass-train>`,
  );
  await page.evaluate(() =>
    Object.assign(document.getElementById('m')!, {
      values: { shape: [2, 2], data: Float32Array.of(1, -2.125, 0.5, 3) },
    }),
  );
  const fields = page.locator(
    'textarea, input:not([type=range], [type=radio], [type=checkbox]), select',
  );
  // It begins when the reader comes near.
  await page.locator('glass-train').scrollIntoViewIfNeeded();
  // The line, a list, two sentences, four cells, two seeds.
  await expect(fields).toHaveCount(10);
  const small = await fields.evaluateAll((all) =>
    all.flatMap((each) => {
      const size = parseFloat(getComputedStyle(each).fontSize);
      const isCut = each.localName === 'input' && each.scrollWidth > each.clientWidth;
      return size < 16 || isCut ? [`${each.outerHTML} ${size} ${isCut}`] : [];
    }),
  );
  expect(small).toEqual([]);
});
