/**
 * As `fixture.ts`, for tests of single elements: a blank page, its modules and its engine stay from one test of a worker to the
 * next, which loads nothing but its model. What a test puts into the page is taken away after it; then all must be as it was
 * at first (`lookAround`), or the page is closed, and the next test opens another. The same goes for a page whose test has
 * failed, has gone elsewhere, or has done more than look at what stands there (`kTouching`). Where it does that first, before
 * it mounts its element, the page is loaded for it as anywhere else.
 */
import type { BrowserContext, JSHandle } from '@playwright/test';
import type * as PublicFace from '../../web/src/index.ts';
import { openBlank, standing } from './blank.ts';
import { type Page, test as base, watch } from './fixture.ts';
import { tags } from './tags.ts';

export * from './fixture.ts';

/** Whoever has called one of these may hear of, or answer, what is loaded later. */
const kTouching = [
  ...['on', 'once', 'addListener', 'prependListener', 'waitForEvent', 'waitForRequest'],
  ...['waitForResponse', 'route', 'routeWebSocket', 'routeFromHAR', 'addInitScript', 'context'],
  ...['exposeFunction', 'exposeBinding', 'goto', 'reload', 'goBack', 'goForward', 'setContent'],
];
/** What is put back after each test. */
const kMedia = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

/** Takes away what a test has put into the page; gives what is not as it was at first, '' where all is. */
type Clear = () => Promise<string>;

/**
 * In the page: takes note of what a script can change. What listens on the window itself cannot be looked up, but what it has
 * heard is told by a property of the window, which is found.
 */
async function lookAround(names: readonly string[]): Promise<Clear> {
  const main = document.querySelector('main') as HTMLElement;
  const elements = [document.documentElement, document.head, document.body, main];
  const attributes = elements.map((element) =>
    [...element.attributes].map(({ name, value }) => [name, value] as const),
  );
  const nodes = new Set([...document.head.childNodes, ...document.body.childNodes]);

  const objects = new Set<object>([globalThis, document]);
  const isObject = (value: unknown): value is { prototype?: unknown } =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(globalThis))) {
    if (isObject(value)) objects.add(value);
    if (isObject(value) && isObject(value.prototype)) objects.add(value.prototype);
  }
  for (const name of names) {
    let at = customElements.get(name)!.prototype as object;
    for (; at !== HTMLElement.prototype; at = Object.getPrototypeOf(at) as object) objects.add(at);
  }
  const propertiesOf = (object: object) => Object.getOwnPropertyDescriptors(object);
  const known = [...objects].map((object) => [object, propertiesOf(object)] as const);
  const isSame = (a?: PropertyDescriptor, b?: PropertyDescriptor) =>
    Object.is(a?.value, b?.value) && a?.get === b?.get && a?.set === b?.set;
  const changed = () =>
    known.flatMap(([object, before]) => {
      const now = propertiesOf(object);
      return Object.keys({ ...before, ...now }).filter((key) => !isSame(before[key], now[key]));
    });

  const look = async () => [
    ...[location.href, document.title, document.cookie, String(history.length), window.name],
    ...[document.head.innerHTML, document.body.innerHTML, document.activeElement?.localName],
    ...[localStorage.length, sessionStorage.length, document.fonts.size, scrollX, scrollY],
    ...[(await caches.keys()).length, (await indexedDB.databases()).length],
  ];
  const first = await look();
  const { adoptedStyleSheets } = document;
  const sheets = [...adoptedStyleSheets];
  const { sharedEngine } = (globalThis as unknown as { glassformer: typeof PublicFace })
    .glassformer;

  return async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    for (const parent of [document.head, document.body])
      for (const node of [...parent.childNodes]) if (!nodes.has(node)) node.remove();
    main.replaceChildren();
    for (const [i, element] of elements.entries()) {
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
      for (const [name, value] of attributes[i]!) element.setAttribute(name, value);
    }
    document.adoptedStyleSheets = sheets;
    scrollTo(0, 0);
    // What is under way ends: the elements give back their models, and the engine answers in the order in which it is asked.
    let openHandles = 1;
    for (let i = 0; i < 30 && openHandles > 0; ++i) {
      for (let frame = 0; frame < 2; ++frame) await new Promise(requestAnimationFrame);
      ({ openHandles } = await sharedEngine().info());
    }
    const now = await look();
    const others = now.filter((value, i) => value !== first[i]);
    return [...changed(), ...others, ...(openHandles > 0 ? ['open handles'] : [])].join('; ');
  };
}

