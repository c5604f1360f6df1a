import { afterEach, expect, it, vi } from 'vitest';
import { LatestAnswer, latestOnly } from '../../../web/src/elements/base/latest.ts';

afterEach(() => void vi.unstubAllGlobals());

it('runs the first and the newest of the inputs that come while it is busy', async () => {
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

it('reports a failure, and runs the newest input that has come since', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const done: number[] = [];
  const failure = new Error('no');
  const run = latestOnly(async (n: number) => {
    await Promise.resolve();
    if (n < 2) throw failure;
    done.push(n);
  });
  run(1);
  run(2);
  await expect.poll(() => done).toEqual([2]);
  expect(reported.mock.calls).toEqual([[failure]]);
  run(0);
  await expect.poll(() => reported.mock.calls.length).toBe(2);
  run(3);
  await expect.poll(() => done).toEqual([2, 3]);
});

/** Questions are numbers; each is answered (or failed) by the test. */
function makeAnswers({ isStillShown = false, isReady = true } = {}) {
  const asked: number[] = [];
  const told: string[] = [];
  const open = new Map<
    number,
    { resolve: (answer: string) => void; reject: (error: Error) => void }
  >();
  const answers = new LatestAnswer<number, string>(
    { requestUpdate: () => told.push('update') },
    {
      answer: (n) => {
        asked.push(n);
        return new Promise((resolve, reject) => open.set(n, { resolve, reject }));
      },
      take: (answer) => told.push(answer),
      fail: (error) => told.push((error as Error).message),
      isReady: () => isReady,
      isStillShown: () => isStillShown,
    },
  );
  const settle = async (n: number, outcome: string | Error) => {
    const { resolve, reject } = open.get(n)!;
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
    for (let i = 0; i < 5; ++i) await Promise.resolve();
  };
  return { answers, asked, told, settle };
}

it('answers the same question once, until it is forgotten', async () => {
  const { answers, asked, told, settle } = makeAnswers();
  answers.ask(1);
  answers.ask(1);
  expect(answers.isBusy).toBe(true);
  await settle(1, 'one');
  answers.ask(1);
  expect([asked, told, answers.isBusy]).toEqual([[1], ['one', 'update'], false]);
  answers.forget();
  answers.ask(1);
  expect(asked).toEqual([1, 1]);
});

it('drops an answer and an error to a question that was overtaken, and skips those between', async () => {
  const { answers, asked, told, settle } = makeAnswers();
  answers.ask(1);
  answers.ask(2);
  answers.ask(3);
  await settle(1, 'one');
  expect([asked, told, answers.isBusy]).toEqual([[1, 3], [], true]);
  answers.ask(4);
  await settle(3, new Error('three'));
  expect([asked, told]).toEqual([[1, 3, 4], []]);
  await settle(4, new Error('four'));
  expect([told, answers.isBusy]).toEqual([['four', 'update'], false]);
});

it('an overtaken answer is kept where it is still shown, an overtaken error is not', async () => {
  const { answers, told, settle } = makeAnswers({ isStillShown: true });
  answers.ask(1);
  answers.ask(2);
  await settle(1, 'one');
  answers.ask(3);
  await settle(2, new Error('two'));
  await settle(3, 'three');
  expect(told).toEqual(['one', 'three', 'update']);
});

it('drops what was under way when it was forgotten', async () => {
  const { answers, told, settle } = makeAnswers({ isStillShown: true });
  answers.ask(1);
  answers.forget();
  await settle(1, 'one');
  expect([told, answers.isBusy]).toEqual([['update'], false]);
});

it('drops what was under way when it was forgotten, also where another question was asked since', async () => {
  const { answers, told, settle } = makeAnswers({ isStillShown: true });
  answers.ask(1);
  answers.forget();
  answers.ask(2);
  await settle(1, 'one');
  await settle(2, 'two');
  expect([told, answers.isBusy]).toEqual([['two', 'update'], false]);
});

it('does not ask where it is not ready, and asks again later', () => {
  const { answers, asked } = makeAnswers({ isReady: false });
  answers.ask(1);
  expect([asked, answers.isBusy]).toEqual([[], false]);
});
