import { expect, it } from 'vitest';
import { checkLetters, plainLetters } from '../../../web/page/chapters/learning/aab/letters.ts';

it('reads as and bs, blanks aside', () => {
  expect(checkLetters(' aa b\n')).toEqual({ letters: 'aab' });
});

it('letters of full width are accepted, as an input method may write them', () => {
  expect(plainLetters('ａａｂ')).toBe('aab');
  expect(checkLetters('ａａｂ')).toEqual({ letters: 'aab' });
});

it('the first letter that the model does not know is named', () => {
  expect(checkLetters('aaB')).toEqual({ kind: 'letters', found: 'B' });
  expect(checkLetters('a🍰')).toEqual({ kind: 'letters', found: '🍰' });
  expect(checkLetters('a\ud800')).toEqual({ kind: 'letters', found: '\ufffd' });
});

it('an empty text is reported as empty', () => {
  expect(checkLetters('  ')).toEqual({ kind: 'empty' });
});
