/** Attributes that an element does not have, and what is said of them. */
import { expect, test } from 'vitest';
import { kOfModel, meantBy } from '../../../web/src/elements/base/misspelt.ts';

const kAttributes = ['layer', 'head', 'model', 'text'];

test('a name that is nearly one of the element’s is told as that one', () => {
  expect(meantBy('laier', kAttributes)).toBe('layer');
  expect(meantBy('data-layer', kAttributes)).toBeUndefined();
  expect(meantBy('is', kAttributes)).toBeUndefined();
});

test('what is a <glass-model>’s is told to stand there', () => {
  for (const name of kOfModel)
    expect(meantBy(name, kAttributes)).toBe('a <glass-model> around it with that');
});
