import { loadModel, type Model } from 'glassformer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteText } from '../../../web/page/parts/say.ts';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import {
  changeNotes,
  kNoNotes,
  type LineNotes,
  notesOf,
  type ReadLine,
} from '../../../web/page/line-notes.ts';
import { type Writer, writers } from '../../../web/page/writers.ts';
import './all-languages.ts';

const models = new Map<Writer, Model>();
beforeAll(async () => {
  for (const name of writers) models.set(name, await loadModel(name));
});
afterAll(async () => {
  for (const model of models.values()) await model.close();
});

/** A line as the model reads it; of a long one the last `most` tokens. */
async function lineOf(writer: Writer, text: string, most = 64): Promise<ReadLine> {
  const { tokenizer } = models.get(writer)!;
  const tokens = (await tokenizer.encode(text)).slice(-most);
  const unknown = tokens.filter(({ text }) => text === '<unk>');
  return {
    text,
    tokens,
    changes: tokenizer.changes(text),
    unknown: unknown.map(({ start, end }) => text.slice(start, end)),
  };
}
const foreign = async (text: string, most?: number) =>
  notesOf('tang', await lineOf('tang', text, most)).foreign;

const change = (from: string, to: string) => ({ start: 0, end: 0, from, to });

it('what is read otherwise is told once; blanks and line breaks by a sign each', () => {
  expect(
    changeNotes([
      change('後', '后'),
      change('後', '后'),
      change('\r\n', '，'),
      change('\n', '。'),
      change('!', '。'),
      change('?', '。'),
      change(' ', ''),
      change('　', ''),
      change('「 ', ''),
    ]),
  ).toEqual({
    replaced: [
      { from: ['後'], to: ['后'] },
      { from: ['\n'], to: ['，', '。'] },
      { from: ['!', '?'], to: ['。'] },
    ],
    removed: [' ', '「'],
  });
});

it('a line break of another kind is read as a line break, which needs no note', () => {
  expect(changeNotes([change('\u2028', '\n')])).toEqual({ replaced: [], removed: [] });
});

it('a line break that is left out behind a mark is not told as a blank', () => {
  expect(changeNotes([change('\n', '')]).removed).toEqual([]);
  expect(changeNotes([change('》\n \n', '')]).removed).toEqual(['》']);
});

describe('the poems’ model', () => {
  it.each([
    '空山新雨后，',
    '白日依山尽，黄河入海流。',
    '故人西辞黄鹤',
    '空山',
    '床前明月光，疑是',
    '人生',
    '我是玉皇香案吏，谪居犹得住蓬莱。',
    '「空山新雨后」，「天气晚来秋」。',
    '《登鹳雀楼》\n王之涣\n白日依山尽，黄河入海流。',
    '登鹳雀楼\n王之涣\n白日依山尽，\n黄河入海流。',
    '《登鹳雀楼》王之涣：白日依山尽，黄河入海流。',
    '【唐】王之涣《登鹳雀楼》：“白日依山尽，黄河入海流。”',
    '望庐山瀑布\n\n[唐] 李白\n\n日照香炉生紫烟，遥看瀑布挂前川。',
    '白日依山尽，黄河入海流。\n——王之涣《登鹳雀楼》',
    '《春晓》春眠不觉晓，处处闻啼鸟。\n《相思》红豆生南国，春来发几枝？',
  ])('has read lines such as %s', async (text) => expect(await foreign(text)).toBeNull());

  it.each([
    '君不见黄河之水天上来，奔流到海不复回。',
    '人生苦短，及时行乐',
    // What is removed at the beginning leaves the first verse whole.
    '「人生苦短」，「及时行乐」',
    '《人生苦短，及时行乐也',
    '《人生苦短》，《及时行乐》',
    '人生苦短\n及时行乐',
    '人生苦短\n及时行乐，\n白日依山尽，',
    '春眠不觉晓\n人生苦短\n及时行乐',
  ])('has read no verses as long as in %s', async (text) =>
    expect(await foreign(text)).toBe('metre'),
  );

  it.each([
    '我是一个学生',
    '今天天气真的好',
    '今天天气很好',
    '我爱北京天安门',
    '机器学习真有趣',
    '你好，世界',
    '你在做饭',
    '我想要更多',
    '没有人知道',
    '春天来了。',
    // As in Taiwan and Hong Kong.
    '這是一本書',
    '沒有人來過',
    '我用Python写诗',
  ])('has read nothing of the time of %s', async (text) =>
    expect(await foreign(text)).toBe('words'),
  );

  it('may begin in the middle of a verse of a long text', async () => {
    const text = '床前明月光，疑是地上霜。举头望明月，';
    expect(await foreign(text, 15)).toBeNull();
    expect(await foreign(`「${text}`, 15)).toBeNull();
    expect(await foreign(`《静夜思》\n${text}`, 15)).toBeNull();
    expect(await foreign('床前明月光，\n疑是地上霜。\n举头望明月，', 15)).toBeNull();
  });

  it('takes no offence at a rare character in a poem, only in what is none', async () => {
    expect(await foreign('无边落木萧萧下，不尽长江滚滚来。')).toBeNull();
    expect(await foreign('长江滚滚向东流去。')).toBe('words');
  });

  it('counts a character of two UTF-16 units as one of its verse', () => {
    const tokens = ['空', '山', '新', '𬬻', '后', '，'].map((text, i) => ({
      id: i,
      text,
      start: i < 4 ? i : i + 1,
      end: i < 3 ? i + 1 : i + 2,
    }));
    const line = { text: '空山新𬬻后，', tokens, changes: [], unknown: [] };
    expect(notesOf('tang', line).foreign).toBeNull();
  });
});

