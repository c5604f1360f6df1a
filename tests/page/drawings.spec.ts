/**
 * The figures that readers without scripts see (web/page/drawings/) are the live page's, as they are when it opens and what
 * its reader can start has ended. When a figure, its model or its words have changed (after `npm run build`):
 *   npx playwright test tests/page/drawings.spec.ts --no-deps --update-snapshots
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, open, type Page, test } from './fixture.ts';
import { bringFonts } from './fonts.ts';

type Language = 'en' | 'zh';
const folderOf = (language: Language) => join('web/page/drawings', language);

interface Drawable extends HTMLElement {
  toSVG(): Promise<string>;
}

/** What its reader starts has ended: texts are written, models have learned, the goldens are compared. */
async function runAll(page: Page): Promise<void> {
  const start = page.locator(
    '.chapter figure:not(#learned-writes) :is(glass-generate .buttons .primary, glass-train .buttons .primary, [part=check])',
  );
  for (const button of await start.all())
    await button.evaluate((element: HTMLElement) => element.click());
  const patient = { timeout: 60_000 };
  for (const proof of await page.locator('glass-proof').all())
    await expect(proof.locator('[part=tensors] td').first()).toBeAttached(patient);
  const others = '.chapter figure:not(#learned-writes)';
  await expect(page.locator(`${others} glass-train .primary:enabled`)).toHaveCount(0, patient);
  // Steps can be taken back again.
  const back = page.locator(`${others} glass-generate .buttons button:nth-child(3)`);
  for (const button of await back.all()) await expect(button).toBeEnabled(patient);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The OV circuit, and the token that the prose asks its reader to press. */
const kCircuit = 'study-7';
const kPressed = { en: 'girl', zh: '雨' } as const;

/**
 * What stands in a `<figure>`, the outermost element where they are nested, in the order of the page: by the id of the
 * section or of the worked example that it is in, and its number in there.
 */
async function drawnIn(page: Page, language: Language): Promise<ReadonlyMap<string, string>> {
  await page.evaluate(() => {
    window.print = () => document.documentElement.classList.add('printed');
    for (const each of document.querySelectorAll<HTMLDetailsElement>('.worked')) each.open = true;
  });
  // Brings everything that else comes when the reader comes near, and waits for it. No pointer lies over a figure.
  await page.locator('.for-print button').evaluate((button: HTMLElement) => button.click());
  await page.locator('html.printed').waitFor();
  await runAll(page);
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

/** Texts in their order, without the blanks that stand where lines break. */
function textsOf(svg: string): string {
  return [...svg.matchAll(/<(?:title|text|tspan)\b[^>]*>([^<]*)/g)]
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
    test.setTimeout(180_000);
    await page.setViewportSize({ width: 1000, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await open(page, `#lang=${language}`);
    const inOwnFonts = await stacksIn(page);
    const drawn = await drawnIn(page, language);
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
