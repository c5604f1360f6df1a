/**
 * The figures that readers without scripts see (web/page/drawings/) are the live page's, as they are when it opens and what
 * its reader can start has ended. On the way the page is made whole for printing and its models are compared with PyTorch, which
 * is looked at, too. When a figure, its model or its words have changed (after `npm run build`):
 *   npx playwright test tests/page/drawings.spec.ts --no-deps --update-snapshots
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GlassGenerate } from '../../web/src/elements/index.ts';
import { kLanguages, loadingTexts, undefinedTags } from './coming.ts';
import { expect, open, type Page, test } from './fixture.ts';
import { bringFonts } from './fonts.ts';

type Language = 'en' | 'zh';
const folderOf = (language: Language) => join('web/page/drawings', language);

interface Drawable extends HTMLElement {
  toSVG(): Promise<string>;
}

/**
 * What its reader starts has ended: texts are written, models have learned, the goldens are compared. Where nothing is to be
 * seen of it meanwhile: without rests, with as many steps of training between two records as with reduced motion.
 */
async function runAll(page: Page): Promise<void> {
  const others = '.chapter figure:not(#learned-writes)';
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page
    .locator(`${others} glass-train`)
    .evaluateAll((all: HTMLElement[]) =>
      all.forEach((train) => Object.assign(train, { every: 20 })),
    );
  const start = page.locator(`${others} :is(glass-train .buttons .primary, [part=check])`);
  for (const button of await start.all())
    await button.evaluate((element: HTMLElement) => element.click());
  await page.locator(`${others} glass-generate`).evaluateAll(async (all) => {
    for (const generate of all as GlassGenerate[]) {
      const [, step] = generate.shadowRoot!.querySelectorAll<HTMLButtonElement>('.buttons button');
      for (; !step!.disabled; await generate.updateComplete) await generate.step();
    }
  });
  const patient = { timeout: 60_000 };
  for (const proof of await page.locator('glass-proof').all())
    await expect(proof.locator('[part=tensors] td').first()).toBeAttached(patient);
  await expect(page.locator(`${others} glass-train .primary:enabled`)).toHaveCount(0, patient);
  // Steps can be taken back again.
  const back = page.locator(`${others} glass-generate .buttons button:nth-child(3)`);
  for (const button of await back.all()) await expect(button).toBeEnabled(patient);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** The end of the story, where the models are compared with PyTorch, in the reader's language. */
async function expectCompared(page: Page, golden: readonly string[]): Promise<void> {
  const proofs = page.locator('#proof glass-proof');
  for (const proof of await proofs.all()) {
    await expect(proof.getByRole('status')).toHaveText(
      /（PyTorch \S+，双精度 float64）一致：差值最大为 [\d.]+×10⁻[⁵⁶⁷]；每个差值至多占其容许误差的 [\d.]+%；/,
    );
    await expect(proof.locator('.off')).toHaveCount(0);
  }
  for (const text of ['我是学生。', /I.m a student\.|I am a student\./])
    await expect(proofs.locator('li').filter({ hasText: text })).not.toHaveCount(0);
  expect(golden.map((path) => path.split('/').at(-2)).toSorted()).toEqual([
    'en-zh',
    'tang',
    'zh-en',
  ]);
  // What was compared can be read: the very files that were asked for.
  const links = page.locator('#proof').getByRole('link', { name: 'golden.json' });
  const hrefs = await links.evaluateAll((all) =>
    all.map((each) => new URL((each as HTMLAnchorElement).href).pathname),
  );
  expect(hrefs.toSorted()).toEqual(golden.toSorted());
}

/** The OV circuit, and the token that the prose asks its reader to press. */
const kCircuit = 'study-7';
const kPressed = { en: 'girl', zh: '雨' } as const;

/**
 * What stands in a `<figure>`, the outermost element where they are nested, in the order of the page: by the id of the
 * section or of the worked example that it is in, and its number in there.
 */
async function drawnIn(
  page: Page,
  language: Language,
  golden: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await page.evaluate(() => {
    window.print = () => document.documentElement.classList.add('printed');
  });
  await test.step('a press loads every chapter and model, and only then prints', async () => {
    const { loading, button } = kLanguages[language];
    expect(await undefinedTags(page)).not.toEqual([]);
    const print = page.getByRole('button', { name: button });
    await expect(print).toBeVisible();
    // No pointer lies over a figure.
    await print.evaluate((element: HTMLElement) => element.click());
    await page.locator('html.printed').waitFor();
    expect(await loadingTexts(page, loading, 'any')).toEqual([]);
    expect(await undefinedTags(page)).toEqual([]);
    // Of the last models, too, which load when the reader comes near.
    await expect(page.locator('#translating glass-translate .output')).toHaveCount(2);
    await expect(page.locator('#what-if glass-translate .output')).toHaveCount(2);
    await expect(page.locator('#inside glass-matrix .cell').first()).toBeAttached();
    await expect(page.locator('#vectors glass-map svg').first()).toBeAttached();
  });
  if (language === 'zh')
    for (const proof of await page.locator('#proof glass-proof').all()) {
      await proof.scrollIntoViewIfNeeded();
      await expect(proof.getByRole('button', { name: '与 PyTorch 比对' })).toBeVisible();
    }
  // What is compared with PyTorch is not fetched before its reader asks for it.
  expect(golden).toEqual([]);
  await runAll(page);
  if (language === 'zh')
    await test.step('the page compares its models', () => expectCompared(page, golden));
  const drawn = await page.evaluate(async () => {
    const isFigure = (element: Element) =>
      element.matches(':not(glass-model, glass-input, glass-changes)') &&
      element.localName.startsWith('glass-');
    const isInside = (element: Element): boolean => {
      const around = element.parentElement!;
      return around.localName !== 'figure' && (isFigure(around) || isInside(around));
    };
    // The model of the last one has learned nothing yet.
    const all = [
      ...document.querySelectorAll<Drawable>('.chapter figure:not(#learned-writes) *'),
    ].filter((element) => isFigure(element) && !isInside(element));
    const counts = new Map<string, number>();
    const figures: [key: string, svg: string][] = [];
    for (const element of all) {
      const { id } = element.closest('section[id], details[id]')!;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      element.scrollIntoView();
      await new Promise(requestAnimationFrame);
      figures.push([`${id}-${counts.get(id)}`, await element.toSVG()]);
    }
    return figures;
  });
  // Last, for other figures show what is pinned, too.
  const circuit = page.locator('glass-circuit[kind=ov]');
  await circuit.getByRole('button', { name: kPressed[language] }).press('Enter');
  await expect(circuit.locator('[part=readout]')).toContainText(kPressed[language]);
  const pressed = await circuit.evaluate((element: Drawable) => element.toSVG());
  // The page that was drawn has an address of its own.
  const kAddress = /\n?http:\/\/(?:localhost|127\.0\.0\.1)[^\n<]*(?=<\/desc>)/;
  const all = new Map(drawn).set(kCircuit, pressed);
  return new Map([...all].map(([key, svg]) => [key, svg.replace(kAddress, '')]));
}

/** As an attribute has the page's own typefaces, in place of those of the tests. */
async function stacksIn(page: Page): Promise<(svg: string) => string> {
  const stacks = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.body);
      // That of code ends in the other one.
      return ['--gf-mono', '--gf-font'].map((name) => style.getPropertyValue(name).trim());
    });
  const written = (stack: string) => stack.replace(/['"]/g, '&quot;').replace(/\s+/g, ' ');
  const own = (await stacks()).map(written);
  await bringFonts(page);
  const ofTests = (await stacks()).map(written);
  return (svg) => ofTests.reduce((text, stack, i) => text.replaceAll(stack, own[i]!), svg);
}

/** Texts and the description in their order, without the blanks that stand where lines break. */
function textsOf(svg: string): string {
  return [...svg.matchAll(/<(?:title|desc|text|tspan)\b[^>]*>([^<]*)/g)]
    .map(([, text]) => text)
    .join(' ')
    .replace(/\s+/g, '');
}

const kNumber = /\d+(?:\.\d+)?/g;
const kPower = /[⁰¹²³⁴-⁹]+/g;
/** Of hundreds of steps of training, or differences of rounding. */
const kRounding = /^(?:learning-live|study-8|proof)/;

/** Numbers may differ by one in their last digit: processors round otherwise what lies in the middle. */
function expectAlike(found: string, expected: string, key: string): void {
  const isRounding = kRounding.test(key);
  const wordsOf = (text: string) =>
    (isRounding ? text.replace(kPower, '#') : text).replace(kNumber, '#');
  expect(wordsOf(found), key).toBe(wordsOf(expected));
  if (isRounding) return;
  const numbers = expected.match(kNumber) ?? [];
  for (const [i, number] of (found.match(kNumber) ?? []).entries()) {
    const digits = number.split('.')[1]?.length ?? 0;
    const away = Math.abs(Number(number) - Number(numbers[i]));
    expect(away, `${key}: ${number} beside ${numbers[i]}`).toBeLessThan(1.5 * 10 ** -digits);
  }
}

for (const language of ['en', 'zh'] as const)
  test(`the drawn figures say what the live ones say: ${language}`, async ({ page }, {
    config,
  }) => {
    test.setTimeout(360_000);
    await page.setViewportSize({ width: 1000, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    const golden: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('golden.json')) golden.push(new URL(request.url()).pathname);
    });
    await open(page, `#lang=${language}`);
    const inOwnFonts = await stacksIn(page);
    const drawn = await drawnIn(page, language, golden);
    const folder = folderOf(language);
    if (['all', 'changed'].includes(config.updateSnapshots)) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      for (const [key, svg] of drawn)
        writeFileSync(join(folder, `${key}.svg`), `${inOwnFonts(svg)}\n`);
    }
    expect(readdirSync(folder).sort()).toEqual([...drawn.keys()].map((key) => `${key}.svg`).sort());
    for (const [key, svg] of drawn)
      expectAlike(textsOf(readFileSync(join(folder, `${key}.svg`), 'utf8')), textsOf(svg), key);
  });
