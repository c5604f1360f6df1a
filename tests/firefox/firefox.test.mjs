// The page and every element in the system's Firefox, driven over WebDriver BiDi: nothing complains, and the numbers
// that are shown are the engine's.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from '../../tools/lib/static_server.mjs';
import * as inPage from './in_page.mjs';

const project = resolve(import.meta.dirname, '../..');
const shelf = join(project, 'build/firefox');
const patience = { timeout: 60_000 };

const firefox = process.env.GLASSFORMER_FIREFOX ?? '/usr/bin/firefox-esr';

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
    executablePath: firefox,
    headless: true,
    // A transition in what is skipped as out of view does not go on, and axe would meet colours on their way.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
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

async function violations(page) {
  await page.evaluate(inPage.axe);
  return page.evaluate(inPage.violations);
}

test('the page opens, and its first figures are there', async () => {
  const { page, complaints } = await open('page/');
  await page.waitForFunction(inPage.firstFiguresAreDrawn, patience);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('every element is ready, and exports what it shows', async () => {
  const { page, complaints } = await open('firefox/');
  const tags = inPage.builtTags();
  assert.deepEqual(await page.evaluate(inPage.withoutDefinition, tags), []);
  assert.deepEqual(await page.evaluate(inPage.notInPage, tags), []);

  await page.evaluate(inPage.wakeElements);
  const waiting = () => page.evaluate(inPage.waitingElements);
  const start = Date.now();
  while ((await waiting()).length > 0 && Date.now() - start < patience.timeout)
    await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(await waiting(), []);
  assert.deepEqual(await violations(page), []);
  // Whatever is on the shelf draws itself; a few are looked at closely.
  const { tokens, block, png } = await page.evaluate(inPage.exported);
  assert.ok(tokens.includes('little'), String(tokens));
  assert.ok(block.includes('After layer 1') || block.length > 20, String(block));
  assert.ok(png > 1000);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('it draws the pictures of a post', () => {
  const post = join(shelf, 'post.html');
  writeFileSync(post, '<html lang="zh"><glass-attention model="aab" text="aab"></glass-attention>');
  const args = [join(project, 'dist/cli.js'), 'render', post, '--browser', firefox];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
  assert.match(printed, /^wrote .*post\.html: pictures of 1 figure in /);
  assert.match(readFileSync(post, 'utf8'), /alt="第 1 层，第 1 个头：.*文字：aab。aab：1 层/);
  const svg = readFileSync(join(shelf, 'figures/post-1-attention.svg'), 'utf8');
  const numbers = [...svg.matchAll(/<text[^>]*>(\d\.\d\d)<\/text>/g)].map(([, text]) => text);
  assert.equal(numbers.length, 6);
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
  await page.waitForFunction(inPage.numbersAreShown, patience);
  const { shown, engine } = await page.evaluate(inPage.shownAndComputed);
  assert.equal(shown.weights.length, 45);
  shown.weights.forEach((weight, i) => assert.ok(Math.abs(weight - engine.weights[i]) < 0.0051));
  shown.candidates.forEach((share, i) => assert.ok(Math.abs(share - engine.candidates[i]) < 0.051));
  assert.match(shown.translation, /\p{Script=Han}/u);
  assert.equal(shown.translation, engine.translation);
  assert.deepEqual(complaints, []);
  await page.close();
});
