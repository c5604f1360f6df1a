import { expect, it } from 'vitest';
import { divide } from '../../../tools/models/glossary.mjs';
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

it('it is divided as it was when the table was made', () => {
  const text = '今天天气好，今晚月亮非常明亮。我们明天去学校。';
  const isWord = (word: string) => Object.hasOwn(chinese, word);
  const pieces = glossed(text, chinese as unknown as typeof table)
    .map(({ text: piece }) => piece)
    .filter((piece) => /\p{Script=Han}/u.test(piece));
  expect(pieces).toEqual(divide(text, isWord));
  expect(pieces.some((piece) => [...piece].length > 1)).toBe(true);
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

it('the tables that come with the translators have the words of everyday sentences', () => {
  const words = (text: string, of: object) =>
    glossed(text, of as typeof table).map(({ word, reading }) => [reading, word].join(' ').trim());
  expect(words('今晚月亮非常明亮。', chinese).slice(0, 3)).toEqual([
    'jīnwǎn tonight',
    'yuèliàng moon',
    'fēicháng very',
  ]);
  expect(words('我是学生。', chinese)).toEqual(['wǒ I', 'shì', 'xuéshēng students', '']);
  expect(words('The weather is good today.', english)).toEqual([
    '',
    '天气',
    '是',
    '好',
    '今天',
    '',
  ]);
});
