import { expect, it } from 'vitest';
import { examplesWith } from '../../../web/page/chapters/examples.ts';

it('the reader’s sentence comes first where the model can read it, and once', () => {
  expect(examplesWith(' Tea? ', ['A b.'], 'latin')).toEqual(['Tea?', 'A b.']);
  expect(examplesWith('A b.', ['A b.'], 'latin')).toEqual(['A b.']);
  expect(examplesWith('床前明月光', ['A b.'], 'latin')).toEqual(['A b.']);
  expect(examplesWith('床前明月光', ['空山'], 'han')).toEqual(['床前明月光', '空山']);
  expect(examplesWith('Tea?', ['空山'], 'han')).toEqual(['空山']);
  expect(examplesWith('word '.repeat(50), ['A b.'], 'latin')).toEqual(['A b.']);
  expect(examplesWith('', ['空山'], 'han')).toEqual(['空山']);
});
