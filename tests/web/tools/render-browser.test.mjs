/** Which browser `npx glassformer render` draws with. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../../../web/cli/render/browser.mjs';
import { temporaryFolder } from './temporary.mjs';

function program(path) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

test('the one that is given, that of the environment, the first on the PATH', () => {
  const folder = temporaryFolder();
  const firefox = program(join(folder, 'a/firefox'));
  const chromium = program(join(folder, 'b/chromium'));
  const mine = program(join(folder, 'mine/my browser'));
  writeFileSync(join(folder, 'a/chromium'), 'no program');
  const PATH = [join(folder, 'a'), join(folder, 'b')].join(delimiter);
  const on = (env) => ({ env, platform: 'linux' });
  expect(findBrowser(undefined, on({ PATH }))).toBe(chromium);
  expect(findBrowser('firefox', on({ PATH }))).toBe(firefox);
  expect(findBrowser(undefined, on({ PATH, GLASSFORMER_BROWSER: mine }))).toBe(mine);
  expect(findBrowser(firefox, on({ PATH, GLASSFORMER_BROWSER: mine }))).toBe(firefox);
  expect(() => findBrowser(undefined, on({ PATH, GLASSFORMER_BROWSER: 'opera' }))).toThrow(
    'GLASSFORMER_BROWSER is opera, expected the program of Chromium, Chrome, Edge or Firefox',
  );
});

test('in the usual places of macOS and Windows', () => {
  const folder = temporaryFolder();
  const chrome = program(
    join(folder, 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  );
  const mac = { env: { HOME: folder, PATH: '' }, platform: 'darwin' };
  expect(findBrowser(undefined, mac)).toBe(chrome);
  const edge = program(join(folder, 'Programs/Microsoft/Edge/Application/msedge.exe'));
  const windows = { env: { 'PROGRAMFILES(X86)': join(folder, 'Programs') }, platform: 'win32' };
  expect(findBrowser(undefined, windows)).toBe(edge);
  expect(() => findBrowser(undefined, { env: {}, platform: 'win32' })).toThrow(
    /^no browser was found to draw with: looked for chromium, .* on the PATH and in the folders of programs; name one by --browser PATH/,
  );
});
