import { expect, it } from 'vitest';
import { shorten, textWidth, tokenLabels, visibleText } from '../../../web/src/view/label.ts';

it('a token keeps its place, so that it keeps its colour', () => {
  expect(tokenLabels([{ id: 9, text: ' is', start: 4, end: 7 }])).toEqual([
    { text: 'is', position: 0 },
  ]);
});

it('what would be invisible gets a sign', () => {
  expect(visibleText('  ')).toBe('␣␣');
  expect(visibleText('a\u0007b')).toBe('a␇b');
});

it('shortens by what readers count as characters', () => {
  expect(shorten('dessert', 7)).toBe('dessert');
  expect(shorten('desserts', 7)).toBe('desser…');
  expect(shorten('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦…');
});

it('an ideograph is wider than a letter', () => {
  expect(textWidth('点')).toBe(1);
  expect(textWidth('a')).toBeLessThan(1);
});
