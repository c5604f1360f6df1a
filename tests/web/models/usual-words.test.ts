/** Words by hand, and what of the counted stretches is a word. */
import { expect, it } from 'vitest';
import { isPhrase, usualWords, withoutPhrases } from '../../../tools/models/usual-words.mjs';

const counted = new Map([
  ['我想', 'want'],
  ['解决了', 'solved'],
  ['不喜', 'like'],
  ['喜欢', 'like'],
  ['月亮', 'moon'],
  ['谢谢你', 'thank'],
  ['一名律', 'lawyer'],
  ['黄油', 'butter'],
]);

it('a common word and another one are no word; a verb that was counted with 了 is kept without it', () => {
  expect(Object.fromEntries(withoutPhrases(counted))).toEqual({
    解决: 'solved',
    喜欢: 'like',
    月亮: 'moon',
    黄油: 'butter',
  });
});

it('what is written by hand is a word, whatever it begins with', () => {
  for (const word of ['不错', '没有', '一起', '酒吧', '其他', '十一月'])
    expect(isPhrase(word, counted), word).toBe(false);
});

it('each word by hand has a meaning, and a reading of its own where that is given', () => {
  for (const words of Object.values(usualWords))
    for (const [word, { meaning }] of words) {
      expect(word).toMatch(/^[^\s/;]+$/);
      expect(meaning, word).not.toBe('');
    }
  expect(usualWords.chinese.get('得')).toEqual({ meaning: '(degree)', reading: 'de' });
  expect(usualWords.chinese.get('好')).toEqual({ meaning: 'good', reading: null });
});
