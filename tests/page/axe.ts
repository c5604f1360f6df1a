import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Page } from './fixture.ts';
import { drawn } from './settled.ts';

/** What a colour scheme can change; all else has been looked at in the other one. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on the whole page or in a part of it, shadow roots included, a line for each rule. `part`: a selector, or
 * several, each of something in the shadow root of the one before. `rules`: these alone.
 */
export async function violations(
  page: Page,
  part: string | readonly string[] = 'html',
  rules?: readonly string[],
): Promise<string[]> {
  // No colour is on its way to another.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ).then(() => {}),
  );
  await page.evaluate(source);
  const results = await page.evaluate(
    ([selector, only]) => {
      const { axe } = window as unknown as {
        axe: { run(context: unknown, options: object): Promise<AxeResults> };
      };
      const context = typeof selector === 'string' ? selector : { fromShadowDom: selector };
      return axe.run(selector === 'html' ? document : context, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      });
    },
    [part, rules] as const,
  );
  // The page is left as it was found: all else that axe brings is its own.
  await page.evaluate(() => {
    for (const name of ['axe', '__core-js_shared__']) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(document, 'elementsFromPoint');
  });
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
  );
}

/** Axe finds nothing in a part of the page, in light and in dark; no colour is on its way from the one to the other. */
export async function expectAccessible(page: Page, part = 'glass-model'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await drawn(page);
  expect(await violations(page, part), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  expect(await violations(page, part, colourRules), 'dark').toEqual([]);
}
