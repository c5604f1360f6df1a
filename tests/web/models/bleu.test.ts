import { expect, test } from 'vitest';
import { corpusBleu } from '../../../tools/models/bleu.mjs';

const one = (translation: string, ...references: string[]) => [{ translation, references }];

test('BLEU is what the formula gives by hand', () => {
  // 我是个好学生 against 我是一个好学生: 6 of 6, 4 of 5, 2 of 4, 1 of 3; 6 characters for 7
  const want = 100 * Math.exp(1 - 7 / 6) * ((6 / 6) * (4 / 5) * (2 / 4) * (1 / 3)) ** (1 / 4);
  expect(corpusBleu(one('我是个好学生', '我是一个好学生'))).toBeCloseTo(want, 10);
  expect(want).toBeCloseTo(51.15, 2);
});

test('BLEU is 100 for the references themselves, 0 for nothing in common; spaces do not count', () => {
  expect(corpusBleu(one('你好吗？', '你好吗？'))).toBe(100);
  expect(corpusBleu(one('你好 吗？', '你 好吗？'))).toBe(100);
  expect(corpusBleu(one('再见再见', '你好你好'))).toBe(0);
  expect(corpusBleu(one('', '你好'))).toBe(0);
});

test('an n-gram counts as often as some one reference has it', () => {
  const [twice, once] = ['好好学习啊', '好学习啊'];
  expect(corpusBleu(one(twice, once))).toBeLessThan(100);
  expect(corpusBleu(one(twice, once, twice))).toBe(100);
});

test('brevity is judged by the nearest reference, and over the corpus', () => {
  expect(corpusBleu(one('一二三四五', '一二三四五六七八九', '一二三四五'))).toBe(100);
  const short = one('一二三四', '一二三四五');
  expect(corpusBleu(short)).toBeCloseTo(100 * Math.exp(1 - 5 / 4), 10);
  const both = [...short, ...one('六七八九十', '六七八九')]; // 9 characters for 9
  expect(corpusBleu(both)).toBeCloseTo(
    100 * ((8 / 9) * (6 / 7) * (4 / 5) * (2 / 3)) ** (1 / 4),
    10,
  );
});
