import { pathToFileURL } from 'node:url';
import type { Model } from '../../web/src/index.ts';
import { violations } from './axe.ts';
import { button, output } from './figures.ts';
import {
  expect,
  expectNumbers,
  type Locator,
  numbersIn,
  open,
  type Page,
  test,
} from './fixture.ts';
import { type AabGolden, readGolden, readMatrices } from './golden.ts';
import { goToLearning, openLearning } from './learning.ts';

const golden = readGolden<AabGolden>('seed001_aab');
const matrices = readMatrices('seed001_aab');

const letters = (page: Page) => page.locator('#inside textarea');
const hook = (page: Page, name: string) => page.locator(`#inside glass-matrix[hook="${name}"]`);

/** The weights' matrices, and the numbers that stand in one of them. */
const weights = (page: Page, index: number) => page.locator('#aab glass-matrix').nth(index);
async function written(matrix: Locator): Promise<number[][]> {
  const rows = matrix.locator('[role=row]:has(input)');
  await expect(rows.first()).toBeAttached();
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('input')].map(({ value }) => Number(value.replace('−', '-'))),
    ),
  );
}

/** Its numbers become these: the figures are drawn after the engine has answered, one after another. */
async function expectShown(matrix: Locator, wanted: number[][], tolerance = 0): Promise<void> {
  await expect(async () => expectNumbers(await numbersIn(matrix), wanted, tolerance)).toPass({
    timeout: 20_000,
  });
}

const kQuery = 2;
const kProjection = 5;
const kBias = 6;

test('all weights, every matrix inside for the article’s letters, which are read once, and its test run live: 27 of 27', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => {
    const own: string[] = [];
    addEventListener('glass-run', ({ target }) => {
      if ((target as Element).querySelector('#inside') !== null) own.push('read');
    });
    Object.assign(window, { readByElement: own });
  });
  await goToLearning(page);
  await expect(letters(page)).toHaveValue(golden.demo);
  await test.step('the letters are read once, so that a generation does not begin anew', async () => {
    await expect(page.locator('#choosing glass-generate [part=output]')).toHaveText('aabaa');
    await expect(hook(page, 'logits')).toBeAttached();
    // An element's own reading would have been answered before the next one.
    await asked(page);
    expect(await page.evaluate(() => Reflect.get(window, 'readByElement') as unknown)).toEqual([]);
  });
  await test.step('all weights are shown as they are', async () => {
    const attention = matrices('c_attn.w');
    expect(await written(weights(page, 0))).toEqual(matrices('wte'));
    expect(await written(weights(page, 1))).toEqual(matrices('wpe'));
    for (const part of [0, 1, 2])
      expect(await written(weights(page, kQuery + part))).toEqual(
        attention.map((row) => row.slice(8 * part, 8 * part + 8)),
      );
    expect(await written(weights(page, kProjection))).toEqual(matrices('c_proj.w'));
  });
  await test.step('every matrix inside', async () => {
    for (const [name, tensor] of [
      ['blocks.0.resid_pre', 'embedding'],
      ['blocks.0.attn.q', 'q'],
      ['blocks.0.attn.k', 'k'],
      ['blocks.0.attn.v', 'v'],
      ['blocks.0.attn.z', 'attn_out'],
      ['blocks.0.attn_out', 'projected'],
      ['blocks.0.resid_post', 'residual'],
      ['logits', 'logits'],
    ] as const) {
      expectNumbers(await numbersIn(hook(page, name)), matrices(tensor), 0);
    }
    expectNumbers(
      await numbersIn(hook(page, 'blocks.0.attn.pattern')),
      matrices('attn_probs'),
      0.005,
    );
    expectNumbers(await numbersIn(page.locator('#probabilities')), matrices('probs'), 0);
  });
  await test.step('the article’s test runs live', async () => {
    await page.getByRole('button', { name: 'Run its author’s test' }).click();
    await expect(
      page.getByText(`${golden.accuracy.correct} of ${golden.accuracy.total} right`),
    ).toBeVisible();
    await expect(page.locator('.predictions .right')).toHaveCount(golden.accuracy.total);
  });
});

