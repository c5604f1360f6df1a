/** Elements for everyone: by keyboard, by touch, aloud, narrow, in both languages and themes. */
import { colourRules, violations } from './axe.ts';
import { sideways } from './figures.ts';
import { expect, type Page, test } from './fixture.ts';
import { drawn } from './settled.ts';
import { openEverything, speak } from './tags.ts';

/** Every theme meets every width, in one of the languages; what axe finds but colours depends on no theme. */
const kLooks = {
  en: [
    { colorScheme: 'light', isWide: true, rules: undefined, isMenuOpen: false },
    { colorScheme: 'dark', isWide: false, rules: colourRules, isMenuOpen: true },
  ],
  'zh-CN': [
    { colorScheme: 'light', isWide: false, rules: undefined, isMenuOpen: true },
    { colorScheme: 'dark', isWide: true, rules: colourRules, isMenuOpen: false },
  ],
} as const;

test('320 pixels, or 200 % zoom of 640, are wide enough, axe finds nothing, light and dark, what can be pressed is at least 24 pixels wide and high, nothing moves, every figure has a name, in both languages', async ({
  page,
}) => {
  test.setTimeout(360_000);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 640 });
  await openEverything(page);
  await test.step('the row in focus is told', () => expectRowTold(page));
  const menu = page.locator('glass-save').getByRole('button').first();
  for (const language of ['en', 'zh-CN'] as const) {
    await page.setViewportSize({ width: 320, height: 640 });
    await speak(page, language);
    expect.soft(await sideways(page), language).toBe(0);
    expect.soft(await moving(page), 'reader asks for no motion').toEqual([]);
    expect.soft(await nameless(page), 'without a name').toEqual([]);
    for (const { colorScheme, isWide, rules, isMenuOpen } of kLooks[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(isWide ? wide : { width: 390, height: 844 });
      if (isMenuOpen) await menu.click();
      await expect(menu).toHaveAttribute('aria-expanded', String(isMenuOpen));
      await drawn(page);
      const findings = await violations(page, 'html', rules);
      expect
        .soft(findings, `${language}, ${colorScheme}, ${isWide ? 'wide' : 'narrow'}`)
        .toEqual([]);
      if (isMenuOpen) await menu.click();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await drawn(page);
    expect.soft(await smallTargets(page), 'too small').toEqual([]);
  }
});

/** Attention tells the row in focus once, wherever it stands; in English. */
async function expectRowTold(page: Page): Promise<void> {
  for (const figure of [
    'glass-save glass-attention',
    'glass-padding glass-matrix',
    'glass-train glass-matrix >> nth=0',
  ]) {
    const told = page
      .locator(figure)
      .locator('[role=status]')
      .filter({ hasText: /“.+”(?: \(.+\))? looks at “.+”(?: \(.+\))? with \d\.\d\d/ });
    await expect(told).toHaveCount(0);
    await page.locator(figure).locator('.cell[tabindex="0"]').focus();
    await expect(told).toHaveCount(1);
    await drawn(page); // a second announcement would be there by now
    expect(await told.count()).toBe(1);
  }
}

/** The figures without a title. */
function nameless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement & { figureTitle: string }>('main *')]
      .filter(({ localName }) => /^glass-(?!model|changes)/.test(localName))
      .filter(({ figureTitle }) => !figureTitle.trim())
      .map(({ localName }) => localName),
  );
}

/** What is as small as what it names, and why: the same token can be picked on its chip, which is large enough. */
const kDrawnToScale = {
  'glass-map': '.label.token', // stands where its token lies, with as many others as there is room for
  'glass-positions': '.rows button', // is as high as a row of the table, which is higher under a finger
};

/** Buttons, fields and cells, in all shadow roots, that are seen and too small for a finger. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((drawnToScale: Record<string, string>) => {
    const small: string[] = [];
    const visit = (root: ParentNode, host: string): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) visit(element.shadowRoot, element.localName);
        const target =
          'button, select, textarea, input:not([type=radio]), [role=gridcell], .segments label';
        if (!element.matches(target) || element.matches(drawnToScale[host] ?? ':not(*)')) continue;
        const { width, height } = element.getBoundingClientRect();
        // A mark lets the pointer through: the picture under it is the target.
        const isMark = getComputedStyle(element).pointerEvents === 'none';
        if (!isMark && width > 0 && Math.min(width, height) < 23.9)
          small.push(`${host}: ${element.localName}.${element.className} ${width} × ${height}`);
      }
    };
    visit(document, 'page');
    return [...new Set(small)];
  }, kDrawnToScale);
}

function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const visit = (root: ParentNode, host: string): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) visit(element.shadowRoot, element.localName);
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        if (/[1-9]/.test(transitionDuration + animationDuration))
          found.add(`${host}: ${element.localName}.${String(element.className)}`);
      }
    };
    visit(document, 'page');
    return [...found];
  });
}
