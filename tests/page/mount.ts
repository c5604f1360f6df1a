/** Elements on a blank page that allows nothing but its own origin, inside a `<glass-model>` of their own. */
import { openBlank } from './blank.ts';
import { expect, type Locator, type Page } from './fixture.ts';

export interface Mounted {
  readonly tags: readonly string[];
  readonly src?: string;
  readonly dtype?: string;
  readonly text?: string;
  readonly lang?: string;
  /** Properties of the first element. */
  readonly props?: object;
}

/** Mounts elements and waits until `ready` is in the first of them. */
export async function mount(page: Page, mounted: Mounted, ready: string): Promise<Locator> {
  await openBlank(page);
  await page.evaluate(async ({ tags, src, dtype, text, lang, props }) => {
    for (const tag of ['glass-model', ...tags])
      await import(new URL(`./elements/${tag}.js`, document.baseURI).href);
    document.documentElement.lang = lang ?? 'en';
    document.documentElement.style.colorScheme = 'light dark';
    document.body.style.background = 'light-dark(#fff, #12141a)';
    const model = document.createElement('glass-model');
    Object.assign(model, { src: src ?? '', dtype, text: text ?? '' });
    const elements = tags.map((tag) => document.createElement(tag));
    Object.assign(elements[0] as HTMLElement, props);
    model.append(...elements);
    document.body.append(model);
  }, mounted);
  const first = page.locator(mounted.tags[0] as string);
  await expect(first.locator(ready).first()).toBeVisible({ timeout: 40_000 });
  return first;
}
