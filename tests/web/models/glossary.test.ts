/** Which word stands for which, from pairs that are small enough to count by hand. */
import { expect, it } from 'vitest';
import { divide, glossary } from '../../../tools/models/glossary.mjs';
import { wholeWords } from '../../../tools/models/whole-words.mjs';

const kPairs = [
  ['The moon is red.', '月亮红。'],
  ['The sun is red.', '太阳红。'],
  ['The moon is round.', '月亮圆。'],
  ['The sun is round.', '太阳圆。'],
].flatMap(([english, chinese]) =>
  Array.from({ length: 10 }, () => ({ english: english!, chinese: chinese! })),
);

it('two characters that are always together are one word, with the English word that is always with them', () => {
  const { chinese, english } = glossary(kPairs);
  expect(Object.fromEntries(chinese)).toEqual({
    月亮: 'moon',
    太阳: 'sun',
    红: 'red',
    圆: 'round',
  });
  expect(english.get('moon')).toBe('月亮');
  expect(english.get('red')).toBe('红');
});

it('what is rare stands for nothing', () => {
  const rare = { english: 'A comet.', chinese: '彗星。' };
  expect(glossary([...kPairs, rare]).chinese.has('彗星')).toBe(false);
});

it('a text is divided into its longest words, and marks part it', () => {
  const words = new Set(['今天', '天气']);
  expect(divide('今天天气好，今天', (word) => words.has(word))).toEqual([
    '今天',
    '天气',
    '好',
    '今天',
  ]);
});

it('a stretch that ends inside of a word is replaced by the whole word, without what stands around it', () => {
  const pairs = [
    ['He is a genius.', '他是一个天才。'],
    ['She is a genius.', '她是一个天才。'],
    ['Pay attention!', '注意！'],
    ['She felt unhappy.', '她感到不开心。'],
    ['Please allow it.', '不允许。'],
  ].map(([english, chinese]) => ({ english: english!, chinese: chinese! }));
  const counted = new Map([
    ['genius', '个天'],
    ['attention', '注'],
    ['unhappy', '不开心'],
    ['allow', '不允许'],
    ['absent', '缺席'],
  ]);
  expect(Object.fromEntries(wholeWords(counted, pairs))).toEqual({
    genius: '天才',
    attention: '注意',
    unhappy: '不开心',
    allow: '允许',
  });
});
