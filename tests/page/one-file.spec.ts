/** Live figures as one file: written by `npx glassformer page`, or saved by a reader. They are opened without a network. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const dist = join(import.meta.dirname, '../../dist');
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glassformer-page-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string) => join(folder, `${name}.html`);

function write(name: string, ...args: readonly string[]): string {
  const out = fileOf(name);
  execFileSync(process.execPath, [join(dist, 'cli.js'), 'page', ...args, '--out', out]);
  return out;
}

/** What the page asks for: but for the file itself, and the worker that it makes, it must be nothing. */
async function openFile(page: Page, file: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return asked;
}

interface Weights {
  readonly queries: readonly string[];
  readonly weights: readonly (readonly number[])[];
}

const json = <T>(view: Pick<Page, 'locator'>, tag: string): Promise<T> =>
  view.locator(tag).evaluate((each) => JSON.parse(JSON.stringify(each)) as never);

/** By the package in Node. */
async function weightsOf(model: string, text: string, layer = 0, head = 0): Promise<number[]> {
  const path = pathToFileURL(join(dist, 'index.js')).href;
  const { loadModel } = (await import(path)) as typeof import('../../web/src/index.ts');
  const loaded = await loadModel(model);
  const hook = `blocks.${layer}.attn.pattern`;
  const { activations } = await loaded.forward(text, { capture: [hook] });
  const { shape, data } = activations[hook]!;
  await loaded.close();
  const size = shape[1]! * shape[2]!;
  return [...data.slice(head * size, (head + 1) * size)];
}

/** Node may have the module with relaxed SIMD, whose last bits differ. */
function expectWeights({ weights }: Weights, wanted: readonly number[]): void {
  const shown = weights.flat();
  expect(shown).toHaveLength(wanted.length);
  for (const [i, weight] of shown.entries()) expect(weight).toBeCloseTo(wanted[i]!, 5);
}

/** A figure's JSON with its numbers apart. */
async function parts(view: Pick<Page, 'locator'>): Promise<{ rest: unknown; numbers: number[] }> {
  const numbers: number[] = [];
  const text = JSON.stringify(await json<object>(view, 'glass-save'));
  // A file has no address that others could open.
  const rest: unknown = JSON.parse(text, (key, value: unknown) => {
    if (key === 'address') return undefined;
    return typeof value === 'number' ? (numbers.push(value), 'a number') : value;
  });
  return { rest, numbers };
}

/** The page may have run the module with relaxed SIMD, whose last bits differ; a file has the other. */
async function expectAlike(view: Pick<Page, 'locator'>, wanted: Awaited<ReturnType<typeof parts>>) {
  await expect.poll(async () => (await parts(view)).rest).toEqual(wanted.rest);
  const { numbers } = await parts(view);
  for (const [i, value] of numbers.entries()) {
    const other = wanted.numbers[i]!;
    expect(Math.abs(value - other)).toBeLessThan(5e-6 * Math.max(1, Math.abs(other)));
  }
}

const attentionDrawn = (view: Pick<Page, 'locator'>) =>
  expect(view.locator('glass-attention .cell').first()).toBeVisible();

/** Puts markup with a `<glass-attention>` on the shelf; resolves once that is drawn. */
async function putAttention(page: Page, markup: string): Promise<void> {
  await openShelf(page);
  await put(page, markup);
  await attentionDrawn(page);
}

test('a page opens from a disk without a network, asks for nothing, and computes', async ({
  anotherPage,
}) => {
  const text = 'Once upon a time';
  const figure = ['--figure', 'glass-attention', '--text', text, '--layer', '1', '--head', '3'];
  const file = write('stories', ...figure, '--lang', 'zh');
  const page = await anotherPage({ offline: true });
  const asked = await openFile(page, file);
  await attentionDrawn(page);
  await expect(page.getByRole('button', { name: '保存' })).toBeVisible();
  expectWeights(await json(page, 'glass-attention'), await weightsOf('stories', text, 1, 3));
  expect(page.workers()).toHaveLength(1);

  const other = 'The little dog';
  await page.locator('glass-input textarea').fill(other);
  await expect(page.locator('glass-attention [role=rowheader]')).toHaveCount(3);
  expectWeights(await json(page, 'glass-attention'), await weightsOf('stories', other, 1, 3));
  expect(asked.filter((url) => !url.startsWith('blob:null/'))).toEqual([pathToFileURL(file).href]);
});

