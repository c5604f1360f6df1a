/** The place of a model of the reader's own on the page, for the tests of it. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, type Locator, open, type Page } from './fixture.ts';

export const place = (page: Page): Locator => page.locator('#own-model');
export const chooser = (page: Page, which: 'folder' | 'files'): Locator =>
  place(page)
    .locator('input[type=file]')
    .nth(which === 'folder' ? 0 : 1);
export const attempt = (page: Page): Locator => place(page).locator('.attempt');
export const openName = (page: Page): Locator => place(page).locator('h3 bdi');
export const model = (page: Page): Locator => place(page).locator('glass-model').first();

export async function openPlace(page: Page, hash = '#at=own-model'): Promise<void> {
  await open(page, hash);
  await expect(place(page).locator('.give')).toBeVisible();
}

export async function chooseFolder(page: Page, name: string): Promise<void> {
  await chooser(page, 'folder').setInputFiles(`models/${name}`);
  await expect(openName(page)).toHaveText(name);
}

/** The address of a shipped model's folder on the page's host. */
export function addressOf(name: string): string {
  const versions = readdirSync('build/page/assets/models');
  const found = versions.map((version) => `assets/models/${version}/${name}/`);
  return found.find((path) => existsSync(`build/page/${path}`)) ?? '';
}

export async function askFor(page: Page, address: string): Promise<void> {
  await place(page).getByRole('textbox', { name: 'address' }).fill(address);
  await page.keyboard.press('Enter');
}