/** What the chapter's model holds and does, when it is asked itself. */
function asked(page: Page) {
  return page.locator('glass-model:has(> #inside)').evaluate(async (element) => {
    const { model } = element as unknown as { model: Model };
    const held = async (ending: string) => {
      const { name } = model.weights.find((each) => each.name.endsWith(ending))!;
      return Array.from((await model.weight(name)).data);
    };
    const run = await model.forward('aabaa', { capture: ['*'] });
    const of = (name: string) => Array.from(run.activations[name]!.data);
    const text = 'aab'.repeat(10);
    let right = 0;
    for (let i = 2; i < text.length - 1; ++i) {
      const seen = text.slice(Math.max(0, i - 5), i);
      const { activations } = await model.forward(seen, { capture: ['logits'] });
      const [a, b] = activations['logits']!.data.slice(-2) as unknown as [number, number];
      if ((b > a ? 'b' : 'a') === text[i]) ++right;
    }
    return {
      attention: await held('attn.c_attn.weight'),
      bias: await held('attn.c_proj.bias'),
      pattern: of('blocks.0.attn.pattern'),
      logits: of('logits'),
      right,
    };
  });
}

async function write(page: Page, matrix: number, cell: number, text: string): Promise<void> {
  const input = weights(page, matrix).locator('input').nth(cell);
  await input.fill(text);
  await input.press('Enter');
}

test('a weight that the reader changes is the model’s at once: figures and test follow, undo takes it back', async ({
  page,
}) => {
  await openLearning(page);
  const changed = page.locator('#weights-changed');
  await expect(letters(page)).toHaveValue(golden.demo);
  await expect(changed.getByRole('button', { name: 'Undo' })).toBeDisabled();

  // The fifth place no longer insists on the fourth: it looks at itself alone.
  await write(page, kQuery, 8 * 4 + 3, '0');
  await expect(changed.getByRole('status')).toHaveText(/^With these weights .* of 27 right\.$/);
  const once = await asked(page);
  expect(once.attention[24 * 4 + 3]).toBe(0);
  expect(once.pattern.slice(-5)).not.toEqual([0, 0, 0, 0.5, 0.5]);
  await expect
    .poll(async () => (await numbersIn(hook(page, 'blocks.0.attn.pattern')))[4])
    .toEqual(once.pattern.slice(-5));
  await expect(changed.getByRole('status')).toContainText(` ${once.right} of 27 right`);
  // The same stands beside the matrix that was changed, and at no other.
  const beside = page.locator('#aab .changed');
  await expect(beside).toHaveCount(1);
  await expect(weights(page, kQuery).locator('~ .changed')).toContainText(`${once.right} of 27`);
  expect(once.right).toBeLessThan(27);

  // And the bias no longer speaks for the a.
  await write(page, kBias, 5, '-1024.5');
  await expect.poll(async () => (await asked(page)).bias[5]).toBe(-1024.5);
  const twice = await asked(page);
  await expectShown(
    hook(page, 'logits'),
    [0, 2, 4, 6, 8].map((i) => twice.logits.slice(i, i + 2)),
    0.006,
  );
  await expect(changed.getByRole('status')).toContainText(` ${twice.right} of 27 right`);
  await expect(beside).toHaveCount(1);
  await expect(weights(page, kBias).locator('~ .changed')).toContainText(`${twice.right} of 27`);
  // The one that learns is compared with the model as it is now.
  await page.locator('#learning-live').scrollIntoViewIfNeeded();
  await expect(
    page
      .getByRole('grid', { name: 'written by hand: who looks where' })
      .locator('[role=gridcell]')
      .last(),
  ).toHaveText(once.pattern.at(-1)!.toFixed(2));

  await changed.getByRole('button', { name: 'Undo' }).click();
  await expect(weights(page, kBias).locator('input').nth(5)).toHaveValue('1024');
  await expect.poll(async () => (await asked(page)).bias[5]).toBe(1024);
  expect((await asked(page)).attention[24 * 4 + 3]).toBe(0);
  await write(page, kBias, 0, '7');
  await changed.getByRole('button', { name: 'Back to its author’s weights' }).click();
  await expect(changed.getByRole('button', { name: 'Undo' })).toBeDisabled();
  const back = await asked(page);
  expect(back.attention).toEqual(matrices('c_attn.w').flat());
  expect([back.right, back.bias[0]]).toEqual([27, 0]);
  await expectShown(hook(page, 'logits'), matrices('logits'));
});

