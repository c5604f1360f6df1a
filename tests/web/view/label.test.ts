import { expect, it } from 'vitest';
import {
  beginsWithBlank,
  fitLabels,
  isWritable,
  languageOfText,
  markOf,
  ordinalsOf,
  shorten,
  textWidth,
  tokenLabels,
  unknownIn,
  visibleText,
  wholeText,
} from '../../../web/src/view/label.ts';

it('a token keeps its place, so that it keeps its colour', () => {
  expect(tokenLabels([{ id: 9, text: ' is', start: 4, end: 7 }])).toEqual([
    { text: 'is', position: 0 },
  ]);
});

it('labels are as many as what they stand beside', () => {
  const labels = ['a', 'b'].map((text) => ({ text }));
  expect(fitLabels(labels, 2)).toBe(labels);
  expect(fitLabels(labels, 1)).toEqual([{ text: 'a' }]);
  expect(fitLabels(labels, 3)).toEqual([{ text: 'a' }, { text: 'b' }, { text: '' }]);
});

it('what would be invisible gets a sign', () => {
  expect(visibleText('  ')).toBe('␣␣');
  expect(visibleText('a\u0007b')).toBe('a␇b');
  expect(visibleText('\n\n')).toBe('↵↵');
  expect(visibleText('\u202e')).toBe('U+202E');
  expect(visibleText('\u200b')).toBe('U+200B');
  expect(visibleText('👨\u200d👩')).toBe('👨\u200d👩');
  expect(visibleText('\t')).toBe('⇥');
});

it('the blank that a token begins with is its own', () => {
  expect([' Tom', 'Tom', ' ', '  ', '\n', ' 月'].map(beginsWithBlank)).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ]);
});

it('what stands for other text, or is only a part of it, cannot be written', () => {
  for (const text of [' Tom', ',', '月', '<', '0x', '\n']) expect(isWritable({ text })).toBe(true);
  for (const text of ['', ' ', '\u3000', '<unk>', '<0xE4>', '<0xE4><0xB8>'])
    expect(isWritable({ text })).toBe(false);
});

it('a text in another language than its page’s is named', () => {
  expect(languageOfText('月', 'en')).toBe('zh');
  expect(languageOfText('Tom', 'zh-CN')).toBe('en');
  for (const [text, page] of [
    ['月', 'zh-CN'],
    ['Tom', 'en'],
    ['Tom', 'fr'],
    ['，', 'en'],
    ['3', 'zh-CN'],
  ] as const)
    expect(languageOfText(text, page)).toBeNull();
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

it('knows the tokens that are no text, and leaves alone what is', () => {
  const ids = {
    eos_token_ids: [2, 5],
    bos_token_id: 1,
    pad_token_id: 0,
    decoder_start_token_id: 3,
  };
  const texts = ['<pad>', '<s>', '</s>', '<go>', '<0xE4>', '.'];
  expect(texts.map((text, id) => markOf(id, text, ids))).toEqual([
    'pad',
    'start',
    'end',
    'start',
    null,
    null, // a full stop may end a text, and is still one
  ]);
  expect(markOf(0, '<|endoftext|>', { ...ids, eos_token_ids: [0], bos_token_id: 0 })).toBe('end');
});

it('leaves out what is not yet a whole character', () => {
  expect(wholeText('a\uFFFD\uFFFD')).toBe('a');
  expect(wholeText('a\uFFFDb')).toBe('a\uFFFDb');
});

it('tells which of equal labels one is, and nothing of those that stand alone', () => {
  const labels = ['a', 'b', 'a', 'a'].map((text) => ({ text }));
  expect(ordinalsOf(labels)).toEqual([1, 0, 2, 3]);
  expect(ordinalsOf([])).toEqual([]);
});

it('text that the vocabulary lacks is named, each piece once', () => {
  const tokens = ['今', '<unk>', '气', '<unk>', '<unk>'].map((text, i) => ({
    id: i,
    text,
    start: i,
    end: i + 1,
  }));
  expect(unknownIn('今很气很需', tokens)).toEqual(['很', '需']);
});