test('the line to type in stands apart from its figure, as figures in a post do', async ({
  anotherPage,
}) => {
  const page = await anotherPage({ offline: true });
  const figure = ['--figure', 'glass-tokens', '--model', 'aab', '--text', 'aab'];
  await openFile(page, write('apart', ...figure));
  await expect(page.locator('glass-tokens button').first()).toBeVisible();
  const line = (await page.locator('glass-input').boundingBox())!;
  const frame = (await page.locator('glass-save').boundingBox())!;
  expect(frame.y - line.y - line.height).toBeGreaterThanOrEqual(16);
});

test('a tree of a beam search needs no settings', async ({ anotherPage }) => {
  const page = await anotherPage({ offline: true });
  const tree = ['--figure', 'glass-beam-tree', '--text', 'aab', '--model', 'aab'];
  await openFile(page, write('tree', ...tree));
  await expect(page.locator('glass-beam-tree .node.best')).not.toHaveCount(0);
  await expect(page.locator('glass-beam-tree .node.best')).not.toHaveCount(1);
});

test('a text may hold anything', async ({ anotherPage }) => {
  const text = `Tom said </script><script>document.title = 'hacked'</script> <!-- "&' </title>`;
  const file = write('hostile', '--figure', 'glass-tokens', '--text', text);
  const page = await anotherPage({ offline: true });
  await openFile(page, file);
  await expect(page.locator('glass-tokens button').first()).toBeVisible();
  expect(await page.locator('glass-input textarea').inputValue()).toBe(text);
  expect(await page.title()).toBe(text);
});

test('figures that translate and that train find what they need in the page', async ({
  anotherPage,
}) => {
  const pair = ['--figure', 'glass-translate', '--model', 'en-zh', '--text', 'I like tea.'];
  const translating = await anotherPage({ offline: true });
  await openFile(translating, write('translate', ...pair));
  await expect(translating.locator('glass-translate [part=translation]').first()).toContainText(
    /\p{Script=Han}/u,
  );
  const training = await anotherPage({ offline: true });
  await openFile(training, write('train', '--figure', 'glass-train', '--set', 'max-steps=20'));
  await expect(training.locator('glass-train svg').first()).toBeVisible();
  await training.locator('glass-train button').first().click();
  await expect(training.locator('glass-train')).toContainText(/\b20\b/);
});

test.describe('in a notebook', () => {
  // Playwright blocks service workers by a script that fails in a sandboxed frame.
  test.use({ serviceWorkers: 'allow' });

  test('a page lives in a frame without an origin', async ({ anotherPage }) => {
    const figure = ['--model', 'aab', '--figure', 'glass-attention', '--text', 'aabaa'];
    const html = readFileSync(write('frame', ...figure), 'utf8');
    const page = await anotherPage({ offline: true });
    await page.evaluate((srcdoc) => {
      const frame = document.createElement('iframe');
      Object.assign(frame, { srcdoc, width: 600, height: 600, title: 'output' });
      frame.sandbox.add('allow-scripts');
      document.body.append(frame);
    }, html);
    const frame = page.frameLocator('iframe');
    await attentionDrawn(frame);
    expectWeights(await json(frame, 'glass-attention'), await weightsOf('aab', 'aabaa'));
  });
});