type Viewport = ReturnType<Page['viewportSize']>;

interface Kept {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What its context was made with. */
  readonly options: string;
  readonly clear: JSHandle<Clear>;
  /** The test that has the page. */
  readonly now: { complaints: string[]; isTouching: boolean };
}

async function keep(
  context: BrowserContext,
  baseURL: string | undefined,
  options: string,
  now: Kept['now'],
): Promise<Kept> {
  const page = await context.newPage();
  await watch(page, baseURL, (complaint) => now.complaints.push(complaint));
  await openBlank(page);
  // All tags are defined by now, as `openShelf` does it, so that nothing is new when a test mounts one.
  await page.evaluate(async () => {
    const elements = (await import(new URL('./elements.js', document.baseURI).href)) as object;
    Object.assign(globalThis, { elements });
  });
  const clear = await page.evaluateHandle(lookAround, tags);
  const tell = (of: object, names: readonly string[]) => {
    const methods = of as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]!.bind(of);
      methods[name] = (...args) => {
        standing.delete(page);
        now.isTouching = true;
        return method(...args);
      };
    }
  };
  tell(page, kTouching);
  // What is held down may stay so.
  tell(page.keyboard, ['down']);
  return { page, context, options, clear, now };
}

/** Puts the page back, and tells whether that is all that the test has changed. */
async function isCleared({ page, clear, now }: Kept, viewport: Viewport): Promise<boolean> {
  if (now.isTouching) return false;
  try {
    await page.emulateMedia(kMedia);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    const others = await clear.evaluate((ask) => ask());
    if (others !== '' && process.env['GLASSFORMER_KEPT']) console.log(`  not kept: ${others}`);
    return others === '';
  } catch {
    // It was closed, or it is another document.
    return false;
  }
}

export const test = base.extend<{ asked: string }, { keeper: { kept: Kept | null } }>({
  /** What may differ between the contexts of two tests (`test.use`). */
  asked: async (
    {
      viewport,
      locale,
      colorScheme,
      hasTouch,
      isMobile,
      deviceScaleFactor,
      javaScriptEnabled,
      permissions,
      timezoneId,
      userAgent,
      contextOptions,
    },
    use,
  ) => {
    const ofPage = [viewport, locale, colorScheme, hasTouch, isMobile, deviceScaleFactor];
    const ofReader = [javaScriptEnabled, permissions, timezoneId, userAgent, contextOptions];
    await use(JSON.stringify([...ofPage, ...ofReader]));
  },
  keeper: [
    async ({ browserName: _ }, use) => {
      const keeper: { kept: Kept | null } = { kept: null };
      await use(keeper);
      await keeper.kept?.context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ keeper, asked, browser, baseURL, complaints, viewport }, use, info) => {
    let { kept } = keeper;
    keeper.kept = null;
    if (kept !== null && kept.options !== asked) {
      await kept.context.close();
      kept = null;
    }
    kept ??= await keep(await browser.newContext(), baseURL, asked, {
      complaints,
      isTouching: false,
    });
    kept.now.complaints = complaints;
    standing.add(kept.page);
    await use(kept.page);
    const hasFailed = info.errors.length > 0 || complaints.length > 0;
    if (!hasFailed && (await isCleared(kept, viewport))) keeper.kept = kept;
    else await kept.context.close();
  },
  context: ({ page }, use) => use(page.context()),
});
