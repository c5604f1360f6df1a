import { expect, open, type Page } from './fixture.ts';

/** The chapter of the hand-made model, which is loaded when the reader comes near. */
export async function goToLearning(page: Page): Promise<void> {
  await page.locator('#learning').evaluate((element) => element.scrollIntoView());
  await expect(page.locator('#aab glass-matrix').first()).toBeAttached();
}

export async function openLearning(page: Page): Promise<void> {
  await open(page);
  await goToLearning(page);
}
