// What models are trained and examined on, made from small texts of this file's own.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const tool = fileURLToPath(new URL('../../../tools/models/prepare.mjs', import.meta.url));

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'glassformer-prepare-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The files that the tool makes of these. */
function prepare(corpus: string, files: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const out = mkdtempSync(join(folder, 'out-'));
  execFileSync(process.execPath, [tool, corpus, '--data', folder, '--out', out]);
  return Object.fromEntries(
    readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]),
  );
}

const rows = (text: string) => text.trimEnd().split('\n');
const documents = (text: string) =>
  text
    .split('<|endoftext|>\n')
    .map((document) => document.trim())
    .filter(Boolean);
const inBoth = (a: Iterable<string>, b: Iterable<string>) => {
  const known = new Set(a);
  return [...b].filter((item) => known.has(item));
};
const upTo = (count: number) => [...Array(count).keys()];

describe('pairs', () => {
  // 400 unrelated pairs, and chains: e0 – z0 – e1 – z1 …, written with differing case and marks.
  const pairs = [
    ...upTo(400).map((i) => [`Sentence ${i}.`, `第${i}句。`]),
    ...upTo(60).flatMap((i) => [
      [`Chain ${i} a.`, `链${i}甲`],
      [`chain ${i} A!`, `链${i}乙`],
      [`Chain ${i} b.`, `链${i}乙。`],
    ]),
    ...upTo(30).map((i) => [`Popular ${i}.`, '人人都说。']),
  ];
  const text = (some: string[][]) =>
    some.map(([en, zh], i) => `${en}\t${zh}\tauthor ${i}\n`).join('');
  const bare = (sentence: string) => sentence.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const column = (file: string, at: number) => rows(file).map((row) => bare(row.split('\t')[at]!));

  test('no sentence of either language is on both sides', () => {
    const made = prepare('en-zh', { 'tatoeba-eng-cmn.tsv': text(pairs) });
    const [train, valid] = [made['train.tsv']!, made['valid.tsv']!];
    expect(rows(valid).length).toBeGreaterThan(100);
    expect(new Set([...column(train, 0), ...column(valid, 0)]).size).toBe(400 + 2 * 60 + 30);
    expect(inBoth(column(train, 0), column(valid, 0))).toEqual([]);
    expect(inBoth(column(train, 1), column(valid, 1))).toEqual([]);
    expect(column(valid, 1)).not.toContain('人人都说'); // thirty at once would not be a sample
    expect(valid).toContain('Chain'); // groups are drawn as well
  });

  test('some pairs are learned without their full stops as well, and none is examined so', () => {
    const made = prepare('en-zh', { 'tatoeba-eng-cmn.tsv': text(pairs) });
    const train = rows(made['train.tsv']!).map((row) => row.split('\t'));
    const closed = new Set(train.map(([en, zh]) => `${en}\t${zh}`));
    const open = train.filter(([en]) => en!.startsWith('Sentence') && !en!.endsWith('.'));
    expect(open.length).toBeGreaterThan(40);
    expect(open.length).toBeLessThan(160);
    for (const [en, zh] of open) expect(closed).toContain(`${en}.\t${zh}。`);
    expect(made['valid.tsv']).not.toMatch(/^Sentence \d+\t/m);
  });

  test('the split depends on the sentences alone', () => {
    const held = (some: string[][]) =>
      column(prepare('en-zh', { 'tatoeba-eng-cmn.tsv': text(some) })['valid.tsv']!, 0).sort();
    expect(held([...pairs].reverse())).toEqual(held(pairs));
  });

  test('Chinese is set in full-width marks; numbers and the attribution stay', () => {
    const given = [
      ['It is 7:30.', '现在7:30.'],
      ['Is he a DJ?', '他是一个 DJ 吗 ?'],
      ['Yes, he is.', '是,他是!'],
      ['It’s  1,000 yuan.', '1,000元。'],
    ];
    const made = prepare('en-zh', { 'tatoeba-eng-cmn.tsv': text(given) });
    const all = [...rows(made['train.tsv']!), ...rows(made['valid.tsv']!)];
    expect(all.filter((row) => /[.?]\t/.test(row)).sort()).toEqual([
      'Is he a DJ?\t他是一个DJ吗？\tauthor 1',
      'It is 7:30.\t现在7:30。\tauthor 0',
      "It's 1,000 yuan.\t1,000元。\tauthor 3",
      'Yes, he is.\t是，他是！\tauthor 2',
    ]);
  });
});

