/** A model of the reader's own on the page: its files given in every way, its figures and their tags, or refused in a sentence. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { violations } from './axe.ts';
import { sideways } from './figures.ts';
import { expect, firstBars, kPhone, type Locator, open, type Page } from './fixture.ts';
import { likeliest } from './models.ts';
import {
  addressOf,
  askFor,
  attempt,
  chooseFolder,
  chooser,
  model,
  openName,
  openPlace,
  place,
} from './own-model-place.ts';
import { test } from './recovery.ts';

/** Drops files or folders of the disk, as a file manager does. */
async function drop(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = {
    items: [],
    files: files.map((file) => join(process.cwd(), file)),
    dragOperationsMask: 1,
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 500, data });
}

/** The heading of the reference to which a link leads. */
async function leadsTo(link: Locator): Promise<string> {
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  const { pathname, hash } = new URL(address);
  const reference = await link.page().request.get(pathname);
  const [, heading = ''] =
    new RegExp(`id="${hash.slice(1)}"[^>]*>\\s*<h2>\\s*<a[^>]*>(.*?)</a>`, 's').exec(
      await reference.text(),
    ) ?? [];
  return heading.replace(/<!--.*?-->/g, '').trim();
}

test('a folder opens with the page’s figures, whose numbers are its own', async ({ page }) => {
  await openPlace(page);
  await chooseFolder(page, 'stories');
  await expect(place(page)).toContainText(
    '5 layers × 5 heads, width 160, pre-norm, GELU, 1,915,360 parameters',
  );
  // What its golden.json is about is read first.
  await expect(model(page).locator('glass-tokens button')).toHaveCount(10);
  const shown = model(page).locator('glass-next-token button');
  await expect(shown.first()).toContainText('named');
  const line = 'Tom had a red ball. He';
  await model(page).locator('textarea').fill(line);
  const [likely = 0] = await likeliest(model(page), line);
  await expect(shown.first()).toContainText(`${likely.toFixed(1)}%`);
  for (const tag of ['heads', 'attention', 'block', 'surprise', 'generate'])
    await expect(model(page).locator(`glass-${tag} [part~=message]`)).toHaveCount(0);
  // The reader's line and its figures are what they were, and no link holds the model.
  await expect(firstBars(page).first()).toContainText('Lily');
  expect(new URL(page.url()).hash).toBe('#at=own-model');
});