test('a weight that is typed: no number is told and changes nothing, any common way to write one is read; its size sets the scale of all matrices', async ({
  page,
}) => {
  await openLearning(page);
  await expect(letters(page)).toHaveValue(golden.demo);
  const matrix = weights(page, kQuery);
  const [cell, second] = [matrix.locator('input').first(), matrix.locator('input').nth(1)];
  await test.step('what is no number is told beside its matrix until it is mended, and the weight stays', async () => {
    const complaint = matrix.getByRole('status');
    for (const nonsense of ['', 'abc', '1e39']) {
      await write(page, kQuery, 0, nonsense);
      await expect(complaint).toHaveText('That is no number, or too large: 1024 still counts.');
      await expect(cell).toHaveAttribute('aria-invalid', 'true');
      await expect(cell).toHaveAccessibleDescription(/1024 still counts/);
      await expect(second).toHaveAttribute('aria-invalid', 'false');
      expect((await asked(page)).attention[0]).toBe(1024);
      // It is silent as soon as something else is typed, and Escape brings the number back.
      await cell.pressSequentially('5');
      await expect(complaint).toBeEmpty();
      await expect(cell).toHaveAttribute('aria-invalid', 'false');
      await cell.press('Escape');
      await expect(cell).toHaveValue('1024');
    }
    await write(page, kQuery, 0, 'abc');
    await expect(complaint).not.toBeEmpty();
    expect(await violations(page, '#aab')).toEqual([]);
    await write(page, kQuery, 1, '1024.25');
    await expect.poll(async () => (await asked(page)).attention[1]).toBe(1024.25);
    await expect(complaint).toBeEmpty();
    await expect(cell).toHaveValue('1024');
  });
  await test.step('it may be typed in any common way, and is written in one', async () => {
    for (const [typed, value, shown] of [
      ['-1', -1, '−1'],
      ['−2', -2, '−2'],
      ['.5', 0.5, '0.5'],
      ['1e3', 1000, '1000'],
    ] as const) {
      await write(page, kQuery, 0, typed);
      await expect.poll(async () => (await asked(page)).attention[0]).toBe(value);
      await expect(cell).toHaveValue(shown);
    }
    // One edit leaves the form of the others as it was.
    await expect(matrix.locator('input').nth(8)).toHaveValue('1024');
    await cell.press('ArrowDown');
    await expect(matrix.locator('input').nth(8)).toBeFocused();
  });
  // What is no number goes as well, also from a matrix that has no edit.
  await write(page, kProjection, 0, 'abc');
  const refused = weights(page, kProjection).locator('input').first();
  await expect(refused).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Back to its author’s weights' }).click();
  await expect(cell).toHaveValue('1024');
  await expect(refused).toHaveAttribute('aria-invalid', 'false');
  await expect(refused).not.toHaveValue('abc');
  await test.step('all matrices have one of two scales', async () => {
    const ends = () =>
      page
        .locator('#aab glass-matrix, #inside glass-matrix:not([scale=probability])')
        .evaluateAll((all) => [
          ...new Set(
            all.map((each) =>
              each.shadowRoot?.querySelector('.key')?.textContent.replace(/\s+/g, ''),
            ),
          ),
        ]);
    await expect.poll(ends).toEqual(['−11', '−12001200']);
    await write(page, 0, 0, '3');
    // Letter and place make 4 of it; the scores grow with its square.
    await expect.poll(ends).toEqual(['−44', '−2000020000']);
  });
});

