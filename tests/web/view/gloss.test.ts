import { expect, it } from 'vitest';
import { glossed } from '../../../web/src/view/gloss.ts';
import chinese from '../../../models/en-zh/gloss.json';
import english from '../../../models/zh-en/gloss.json';

const table = {
  今: ['jīn', ''],
  今天: ['jīntiān', 'today'],
  好: ['hǎo', 'good'],
  "don't": '别',
} as const;

it('Chinese is divided into the longest words that the table has', () => {
  expect(glossed('今天好，今。', table)).toEqual([
    { text: '今天', reading: 'jīntiān', word: 'today' },
    { text: '好', reading: 'hǎo', word: 'good' },
    { text: '，', reading: '', word: '' },
    { text: '今', reading: 'jīn', word: '' },
    { text: '。', reading: '', word: '' },
  ]);
});

it('rather two words with a meaning than one with and one without', () => {
  const words = { 不: ['bù', 'not'], 不喜: ['bùxǐ', 'like'], 喜欢: ['xǐhuan', 'like'] };
  expect(glossed('不喜欢', words).map(({ text }) => text)).toEqual(['不', '喜欢']);
});

it('English words are looked up in small letters, with either apostrophe; others stand by themselves', () => {
  expect(glossed('Don’t go, toString!', table)).toEqual([
    { text: 'Don’t', reading: '', word: '别' },
    { text: 'go', reading: '', word: '' },
    { text: ',', reading: '', word: '' },
    { text: 'toString', reading: '', word: '' },
    { text: '!', reading: '', word: '' },
  ]);
});

it('a number or letters before Chinese leave it to itself', () => {
  const words = glossed('7今天，A好', table).map(({ text, word }) => [text, word]);
  expect(words).toEqual([
    ['7', ''],
    ['今天', 'today'],
    ['，', ''],
    ['A', ''],
    ['好', 'good'],
  ]);
});

it('words are as long as those of the table', () => {
  const long = { 今天天气好: ['jīntiān tiānqì hǎo', 'fine weather'], 好: ['hǎo', 'good'] };
  expect(glossed('今天天气好', long).map(({ word }) => word)).toEqual(['fine weather']);
});

it('the tables that come with the translators have the words of everyday sentences', () => {
  const words = (text: string, of: object) =>
    glossed(text, of as typeof table).map(({ word, reading }) => [reading, word].join(' ').trim());
  expect(words('今晚月亮非常明亮。', chinese).slice(0, 3)).toEqual([
    'jīnwǎn tonight',
    'yuèliàng moon',
    'fēicháng very',
  ]);
  expect(words('我是学生。', chinese)).toEqual(['wǒ I', 'shì is', 'xuéshēng student', '']);
  expect(words('The weather is good today.', english)).toEqual([
    '（特指）',
    '天气',
    '是',
    '好',
    '今天',
    '',
  ]);
});
