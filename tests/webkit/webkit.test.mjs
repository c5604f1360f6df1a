// The page and every element in WebKitGTK, whose engine is Safari's: nothing complains, and the numbers that are shown
// are the engine's.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../../tools/lib/static_server.mjs';
import * as inPage from '../firefox/in_page.mjs';
import { startWebKit } from './webdriver.mjs';

const project = resolve(import.meta.dirname, '../..');
const folder = join(project, 'build/webkit');
const patience = 90_000;

let browser;
let address;
let closeServer;

function listenFirst(path) {
  const file = join(folder, path, 'index.html');
  cpSync(join(import.meta.dirname, 'complaints.js'), join(folder, path, 'complaints.js'));
  const html = readFileSync(file, 'utf8');
  const first = html.indexOf('<script');
  assert.ok(first > 0);
  writeFileSync(
    file,
    `${html.slice(0, first)}<script src="complaints.js"></script>${html.slice(first)}`,
  );
}

before(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'shelf'), { recursive: true });
  cpSync(join(project, 'build/page'), join(folder, 'page'), { recursive: true });
  cpSync(join(project, 'dist'), join(folder, 'shelf/glassformer'), { recursive: true });
  cpSync(join(project, 'tests/firefox/shelf.html'), join(folder, 'shelf/index.html'));
  for (const path of ['page', 'shelf']) listenFirst(path);
  ({ address, close: closeServer } = await serve(folder, { prefix: '/some/folder/' }));
  browser = await startWebKit();
});

after(async () => {
  await browser?.close();
  closeServer?.();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page complained of, and its requests that went elsewhere. */
const complaints = () =>
  browser.evaluate(() => [
    ...globalThis.complaints,
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.startsWith('http') && new URL(name).origin !== globalThis.origin)
      .map(({ name }) => `foreign request: ${name}`),
  ]);

async function violations() {
  await browser.run(inPage.axe);
  return browser.evaluate(inPage.violations);
}

/** Asks until what is wanted is the answer; gives the last one. */
async function until(isWanted, ask) {
  for (const start = Date.now(); ;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() - start > patience) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('the page opens, and its first figures are there', async () => {
  await browser.goto(`${address}page/`);
  assert.ok(await until(Boolean, () => browser.evaluate(inPage.firstFiguresAreDrawn)));
  assert.deepEqual(await violations(), []);
  assert.deepEqual(await complaints(), []);
});

test('every element is ready, and exports what it shows', async () => {
  await browser.goto(`${address}shelf/`);
  const tags = inPage.builtTags();
  const undefinedOnes = () => browser.evaluate(inPage.withoutDefinition, tags);
  assert.deepEqual(await until(({ length }) => length === 0, undefinedOnes), []);
  assert.deepEqual(await browser.evaluate(inPage.notInPage, tags), []);
  await browser.evaluate(inPage.wakeElements);
  // Defined, but not drawn for the first time, an element does not say yet that it waits.
  assert.ok(await until(Boolean, () => browser.evaluate(inPage.firstFiguresAreDrawn)));
  const waiting = () => browser.evaluate(inPage.waitingElements);
  assert.deepEqual(await until(({ length }) => length === 0, waiting), []);
  assert.deepEqual(await violations(), []);
  const { tokens, block, png } = await browser.evaluate(inPage.exported);
  assert.ok(tokens.includes('little'), String(tokens));
  assert.ok(block.length > 20, String(block));
  assert.ok(png > 1000);
  assert.deepEqual(await complaints(), []);
});

test('the numbers that are shown are the engine’s', async () => {
  await browser.goto(`${address}shelf/`);
  assert.ok(await until(Boolean, () => browser.evaluate(inPage.numbersAreShown)));
  const { shown, engine } = await browser.evaluate(inPage.shownAndComputed);
  assert.equal(shown.weights.length, 45);
  shown.weights.forEach((weight, i) => assert.ok(Math.abs(weight - engine.weights[i]) < 0.0051));
  assert.ok(shown.candidates.length > 0);
  shown.candidates.forEach((share, i) => assert.ok(Math.abs(share - engine.candidates[i]) < 0.051));
  assert.match(shown.translation, /\p{Script=Han}/u);
  assert.equal(shown.translation, engine.translation);
  assert.deepEqual(await complaints(), []);
});

test('an error and a bad answer are complaints', async () => {
  await browser.goto(`${address}shelf/`);
  await browser.run("fetch('missing.json'); setTimeout(() => { throw new Error('wanted') }, 0)");
  const found = await until(({ length }) => length >= 2, complaints);
  assert.ok(
    found.some((each) => each.includes('wanted')),
    String(found),
  );
  assert.ok(
    found.some((each) => each.startsWith('404: ')),
    String(found),
  );
});
