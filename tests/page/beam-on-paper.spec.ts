/** The worked example of a beam search over a table: by the article's table, by the reader's, by the keyboard. */
import { button, output } from './figures.ts';
import { expect, open, test } from './fixture.ts';
import { type BeamGolden, readGolden } from './golden.ts';

const beams = readGolden<BeamGolden>('seed004_beam_example');

test('the beam search on paper: A B and B A, as in the article; another table, another tree', async ({
  page,
}) => {
  await open(page, '#open=beam');
  const generate = page.locator('#beam glass-generate');
  const { hypotheses } = beams.results.find(
    ({ beam_size, alpha }) => beam_size === 2 && alpha === 0,
  ) as BeamGolden['results'][number];
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  await expect(output(generate)).toHaveText((hypotheses[0]?.tokens ?? []).join(''));
  await expect(generate.locator('[part=readout]')).toContainText(
    `P ${(hypotheses[0]?.prob ?? 0).toFixed(2)}`,
  );
  for (const { tokens, score } of hypotheses) {
    const name = `“${tokens[1] ?? ''}”: kept`;
    await expect(
      generate.locator(
        `[aria-description^="${name}"][aria-description$="sum ${score.toFixed(3).replace('-', '−')}"]`,
      ),
    ).toBeAttached();
  }

  const cell = page.locator('#beam glass-matrix input');
  await cell.nth(10).fill('0.9'); // A after B: 0.3 × 0.9 wins, but the row adds up to 1.4
  await cell.nth(10).press('Enter');
  await expect(cell.nth(11)).toHaveAccessibleDescription(/^The row “B” adds up to 1.4/);
  await expect(cell.nth(11)).toHaveAttribute('aria-invalid', 'true');
  await expect(cell.nth(16)).toHaveAttribute('aria-invalid', 'false');
  await expect(output(generate)).toHaveText('AB');
  for (const [i, value] of [
    [11, '0.1'],
    [12, '0'],
    [13, '0'],
  ] as const) {
    await cell.nth(i).fill(value);
    await cell.nth(i).press('Enter');
  }
  await expect(page.getByText('The row “B” adds up to')).toBeHidden();
  await button(generate, 'Run').click();
  await expect(output(generate)).toHaveText('BA');
});

test('the tree by keyboard: arrows go along it, Enter goes on from there; the table on paper too', async ({
  page,
}) => {
  await open(page, '#open=beam');
  const generate = page.locator('#beam glass-generate');
  await button(generate, 'Run').click();
  await expect(button(generate, 'Run')).toBeDisabled();
  const focused = generate.locator('.node:focus');
  await generate.locator('.node').first().focus();
  await page.keyboard.press('ArrowRight');
  while (!/^“C”:/.test((await focused.getAttribute('aria-description'))!))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(generate.locator('.node.forced')).toHaveCount(1);
  await expect(generate.locator('.node.forced')).toBeFocused();
  // The search had ended, and goes on to its end by itself. After C all are alike: the first.
  await expect(output(generate)).toHaveText('CA');
  await expect(button(generate, 'Run')).toBeDisabled();
  // The node stays in focus, and is read out.
  await expect(generate.locator('[part=readout]')).toContainText('P 0.2');
  await button(generate, 'Back').click();
  await button(generate, 'Back').click();
  await expect(generate.locator('.node.forced')).toHaveCount(0);
  await expect(output(generate)).toHaveText('AB');
});
