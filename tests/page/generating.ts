/** Figures that choose the next token, beside the engine when it is asked directly. */
import type { GlassModel } from '../../web/src/elements/index.ts';
import type { Model } from '../../web/src/index.ts';
import type { Candidate, GenerationOptions } from '../../web/src/shared/generation-types.ts';
import { expect, type Locator, type Page } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

export const kPrompt = 'Once upon a time, there was a';

/** A `<glass-model>` with these elements in it, which has read the text. */
export async function openGenerating(
  page: Page,
  elements: string,
  src = 'stories',
  text = kPrompt,
): Promise<Locator> {
  await openShelf(page);
  await put(page, `<glass-model id="own" src="${src}" text="${text}">${elements}</glass-model>`);
  const own = page.locator('#own');
  await expect
    .poll(() => own.evaluate((element) => (element as GlassModel).model !== null))
    .toBe(true);
  return own;
}

/** What the engine says may come first, when it is asked directly. */
export function asked(
  model: Locator,
  options: GenerationOptions,
): Promise<{ kept: number; candidates: readonly Candidate[] }> {
  return model.evaluate(
    async (element, { text, all }) => {
      const { model: loaded } = element as unknown as { model: Model };
      const generation = loaded.generate(text, { ...all, max_new_tokens: 1 });
      const { kept_count, candidates } = await generation.step();
      return { kept: kept_count, candidates };
    },
    { text: kPrompt, all: options },
  );
}

/** The bars' tokens, former and present probabilities, as a reader sees them. */
export const barTexts = (bars: Locator): Promise<string[][]> =>
  bars.evaluateAll((all) =>
    all.map((bar) => {
      const shown = (part: string) => {
        const element = bar.querySelector(part);
        return [...(element?.childNodes ?? [])]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map(({ textContent }) => textContent?.trim() ?? '')
          .join('');
      };
      return [shown('bdi'), shown('.was'), shown('.share')];
    }),
  );
