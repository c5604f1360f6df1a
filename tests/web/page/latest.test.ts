import { expect, it } from 'vitest';
import { latestOnly } from '../../../web/page/latest.ts';

it('runs the first and the newest of what came while it was busy', async () => {
  const done: number[] = [];
  const run = latestOnly(async (n: number) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    done.push(n);
  });
  for (let n = 1; n <= 9; ++n) run(n);
  await expect.poll(() => done).toEqual([1, 9]);
  run(10);
  await expect.poll(() => done).toEqual([1, 9, 10]);
});
