/** Elements with one `src` share its loading, and what follows a failure of it. */
import { expect, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

test.describe('a model that fails to load at first', () => {
  test.use({ allowed: /404/ });

  test('one press of "Try again" mends all that share it, and the focus stays there', async ({
    page,
  }) => {
    let isBroken = true;
    await openShelf(page);
    await page.route('**/models/aab/config.json', (route) =>
      isBroken ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    const figure = '<glass-tokens></glass-tokens>';
    await put(
      page,
      `<glass-model id="one" src="aab" text="aab">${figure}</glass-model>
       <glass-model id="two" src="aab" text="aabaa">${figure}</glass-model><button id="after">After</button>`,
    );
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect(retry).toHaveCount(2);
    await retry.first().focus();
    const again = page.waitForResponse('**/models/aab/config.json');
    await page.keyboard.press('Enter');
    await again;
    // It fails once more, for both; the button keeps the focus.
    await expect(page.locator('[part=retry][aria-disabled=false]')).toHaveCount(2);
    await expect(page.locator('[role=alert]')).toHaveCount(2);
    await expect(retry.first()).toBeFocused();
    isBroken = false;
    await page.keyboard.press('Enter');
    await expect(page.locator('#one glass-tokens button')).toHaveCount(3);
    await expect(page.locator('#two glass-tokens button')).toHaveCount(5);
    await expect(retry).toHaveCount(0);
    await expect(page.locator('#one')).toBeFocused();
    // From there the keyboard goes on to the figure inside.
    await page.keyboard.press('Tab');
    await expect(page.locator('#one glass-tokens button').first()).toBeFocused();
    await expect(page.locator('#one')).not.toHaveAttribute('tabindex');
  });
});