describe('poems', () => {
  // Lines that no two poems share, of characters that are frequent enough.
  const characters = [...'春眠不觉晓处闻啼鸟夜来风雨声花落知多少'];
  let counter = 0;
  const line = (length: number) => {
    let number = 7919 * ++counter;
    return upTo(length)
      .map(() => {
        const character = characters[number % characters.length]!;
        number = Math.floor(number / characters.length);
        return character;
      })
      .join('');
  };
  const poem = (lines: number, length: number) =>
    upTo(lines / 2)
      .map(() => `${line(length)}，${line(length)}。`)
      .join('');
  const file = (poems: string[]) => poems.map((text, i) => `题${i}\t某人\t${text}\n`).join('');
  const linesOf = (text: string) => text.match(/\p{Script=Han}+/gu)!;

  const plain = [
    ...upTo(100).map(() => poem(4, 5)),
    ...upTo(100).map(() => poem(8, 7)),
    ...upTo(50).map(() => poem(14, 5)),
  ];
  const shared = line(5);
  const cousins = upTo(6).map(() => `${shared}，${line(5)}。${line(5)}，${line(5)}。`);
  const refused = [
    `${line(5)}，${line(5)}。${line(5)}，${line(4)}□。`,
    `${line(5)}，${line(5)}。${line(5)}，${line(4)}龘。`, // seen once
    `${line(5)}，${line(7)}。`,
    poem(6, 5),
  ];

  test('are of four or eight equal lines, and no line is on both sides', () => {
    const made = prepare('tang', { 'tang-poems.txt': file([...plain, ...cousins, ...refused]) });
    const [train, valid] = [made['train.txt']!, made['valid.txt']!].map(documents) as [
      string[],
      string[],
    ];
    expect(valid.length).toBeGreaterThan(30);
    // A poem of fourteen lines gives one document of eight; six lines are left.
    expect(train.length + valid.length).toBe(250 + 6);
    for (const document of [...train, ...valid]) {
      const lines = linesOf(document);
      expect([4, 8]).toContain(lines.length);
      expect([5, 7]).toContain(lines[0]!.length);
      expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
    }
    expect(inBoth(train.flatMap(linesOf), valid.flatMap(linesOf))).toEqual([]);
    for (const text of refused) expect([...train, ...valid]).not.toContain(text);
  });

  test('a doubled last mark is one mark', () => {
    const made = prepare('tang', { 'tang-poems.txt': file(plain.map((text) => `${text}。`)) });
    expect(Object.values(made).join('')).not.toContain('。。');
    expect(documents(made['train.txt']!).length).toBeGreaterThan(150);
  });
});

describe('stories', () => {
  const story = (i: number) => `Once upon a time there was a fox number ${i}. It ran home.`;
  const version = (i: number) =>
    `Version ${i}. A long sentence that only the stories of this one kind share, word by word, ends.`;
  const corpus = [
    ...upTo(300).map(story),
    ...upTo(5).map(version),
    story(1),
    'It broke off in the',
  ];
  const file = (texts: string[]) => texts.map((text) => `${text}\n<|endoftext|>\n`).join('');
  const tales = ['Xylophones perplex quartermasters.', 'The fox ran home. It was a time.'];

  test('are whole, once, and versions of a story stay together', () => {
    const made = prepare('stories', {
      'tinystories-mix.txt': file(corpus),
      'child-tales.txt': file(tales),
    });
    const [train, valid] = [documents(made['train.txt']!), documents(made['valid.txt']!)];
    expect([...train, ...valid].sort()).toEqual([...new Set(corpus.slice(0, -1))].sort());
    expect(valid.length).toBeGreaterThan(60);
    const versions = valid.filter((text) => text.startsWith('Version')).length;
    expect([0, 5]).toContain(versions);
    expect(documents(made['extra.txt']!)).toEqual([...tales].reverse()); // the familiar one first
  });

  test('give the same files again', () => {
    const texts = { 'tinystories-mix.txt': file(corpus), 'child-tales.txt': file(tales) };
    expect(prepare('stories', texts)).toEqual(prepare('stories', texts));
  });
});

describe('what cannot be prepared ends with one sentence', () => {
  const fail = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });
    expect(status).toBe(1);
    return stderr.trim();
  };

  test('an unknown corpus, a missing folder or file, broken text, an empty one', () => {
    const out = join(folder, 'out');
    expect(fail('poems', '--out', out)).toMatch(/^unknown corpus: poems\nusage: /);
    expect(fail()).toMatch(/^usage: /);
    expect(fail('tang')).toMatch(/^where to\? usage: /);
    expect(fail('tang', '--data', `${folder}/none`, '--out', out)).toBe(
      `there is no folder ${folder}/none`,
    );
    expect(fail('tang', '--data', folder, '--out', out)).toBe(
      `${folder}/tang-poems.txt cannot be read: ENOENT`,
    );
    writeFileSync(join(folder, 'tang-poems.txt'), Buffer.from([0x61, 0xff]));
    expect(fail('tang', '--data', folder, '--out', out)).toBe(
      `${folder}/tang-poems.txt is not valid UTF-8`,
    );
    writeFileSync(join(folder, 'tang-poems.txt'), '');
    expect(fail('tang', '--data', folder, '--out', out)).toBe(
      `nothing is left for train.txt: too little text in ${folder}`,
    );
    expect(readdirSync(folder)).toEqual(['tang-poems.txt']);
  });
});
