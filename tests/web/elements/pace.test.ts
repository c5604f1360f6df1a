/** The timer of steps, with a clock that the test moves. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pace } from '../../../web/src/elements/base/pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('steps are taken until one is the last', async () => {
  const step = vi.fn(async () => step.mock.calls.length < 3);
  const ended = vi.fn();
  new Pace(() => 100).run(step, ended);
  await vi.advanceTimersByTimeAsync(99);
  expect(step).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(101);
  expect(step).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(step).toHaveBeenCalledTimes(3);
  expect(ended).toHaveBeenCalledTimes(1);
});

it('what a step took can count as a part of the wait', async () => {
  const slow = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 60));
  const step = vi.fn(slow);
  new Pace((took) => 100 - took).run(step, () => undefined);
  await vi.advanceTimersByTimeAsync(99);
  expect(step).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(step).toHaveBeenCalledTimes(2);
});

it('a run that is stopped takes no further step, and does not end', async () => {
  const pace = new Pace(() => 100);
  const step = vi.fn(async () => false);
  const ended = vi.fn();
  pace.run(step, ended);
  pace.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(step).toHaveBeenCalledTimes(1);
  expect(ended).not.toHaveBeenCalled();
});
