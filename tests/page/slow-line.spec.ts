/** What a reader on a slow line has while scripts and model are still on their way. */
import { expect, test } from './fixture.ts';

/** Milliseconds on a line of 400 kbit/s and 400 ms, from a host that does not compress. */
const kMaxFirstPaint = 4000;

test('a slow line shows the story and its first figures long before they are live', async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  });
  await page.addInitScript(() => {
    const look = (): void => {
      const pictures = ['heads', 'attention', 'next-token'].map((tag) =>
        document.querySelector(`.first static-${tag} svg`),
      );
      if (pictures.includes(null)) requestAnimationFrame(look);
      else performance.mark('first figures');
    };
    look();
  });
  await page.goto('.', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Words become tokens' })).toBeVisible();
  const at = (name: string) =>
    page.evaluate((entry) => performance.getEntriesByName(entry)[0]?.startTime ?? 0, name);
  for (const name of ['first-contentful-paint', 'first figures']) {
    await expect.poll(() => at(name)).toBeGreaterThan(0);
    console.log(`  on a slow line: ${name} after ${((await at(name)) / 1000).toFixed(1)} s`);
    expect(await at(name)).toBeLessThan(kMaxFirstPaint);
  }
  for (const tag of ['heads', 'attention', 'next-token'])
    await expect(page.locator(`.first static-${tag} svg`)).toBeVisible();
  // How much there is to wait for, before a script can count it (`budget` compares it with what comes).
  await expect(
    page.getByText(/^Computed beforehand\. Loading, at most \d\.\d\sMB \(model: 2\.1\sMB\)…$/),
  ).toBeVisible();
  await expect(page.locator('main glass-model')).toHaveCount(0);
});
