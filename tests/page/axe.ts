import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from './fixture.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the whole page or in a part of it, shadow roots included, a line for each rule. */
export async function violations(page: Page, selector = 'html'): Promise<string[]> {
  await page.evaluate(source);
  const results = await page.evaluate((part) => {
    const { axe } = window as unknown as {
      axe: { run(part: string | Document, options: object): Promise<AxeResults> };
    };
    return axe.run(part === 'html' ? document : part, { resultTypes: ['violations'] });
  }, selector);
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
  );
}