test('the chapters before can be unfolded with its figures, which are not fetched before', async ({
  page,
}) => {
  await openPlace(page);
  await chooseFolder(page, 'stories');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const folds = model(page).locator('details');
  await expect(folds).toHaveCount(4);
  expect(await folds.locator('glass-save').count()).toBe(0);
  const wanted = [
    ['Chapter 2', 'glass-map [part~=neighbour]', 3],
    ['Chapter 3', 'glass-join [part~=sums]', 2],
    ['Chapter 4', 'glass-logits [part~=sums]', 3],
    ['Chapter 10', 'glass-circuit[kind=ov] [part~=raised]', 5],
  ] as const;
  for (const [name, drawn, count] of wanted) {
    const fold = folds.filter({ hasText: name });
    await fold.locator('summary').click();
    await expect(fold.locator('glass-save')).toHaveCount(count);
    await expect(fold.locator(drawn).first()).toBeVisible();
  }
  expect(fetched.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(3);
  expect(await violations(page, '#own-model')).toEqual([]);
  // Another model keeps what is unfolded, and has what suits it.
  await chooseFolder(page, 'aab');
  await expect(folds.filter({ hasText: 'Chapter 4' }).locator('glass-save')).toHaveCount(1);
  await expect(folds.filter({ hasText: 'Chapter 4' }).locator('glass-logits')).toBeVisible();
});

test('the chapters before have what suits an encoder–decoder, and read what it reads', async ({
  page,
}) => {
  await openPlace(page);
  await chooseFolder(page, 'en-zh');
  const folds = model(page).locator('details');
  const wanted = [
    ['Chapter 2', { map: 'neighbour', positions: 'digits' }],
    ['Chapter 3', { join: 'sums', padding: 'said' }],
    ['Chapter 4', { norm: 'readout', 'feed-forward': 'readout' }],
    ['Chapter 10', { ablation: 'most' }],
  ] as const;
  await expect(folds).toHaveCount(wanted.length);
  for (const [name, drawn] of wanted) {
    const fold = folds.filter({ hasText: name });
    await fold.locator('summary').click();
    await expect(fold.locator('glass-save')).toHaveCount(Object.keys(drawn).length);
    for (const [tag, part] of Object.entries(drawn))
      await expect(fold.locator(`glass-${tag} [part~=${part}]`).first()).toBeVisible();
  }
  // Two sentences of its own language, of unequal length.
  await expect(folds.locator('glass-padding li.pad').first()).toBeVisible();
  await expect(folds.locator('glass-padding input').first()).toHaveValue(
    await model(page).locator('textarea').inputValue(),
  );
  expect(await violations(page, '#own-model')).toEqual([]);
});

/** What the menu of the next tokens says of a tag: it, and the sentences around. */
async function tagOfNext(page: Page): Promise<{ tag: string; said: string }> {
  const save = model(page).locator('glass-save:has(> glass-next-token)');
  await save.locator('[part=button]').click();
  await save.getByRole('menuitem', { name: 'For your post' }).click();
  const dialog = page.getByRole('dialog');
  // Its model is there already.
  await expect(dialog.locator('glass-next-token button').first()).toBeVisible();
  const tag = await dialog.locator('textarea[name=tag]').inputValue();
  const said = await dialog.innerText();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return { tag, said };
}

/** The page that the menu of the next tokens saves, opened without a network. */
async function savedNext(page: Page, path: string): Promise<void> {
  const save = model(page).locator('glass-save:has(> glass-next-token)');
  await save.locator('[part=button]').click();
  const coming = page.waitForEvent('download');
  await save.getByRole('menuitem', { name: 'Live page' }).click();
  await (await coming).saveAs(path);
}

test('a figure of a folder has a tag that says where the folder has to lie, and a page with its model', async ({
  page,
  anotherPage,
}, info) => {
  const folder = info.outputPath('我的 model');
  cpSync('models/aab', folder, { recursive: true });
  await openPlace(page);
  await chooser(page, 'folder').setInputFiles(folder);
  const next = model(page).locator('glass-next-token');
  await expect(next.locator('button').first()).toBeVisible();
  const { tag, said } = await tagOfNext(page);
  expect(tag).toContain('<glass-model src="./我的%20model/" text="');
  expect(said).toContain('put them into a folder beside your post, at ./我的%20model/');

  const path = info.outputPath('saved.html');
  await savedNext(page, path);
  const saved = await anotherPage({ offline: true });
  await saved.goto(pathToFileURL(path).href);
  const shown = saved.locator('glass-next-token button').first();
  const before = await next.locator('button').first().textContent();
  await expect(shown).toHaveText(before ?? '');
  await saved.locator('glass-input textarea').fill('b');
  await expect(shown).not.toHaveText(before ?? '');

  // Files may change on the disk: what was opened is no longer there.
  writeFileSync(join(folder, 'model.safetensors'), 'another');
  const save = model(page).locator('glass-save:has(> glass-next-token)');
  await save.locator('[part=button]').click();
  await save.getByRole('menuitem', { name: 'Live page' }).click();
  await expect(save.locator('[part=message]')).toHaveText(
    'The files of this figure’s model can no longer be read: open the model again.',
  );
});

test('a figure of files without a folder has a tag for a folder that is to be made', async ({
  page,
}) => {
  await openPlace(page);
  const files = ['config.json', 'model.safetensors', 'vocab.json'];
  await chooser(page, 'files').setInputFiles(files.map((file) => `models/aab/${file}`));
  await expect(openName(page)).toHaveText('your model');
  await model(page).locator('textarea').fill('aab');
  expect((await tagOfNext(page)).tag).toContain('<glass-model src="./my-model/"');
});

test('a figure of a model from an address has the tag with that address, also when it was kept', async ({
  page,
}) => {
  await openPlace(page);
  const folder = addressOf('aab');
  await askFor(page, `./${folder}`);
  await attempt(page).getByRole('button', { name: 'Fetch from' }).click();
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  const src = `<glass-model src="${new URL(folder, page.url()).href}"`;
  const { tag, said } = await tagOfNext(page);
  expect(tag).toContain(src);
  expect(said).not.toContain('beside your post');
  await place(page).getByRole('button', { name: /^Keep/ }).click();
  await place(page).getByRole('button', { name: 'Close' }).click();
  await place(page).locator('.kept').getByRole('button', { name: /^Open/ }).click();
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  expect((await tagOfNext(page)).tag).toContain(src);
});

test('its golden.json is compared in front of the reader', async ({ page }) => {
  await openPlace(page);
  await chooseFolder(page, 'aab');
  await model(page).getByRole('button', { name: 'Compare with PyTorch' }).click();
  await expect(model(page).locator('glass-proof').getByRole('status')).toContainText('agree');
  expect(await violations(page, '#own-model')).toEqual([]);
});

test('an encoder–decoder translates on a phone, in Chinese and in the dark', async ({
  anotherPage,
}) => {
  const page = await anotherPage({ ...kPhone, colorScheme: 'dark' });
  await openPlace(page, '#lang=zh&at=own-model');
  await chooseFolder(page, 'en-zh');
  await expect(place(page).getByRole('heading', { name: '已打开：en-zh' })).toBeVisible();
  await expect(model(page).locator('glass-translate .panel')).toHaveCount(3);
  expect(await violations(page, '#own-model')).toEqual([]);
  expect(await sideways(page)).toBe(0);
});

test('a folder or files that are dropped anywhere on the page are opened', async ({ page }) => {
  await open(page);
  await drop(page, 'models/aab');
  await expect(openName(page)).toHaveText('aab');
  await expect(place(page).locator('h2')).toBeInViewport();
  await drop(
    page,
    ...['config.json', 'model.safetensors', 'tokenizer.json'].map(
      (file) => `models/stories/${file}`,
    ),
  );
  await expect(openName(page)).toHaveText('your model');
  await expect(place(page)).toContainText('1,915,360 parameters');
  await expect(model(page)).toContainText('With a golden.json beside the model');
});

test('a model that reads neither a golden.json nor the page’s line shows a text of its own, which says so', async ({
  page,
}) => {
  await openPlace(page);
  const note = model(page).locator('.own-text .note');
  const aab = ['config.json', 'model.safetensors', 'vocab.json'].map(
    (file) => `models/aab/${file}`,
  );
  await chooser(page, 'files').setInputFiles(aab);
  await expect(model(page).locator('textarea')).toHaveValue(/^[ab]{5}$/);
  await expect(note).toContainText('made from the model’s own vocabulary');
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  await expect(model(page).getByText('A prompt is needed first.')).toHaveCount(0);
  // One that writes nothing shows what it can read.
  const golden = 'tests/golden/classifier_pre_mean';
  const vocabulary = Object.fromEntries([...'abcdefghijk'].map((letter, id) => [letter, id]));
  await chooser(page, 'files').setInputFiles([
    { name: 'config.json', mimeType: '', buffer: readFileSync(`${golden}_config.json`) },
    {
      name: 'model.safetensors',
      mimeType: '',
      buffer: readFileSync(`${golden}_weights.safetensors`),
    },
    { name: 'vocab.json', mimeType: '', buffer: Buffer.from(JSON.stringify(vocabulary)) },
  ]);
  await expect(model(page).locator('textarea')).toHaveValue('abcdefghijk');
  await expect(note).toBeVisible();
  // The page’s line is read where it can be.
  const stories = ['config.json', 'model.safetensors', 'tokenizer.json'];
  await chooser(page, 'files').setInputFiles(stories.map((file) => `models/stories/${file}`));
  await expect(model(page).locator('textarea')).toHaveValue(/^Once upon a time/);
  await expect(note).toHaveCount(0);
});

test('a model that could read the page’s line only as bytes opens with a line in its own language', async ({
  page,
}) => {
  await openPlace(page, '#at=own-model&lang=zh');
  const opens = async (name: string, vocabulary: string[], line: string) => {
    const files = ['config.json', 'model.safetensors', ...vocabulary];
    await chooser(page, 'files').setInputFiles(files.map((file) => `models/${name}/${file}`));
    await expect(model(page).locator('textarea')).toHaveValue(line);
    await expect(model(page).locator('.own-text .note')).toHaveCount(0);
  };
  await opens('stories', ['tokenizer.json'], 'Once upon a time, there was a little girl named');
  await opens('tang', ['vocab.json'], '空山新雨后，天气晚来');
});

test('files that a page of its own made are dropped, too, and of two drops the last counts', async ({
  page,
}) => {
  await openPlace(page);
  const dropOf = (files: Record<string, string>) =>
    page.locator('#tokens').evaluate((target, contents) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(contents))
        dataTransfer.items.add(new File([text], name));
      target.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
      );
    }, files);
  await dropOf({ 'a.txt': 'a' });
  await dropOf({ 'config.json': '{' });
  await expect(attempt(page)).toContainText('There is no model.safetensors beside config.json');
});

