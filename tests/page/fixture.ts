/** A page that must stay clean: any complaint of the browser, any error, any request to another origin fails the test. */
import {
  type BrowserContextOptions,
  expect as baseExpect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test';

export { type Locator, type Page } from '@playwright/test';

type Expect = typeof baseExpect;

/** Playwright's own are 100, 250, 500 and then 1000 ms, so that what comes after 0.9 s is seen at 1.85 s. */
const kIntervals = [50, 100, 150, 250];

/** What is polled is looked at often, also by what is configured further. */
function looksOften(of: Expect): Expect {
  const poll: Expect['poll'] = (actual, options) =>
    of.poll(actual, {
      intervals: kIntervals,
      ...(typeof options === 'string' ? { message: options } : options),
    });
  const configure: Expect['configure'] = (options) => looksOften(of.configure(options));
  const own: Readonly<Record<PropertyKey, unknown>> = { poll, configure };
  return new Proxy(of, {
    get: (target, name) => own[name] ?? (Reflect.get(target, name) as unknown),
  });
}

/** Patient enough for a machine that is busy with other things. */
export const expect = looksOften(baseExpect.configure({ timeout: 40_000 }));

/** Whatever the browser has against the page is told to `complain`. */
export async function watch(
  page: Page,
  baseURL: string | undefined,
  complain: (complaint: string) => void,
): Promise<void> {
  const origin = new URL(baseURL ?? '').origin;
  page.on('console', (message) => {
    const isOurs = !message.text().endsWith('registration blocked by Playwright');
    if (isOurs && ['error', 'warning'].includes(message.type()))
      complain(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`page error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin)
      complain(`foreign request: ${url.href}`);
  });
  page.on('requestfailed', (request) => {
    // A request that the engine itself gives up (its load was stopped, or another of its files failed) is no complaint.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      complain(`request failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complain(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
}

export interface Watched {
  /** Complaints that a test brings about on purpose. */
  readonly allowed: RegExp | null;
  /** What the browser has said against the test's pages so far; whatever is in it at the end fails the test. */
  readonly complaints: string[];
  /** Opens one more page, in a context of its own (a phone, another language), which is watched too. */
  readonly anotherPage: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Watched>({
  allowed: [null, { option: true }],
  complaints: async ({ allowed }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints.filter((complaint) => !allowed?.test(complaint))).toEqual([]);
  },
  page: async ({ page, baseURL, complaints }, use) => {
    await watch(page, baseURL, (complaint) => complaints.push(complaint));
    await use(page);
  },
  anotherPage: async ({ browser, baseURL, locale, serviceWorkers, complaints }, use) => {
    const pages: Page[] = [];
    await use(async (options = {}) => {
      const alike = { baseURL: baseURL ?? '', locale: locale ?? '', serviceWorkers };
      const context = await browser.newContext({ ...alike, ...options });
      const page = await context.newPage();
      await watch(page, baseURL, (complaint) => complaints.push(complaint));
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

/** What a phone is, for the browser: narrow, and touched. */
export const kPhone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** What may come next, in the first view. */
export const firstBars = (page: Page): Locator => page.locator('.first glass-next-token button');

/** The first view shows what its model has read here, not what was computed when the page was built. */
export async function isLive(page: Page): Promise<void> {
  // Asked in each frame: an assertion looks again after 100, 350, 850 and 1850 ms, and nearly every test waits for this.
  await page.waitForFunction(
    () => {
      const first = document.querySelector('.first glass-next-token')?.shadowRoot;
      const isShown = first?.querySelector('button')?.checkVisibility({ visibilityProperty: true });
      return isShown === true && document.querySelector('.early') === null;
    },
    null,
    { timeout: 40_000 },
  );
}

/** Opens the page and waits until the first view is live. */
export async function open(page: Page, hash = ''): Promise<void> {
  await page.goto(`.${hash}`);
  await isLive(page);
}

/** Types another line, and waits for what the model says to it. */
export async function typeAnother(page: Page, line: string): Promise<void> {
  const before = await firstBars(page).allTextContents();
  await sentenceField(page).fill(line);
  await expect.poll(() => firstBars(page).allTextContents()).not.toEqual(before);
  await expect(firstBars(page)).toHaveCount(before.length);
}

/** Opens the page with the worked sentence unfolded, and waits for its figures. */
export async function openLife(page: Page, choices = ''): Promise<void> {
  await open(page, `#open=life${choices}`);
  await expect(page.locator('#life glass-embeddings [role=gridcell]').first()).toBeVisible();
}

/** The reader's line. */
export function sentenceField(page: Page): Locator {
  return page.locator('#sentence textarea');
}

/** The worked sentence's line. */
export function lifeField(page: Page): Locator {
  return page.locator('#life textarea');
}

/** The numbers of a matrix as they stand in its cells, row by row. */
export async function numbersIn(matrix: Locator): Promise<number[][]> {
  const rows = matrix.locator('[role=row]:has([role=gridcell])');
  await expect(rows.first()).toBeAttached();
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map((cell) =>
        Number((cell.textContent ?? '').trim().replace('−', '-')),
      ),
    ),
  );
}

/** The chips' texts and ids. */
export async function tokensIn(tokens: Locator): Promise<[string, number][]> {
  const chips = tokens.locator('button');
  await expect(chips.first()).toBeVisible();
  return chips.evaluateAll((all) =>
    all.map(
      (chip) =>
        [
          chip.querySelector('bdi')?.textContent ?? '',
          Number(chip.querySelector('.id')?.textContent),
        ] as [string, number],
    ),
  );
}

/** All numbers of `shown` are those of `wanted`, to the last place shown and one more of rounding. */
export function expectNumbers(shown: number[][], wanted: number[][], tolerance = 1.01e-4): void {
  expect(shown.map((row) => row.length)).toEqual(wanted.map((row) => row.length));
  const off = shown.flatMap((row, r) =>
    row.map((value, c) => Math.abs(value - (wanted[r]?.[c] ?? Number.NaN))),
  );
  expect(
    Math.max(...off.map((difference) => (Number.isNaN(difference) ? Infinity : difference))),
  ).toBeLessThanOrEqual(tolerance);
}
