// While a transformer learns in a figure, the page answers: its tasks are measured by the clock, so that no other test runs beside it.
import { button } from './figures.ts';
import { expect, expectNumbers, test } from './fixture.ts';
import { addFigure, fact, learned, seenWeights } from './own-training.ts';

test('it learns to 27 of 27 and stops; its record can be looked back at; the page never waits', async ({
  page,
}) => {
  const figure = await addFigure(page, 'glass-train', {
    lr: 0.02,
    seed: 3,
    maxSteps: 120,
    every: 3,
  });
  await page.evaluate(() => {
    const told = { tasks: [] as number[], steps: 0, done: 0 };
    Object.assign(globalThis, { told });
    new PerformanceObserver((list) =>
      told.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    addEventListener('glass-train-step', () => told.steps++);
    addEventListener('glass-train-done', () => told.done++);
  });
  await expect(fact(figure, 'test')).toHaveText(/^(\d|1\d|2[0-6]) of 27 right$/);
  const first = await seenWeights(figure);
  await button(figure, 'Run').click();
  await expect(fact(figure, 'step')).toHaveText('120 of 120');
  await expect(button(figure, 'Run')).toBeDisabled();
  await expect(figure.getByText('Stopped after 120 steps.')).toBeVisible();
  await expect(fact(figure, 'test')).toHaveText('27 of 27 right');
  expect(Number(await fact(figure, 'loss').textContent())).toBeLessThan(0.3);

  const { tasks, steps, done } = await page.evaluate(
    () =>
      (globalThis as unknown as { told: { tasks: number[]; steps: number; done: number } }).told,
  );
  console.log(`${steps} pictures in 120 steps, ${tasks.length} tasks of 50 ms or more`);
  expect(tasks.filter((duration) => duration >= 50)).toEqual([]);
  expect([steps, done]).toEqual([40, 1]);
  expect((await figure.locator('path.loss').getAttribute('d'))!.split('L')).toHaveLength(41);

  // The last picture is what a trainer of one's own comes to in as many steps.
  const wanted = await learned(page, 120);
  await expect(fact(figure, 'loss')).toHaveText(wanted.losses.at(-1)!.toFixed(4));
  expectNumbers(await seenWeights(figure), wanted.pattern, 0.0051);

  const record = figure.getByLabel('look back');
  await record.focus();
  await record.press('Home');
  await expect(figure.getByText('This is a record of step 0.')).toBeVisible();
  expect(await seenWeights(figure)).toEqual(first);
  await button(figure, 'Step').click();
  await expect(fact(figure, 'step')).toHaveText('3 of 120');
  await expect(fact(figure, 'loss')).toHaveText(wanted.losses[2]!.toFixed(4));
  await button(figure, 'Back').click();
  await expect(fact(figure, 'step')).toHaveText('0 of 120');

  await button(figure, 'Reset').click();
  await expect(record).toHaveAttribute('max', '0');
  expect(await seenWeights(figure)).toEqual(first);
});