test.describe('saved by a reader', () => {
  /** Chooses the last format of the menu, and opens what comes. */
  async function save(page: Page, name: string): Promise<string> {
    await page.getByRole('button', { name: 'Save' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Live page' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/\.html$/);
    await file.saveAs(fileOf(name));
    return fileOf(name);
  }

  const post = `<glass-model src="stories" text="Once upon" about="card.html">
    <glass-save caption="Mine">
      <p>A note<span data-page-only> for this page alone</span> with <a href="post.html">a link</a>, <img src="data:,gone" hidden alt=""><b>bold</b>.</p>
      <glass-heads switchable></glass-heads><glass-attention view="lines"></glass-attention>
      <glass-matrix id="mine" caption="Numbers"></glass-matrix>
    </glass-save></glass-model>`;

  test('it shows what was on the screen: text, head, changes, the pinned token, given numbers', async ({
    page,
    anotherPage,
  }) => {
    await openShelf(page);
    await put(page, post);
    await expect(page.locator('glass-attention svg path').first()).toBeAttached();
    await page.locator('glass-matrix').evaluate((matrix) =>
      Object.assign(matrix, {
        values: { shape: [2, 2], data: Float32Array.of(1, -2, 0.5, Infinity) },
      }),
    );
    await page.locator('glass-model').evaluate((model) =>
      Object.assign(model, {
        text: 'The little dog was happy',
        head: 2,
        layer: 1,
        ablations: [{ layer: 0, head: 1 }],
      }),
    );
    await expect(page.locator('glass-attention')).toContainText('happy');
    await page.locator('glass-model').evaluate((model) => {
      const { figure } = model as unknown as { figure: { pin(spot: object): void } };
      figure.pin({ query: 2, key: null });
    });
    const before = await parts(page);
    const file = await save(page, 'saved');
    const html = readFileSync(file, 'utf8');
    expect(html).not.toContain('<!--');

    const saved = await anotherPage({ offline: true });
    const asked = await openFile(saved, file);
    await expect(saved.locator('glass-attention')).toContainText('happy');
    await expect(saved.locator('glass-matrix .cell').first()).toBeVisible();
    await expectAlike(saved, before);
    const pinned = await saved.locator('glass-model').evaluate((model) => {
      const { figure } = model as unknown as { figure: { selection: { pinned: object } } };
      return figure.selection.pinned;
    });
    expect(pinned).toMatchObject({ query: 2, key: null });
    // Links lead where they led from there.
    expect(await saved.locator('glass-save > p a').getAttribute('href')).toMatch(
      /^http.*post\.html$/,
    );
    expect(await saved.locator('glass-save [part=model] a').getAttribute('href')).toMatch(
      /^http.*\/card\.html$/,
    );
    expect(asked.filter((url) => !/^(blob:null\/|data:)/.test(url))).toEqual([
      pathToFileURL(file).href,
    ]);

    // It can be saved once more, from there.
    const again = await anotherPage({ offline: true });
    await openFile(again, await save(saved, 'again'));
    await expectAlike(again, before);
  });

  test('its text is the one that was read, with characters that no markup can hold', async ({
    page,
    anotherPage,
  }) => {
    await openShelf(page);
    await put(
      page,
      '<glass-model src="stories" text="Once"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>',
    );
    const text = 'A\0B\u0001C\rD\ud800E';
    await page
      .locator('glass-model')
      .evaluate((model, given) => Object.assign(model, { text: given }), text);
    await expect(page.locator('glass-tokens')).toContainText('␀');
    const before = await parts(page);
    const saved = await anotherPage({ offline: true });
    await openFile(saved, await save(page, 'control'));
    await expectAlike(saved, before);
    expect(
      await saved
        .locator('glass-model')
        .evaluate((model) => (model as unknown as { text: string }).text),
    ).toBe(text);
  });

  test('it shows what was chosen in a figure', async ({ page, anotherPage }) => {
    await openShelf(page);
    await put(
      page,
      '<glass-model src="stories" text="Once upon"><glass-save><glass-logits></glass-logits></glass-save></glass-model>',
    );
    await page.locator('glass-logits .segments label').nth(2).click();
    await expect(page.locator('glass-logits .segments input').nth(2)).toBeChecked();
    const before = await parts(page);
    const saved = await anotherPage({ offline: true });
    await openFile(saved, await save(page, 'chosen'));
    await expect(saved.locator('glass-logits .segments input').nth(2)).toBeChecked();
    await expectAlike(saved, before);
  });

  for (const [where, markup] of [
    ['around the frame', '<glass-model FROM><glass-save>FIGURE</glass-save></glass-model>'],
    ['by the frame', '<glass-save NAMED>FIGURE</glass-save>'],
    ['by the figure', '<glass-save>FIGURE</glass-save>'],
  ] as const)
    test(`the head, the changes and the pinned token are kept where the model is named ${where}`, async ({
      page,
      anotherPage,
    }) => {
      const named = 'model="stories" text="Once upon"';
      const ofFigure = where === 'by the figure' ? named : '';
      // What an author has pinned and switched off, the reader has let go.
      const from = `src="stories" text="Once upon" pinned='{"query":0}' ablations='[{"layer":0,"head":0}]'`;
      await openShelf(page);
      await put(
        page,
        markup
          .replace('FROM', from)
          .replace('NAMED', named)
          .replace('FIGURE', `<glass-heads switchable ${ofFigure}></glass-heads>`),
      );
      const heads = page.locator('glass-heads');
      await expect(heads.locator('.head').nth(8)).toBeVisible();
      await heads.evaluate((each) => {
        const { figure } = each as unknown as {
          figure: { ablate(none: []): void; pin(spot: object): void };
        };
        figure.ablate([]);
        figure.pin({ query: 1, key: null });
      });
      await heads.locator('.head').nth(8).click();
      await heads.getByRole('button', { name: 'Switch off' }).click();
      const told = (view: Page) =>
        view.locator('glass-heads').evaluate((each) => {
          const { figure } = each as unknown as {
            figure: { head: object; ablations: object[]; selection: { pinned: object } };
          };
          return [figure.head, figure.ablations, figure.selection.pinned];
        });
      const before = await told(page);
      expect(before).toEqual([
        { layer: 1, head: 3 },
        [{ stack: 'decoder', layer: 1, head: 3, factor: 0 }],
        { query: 1, key: null },
      ]);
      const saved = await anotherPage({ offline: true });
      await openFile(saved, await save(page, `named-${where.replaceAll(' ', '-')}`));
      await expect.poll(() => told(saved)).toEqual(before);
      await expect(saved.locator('glass-heads .head.off')).toHaveCount(1);
    });

  test('where no script may run, the pictures stand there, with a sentence', async ({
    page,
    anotherPage,
  }) => {
    await putAttention(
      page,
      '<glass-model src="aab" text="aabaa"><glass-save><glass-attention></glass-attention></glass-save></glass-model>',
    );
    const file = await save(page, 'still');
    const still = await anotherPage({ offline: true, javaScriptEnabled: false });
    await openFile(still, file);
    const picture = still.locator('[data-glassformer-still] img');
    await expect(picture).toBeVisible();
    expect((await picture.boundingBox())?.height).toBeGreaterThan(100);
    // No sentence that says what to press.
    await expect(picture).toHaveAttribute('alt', /^Layer 1, head 1: Attention weights/);
    // Texts inside <noscript> are none to Playwright; their boxes are.
    await expect(still.locator('noscript p').nth(1)).toBeVisible();

    const live = await anotherPage({ offline: true });
    await openFile(live, file);
    await attentionDrawn(live);
    await expect(live.locator('[data-glassformer-still] img')).toBeHidden();
  });

  test('the model of an element alone is in it', async ({ page, anotherPage }) => {
    await putAttention(
      page,
      '<glass-save><glass-attention model="./models/aab/" text="aabaa"></glass-attention></glass-save>',
    );
    const { weights } = await json<Weights>(page, 'glass-attention');
    const file = await save(page, 'alone');
    const saved = await anotherPage({ offline: true });
    await openFile(saved, file);
    await attentionDrawn(saved);
    expectWeights(await json<Weights>(saved, 'glass-attention'), weights.flat());
  });

  test.describe('hostile markup', () => {
    test.use({
      allowed: /CSP: |Content Security Policy|shadowrootmode|request failed: file:.*\/x$/,
    });

    test('nothing of its markup runs, as on the page that it was saved from', async ({
      page,
      anotherPage,
    }) => {
      await putAttention(
        page,
        `<glass-model src="aab" text="aabaa" about="javascript:globalThis.ran='about'"><glass-save>
          <glass-attention></glass-attention><xmp></xmp><div id="last"></div>
          <form action="javascript:globalThis.ran='form'"><button>form</button></form>
          <form action="http://localhost:9/evil"><button formaction="http://localhost:9/worse">send</button></form>
          <svg width="50" height="20"><a href="javascript:globalThis.ran='svg'"><rect width="50" height="20"/></a></svg>
          <map><area href="javascript:globalThis.ran='area'"></map>
          <div><template shadowrootmode="open"><img src="x" onerror="globalThis.ran='shadow'"></template></div>
        </glass-save></glass-model>`,
      );
      await expect(page.locator('glass-save [part=model]')).toBeVisible();
      const about = page.locator('glass-save [part=model] a');
      expect(await about.count()).toBe(0);
      const model = page.locator('glass-model');
      await model.evaluate((each) => each.setAttribute('about', 'card.html'));
      await expect(about).toHaveCount(1);
      for (const address of [
        'data:text/html,<script>1</script>',
        'blob:null/1',
        'file:///etc/x',
        'http://[',
      ]) {
        await model.evaluate((each, value) => each.setAttribute('about', value), address);
        await expect(about, address).toHaveCount(0);
      }
      await page.locator('xmp').evaluate((element) => {
        element.textContent = "</xmp><img src=x onerror=globalThis.ran='xmp'>";
      });
      // What follows such a tag would be text, the page's script included.
      await page.locator('#last').evaluate((element) => {
        element.append(document.createElement('plaintext'));
        element.setAttribute('title', 'a\r\nb');
      });
      const file = await save(page, 'markup');
      const saved = await anotherPage({ offline: true });
      const asked = await openFile(saved, file);
      await attentionDrawn(saved);
      expect(await saved.locator('#last').getAttribute('title')).toBe('a\r\nb');
      // A click of the mouse would wait for the page to which nothing leads.
      await saved.getByRole('button', { name: 'form' }).dispatchEvent('click');
      await saved.getByRole('button', { name: 'send' }).dispatchEvent('click');
      await saved.locator('svg a rect').dispatchEvent('click');
      const ran = () => (globalThis as { ran?: string }).ran;
      expect(await saved.evaluate(ran)).toBeUndefined();
      // Nothing is asked of anybody, nor is there where to.
      expect(asked.filter((url) => url.startsWith('http'))).toEqual([]);
      const left = /(href|action)=["']?(javascript:|http:\/\/localhost:9\/)/.exec(
        readFileSync(file, 'utf8'),
      );
      expect(left).toBeNull();
    });
  });

  test('a model that a script has given is refused in a sentence', async ({ page }) => {
    await openShelf(page);
    await put(
      page,
      '<glass-model text="aab"><glass-save><glass-tokens></glass-tokens></glass-save></glass-model>',
    );
    await page.evaluate(async () => {
      const { loadModel } = (
        globalThis as unknown as { glassformer: typeof import('../../web/src/index.ts') }
      ).glassformer;
      const model = await loadModel('aab');
      Object.assign(document.querySelector('glass-model')!, { model });
    });
    await expect(page.locator('glass-tokens button').first()).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('menuitem', { name: 'Live page' }).click();
    await expect(page.locator('glass-save [part=message]')).toHaveText(
      'No page can hold this figure: a script has given it its model, whose files are not known here.',
    );
  });
});

test('a file with a model in the place of another is told as what it is', async ({
  anotherPage,
}) => {
  const file = write('broken', '--model', 'aab', '--figure', 'glass-tokens', '--text', 'aab');
  const html = readFileSync(file, 'utf8');
  writeFileSync(file, html.replace(/(data-path="models\/aab\/config.json">)[^<]*/, '$1e30='));
  const page = await anotherPage({ offline: true });
  await openFile(page, file);
  await expect(page.locator('glass-model [role=alert]')).toContainText('model_type');
});
