/** What a slider's steps are worth: each shows, and the way back leads over the same values. */
import { expect, test } from 'vitest';
import {
  type Control,
  controlsOf,
  defaultSettings,
} from '../../../web/src/elements/base/controls.ts';
import { common } from '../../../web/src/elements/i18n/subjects/common.ts';

const controls = (temperature: number): Control[] =>
  controlsOf('sample', common.in('en'), { temperature, length: 20, vocabulary: 1000 });

const named = (all: readonly Control[], name: string): Control =>
  all.find((each) => each.name === name)!;

for (const most of [2, 1.25, 2000])
  test(`each step of the temperature up to ${most} shows, changes it by 4 to 10 %, and leads back`, () => {
    const { min, max, step, show, toSlider, fromSlider } = named(controls(most), 'temperature');
    const places = Array.from({ length: (max - min) / step + 1 }, (_, i) => min + i * step);
    const values = places.map(fromSlider);
    expect([values[0], values.at(-1)]).toEqual([0.1, most]);
    expect(values).toContain(defaultSettings.temperature);
    expect(new Set(values.map(show)).size).toBe(values.length);
    expect(values.map(toSlider)).toEqual(places);
    for (const [i, value] of values.slice(1, -1).entries()) {
      expect(value / values[i]!).toBeLessThan(1.101);
      expect(value / values[i]!).toBeGreaterThan(1.039);
    }
  });

test('a temperature between two steps goes to another one with each press', () => {
  const { toSlider, fromSlider } = named(controls(2), 'temperature');
  const place = toSlider(0.73);
  expect([fromSlider(place - 1), fromSlider(place + 1)]).toEqual([0.7, 0.8]);
  expect(toSlider(0.001)).toBe(0);
});

test('all steps of top-k lead to it and back, the last one is off', () => {
  const { min, max, toSlider, fromSlider } = named(controls(2), 'top_k');
  const values = Array.from({ length: max - min + 1 }, (_, i) => fromSlider(min + i));
  expect([values[0], values.at(-1)]).toEqual([1, 0]);
  expect(values.map(toSlider)).toEqual(values.map((_, i) => min + i));
  expect(toSlider(900)).toBe(max);
});
