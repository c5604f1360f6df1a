/** Attributes that an element does not have, and what is said of them. */
import { expect, test } from 'vitest';
import { kOfMostTags } from '../../../web/src/elements/base/attributes.ts';
import { kOfModel, meantBy } from '../../../web/src/elements/base/misspelt.ts';

const kAttributes = ['layer', 'head', 'model', 'text'];

test('a name that is nearly one of the element’s is told as that one', () => {
  expect(meantBy('laier', kAttributes)).toBe('layer');
  expect(meantBy('src', kAttributes)).toBe('model');
});

test('what any tag may have, of HTML or of a framework, is no mistake', () => {
  for (const name of [
    ...[
      'class',
      'id',
      'style',
      'slot',
      'part',
      'lang',
      'dir',
      'title',
      'hidden',
      'tabindex',
      'role',
    ],
    ...['data-layer', 'aria-label', 'onclick', 'is', 'key', 'ref', 'autocorrect', 'itemprop'],
    ...[
      'v-if',
      'v-on:click',
      ':text',
      '@glass-run',
      '_ngcontent-ab',
      '_nghost-ab',
      '[text]',
      '(run)',
    ],
    ...['s-1a', 'client:load', 'x-data', 'ng-version', 'hx-get', 'on:click', 'xml:lang', '.values'],
  ])
    expect(
      kOfMostTags.test(name) ? undefined : meantBy(name, [...kAttributes, 'path', 'clas']),
      name,
    ).toBeUndefined();
});

test('any other name is told with those that the element has, or as a setting', () => {
  const all = 'one of layer, head, model, text';
  for (const name of ['temperature', 'top-k', 'top_k', 'width', 'parts', 'value'])
    expect(meantBy(name, kAttributes), name).toBe(all);
  for (const name of ['top-k', 'top_k'])
    expect(meantBy(name, kAttributes, ['temperature', 'top_k'])).toBe(`settings='{"top_k": …}'`);
});

test('what is a <glass-model>’s is told to stand there', () => {
  for (const name of kOfModel)
    expect(meantBy(name, kAttributes)).toBe('a <glass-model> around it with that');
});
