// `npx glassformer render` of the packed package, as an author runs it: in Chromium, on a post with figures in both languages.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { installedBrowser } from '../../tools/lib/browser.mjs';
import { serve } from '../../tools/lib/static_server.mjs';
import { folder, installed } from './packed.mjs';

const kText = 'Once upon a time';
const kPost = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Post</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="glassformer/placeholder.css">
<script>document.documentElement.dataset.ran = 'yes'</script>
<script type="module" src="glassformer/elements.js"></script></head>
<body>\r
<p>One head: <glass-attention model="stories" text="${kText}" layer="1" head="3"></glass-attention></p>
<glass-model src="./models/mine/" text="aabaa" lazy>
  <glass-input></glass-input>
  <glass-save><p>Tokens:</p><glass-tokens></glass-tokens></glass-save>
  <div lang="zh"><glass-next-token limit="2"></glass-next-token></div>
</glass-model>
<glass-translate model="en-zh" text="I like tea." without-tree></glass-translate>
<glass-matrix values="[[1, -2, 0], [0.5, 3, 0]]"></glass-matrix>
<glass-matrix lang="zh" model="aab" text="aab" hook="logits"></glass-matrix>
<p id="end">The end.</p>
</body></html>
`;
const kPicture = /<span data-glassformer-still>.*?<\/small><br><\/span>/g;

const site = join(folder, 'site');
const temporary = join(folder, 'temporary');
const post = join(site, 'post.html');
const render = (...args) =>
  execFileSync(process.execPath, [join(installed, 'dist/cli.js'), 'render', post, ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      GLASSFORMER_BROWSER: installedBrowser() ?? 'chromium',
      TMPDIR: temporary,
    },
  });
/** The texts of a picture: tokens and numbers as they are seen. */
const textsOf = (name) =>
  [
    ...readFileSync(join(site, 'figures', name), 'utf8').matchAll(/<text[^>]*>([^<]*)<\/text>/g),
  ].map(([, text]) => text);

describe('a post with its pictures', () => {
  let browser;
  let server;
  let first;
  before(async () => {
    mkdirSync(join(site, 'models'), { recursive: true });
    mkdirSync(temporary);
    cpSync(join(installed, 'dist'), join(site, 'glassformer'), { recursive: true });
    cpSync(join(installed, 'dist/models/aab'), join(site, 'models/mine'), { recursive: true });
    writeFileSync(post, kPost);
    assert.match(render(), /^wrote .*post\.html: pictures of 6 figures in .*figures/);
    first = readFileSync(post, 'utf8');
    server = await serve(site);
    browser = await chromium.launch({
      executablePath: installedBrowser() ?? 'chromium',
      args: ['--no-sandbox'],
    });
  });
  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(site, { recursive: true, force: true });
  });

  test('every other byte is the author’s, and a second run changes nothing', () => {
    assert.equal(first.replace(kPicture, ''), kPost);
    assert.equal(first.match(kPicture).length, 6);
    const files = () =>
      Object.fromEntries(
        readdirSync(join(site, 'figures')).map((name) => [
          name,
          readFileSync(join(site, 'figures', name), 'utf8'),
        ]),
      );
    const before = files();
    assert.match(render(), /is up to date/);
    assert.equal(readFileSync(post, 'utf8'), first);
    assert.deepEqual(files(), before);
    assert.equal(Object.keys(before).length, 12);
    assert.deepEqual(readdirSync(temporary), []);
  });

  test('the pictures have the tokens and the numbers of the models', async () => {
    const path = pathToFileURL(join(installed, 'dist/index.js')).href;
    const { loadModel } = await import(path);
    const stories = await loadModel('stories');
    const hook = 'blocks.1.attn.pattern';
    const { tokens, activations } = await stories.forward(kText, { capture: [hook] });
    await stories.close();
    const { shape, data } = activations[hook];
    const [, rows] = shape;
    const weights = Array.from({ length: rows * rows }, (_, i) => data[3 * rows * rows + i]);
    const seen = weights.filter((_, i) => i % rows <= Math.floor(i / rows));
    const texts = textsOf('post-1-attention.svg');
    const numbers = texts.filter((text) => /^\d\.\d\d$/.test(text)).map(Number);
    assert.equal(numbers.length, seen.length);
    for (const [i, number] of numbers.entries()) assert.ok(Math.abs(number - seen[i]) < 0.0051);
    for (const { text } of tokens) assert.ok(texts.includes(text.trim()), text);

    const aab = await loadModel('aab');
    const [step] = [await aab.generate('aabaa', { max_new_tokens: 1, num_candidates: 2 }).step()];
    await aab.close();
    const shares = textsOf('post-3-next-token.svg').filter((text) => text.endsWith('%'));
    for (const [i, share] of shares.entries())
      assert.ok(Math.abs(Number.parseFloat(share) - 100 * step.candidates[i].probability) < 0.051);
    assert.equal(shares.length, 2);
    const pair = await loadModel('en-zh');
    const { text } = await pair
      .generate('I like tea.', { max_new_tokens: 80, num_beams: 4 })
      .result();
    await pair.close();
    assert.ok(textsOf('post-4-translate.svg').join('').includes(text), text);
  });

  test('a picture says what it shows, in the language around it, and no address of its making', () => {
    const alts = [...first.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt);
    assert.match(alts[0], /^Layer 2, head 4: .*\. Text: Once upon a time\. stories: 5 layers/);
    assert.match(alts[1], /^Tokens\. Text: aabaa\. mine: 1 layer × 1 head, /);
    assert.match(alts[2], /^下一个词元。文字：aabaa。mine：1 层/);
    assert.equal(alts[4], 'Numbers in 2 rows and 3 columns.');
    assert.match(alts[5], /^logits。文字：aab。aab：1 层/);
    const seen = [...first.matchAll(/<small aria-hidden="true">([^<]*)/g)].map(([, text]) => text);
    assert.match(seen[0], /^Layer 2, head 4: .* – “Once upon a time” \(stories\)\.$/);
    assert.equal(seen[2], '下一个词元——“aabaa”（mine）。');
    assert.match(seen[3], /^[^–]*“I like tea\.”[^–]* \(en-zh\)\.$/);
    assert.equal(seen[4], 'Numbers in 2 rows and 3 columns.');
    for (const name of readdirSync(join(site, 'figures')))
      assert.doesNotMatch(readFileSync(join(site, 'figures', name), 'utf8'), /127\.0\.0\.1/);
    const paper = (name) =>
      /<rect [^>]*fill="([^"]*)"/.exec(readFileSync(join(site, 'figures', name), 'utf8'))[1];
    assert.notEqual(paper('post-2-tokens.svg'), paper('post-2-tokens-dark.svg'));
  });

  test('without scripts the pictures are seen, dark ones where that is asked for', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ javaScriptEnabled: false, colorScheme });
      const page = await context.newPage();
      await page.goto(`${server.address}post.html`);
      const images = page.locator('[data-glassformer-still] img');
      assert.equal(await images.count(), 6);
      for (const image of await images.all()) {
        const box = await image.boundingBox();
        assert.ok(box.width > 50 && box.height > 20);
        const src = await image.evaluate(({ currentSrc, complete, naturalWidth }) => [
          currentSrc,
          complete && naturalWidth > 0,
        ]);
        assert.match(src[0], colorScheme === 'dark' ? /-dark\.svg$/ : /[^k]\.svg$/);
        assert.equal(src[1], true);
      }
      assert.ok(
        await page.getByText('Layer 2, head 4: Attention weights', { exact: false }).isVisible(),
      );
      await context.close();
    }
  });

  test('with scripts the live figures alone are seen', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.address}post.html`);
    await page.locator('glass-attention .cell').first().waitFor();
    await page.locator('#end').scrollIntoViewIfNeeded();
    await page.locator('glass-next-token button').first().waitFor();
    for (const still of await page.locator('[data-glassformer-still]').all())
      assert.equal(await still.boundingBox(), null);
    await page.close();
  });

  test('a tree of a beam search has a picture where there is a model, and else waits for a script’s steps', () => {
    const trees = join(site, 'trees.html');
    writeFileSync(
      trees,
      `<glass-beam-tree></glass-beam-tree>
<glass-model src="./models/mine/" text="aab"><glass-beam-tree></glass-beam-tree></glass-model>`,
    );
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(installed, 'dist/cli.js'), 'render', trees, '--images', join(site, 'trees')],
      {
        encoding: 'utf8',
        env: { ...process.env, GLASSFORMER_BROWSER: installedBrowser() ?? 'chromium' },
      },
    );
    assert.equal(status, 0, stderr);
    assert.match(stdout, /: pictures of 1 figure in /);
    assert.match(stderr, /trees\.html:1: <glass-beam-tree> shows what a script gives it/);
    assert.match(
      readFileSync(trees, 'utf8'),
      /<glass-beam-tree><\/glass-beam-tree>\n.*-2-beam-tree\.svg/,
    );
  });

  test('png, in the browser’s pixels', () => {
    const out = join(site, 'png.html');
    const images = join(site, 'png');
    render('--out', out, '--images', images, '--format', 'png', '--scheme', 'light');
    const names = readdirSync(images);
    assert.equal(names.length, 6);
    const tokens = readFileSync(join(images, 'png-2-tokens.png'));
    assert.deepEqual([...tokens.subarray(1, 4)], [...Buffer.from('PNG')]);
    const [, width] = /png-2-tokens\.png"[^>]* width="(\d+)"/.exec(readFileSync(out, 'utf8'));
    assert.equal(tokens.readUInt32BE(16), 2 * Number(width));
    assert.equal(readFileSync(post, 'utf8'), first);
  });
});
