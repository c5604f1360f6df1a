/** An attribute that an element does not have is told in the console, with the one that is meant. */
import { readFileSync } from 'node:fs';
import { expect, test } from './kept.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';

test.describe('attributes that are misspelt', () => {
  test.use({
    allowed: /^warning: glassformer: <glass-(?:attention|embeddings|next-token)> has no attribute /,
  });

  test('are told once in the console; what any tag may have is not', async ({
    page,
    complaints,
  }) => {
    await openShelf(page);
    await put(
      page,
      '<glass-attention model="aab" text="aab" laier="0" haed="0" class="x" title="y" data-layer="1" v-text="z" src="aab"></glass-attention>' +
        '<glass-next-token model="aab" text="aab" temperature="0.5" top-k="4"></glass-next-token>',
    );
    await expect(page.locator('glass-attention .cell').first()).toBeVisible();
    await page.evaluate(() => {
      const main = document.querySelector('main')!;
      main.append(document.querySelector('glass-attention')!);
    });
    await expect.poll(() => complaints.length).toBeGreaterThan(4);
    await settled(page);
    // What tells of them is fetched by each of the two elements.
    await expect
      .poll(() => complaints.toSorted())
      .toEqual([
        'warning: glassformer: <glass-attention> has no attribute haed, expected head',
        'warning: glassformer: <glass-attention> has no attribute laier, expected layer',
        'warning: glassformer: <glass-attention> has no attribute src, expected model',
        `warning: glassformer: <glass-next-token> has no attribute temperature, expected settings='{"temperature": …}'`,
        `warning: glassformer: <glass-next-token> has no attribute top-k, expected settings='{"top_k": …}'`,
      ]);
  });

  test('are told with all that there are, in the order of the package’s description', async ({
    page,
    complaints,
  }) => {
    const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
      modules: { declarations: { tagName?: string; attributes: { name: string }[] }[] }[];
    };
    const described = modules.flatMap(({ declarations }) => declarations);
    await openShelf(page);
    for (const tag of ['glass-attention', 'glass-embeddings']) {
      await put(page, `<${tag} model="aab" text="aab" colour="red"></${tag}>`);
      const { attributes } = described.find(({ tagName }) => tagName === tag)!;
      const names = attributes.map(({ name }) => name).join(', ');
      await expect
        .poll(() => complaints)
        .toContain(
          `warning: glassformer: <${tag}> has no attribute colour, expected one of ${names}`,
        );
    }
  });
});
