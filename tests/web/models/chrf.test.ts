import { expect, test } from 'vitest';
import { chrf, corpusChrf } from '../../../tools/models/chrf.mjs';

test('chrF is what the formula gives by hand', () => {
  // n-grams in common, of the translation, of the reference; n = 6 fits into neither:
  //   n = 1: 4 4 5    n = 2: 2 3 4 (我是 学生)    n = 3: 0 2 3    n = 4: 0 1 2    n = 5: 0 0 1
  const precision = (4 / 4 + 2 / 3) / 5;
  const recall = (4 / 5 + 2 / 4) / 5;
  const want = (100 * 5 * precision * recall) / (4 * precision + recall);
  expect(want).toBeCloseTo(27.197, 3);
  expect(chrf('我是学生', ['我是个学生'])).toBeCloseTo(want, 10);
  expect(chrf('我是学生', ['我是个学生'], { longest: 1, beta: 1 })).toBeCloseTo(800 / 9, 10);
});

test('chrF is 100 for the reference itself, 0 for nothing in common, and ignores spaces', () => {
  expect(chrf('你好。', ['你好。'])).toBe(100);
  expect(chrf('你 好。', ['你好。'])).toBe(100);
  expect(chrf('ab', ['你好'])).toBe(0);
  expect(chrf('', ['你好'])).toBe(0);
  expect(chrf('', [''])).toBe(100);
});

test('repeating a right n-gram does not count twice', () => {
  expect(chrf('好好', ['好'], { longest: 1 })).toBeCloseTo((100 * 5 * 0.5 * 1) / (4 * 0.5 + 1), 10);
});

test('the best of several references counts, in one sentence and in a corpus', () => {
  expect(chrf('再见', ['你好', '再见'])).toBe(100);
  const pairs = [{ translation: '再见', references: ['你好', '再见'] }];
  expect(corpusChrf(pairs)).toBe(100);
});

test('a corpus counts all n-grams together', () => {
  const pairs = [
    { translation: 'aaaa', references: ['aaaa'] },
    { translation: 'b', references: ['c'] },
  ];
  expect(corpusChrf(pairs, { longest: 1 })).toBeCloseTo(80, 10); // not the mean of 100 and 0
});
