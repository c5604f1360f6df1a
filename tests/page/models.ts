/** The models of the later chapters, and what the engine says when it is asked directly. */
import type {
  GeneratedSequence,
  GenerationOptions,
} from '../../web/src/shared/generation-types.ts';
import type { Ablation, Tensor, Run, Token } from '../../web/src/shared/run-types.ts';
import { expect, type Locator, type Page } from './fixture.ts';
import { drawn } from './settled.ts';

/** What a `<glass-model>` has loaded, as far as the tests use it. */
interface LoadedModel {
  readonly config: { readonly resolved: { readonly decoder_start_token_id?: number } };
  readonly tokenizer: { encode(text: string): Promise<Token[]> };
  forward(input: string | number[], options: object): Promise<Run>;
  generate(input: string, options: GenerationOptions): { result(): Promise<GeneratedSequence> };
}

/** The model whose file is at this URL; in the page's build the addresses have a version. */
export function modelAt(url: string): string | undefined {
  const { pathname } = new URL(url, 'http://host');
  return /\/models\/(?:[0-9a-f]{8}\/)?([^/]+)\/[^/]+$/.exec(pathname)?.[1];
}

/** The `<glass-model>` that a chapter's figures stand in: its own, or the one around it. */
export function modelOf(page: Page, chapter: string): Locator {
  const own = `#${chapter} > glass-model`;
  return page.locator(`${own}, glass-model:has(> #${chapter}):not(:has(> ${own}))`);
}

/** A text's tokens, by the engine. */
export function encoded(model: Locator, text: string): Promise<Token[]> {
  return model.evaluate((element, input) => {
    const { model: loaded } = element as unknown as { model: LoadedModel };
    return loaded.tokenizer.encode(input);
  }, text);
}

/**
 * Whatever the engine that the page's figures share was asked for so far has been answered, since it answers in order, and
 * the answers are drawn: what is not there by then never comes.
 */
export async function answered(page: Page): Promise<void> {
  await drawn(page);
  await encoded(page.locator('main > glass-model'), 'any text');
  await drawn(page);
}

/** All next tokens' probabilities after a text, in percent, likeliest first, by the engine's logits. */
export async function likeliest(
  model: Locator,
  text: string,
  ablate: readonly Ablation[] = [],
): Promise<number[]> {
  const { shape, data } = await activation(model, text, 'logits', { ablate });
  const last = data.slice(-(shape[1] ?? 0));
  const largest = Math.max(...last);
  const powers = last.map((logit) => Math.exp(logit - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => (100 * power) / sum).sort((a, b) => b - a);
}

/** The shares that stand behind the bars, in percent. */
export async function percentages(bars: Locator): Promise<number[][]> {
  const texts = await bars.locator('.share').allTextContents();
  return texts.map((text) => [Number(/(\d+(?:\.\d+)?)\s*%/.exec(text)?.[1])]);
}

/** Goes to a chapter, or to a figure of it, and waits until that is there. */
export async function goTo(page: Page, chapter: string, figure?: string): Promise<Locator> {
  const place = page.locator(`#${chapter}`);
  await place.evaluate((section) => {
    // As a reader who moves: what a link has led to would stay in its place (web/page/held-place.ts).
    dispatchEvent(new WheelEvent('wheel'));
    section.scrollIntoView();
  });
  if (figure === undefined) return place;
  const element = page.locator(`#${chapter} ${/glass-[a-z-]+/.exec(figure)?.[0] ?? figure}`);
  if ((await element.count()) > 0) await element.first().evaluate((at) => at.scrollIntoView());
  await expect(page.locator(`#${chapter} ${figure}`).first()).toBeAttached({ timeout: 40_000 });
  return place;
}

/** The whole text that the engine generates. */
export function generated(
  model: Locator,
  text: string,
  options: GenerationOptions,
): Promise<Pick<GeneratedSequence, 'text' | 'ids' | 'score'>> {
  return model.evaluate(
    async (element, { text: input, options: asked }) => {
      const { model: loaded } = element as unknown as { model: LoadedModel };
      const { text: written, ids, score } = await loaded.generate(input, asked).result();
      return { text: written, ids: [...ids], score };
    },
    { text, options },
  );
}

/** One activation of one run; of an encoder–decoder while `ids` were written. */
export function activation(
  model: Locator,
  text: string,
  hook: string,
  { ids, ablate = [] }: { ids?: readonly number[]; ablate?: readonly Ablation[] } = {},
): Promise<{ shape: number[]; data: number[] }> {
  return model.evaluate(
    async (element, asked) => {
      const { model: loaded } = element as unknown as { model: LoadedModel };
      const start = loaded.config.resolved.decoder_start_token_id ?? 0;
      const options = { capture: [asked.hook], ablate: asked.ablate };
      const run = asked.ids
        ? await loaded.forward([start, ...asked.ids.slice(0, -1)], {
            ...options,
            source: asked.text,
          })
        : await loaded.forward(asked.text, options);
      const { shape, data } = run.activations[asked.hook] as Tensor;
      return { shape: [...shape], data: [...data] };
    },
    { text, hook, ids: ids && [...ids], ablate: [...ablate] },
  );
}

/** The rows of one matrix of (H, rows, columns). */
export function rowsOf(
  { shape, data }: { shape: number[]; data: number[] },
  head: number,
): number[][] {
  const [, rows = 0, columns = 0] = shape;
  return Array.from({ length: rows }, (_, row) => {
    const from = (head * rows + row) * columns;
    return data.slice(from, from + columns);
  });
}
