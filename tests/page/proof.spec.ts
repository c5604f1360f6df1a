/** The end of the story, where the models are compared with PyTorch. */
import { expect, open, test } from './fixture.ts';

test('the page compares its models, in the reader’s language', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('golden.json')) asked.push(new URL(request.url()).pathname);
  });
  await open(page, '#lang=zh');
  const proofs = page.locator('#proof glass-proof');
  await page.locator('#proof').evaluate((element) => element.scrollIntoView());
  for (const proof of await proofs.all())
    await expect(proof.getByRole('button', { name: '与 PyTorch 比对' })).toBeVisible();
  expect(asked).toEqual([]);
  for (const proof of await proofs.all()) {
    await proof.getByRole('button', { name: '与 PyTorch 比对' }).click();
    await expect(proof.getByRole('status')).toHaveText(
      /（PyTorch \S+，双精度 float64）一致：差值最大为 [\d.]+×10⁻[⁵⁶⁷]；每个差值至多占其容许误差的 [\d.]+%；/,
    );
    await expect(proof.locator('.off')).toHaveCount(0);
  }
  for (const text of ['我是学生。', /I.m a student\.|I am a student\./])
    await expect(proofs.locator('li').filter({ hasText: text })).not.toHaveCount(0);
  expect(asked.map((path) => path.split('/').at(-2)).toSorted()).toEqual([
    'en-zh',
    'tang',
    'zh-en',
  ]);
  // What was compared can be read: the very files that were asked for.
  const links = page.locator('#proof').getByRole('link', { name: 'golden.json' });
  const hrefs = await links.evaluateAll((all) =>
    all.map((each) => new URL((each as HTMLAnchorElement).href).pathname),
  );
  expect(hrefs.toSorted()).toEqual(asked.toSorted());
});
