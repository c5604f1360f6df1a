/** The models beside PyTorch's numbers: what is shown is what was compared, and what differs is told. */
import { readFileSync } from 'node:fs';
import { expectAccessible, violations } from '../axe.ts';
import { sideways } from '../figures.ts';
import { expect, type Locator, type Page, test } from '../fixture.ts';
import { mount } from '../mount.ts';

interface Golden {
  tolerance: { absolute: number; relative: number };
  input: { text: string };
  activations: Record<string, { data: number[]; places?: number[] }>;
  generated: { text: string; continuation: string; ids: number[] }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../models/stories/golden.json', import.meta.url), 'utf8'),
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

test('nothing for axe to find in a proof, light and dark', async ({ page }) => {
  const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
  await expectAccessible(page);
  await check(proof).click();
  await expect(proof.locator('li').first()).toBeVisible();
  await expectAccessible(page);
});

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
  await expect(proof.getByRole('status')).toHaveText(
    new RegExp(
      `^${compared.toLocaleString('en')} numbers of ${wanted.length} tensors agree with PyTorch \\S+ in float64: they differ by ` +
        `[\\d.]+×10⁻[⁵⁶⁷] at most, and no difference takes more than [\\d.]+% of what is allowed for its ` +
        `number; tokens and texts are the same\\.$`,
    ),
  );
  await expect(proof.locator('li')).toHaveText([
    `✓ “${golden.input.text}” has the same tokens`,
    `✓ ${golden.generated[0]?.text} → ${golden.generated[0]?.continuation.trim()}`,
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

test('the same text of other tokens is another text, and both are told', async ({ page }) => {
  const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
  await page.route('**/models/stories/golden.json', async (route) => {
    const wrong = structuredClone(golden);
    wrong.generated[0]?.ids.push(0); // the end, which is not written
    await route.fulfill({ json: wrong });
  });
  await check(proof).click();
  await expect(proof.getByRole('status')).toHaveText(/float64: 1 of 1 texts different\.$/);
  const ids = golden.generated[0]?.ids.join(' ') ?? '';
  await expect(proof.locator('li.off small')).toHaveText(
    `the same text, but of other tokens: ${ids}; expected: ${ids} 0`,
  );
  await expect(proof.locator('tr.off')).toHaveCount(0);
});

test('what the model cannot read of a line is no matter to it', async ({ page }) => {
  await mount(page, { tags: ['glass-proof'], src: 'aab' }, 'button');
  const proof = page.locator('glass-proof');
  await page.evaluate(() => Object.assign(document.querySelector('glass-model')!, { text: 'xyz' }));
  await expect(page.locator('glass-model [role=alert]')).toContainText("'x'");
  await check(proof).click();
  await expect(proof.getByRole('status')).toContainText('agree with PyTorch');
  await expect(proof.locator('tr.off')).toHaveCount(0);
});

test('a model without a tokenizer is compared by numbers and ids', async ({ page }) => {
  await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
  await page.route('**/models/numbers/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    if (name === 'config.json') {
      const config = JSON.parse(readFileSync('models/stories/config.json', 'utf8')) as object;
      return route.fulfill({ json: { ...config, tokenizer_files: [] } });
    }
    return route.fulfill({ path: `models/stories/${name}` });
  });
  const proof = page.locator('glass-proof');
  await page.evaluate(() =>
    Object.assign(document.querySelector('glass-model')!, { src: './models/numbers/' }),
  );
  await check(proof).click();
  await expect(proof.getByRole('status')).toHaveText(/for its number; texts are the same\.$/);
  const ids = golden.generated[0]?.ids.join(' ') ?? '';
  await expect(proof.locator('li')).toHaveText([
    `– tokens of “${golden.input.text}” not compared: the model has no tokenizer`,
    `✓ ${golden.input.text} → ${ids}`,
  ]);
  await expect(proof.locator('.off')).toHaveCount(0);
});

test.describe('a check that is under way', () => {
  /** Requests that wait: each goes on when its function is called. */
  async function hold(page: Page, pattern: string): Promise<(() => void)[]> {
    const waiting: (() => void)[] = [];
    await page.route(pattern, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.fallback();
    });
    return waiting;
  }

  interface Heard {
    readonly said: string[];
    events: number;
  }

  /** Gives what the readout says, and the events, from now on. */
  async function listen(page: Page): Promise<() => Promise<Heard>> {
    await page.evaluate(() => {
      const heard: Heard = { said: [], events: 0 };
      Object.assign(globalThis, { heard });
      document.addEventListener('glass-verified', () => (heard.events += 1));
      const root = document.querySelector('glass-proof')!.shadowRoot!;
      const note = () => {
        const said = root.querySelector('[role=status]')?.textContent ?? '';
        if (said !== '' && said !== heard.said.at(-1)) heard.said.push(said);
      };
      const anything = { subtree: true, childList: true, characterData: true };
      new MutationObserver(note).observe(root, anything);
    });
    return () => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);
  }

