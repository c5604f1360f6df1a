import { expect, it } from 'vitest';
import {
  findSourceProblem,
  kInitialSource,
  kSourceExamples,
  sourceExamples,
  sourceOf,
} from '../../../web/page/source.ts';
import { kExamples, kInitialText, writerOf } from '../../../web/page/writers.ts';

it('a line of mostly Chinese is read by the poems’ model, any other by the stories’', () => {
  expect(writerOf('空山新雨后，')).toBe('tang');
  expect(writerOf('The 山 is high')).toBe('stories');
  expect(writerOf('先吃甜点 first')).toBe('tang');
  expect(writerOf('The dog')).toBe('stories');
  expect(writerOf('123 !')).toBe('stories');
});

it('every example is read by the model it is an example of', () => {
  for (const writer of ['stories', 'tang'] as const) {
    expect(kExamples[writer].map(writerOf)).toEqual(kExamples[writer].map(() => writer));
    expect(writerOf(kInitialText[writer])).toBe(writer);
  }
});

it('the translator gets what was typed for it, else the reader’s own English, else an example', () => {
  expect(sourceOf({ source: 'Tea?', read: 'My own line' })).toBe('Tea?');
  expect(sourceOf({ source: '', read: 'My own line' })).toBe('');
  expect(sourceOf({ source: null, read: 'My own line' })).toBe('My own line');
  expect(sourceOf({ source: null, read: kInitialText.stories })).toBe(kInitialSource);
  expect(sourceOf({ source: null, read: '空山新雨后，' })).toBe(kInitialSource);
});

it('the way back to the reader’s own sentence is among the examples', () => {
  expect(sourceExamples({ source: 'Tea?', read: 'My own line' })).toEqual([
    'My own line',
    ...kSourceExamples,
  ]);
  expect(sourceExamples({ source: null, read: 'My own line' })).toEqual(kSourceExamples);
  expect(sourceExamples({ source: 'Tea?', read: '空山' })).toEqual(kSourceExamples);
});

it('what the translator cannot read is told apart', () => {
  expect(findSourceProblem('Tea?')).toBeNull();
  expect(findSourceProblem('  ')).toBe('empty');
  for (const text of ['你好，世界', '123', 'Hello 世界'])
    expect(findSourceProblem(text)).toBe('notEnglish');
});
