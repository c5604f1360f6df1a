/** The names that models have in a page of one file. */
import { expect, test } from 'vitest';
import { modelNames } from '../../../web/src/client/one-file.ts';

test('a model is called as its folder, in letters that a name may have, and no two alike', () => {
  const sources = [
    'stories',
    './stories/',
    'https://example.org/a/my%20model/?v=2#x',
    'https://example.org/',
    '/home/我/模型',
    'C:\\models\\tiny',
    'stories',
  ];
  expect([...modelNames(sources)]).toEqual([
    ['stories', 'stories'],
    ['./stories/', 'stories-2'],
    ['https://example.org/a/my%20model/?v=2#x', 'my-20model'],
    ['https://example.org/', 'example-org'],
    ['/home/我/模型', 'model'],
    ['C:\\models\\tiny', 'tiny'],
  ]);
});
