// The page and every element in the system's Firefox, driven over WebDriver BiDi: nothing complains, and the numbers
// that are shown are the engine's.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from '../../tools/lib/static_server.mjs';

const project = resolve(import.meta.dirname, '../..');
const shelf = join(project, 'build/firefox');
const patience = { timeout: 60_000 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
let address;
let closeServer;

before(async () => {
  rmSync(shelf, { recursive: true, force: true });
  mkdirSync(shelf, { recursive: true });
  cpSync(join(project, 'dist'), join(shelf, 'glassformer'), { recursive: true });
  cpSync(join(import.meta.dirname, 'shelf.html'), join(shelf, 'index.html'));
  ({ address, close: closeServer } = await serve(join(project, 'build'), {
    prefix: '/some/folder/',
  }));
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.GLASSFORMER_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
  });
});

after(async () => {
  await browser?.close();
  closeServer?.();
  rmSync(shelf, { recursive: true, force: true });
});

/** Opens a page of ours; `complaints` fills with whatever Firefox has to say against it. */
async function open(path) {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const { origin } = new URL(address);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin)
      complaints.push(`foreign request: ${url.href}`);
  });
  page.on('requestfailed', (request) => complaints.push(`request failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(address + path, { waitUntil: 'load', ...patience });
  return { page, complaints };
}

/** What axe finds on the whole page, shadow roots included, a line for each rule. */
async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ failureSummary }) => failureSummary).join('; ')}`,
  );
}

test('the page opens, and its first figures are there', async () => {
  const { page, complaints } = await open('page/');
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('glass-tokens, glass-attention')].filter((figure) =>
        figure.shadowRoot?.querySelector('button, [role=gridcell], glass-matrix'),
      ).length >= 2,
    patience,
  );
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('every element is ready, and exports what it shows', async () => {
  const { page, complaints } = await open('firefox/');
  const tags = readdirSync(join(project, 'dist/elements'))
    .filter((name) => /^glass-[a-z-]+\.js$/.test(name))
    .map((name) => name.replace('.js', ''));
  const undefinedOnes = await page.evaluate(
    (all) => all.filter((tag) => customElements.get(tag) === undefined),
    tags,
  );
  assert.deepEqual(undefinedOnes, []);
  const absent = await page.evaluate(
    (all) => all.filter((tag) => document.querySelector(tag) === null),
    tags,
  );
  assert.deepEqual(absent, []);

  await page.evaluate(() => {
    const array = (rows, ...data) => ({
      shape: [rows, data.length / rows],
      data: Float32Array.from(data),
    });
    document.querySelector('glass-by-hand').options = {
      x: array(2, 1, 0, 0, 1),
      w_query: array(2, 1, 2, 3, 4),
      w_key: array(2, 1, 0, 0, 1),
      w_value: array(2, 2, 0, 0, 2),
    };
  });
  // It begins to learn when the reader comes near.
  await page.evaluate(() => document.querySelector('glass-train').scrollIntoView());
  const waiting = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main > *, main > glass-model > *')]
        .filter(({ localName }) => !['glass-model', 'glass-beam-tree'].includes(localName))
        .filter(({ shadowRoot }) => shadowRoot?.querySelector('[part~=message]'))
        .map(({ localName, shadowRoot }) => `${localName}: ${shadowRoot.textContent.trim()}`),
    );
  const start = Date.now();
  while ((await waiting()).length > 0 && Date.now() - start < patience.timeout)
    await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(await waiting(), []);
  assert.deepEqual(await violations(page), []);
  // Whatever is on the shelf draws itself; a few are looked at closely.
  const drawn = await page.evaluate(async () => {
    const texts = async (tag) => {
      const svg = await document.querySelector(tag).toSVG();
      const file = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return [...file.querySelectorAll('text')].map(({ textContent }) => textContent);
    };
    return { tokens: await texts('glass-tokens'), block: await texts('glass-block') };
  });
  assert.ok(drawn.tokens.includes('little'), String(drawn.tokens));
  assert.ok(drawn.block.includes('After layer 1') || drawn.block.length > 20, String(drawn.block));
  const png = await page.evaluate(
    async () => (await document.querySelector('glass-save').toPNG({ scale: 1 })).size,
  );
  assert.ok(png > 1000);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a request that is foreign, failed or not answered well is a complaint', async () => {
  writeFileSync(
    join(shelf, 'plain.html'),
    '<!doctype html><link rel="icon" href="data:,"><title>Without a policy</title>',
  );
  const { page, complaints } = await open('firefox/plain.html');
  const missing = new URL('missing.json', page.url()).href;
  const other = await serve(shelf, { prefix: '/' });
  other.close();
  const nobody = new URL('/', other.address).href; // where nothing answers any longer
  await page.evaluate(
    async (urls) => {
      for (const url of urls) await fetch(url).catch(() => undefined);
    },
    [missing, nobody],
  );
  const wanted = [`404: ${missing}`, `foreign request: ${nobody}`, `request failed: ${nobody}`];
  for (let i = 0; i < 50 && !wanted.every((each) => complaints.includes(each)); ++i)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const each of wanted) assert.ok(complaints.includes(each), String(complaints));
  await page.close();
});

test('the numbers that are shown are the engine’s', async () => {
  const { page, complaints } = await open('firefox/');
  await page.waitForFunction(
    () =>
      document.querySelector('glass-next-token')?.shadowRoot?.querySelectorAll('.share').length > 4,
    patience,
  );
  await page.waitForFunction(
    () =>
      document.querySelector('glass-translate')?.shadowRoot?.querySelector('[part=translation]'),
    patience,
  );
  const { shown, engine } = await page.evaluate(async () => {
    const { loadModel } = await import(new URL('glassformer/index.js', document.baseURI).href);
    const text = 'Once upon a time there was a little dog';
    const model = await loadModel('stories');
    const run = await model.forward(text, { capture: ['blocks.0.attn.pattern'] });
    const [step] = [await model.generate(text, { max_new_tokens: 1, num_candidates: 3 }).step()];
    const translator = await loadModel('en-zh');
    const options = { max_new_tokens: 80, num_beams: 4 };
    const beam = await translator.generate('I like tea.', options).result();
    const root = (tag) => document.querySelector(tag).shadowRoot;
    const cells = root('glass-attention')
      .querySelector('glass-matrix')
      .shadowRoot.querySelectorAll('.cell:not(.masked)');
    const rows = run.tokens.length;
    const pattern = [...run.activations['blocks.0.attn.pattern'].data.slice(0, rows * rows)];
    return {
      shown: {
        weights: [...cells].map((cell) => Number(cell.textContent)),
        candidates: [...root('glass-next-token').querySelectorAll('.share')]
          .slice(0, 3)
          .map((share) => Number.parseFloat(share.textContent)),
        translation: root('glass-translate')
          .querySelector('.shown [part=translation]')
          .textContent.trim(),
      },
      engine: {
        weights: pattern.filter((_, i) => i % rows <= Math.floor(i / rows)),
        candidates: step.candidates.slice(0, 3).map(({ probability }) => probability * 100),
        translation: beam.text,
      },
    };
  });
  assert.equal(shown.weights.length, 45);
  shown.weights.forEach((weight, i) => assert.ok(Math.abs(weight - engine.weights[i]) < 0.0051));
  shown.candidates.forEach((share, i) => assert.ok(Math.abs(share - engine.candidates[i]) < 0.051));
  assert.match(shown.translation, /\p{Script=Han}/u);
  assert.equal(shown.translation, engine.translation);
  assert.deepEqual(complaints, []);
  await page.close();
});
