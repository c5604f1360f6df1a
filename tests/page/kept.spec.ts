/** What a test leaves in the page that its worker keeps, the next one does not find. */
import { expect, type Page, test } from './kept.ts';
import { mount } from './mount.ts';

/** Each leaves something, in the same worker; the page stays only after those of which nothing is left. */
const kLeft: readonly (readonly [what: string, stays: boolean, leave: (page: Page) => unknown])[] =
  [
    ['nothing but an element', true, () => undefined],
    ['another look', true, (page) => page.emulateMedia({ colorScheme: 'dark' })],
    ['another width', true, (page) => page.setViewportSize({ width: 400, height: 300 })],
    [
      'attributes and markup',
      true,
      (page) =>
        page.evaluate(() => {
          document.documentElement.dataset['theme'] = 'dark';
          document.body.style.height = '5000px';
          document.head.append(document.createElement('meta'));
          document.querySelector('main')!.append('text');
          scrollTo(0, 1000);
        }),
    ],
    [
      'a global',
      false,
      (page) => page.evaluate(() => void Object.assign(globalThis, { told: ['heard'] })),
    ],
    [
      'a method of an element',
      false,
      (page) =>
        page.evaluate(() => {
          const { prototype } = customElements.get('glass-tokens')!;
          Object.assign(prototype, { connectedCallback: () => undefined });
        }),
    ],
    [
      'a function of the browser',
      false,
      (page) => page.evaluate(() => void (Number.prototype.toFixed = () => '')),
    ],
    ['a store', false, (page) => page.evaluate(() => localStorage.setItem('told', 'x'))],
    ['a listener', false, (page) => page.on('request', () => undefined)],
    ['another page', false, (page) => page.goto('package/blank.html?other')],
    ['nothing', true, () => undefined],
  ];

test.describe.configure({ mode: 'serial' });

/** All that the tests above may leave. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    ...{ told: 'told' in globalThis, digits: (1.25).toFixed(1), stored: localStorage.length },
    ...{ address: location.href, width: innerWidth, scrolled: scrollY },
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    markup: document.documentElement.outerHTML,
  }));

let first: Awaited<ReturnType<typeof traces>> | null = null;
let before: Page | null = null;
let stayed = false;

for (const [what, stays, leave] of kLeft)
  test(`a test leaves ${what}`, async ({ page }) => {
    if (before !== null) expect(page === before).toBe(stayed);
    [before, stayed] = [page, stays];
    first ??= await traces(page);
    expect(await traces(page)).toEqual(first);
    const chips = await mount(page, { tags: ['glass-tokens'], src: 'aab', text: 'aab' }, 'button');
    await expect(chips.locator('button')).toHaveCount(3);
    await leave(page);
  });
