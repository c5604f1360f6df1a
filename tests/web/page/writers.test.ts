import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  findSourceProblem,
  kInitialSource,
  kSourceExamples,
  sourceExamples,
  sourceOf,
  translatorOf,
} from '../../../web/page/source.ts';
import { kExamples, kInitialText, writerOf } from '../../../web/page/writers.ts';

it('verses are read by the poems’ model, other Chinese by that of modern sentences, the rest by the stories’', () => {
  for (const verse of [
    ...[
      '空山新雨后，',
      '床前明月光',
      '白日依山尽，黄河',
      '床前明月光 疑是',
      '《静夜思》床前明月光',
    ],
    ...['静夜思 李白\n床前明月光，', '关关雎鸠，在河之洲', '故人西辞黄鹤楼，烟花三月下扬州'],
  ])
    expect(writerOf(verse)).toBe('tang');
  for (const modern of [
    ...[
      '今天',
      '我喜欢喝茶',
      '我叫 Tom。',
      '小明和小红一起去公园',
      '你好',
      '早上好',
      '中国',
      '我买3个',
    ],
    ...[
      '大家都来吃饭',
      '小猫看见一条鱼',
      '从前，有一只兔子，',
      '我們吃飯',
      '我是中国人',
      '弟弟踢足球',
    ],
  ])
    expect(writerOf(modern)).toBe('zh');
  expect(writerOf('The 山 is high')).toBe('stories');
  expect(writerOf('先吃甜点 first')).toBe('zh');
  expect(writerOf('The dog')).toBe('stories');
  // Where the scripts are even, or there is none, the page's language decides.
  for (const [text, onChinesePage] of [
    ['123 !', 'zh'],
    ['😀😀', 'zh'],
    ['我爱 machine learning', 'zh'],
    ['I like 山 and tea', 'stories'],
  ] as const) {
    expect(writerOf(text, 'en')).toBe('stories');
    expect(writerOf(text, 'zh')).toBe(onChinesePage);
  }
});

it('every example is read by the model it is an example of', () => {
  for (const writer of ['stories', 'zh', 'tang'] as const) {
    expect(kExamples[writer].map((each) => writerOf(each))).toEqual(
      kExamples[writer].map(() => writer),
    );
    expect(writerOf(kInitialText[writer])).toBe(writer);
  }
});

it('the translator gets what was typed for it, else the reader’s own sentence, else an example', () => {
  expect(sourceOf({ source: 'Tea?', read: 'My own line' })).toBe('Tea?');
  expect(sourceOf({ source: '', read: 'My own line' })).toBe('');
  expect(sourceOf({ source: null, read: 'My own line' })).toBe('My own line');
  expect(sourceOf({ source: null, read: kInitialText.stories })).toBe(kInitialSource);
  expect(sourceOf({ source: null, read: '今天天气很好。' })).toBe('今天天气很好。');
  // A verse is for the poet.
  for (const read of [kInitialText.tang, '床前明月光，'])
    expect(sourceOf({ source: null, read })).toBe(kInitialSource);
});

it('the script that more of a sentence is in says which model reads it', () => {
  expect(kSourceExamples.map(translatorOf)).toEqual(['en-zh', 'en-zh', 'en-zh', 'zh-en', 'zh-en']);
  expect(translatorOf('我叫 Tom。')).toBe('zh-en');
  // What is remembered of a head's place holds for either model.
  const shape = (name: string) => {
    const file = new URL(`../../../models/${name}/config.json`, import.meta.url);
    const config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    return ['encoder_layers', 'decoder_layers', 'num_heads'].map((key) => config[key]);
  };
  expect(shape('zh-en')).toEqual(shape('en-zh'));
});

it('the way back to the reader’s own sentence is among the examples', () => {
  expect(sourceExamples({ source: 'Tea?', read: 'My own line' })).toEqual([
    'My own line',
    ...kSourceExamples,
  ]);
  expect(sourceExamples({ source: null, read: 'My own line' })).toEqual(kSourceExamples);
  expect(sourceExamples({ source: 'Tea?', read: '空山新雨后' })).toEqual(kSourceExamples);
});

it('what the translator cannot read is told apart', () => {
  expect(findSourceProblem('Tea?')).toBeNull();
  expect(findSourceProblem('  ')).toBe('empty');
  for (const text of ['你好，世界', '我叫 Tom。']) expect(findSourceProblem(text)).toBeNull();
  for (const text of ['123', 'Привет!']) expect(findSourceProblem(text)).toBe('otherScript');
  expect(findSourceProblem('I love 中')).toBe('mixed');
});