describe('the stories’ model', () => {
  it('reads prose', async () =>
    expect(notesOf('stories', await lineOf('stories', 'It is.'))).toEqual(kNoNotes));

  it('says which characters it reads byte by byte', async () => {
    const { inBytes } = notesOf('stories', await lineOf('stories', 'I love 中国 中 — a café 😀'));
    expect(inBytes).toEqual(['中', '国', '—', 'é', '😀']);
  });

  it.each([
    // Two tokens, “..” and “.”, and none of bytes.
    { text: 'He said…', inBytes: [] },
    // 1⁄2 is “1”, three bytes and “2”.
    { text: 'I ate ½ a cake', inBytes: ['⁄'] },
    { text: 'x中y', inBytes: ['中'] },
  ])('names in “$text” what comes as bytes: $inBytes', async ({ text, inBytes }) =>
    expect(notesOf('stories', await lineOf('stories', text)).inBytes).toEqual(inBytes),
  );

  it('leaves out a character of which a long text’s window has only the last bytes', async () => {
    const line = await lineOf('stories', '中国', 5);
    expect(line.tokens[0]?.text).toBe('<0xB8>');
    expect(notesOf('stories', line).inBytes).toEqual(['国']);
  });
});

describe('in words', () => {
  const said = (notes: Partial<LineNotes>) =>
    ['zh', 'en'].map((language) => noteText({ ...kNoNotes, ...notes }, textsIn(language)).trim());

  it('marks are quoted, and those that are read alike stand together', () => {
    const replaced = [
      { from: ['\n'], to: ['，', '。'] },
      { from: ['後'], to: ['后'] },
      { from: ['!', '“'], to: ['。'] },
    ];
    expect(said({ replaced })).toEqual([
      '换行读作“，”或“。”；“後”读作“后”；“!”「“」读作“。”。',
      'Read as this model writes: line break as “，” or “。”; “後” as “后”; “!” ‹“› as “。”.',
    ]);
  });
  it('what cannot be seen is named by its code', () => {
    expect(said({ inBytes: ['\u200b', '\ufe0f', 'é'] })).toEqual([
      '“é”和 <U+200B> 和 <U+FE0F> 不在这个模型的词表里，按字节读入，每个字节一个词元。',
      'Not in this model’s list, so read byte by byte: <U+200B>, <U+FE0F>, “é”.',
    ]);
  });
  it('blanks that are not read are named', () => {
    expect(said({ removed: ['《', ' ', '》'] })).toEqual([
      '略去：“《”“》”和空格。',
      'Left out: “《”, space, “》”.',
    ]);
  });
  it('the first of many are told one by one, the others are counted', () => {
    const from = [...'國門開關東車馬'];
    const replaced = from.map((each, i) => ({ from: [each], to: ['国门开关东车马'[i]!] }));
    const [zh, en] = said({ replaced, removed: from });
    expect(zh).toMatch(/；“車”读作“车”；另有 1 处。略去：“國”.*“車”等 7 个。$/);
    expect(en).toMatch(/; “車” as “车” and 1 more\. Left out: .* and 1 more\.$/);
  });
  it('letters and marks of full width are told at once', async () => {
    const read = notesOf('stories', await lineOf('stories', 'Ｉ ｌｉｋｅ ｔｅａ！'));
    expect(said(read)).toEqual([
      '全角字母、数字和标点读作半角。',
      'Full-width letters, digits and marks are read as plain ones.',
    ]);
    const other = notesOf('stories', await lineOf('stories', 'Ｉ ａｍ。'));
    expect(said(other)).toEqual([
      '全角字母和数字读作半角。“。”读作“.”。',
      'Full-width letters and digits are read as plain ones. Read as this model writes: “。” as “.”.',
    ]);
  });
  it('a model of Chinese characters keeps its marks wide, and blanks are told as what they are', async () => {
    const kept = notesOf('zh', await lineOf('zh', 'ｈｅｌｌｏ，世界'));
    expect(said({ ...kept, letters: null })[0]).toBe('全角字母和数字读作半角。');
    const poem = (blank: string) => `国破山河在${blank}城春草木深`;
    const blanks = notesOf('tang', await lineOf('tang', poem(' ')));
    expect(said(blanks)).toEqual(['空格读作“，”。', 'Read as this model writes: space as “，”.']);
    const wide = notesOf('tang', await lineOf('tang', poem('\u3000')));
    expect(said(wide)).toEqual([
      '全角空格读作“，”。',
      'Read as this model writes: wide space as “，”.',
    ]);
  });
  it('letters in a line of characters are told, with those that the list lacks', async () => {
    const notes = notesOf('zh', await lineOf('zh', '我爱 Transformer 和中国'));
    expect(said({ ...notes, removed: [] })).toEqual([
      '英文字母逐个读入。“f”不在这个模型的词表里，读成 <unk>（unknown，未知）。',
      'Latin letters are read one by one. “f” is not in this model’s list: it reads <unk> (unknown).',
    ]);
    expect(notesOf('tang', await lineOf('tang', '我用Python写诗')).letters).toBe('read');
    for (const text of ['今天天气很好', '维生素 C 很好'])
      expect(notesOf('zh', await lineOf('zh', text)).letters).toBeNull();
    expect(notesOf('stories', await lineOf('stories', 'I love 中国')).letters).toBeNull();
    expect(said({ letters: 'translated' })[0]).toBe('英文字母逐个读入，多半译不对。');
  });
  it('bytes are told', () => {
    expect(said({ inBytes: ['中', '国'] })).toEqual([
      '“中”“国”不在这个模型的词表里，按字节读入，每个字节一个词元。',
      'Not in this model’s list, so read byte by byte: “中”, “国”.',
    ]);
  });
});
