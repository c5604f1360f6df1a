/** What axe finds in a part of the page, shadow roots included. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Page } from './fixture.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with a line for each rule that is broken inside of `selector`. */
export async function expectAccessible(page: Page, selector: string): Promise<void> {
  await page.evaluate(source);
  const { violations } = await page.evaluate((part) => {
    const { axe } = window as unknown as {
      axe: { run(part: string, options: object): Promise<AxeResults> };
    };
    return axe.run(part, { resultTypes: ['violations'] });
  }, selector);
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
    ),
  ).toEqual([]);
}
