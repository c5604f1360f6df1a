import { describe, expect, it, test } from 'vitest';
import {
  readBeams,
  readGeneration,
  withChoice,
  withWriting,
  writeGeneration,
} from '../../../web/page/generation.ts';

const kLearned = { temperature: 1, top_k: 0, top_p: 1 };
const kWriting = {
  max_new_tokens: 24,
  num_beams: 3,
  length_penalty: 1,
  temperature: 0.8,
  top_p: 0.9,
  top_k: 0,
  seed: 1,
};

describe('what the reader sets', () => {
  it('is only what they moved: the rest stays as each chapter has it', () => {
    const set = withChoice({}, { ...kLearned, top_p: 0.5 });
    expect(set).toEqual({ top_p: 0.5 });
    expect(withWriting(set, { ...kWriting, top_p: 0.5, num_beams: 5 })).toEqual({
      top_p: 0.5,
      num_beams: 5,
    });
  });
  it('is not set any longer where it is moved back to what the chapter began with', () => {
    const set = withChoice({ top_p: 0.5, seed: 3 }, { ...kLearned, top_p: 1 });
    expect(set).toEqual({ seed: 3 });
    expect(writeGeneration(withChoice({ top_p: 0.5 }, kLearned))).toBe('');
    expect(withWriting({ temperature: 0.5 }, kWriting)).toEqual({});
  });
  it('stays as another chapter has set it, which begins with something else', () => {
    const set = withWriting({}, { ...kWriting, temperature: 1 });
    expect(withChoice(set, { ...kLearned, top_k: 5 })).toEqual({ temperature: 1, top_k: 5 });
  });
  it('is the same object where nothing was moved', () => {
    const set = { temperature: 0.5 };
    expect(withWriting(set, { ...kWriting, temperature: 0.5 })).toBe(set);
  });
});

test('what is written is read again', () => {
  const set = { temperature: 0.1 + 0.2, top_k: 12, top_p: 0.05, seed: 0, length_penalty: 0.6 };
  expect(writeGeneration(set)).toContain('temperature:0.3 ');
  expect(readGeneration(writeGeneration(set))).toEqual({ ...set, temperature: 0.3 });
  expect(writeGeneration({})).toBe('');
});

test.each([
  'temperature:3',
  'temperature:1e0',
  'top_k:-1',
  'num_beams:2.5',
  'seed:4294967296',
  'x:1',
  '',
])('what no control reaches is left out: %s', (text) => {
  expect(readGeneration(`${text} top_p:0.4`)).toEqual({ top_p: 0.4 });
});

test('a beam is 2 to 8 wide', () => {
  expect(['2', '8'].map(readBeams)).toEqual([2, 8]);
  for (const text of ['1', '9', '22', '', '2.0']) expect(readBeams(text)).toBeNull();
});