test('letters: others and none are told in one sentence and the last figures stay; of many the last five are seen; the generation begins with them', async ({
  page,
}) => {
  await openLearning(page);
  await test.step('other letters and an empty line', async () => {
    await letters(page).fill('aabc');
    await expect(page.getByText('knows the letters a and b only, not “c”')).toBeVisible();
    expectNumbers(await numbersIn(hook(page, 'logits')), matrices('logits'), 0);
    await letters(page).fill('');
    await expect(page.getByText('type at least one a or b')).toBeVisible();
    await letters(page).fill('ab');
    await expect(page.getByText('type at least one a or b')).toBeHidden();
    await expect(hook(page, 'logits').locator('[role=rowheader]')).toHaveText(['a', 'b']);
  });
  await test.step('more than five letters', async () => {
    // The figures show ab, as yet.
    const rows = hook(page, 'logits').locator('[role=rowheader]');
    await letters(page).fill('bbbaabaa');
    await expect(page.getByText('The model sees the last five letters only: aabaa.')).toBeVisible();
    await expect(rows).toHaveText([...'aabaa']);
    await expectShown(hook(page, 'logits'), matrices('logits'));
  });
  await test.step('the generation', async () => {
    const [prompt = '', completion = ''] = golden.completions[1]!.split(' :: ');
    const generate = page.locator('#choosing glass-generate');
    await letters(page).fill(prompt);
    await expect(output(generate)).toHaveText(prompt);
    for (let steps = 1; steps <= 2; ++steps) {
      await button(generate, 'Step').click();
      await expect(output(generate)).toHaveText(prompt + completion.slice(0, steps));
    }
  });
});

test('the circuits of the one that learns follow it, beside the hand-made ones; at rest it writes', async ({
  page,
}) => {
  test.setTimeout(480_000);
  await openLearning(page);
  const live = page.locator('#learning-live');
  await live.locator('#scores').scrollIntoViewIfNeeded();
  const [byHand, learned] = [0, 1].map((which) => live.locator('#scores glass-matrix').nth(which));
  await expect(live.locator('#scores')).toContainText('learned, after step 0');
  // Each place asks for itself and for the one before; letters and biases ask for nothing. Later places are hatched.
  const asked = 1024 / Math.sqrt(8);
  const cells = byHand!.locator('[role=gridcell]');
  await expect(cells).toHaveCount(56);
  const shown = await cells.allTextContents();
  for (let query = 0; query < 8; ++query)
    for (let key = 0; key < 7; ++key) {
      const isPlace = query >= 2 && query < 7;
      const isAskedFor = isPlace && (key === query || (key === query - 1 && key >= 2));
      if (isPlace && key > query) continue;
      const number = Number(shown[7 * query + key]!.trim());
      expect(number, `${query}, ${key}`).toBeCloseTo(isAskedFor ? asked : 0, 1);
    }
  const train = live.locator('glass-train');
  await button(train, 'Step').click();
  await expect(train.locator('.facts dd').first()).toHaveText('1 of 300');
  await test.step('the hand-made attention stands beside its own, to compare', async () => {
    const attention = await numbersIn(train.locator('glass-matrix').nth(1));
    expect(attention.map((row, t) => row.slice(0, t + 1))).toEqual(
      matrices('attn_probs').map((row, t) =>
        row.slice(0, t + 1).map((each) => Number(each.toFixed(2))),
      ),
    );
  });
  await expect(live.locator('#scores')).toContainText('learned, after step 1');
  const noise = await numbersIn(learned!);
  await expect(live).toContainText('As it was after step 1,');
  // While it learns, what writes is the one that rested last, and that is said.
  const learnsOn = 'It has learned more since: pause it';
  const wasSaid = page.waitForFunction((text) => document.body.innerText.includes(text), learnsOn);
  const writer = live.locator('#learned-writes glass-generate');
  const same = await writer.elementHandle();
  await button(train, 'Run').click();
  await wasSaid;
  // The way of writing that is chosen meanwhile stays, in a figure that never leaves the page.
  await writer.getByText('Greedy', { exact: true }).click();
  await button(writer, 'Step').click();
  await expect(output(writer)).toHaveText(/^\s*aabaa\s*[ab]\s*$/);
  // The rest of its steps need no drawing after every second one.
  await train.evaluate((element: HTMLElement) => Object.assign(element, { every: 60 }));
  await expect(live).toContainText('As it was after step 300', { timeout: 60_000 });
  await expect(output(writer)).toHaveText(/^\s*aabaa\s*$/);
  await expect(writer.getByRole('radio', { name: 'Greedy' })).toBeChecked();
  expect(await writer.evaluate((now, before) => now === before, same)).toBe(true);
  await expect(live).not.toContainText(learnsOn);
  await expect(live.locator('#given')).toContainText('learned, after step 300');
  expect(await numbersIn(learned!)).not.toEqual(noise);
  await button(writer, 'Run').click();
  await expect(output(writer)).toContainText('aabaabaabaabaab', { timeout: 30_000 });
  // What it wrote is gone with it.
  await button(train, 'Reset').click();
  await expect(live).toContainText('As it was after step 0');
  await expect(output(writer)).toHaveText(/^\s*aabaa\s*$/);
  await expect(button(writer, 'Run')).toBeEnabled();
  expect(await violations(page, '#learning-live')).toEqual([]);
  // What is written by hand is compared as the reader has it.
  await write(page, kQuery, 0, '99');
  const rounded = async () => (await numbersIn(byHand!)).flat().map(Math.round);
  await expect.poll(rounded).toContain(Math.round(99 / Math.sqrt(8)));
});

