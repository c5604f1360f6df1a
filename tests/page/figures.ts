/** What a reader finds in figures, by what they see of it. */
import type { Locator, Page } from './fixture.ts';

/** A button by its whole name. */
export const button = (within: Locator | Page, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** What a `<glass-generate>` has written, the prompt included. */
export const output = (generate: Locator): Locator => generate.locator('[part=output]');

/** The tokens of it that were generated. */
export const made = (generate: Locator): Locator => output(generate).locator('.made');

/** The tokens' texts on the chips of `<glass-tokens>`. */
export const chips = (within: Locator | Page): Locator => within.locator('glass-tokens button bdi');

/** The button of a head in `<glass-heads>`; layers and heads count from 0. */
export const headAt = (within: Locator | Page, layer: number, head: number): Locator =>
  within.locator(`.head[data-layer="${layer}"][data-head="${head}"]`);

/** How far the page can be scrolled sideways. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
