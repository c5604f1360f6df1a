// A model learns in the engine's worker while the page stays alive.
import { readFileSync } from 'node:fs';
import { openBlank } from './blank.ts';
import { expect, test } from './fixture.ts';

type Package = typeof import('glassformer');
declare const glassformer: Package;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const config = JSON.parse(read('models/aab/config.json')) as object;
const runs = (
  JSON.parse(read('tests/golden/seed001_aab.json')) as {
    accuracy_runs: { context: string; expected: string }[];
  }
).accuracy_runs.map(({ context, expected }) => ({ context, expected }));

const shown = (numbers: number[][]) =>
  numbers.map((row) => `  ${row.map((value) => value.toFixed(2)).join(' ')}`).join('\n');

test('it learns (aab)* to 27 of 27 in seconds, and the page does not wait', async ({ page }) => {
  await openBlank(page);
  const found = await page.evaluate(
    async ({ config, runs }) => {
      const ids = (text: string) => Array.from(text, (letter) => 'ab'.indexOf(letter));
      const name = 'blocks.0.attn.pattern';
      const byHand = await glassformer.loadModel('aab');
      const trainer = await glassformer.createTrainer({
        config,
        sequences: [ids('aab'.repeat(10))],
        lr: 0.02,
        seed: 1,
      });

      // What a reader would notice: how far frames are apart, and tasks that hold the page up.
      let frames = 0;
      let longestGap = 0;
      let last = performance.now();
      let watching = true;
      const tick = (now: number) => {
        frames++;
        longestGap = Math.max(longestGap, now - last);
        last = now;
        if (watching) requestAnimationFrame(tick);
      };
      await new Promise<void>((begun) =>
        requestAnimationFrame((now) => {
          last = now;
          requestAnimationFrame(tick);
          begun();
        }),
      );
      const longTasks: number[] = [];
      new PerformanceObserver((list) =>
        longTasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ type: 'longtask' });

      const beginning = performance.now();
      const losses: number[] = [];
      let answers = 0;
      let correct = 0;
      let trained = 0;
      for (let round = 0; round < 20 && correct < runs.length; round++) {
        const look = { input: ids('aabaa'), capture: [name] };
        for await (const step of trainer.train({ steps: 100, every: 20, ...look })) {
          losses.push(step.loss);
          await byHand.forward('aabaa'); // another figure asks the same worker
          answers++;
        }
        const model = await trainer.model();
        const predicted = await Promise.all(
          runs.map(({ context }) => model.generate(ids(context), { max_new_tokens: 1 }).result()),
        );
        await model.close();
        correct = runs.filter(
          ({ expected }, i) => predicted[i]!.ids[0] === ids(expected)[0],
        ).length;
        trained = performance.now() - beginning;
      }
      const loss = losses.at(-1)!;
      // On for a second, so that there is something to see of the page.
      const signal = AbortSignal.timeout(1000);
      try {
        for await (const step of trainer.train({ every: 50, signal })) losses.push(step.loss);
      } catch (error) {
        if (error !== signal.reason) throw error;
      }
      watching = false;

      const rows = (data: Float32Array) =>
        Array.from({ length: 5 }, (_, t) => Array.from(data.slice(5 * t, 5 * t + 5)));
      const pattern = async (runner: typeof trainer | typeof byHand) =>
        rows((await runner.forward(ids('aabaa'), { capture: [name] })).activations[name]!.data);
      const patterns = { learned: await pattern(trainer), byHand: await pattern(byHand) };
      const steps = trainer.steps;
      await trainer.close();
      await byHand.close();
      return {
        correct,
        trained,
        steps,
        loss,
        losses,
        answers,
        frames,
        longestGap,
        longTasks,
        patterns,
      };
    },
    { config, runs },
  );

  console.log(
    `27 of 27 after ${(found.trained / 1000).toFixed(2)} s; loss ${found.losses[0]!.toFixed(3)} → ${found.loss.toFixed(3)}, ${found.steps} steps in all, ` +
      `${found.frames} frames, at most ${found.longestGap.toFixed(0)} ms apart, ` +
      `${found.longTasks.length} long tasks\nlearned attention\n${shown(found.patterns.learned)}\n` +
      `made by hand\n${shown(found.patterns.byHand)}`,
  );
  expect(found.correct).toBe(runs.length);
  expect(found.trained).toBeLessThan(20_000);
  // After as many steps as ever: what the second ends on is the clock's choice.
  expect(found.loss).toBeLessThan(found.losses[0]! / 2);
  expect(found.answers).toBeGreaterThan(4);
  // The page itself was never busy, whatever else the machine has to do; and it drew all the time.
  expect(found.longTasks.filter((duration) => duration >= 50)).toEqual([]);
  expect(found.frames).toBeGreaterThan(10);
  for (const pattern of Object.values(found.patterns)) {
    for (const [t, row] of pattern.entries()) {
      expect(row.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 5);
      expect(row.slice(t + 1)).toEqual(Array(4 - t).fill(0)); // it looks at no later letter
    }
  }
});

test('an abort stops it, and a worker that dies rejects it', async ({ page }) => {
  await openBlank(page);
  const told = await page.evaluate(async (config) => {
    const sequences = [Array.from({ length: 30 }, (_, i) => Number(i % 3 === 2))];
    const trainer = await glassformer.createTrainer({ config, sequences });
    const stop = new AbortController();
    const message = async (reached: (step: number) => void, signal?: AbortSignal) => {
      try {
        for await (const { step } of trainer.train(signal ? { signal } : {})) reached(step);
      } catch (error) {
        return (error as Error).message;
      }
      return 'nothing';
    };
    const abort = (step: number) => void (step === 5 && stop.abort(new Error('enough')));
    const aborted = await message(abort, stop.signal);
    const on = trainer.steps;
    // In the middle of its steps.
    const closed = await message(
      (step) => void (step === on + 5 && glassformer.sharedEngine().close()),
    );
    return { aborted, on, closed };
  }, config);
  expect(told.aborted).toBe('enough');
  expect(told.on).toBeGreaterThanOrEqual(5);
  expect(told.closed).toMatch(/closed/);
});
