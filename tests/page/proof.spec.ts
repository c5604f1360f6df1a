/** The models beside PyTorch's numbers: what is shown is what was compared, and what differs is told. */
import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { expect, type Locator, open, type Page, test } from './fixture.ts';
import { mount, sideways } from './mount.ts';

interface Golden {
  tolerance: { absolute: number; relative: number };
  input: { text: string };
  activations: Record<string, { data: number[]; places?: number[] }>;
  generated: { text: string; continuation: string }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../models/stories/golden.json', import.meta.url), 'utf8'),
) as Golden;

type Package = typeof import('glassformer');
declare const glassformer: Package;

const check = (proof: Locator) => proof.getByRole('button', { name: 'Compare with PyTorch' });
const rows = (proof: Locator) => proof.locator('tbody tr');

/** "2.60×10⁻⁷" */
function numberOf(shown: string): number {
  const [figures = '', power = ''] = shown.split('×10');
  const exponent = power.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)));
  return Number(`${figures}e${exponent.replace('⁻', '-')}`);
}

/** The largest difference of each tensor, and its share of what is allowed, worked out here. */
async function differences(page: Page): Promise<{ largest: number; share: number }[]> {
  const found = await page.evaluate(
    async ([text, names]) => {
      const model = await glassformer.loadModel('stories');
      const { activations } = await model.forward(text, { capture: names });
      await model.close();
      return names.map((name) => Array.from(activations[name]?.data ?? []));
    },
    [golden.input.text, Object.keys(golden.activations)] as const,
  );
  const { absolute, relative } = golden.tolerance;
  return Object.values(golden.activations).map(({ data, places }, t) => {
    const off = data.map((value, i) =>
      Math.abs((found[t]?.[places?.[i] ?? i] ?? Number.NaN) - value),
    );
    const shares = off.map((value, i) => value / (absolute + relative * Math.abs(data[i] ?? 0)));
    return { largest: Math.max(...off), share: Math.max(...shares) };
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find in a proof: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
    expect(await violations(page, 'glass-model')).toEqual([]);
    await check(proof).click();
    await expect(proof.locator('li').first()).toBeVisible();
    expect(await violations(page, 'glass-model')).toEqual([]);
  });
}

test('every tensor has its largest difference, and the texts are the same', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
  await check(proof).focus();
  await page.keyboard.press('Enter');
  const wanted = await differences(page);
  await expect(rows(proof)).toHaveCount(wanted.length);
  await expect(proof.locator('tbody code')).toHaveText(Object.keys(golden.activations));
  const shown = await rows(proof).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())),
  );
  wanted.forEach(({ largest, share }, i) => {
    expect(numberOf(shown[i]?.[0] ?? '') / largest).toBeCloseTo(1, 1);
    expect(Number(/✓ ([\d.]+)%/.exec(shown[i]?.[1] ?? '')?.[1])).toBeCloseTo(100 * share, 0);
  });
  const compared = Object.values(golden.activations).reduce(
    (sum, { data }) => sum + data.length,
    0,
  );
  await expect(proof.getByRole('status')).toContainText(`${compared} numbers of ${wanted.length}`);
  await expect(proof.locator('li')).toHaveText([
    /✓ “Once upon a time, there was a little girl” has the same tokens/,
    new RegExp(`✓ .*→.*${golden.generated[0]?.continuation.trim()}`),
  ]);
  await expect(check(proof)).toBeFocused();
  expect(await sideways(page)).toBe(0);
});

test('what differs is marked and said', async ({ page }) => {
  const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
  await page.route('**/models/stories/golden.json', async (route) => {
    const wrong = structuredClone(golden);
    (wrong.activations['ln_final']?.data ?? [])[3]! += 0.5;
    wrong.generated.forEach((each) => (each.continuation = 'Something else.'));
    await route.fulfill({ json: wrong });
  });
  await check(proof).click();
  await expect(proof.getByRole('status')).toHaveText(
    /^Not the same as PyTorch .*: 1 of 12 tensors further off than is allowed; 1 of 1 texts different\.$/,
  );
  await expect(proof.locator('tr.off code')).toHaveText('ln_final');
  await expect(proof.locator('tr.off')).toContainText('✗');
  await expect(proof.locator('li.off')).toContainText('expected: Something else.');
  expect(await violations(page, 'glass-model')).toEqual([]);
});

test.describe('without the file', () => {
  test.use({ allowed: /404/ });
  test('a model that has none says so, and another model begins anew', async ({ page }) => {
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories', text: 'a' }, 'button');
    await page.route('**/models/stories/golden.json', (route) => route.fulfill({ status: 404 }));
    await check(proof).click();
    await expect(proof.getByRole('status')).toHaveText('verify: the model has no golden.json');
    await expect(rows(proof)).toHaveCount(0);
    await page.evaluate(() =>
      Object.assign(document.querySelector('glass-model')!, { src: 'aab' }),
    );
    await expect(proof.getByRole('status')).toHaveText('');
    await check(proof).click();
    await expect(proof.getByRole('status')).toContainText('agree with NumPy in float64');
  });
});

test('the page compares both its models, in the reader’s language', async ({ page }) => {
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
    await expect(proof.getByRole('status')).toHaveText(/一致：最大差值 [\d.]+×10⁻[⁵⁶⁷]/);
    await expect(proof.locator('.off')).toHaveCount(0);
  }
  await expect(proofs.last().locator('li').last()).toContainText('我是学生。');
  expect(asked.map((path) => path.split('/').at(-2)).toSorted()).toEqual(['en-zh', 'tang']);
});
