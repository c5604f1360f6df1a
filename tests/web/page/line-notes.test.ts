import { expect, it } from 'vitest';
import { changeNotes, notesOf } from '../../../web/page/line-notes.ts';

const tokensOf = (text: string) =>
  [...text].map((each, i) => ({ id: i, text: each, start: i, end: i + 1 }));
const isProse = (text: string) => notesOf('tang', tokensOf(text), [], []).isProse;

it('what is read otherwise is told once; blanks and line breaks by a sign each', () => {
  const change = (from: string, to: string) => ({ start: 0, end: 0, from, to });
  expect(
    changeNotes([
      change('後', '后'),
      change('後', '后'),
      change('\r\n', '，'),
      change(' ', ''),
      change('　', ''),
      change('「 ', ''),
    ]),
  ).toEqual({
    replaced: [
      { from: '後', to: '后' },
      { from: '\n', to: '，' },
    ],
    removed: [' ', '「'],
  });
});

it.each([
  '空山新雨后，',
  '白日依山尽，黄河入海流。',
  '故人西辞黄鹤',
  '空山',
  // A character of two UTF-16 units is one character of its verse.
  '空山新𬬻后，天气晚来秋。',
  '床前明月光，疑是',
  '人生',
])('%s may be a poem', (text) => expect(isProse(text)).toBe(false));

it.each([
  '我是一个学生',
  '今天天气真的好',
  '注意力就是你所需要的一切',
  '你好，世界',
  '人生苦短，及时行乐',
])('%s is none', (text) => expect(isProse(text)).toBe(true));

it('a modern word that the list lacks tells prose too', () => {
  const tokens = tokensOf('今天天气很好').map((token) =>
    token.text === '很' ? { ...token, text: '<unk>' } : token,
  );
  expect(notesOf('tang', tokens, [], ['很']).isProse).toBe(true);
});

it('of a text whose beginning is not read the first verse may be any part of one', () => {
  const tokens = tokensOf('月光，疑是地上霜。').map((token) => ({
    ...token,
    start: token.start + 3,
  }));
  expect(notesOf('tang', tokens, [], []).isProse).toBe(false);
});

it('the stories’ model reads prose', () => {
  expect(notesOf('stories', tokensOf('It is.'), [], []).isProse).toBe(false);
});
