import { describe, expect, test } from 'vitest';
import { metreFault, rhymeWords, Rhymes } from '../../../tools/models/metre.mjs';

const spring = '春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。';

describe('the metre', () => {
  test('is kept by four or eight lines of five or seven characters', () => {
    expect(metreFault(spring)).toBeNull();
    expect(metreFault(spring + spring)).toBeNull();
    expect(
      metreFault('两个黄鹂鸣翠柳，一行白鹭上青天。窗含西岭千秋雪，门泊东吴万里船。'),
    ).toBeNull();
    expect(metreFault('春眠不觉晓，处处闻啼鸟？夜来风雨声，花落知多少！')).toBeNull();
  });

  test('is broken in one way or another', () => {
    expect(metreFault('')).toBe('a first line of 0');
    expect(metreFault('春眠晓，处处鸟。')).toBe('a first line of 3');
    expect(metreFault(spring.replace('知', ''))).toBe('unequal lines');
    expect(metreFault(spring.replace('，', '。'))).toBe('wrong marks');
    expect(metreFault(spring.replace('。', '。。'))).toBe('wrong marks');
    expect(metreFault(spring.slice(0, -1))).toBe('wrong marks');
    expect(metreFault(spring.slice(0, 12))).toBe('2 lines');
    expect(metreFault(spring + spring.slice(0, 12))).toBe('6 lines');
  });
});

describe('rhymes', () => {
  test('stand at the ends of even lines', () => {
    expect(rhymeWords(spring)).toEqual(['鸟', '少']);
  });

  const poem = (a: string, b: string) => `一二三四五，一二三四${a}。一二三四五，一二三四${b}。`;
  // Two families; 天 and 年 never meet, but keep the same company.
  const rhymes = new Rhymes([
    ...['天前', '前年', '天山', '山年', '前山'].map(([a, b]) => poem(a!, b!)),
    ...['风中', '中空', '空风'].map(([a, b]) => poem(a!, b!)),
  ]);

  test('are learned from the company that characters keep', () => {
    expect(rhymes.rhyme('天', '前')).toBe(true);
    expect(rhymes.rhyme('天', '年')).toBe(true);
    expect(rhymes.rhyme('天', '风')).toBe(false);
    expect(rhymes.rhyme('天', '水')).toBeNull();
  });

  test('of a poem are all different, and all rhyme', () => {
    expect(rhymes.isRhymed(poem('天', '年'))).toBe(true);
    expect(rhymes.isRhymed(poem('天', '空'))).toBe(false);
    expect(rhymes.isRhymed(poem('天', '水'))).toBe(false);
    expect(rhymes.isRhymed(poem('天', '天'))).toBe(false);
  });
});