for (const [language, sentences] of Object.entries({
  en: {
    folder: 'There are several models (a, b)',
    none: 'There is no config.json among the files (found: notes.txt)',
    pickled: 'ckpt.pt is in PyTorch’s own format',
    garbage: 'vocab.json is not valid JSON',
    many: 'There are more than 2,000 files',
    names: 'Names of the weights',
    overflowing: 'Its weights are too large: when it runs, ',
  },
  zh: {
    folder: '里面有几个模型（a、b）',
    none: '文件里没有 config.json（找到的是 notes.txt）',
    pickled: 'ckpt.pt 是 PyTorch 自己的格式',
    garbage: 'vocab.json 第 1 行第 1 列不是合格的 JSON。',
    many: '文件超过 2,000 个',
    names: '权重的名称',
    overflowing: '权重太大：一运行，',
  },
}))
  test(`what cannot be opened is told in a sentence, and what is open stays, ${language}`, async ({
    page,
  }, info) => {
    const folder = (name: string) => {
      const path = info.outputPath(name);
      mkdirSync(path, { recursive: true });
      return path;
    };
    for (const each of ['a', 'b'])
      cpSync('models/aab', join(folder('several'), each), { recursive: true });
    cpSync('models/aab', folder('garbage'), { recursive: true });
    writeFileSync(join(folder('garbage'), 'vocab.json'), '\u0000\ufffdnothing');
    cpSync('models/aab', folder('misnamed'), { recursive: true });
    const weights = join(folder('misnamed'), 'model.safetensors');
    writeFileSync(weights, readFileSync(weights, 'latin1').replace('"wte.', '"xyz.'), 'latin1');
    cpSync('models/aab', folder('overflowing'), { recursive: true });
    const largest = readFileSync('models/aab/model.safetensors');
    for (let at = 8 + largest.readUInt32LE(0); at < largest.length; at += 4)
      largest.writeFloatLE(1e38, at);
    writeFileSync(join(folder('overflowing'), 'model.safetensors'), largest);
    for (let i = 0; i <= 2000; ++i) writeFileSync(join(folder('many'), `${i}.txt`), '');
    const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from('x') });

    await openPlace(page, `#lang=${language}&at=own-model`);
    await chooseFolder(page, 'aab');
    await chooser(page, 'folder').setInputFiles(folder('several'));
    await expect(attempt(page)).toContainText(sentences.folder);
    await chooser(page, 'files').setInputFiles([file('notes.txt')]);
    await expect(attempt(page)).toContainText(sentences.none);
    await chooser(page, 'files').setInputFiles([file('ckpt.pt')]);
    await expect(attempt(page)).toContainText(sentences.pickled);
    await expect(attempt(page)).toContainText('npx glassformer convert');
    await expect(attempt(page).locator('pre')).toHaveText(
      /^import torch.*\n.*ckpt\.pt.*\n.*save_file.*$/,
    );
    expect(await violations(page, '#own-model .attempt')).toEqual([]);
    await chooser(page, 'folder').setInputFiles(folder('garbage'));
    await expect(attempt(page)).toContainText(sentences.garbage);
    await expect(attempt(page).getByRole('link')).toHaveCount(0);
    await chooser(page, 'folder').setInputFiles(folder('misnamed'));
    await expect(attempt(page)).toContainText('weight_names');
    await expect(attempt(page)).not.toContainText('javascript.md');
    const link = attempt(page).getByRole('link');
    expect(await leadsTo(link)).toBe(sentences.names);
    await chooser(page, 'folder').setInputFiles(folder('overflowing'));
    await expect(attempt(page)).toContainText(sentences.overflowing);
    await chooser(page, 'folder').setInputFiles(folder('many'));
    await expect(attempt(page)).toContainText(sentences.many);
    await expect(openName(page)).toHaveText('aab');
    await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  });

test('a model whose engine has stopped is opened again from its files', async ({ page, crash }) => {
  await openPlace(page);
  await chooseFolder(page, 'aab');
  await expect(model(page).locator('glass-next-token button').first()).toBeVisible();
  await crash();
  await model(page).locator('textarea').fill('ab');
  await place(page).getByRole('button', { name: 'Open it again' }).click();
  await expect(place(page).getByText('Its engine has stopped.')).toHaveCount(0);
  await model(page).locator('textarea').fill('aba');
  await expect(model(page).locator('glass-tokens button')).toHaveCount(3);
});
