import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from './fixture.ts';

/** What a colour scheme can change; all else has been looked at in the other one. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on the whole page or in a part of it, shadow roots included, a line for each rule. `rules`: these alone.
 */
export async function violations(
  page: Page,
  selector = 'html',
  rules?: readonly string[],
): Promise<string[]> {
  await page.evaluate(source);
  const results = await page.evaluate(
    ([part, only]) => {
      const { axe } = window as unknown as {
        axe: { run(part: string | Document, options: object): Promise<AxeResults> };
      };
      return axe.run(part === 'html' ? document : part, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      });
    },
    [selector, rules] as const,
  );
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
  );
}