test('what writes can be kept as a page, with the model that somebody wrote or that has learned here', async ({
  page,
  anotherPage,
}, info) => {
  await openLearning(page);
  await page.locator('#learning-live #scores').scrollIntoViewIfNeeded();
  await expect(page.locator('#learning-live')).toContainText('As it was after step 0');
  const path = info.outputPath('saved.html');
  for (const place of ['#learned-writes', '#choosing']) {
    const save = page.locator(`${place} glass-save`);
    await save.locator('[part=button]').click();
    const coming = page.waitForEvent('download');
    await save.getByRole('menuitem', { name: 'Live page' }).click();
    await (await coming).saveAs(path);
    const saved = await anotherPage({ offline: true });
    await saved.goto(pathToFileURL(path).href);
    const writer = saved.locator('glass-generate');
    await expect(writer.locator('glass-next-token button').first()).toBeVisible();
    await button(writer, 'Step').click();
    await expect(output(writer)).toHaveText(/^\s*aabaa\s*[ab]\s*$/);
  }
});

test('steps that take longer than a rest are none: what writes stays the same until it pauses', async ({
  page,
}) => {
  test.setTimeout(480_000);
  await openLearning(page);
  const live = page.locator('#learning-live');
  await live.locator('#scores').scrollIntoViewIfNeeded();
  await expect(live).toContainText('As it was after step 0');
  const told = await live.evaluateHandle((section) => {
    const said = new Set<string>();
    const look = () => {
      const [found] = /As it was after step \d+/.exec(section.textContent) ?? [];
      if (found) said.add(found);
    };
    new MutationObserver(look).observe(section, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    look();
    return said;
  });
  const train = live.locator('glass-train');
  await train.evaluate((element: HTMLElement) =>
    Object.assign(element, { every: 5000, maxSteps: 10_000 }),
  );
  await button(train, 'Run').click();
  await expect(live).toContainText('As it was after step 10000', { timeout: 90_000 });
  expect(await told.evaluate((said) => [...said])).toEqual([
    'As it was after step 0',
    'As it was after step 10000',
  ]);
});