  /** Another model in the place of the first one; waits until it is there. */
  const load = (page: Page, name: string) =>
    page.evaluate((src) => {
      const model = document.querySelector('glass-model')!;
      const ready = new Promise((resolve) => model.addEventListener('glass-ready', resolve));
      Object.assign(model, { src });
      return ready.then(() => undefined);
    }, name);

  const kAgreed = /agree with .*; tokens and texts are the same\.$/;
  const agreed: unknown = expect.stringMatching(kAgreed);

  test('ends without a word when its model goes away', async ({ page }) => {
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
    const heard = await listen(page);
    const goldens = await hold(page, '**/models/*/golden.json');
    const others = await hold(page, '**/models/aab/config.json');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(1);
    const loaded = load(page, 'aab');
    await expect(proof.locator('[part=message]')).toContainText('Loading');
    const answered = page.waitForResponse('**/models/stories/golden.json');
    goldens[0]?.();
    await (await answered).finished();
    await expect.poll(() => others.length).toBe(1);
    others[0]?.();
    await loaded;
    await expect(proof.getByRole('status')).toHaveText('');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(2);
    goldens[1]?.();
    await expect(proof.getByRole('status')).toHaveText(kAgreed);
    expect(await heard()).toEqual({ said: ['Comparing…', agreed], events: 1 });
  });

  test('does not end a later check of the same model', async ({ page }) => {
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
    // Another figure keeps the model.
    await page.evaluate(() => {
      const other = Object.assign(document.createElement('glass-model'), { src: 'stories' });
      const ready = new Promise((resolve) => other.addEventListener('glass-ready', resolve));
      document.body.append(other);
      return ready.then(() => undefined);
    });
    const heard = await listen(page);
    const goldens = await hold(page, '**/models/*/golden.json');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(1);
    await load(page, 'aab');
    await load(page, 'stories');
    await expect(proof.getByRole('status')).toHaveText('');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(2);
    goldens[0]?.();
    // By the time that a check begun now is over, the first one would be.
    const third = page.evaluate(async () => {
      const { model } = document.querySelector('glass-model') as unknown as {
        model: { verify(): Promise<{ agrees: boolean }> };
      };
      return (await model.verify()).agrees;
    });
    await expect.poll(() => goldens.length).toBe(3);
    goldens[2]?.();
    expect(await third).toBe(true);
    await expect(proof.getByRole('status')).toHaveText('Comparing…');
    expect((await heard()).events).toBe(0);
    goldens[1]?.();
    await expect(proof.getByRole('status')).toHaveText(kAgreed);
    expect((await heard()).events).toBe(1);
  });

  test('is aborted when the element is removed, and can be started again', async ({ page }) => {
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
    const heard = await listen(page);
    const goldens = await hold(page, '**/models/*/golden.json');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(1);
    await page.evaluate(async () => {
      const element = document.querySelector('glass-proof')!;
      const around = element.parentElement!;
      element.remove();
      await new Promise(requestAnimationFrame);
      around.append(element);
    });
    await expect(proof.getByRole('status')).toHaveText('');
    await expect(check(proof)).toHaveAttribute('aria-disabled', 'false');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(2);
    for (const letGo of goldens) letGo();
    await expect(proof.getByRole('status')).toHaveText(kAgreed);
    expect((await heard()).events).toBe(1);
  });

  test('goes on when the figure is moved', async ({ page }) => {
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
    const heard = await listen(page);
    const goldens = await hold(page, '**/models/*/golden.json');
    await check(proof).click();
    await expect.poll(() => goldens.length).toBe(1);
    await page.evaluate(() => {
      const element = document.querySelector('glass-proof')!;
      element.parentElement!.prepend(element);
    });
    goldens[0]?.();
    await expect(proof.getByRole('status')).toHaveText(kAgreed);
    expect(await heard()).toEqual({ said: ['Comparing…', agreed], events: 1 });
  });
});

test.describe('where no model comes', () => {
  test.use({ allowed: /404/ });
  test('there is nothing to compare: neither while it loads nor after that failed', async ({
    page,
  }) => {
    const proof = await mount(page, { tags: ['glass-proof'], src: 'stories' }, 'button');
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/models/none/*', async (route) => {
      await gone;
      await route.fulfill({ status: 404 });
    });
    await page.evaluate(() =>
      Object.assign(document.querySelector('glass-model')!, { src: './models/none/' }),
    );
    await expect(proof.locator('[part=message]')).toContainText('Loading');
    await expect(check(proof)).toHaveCount(0);
    letGo();
    await expect(proof.locator('[part=message]')).toHaveText('This figure cannot be shown.');
    await expect(check(proof)).toHaveCount(0);
  });
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
    await expect(proof.getByRole('status')).toContainText('agree with PyTorch');
  });
});
