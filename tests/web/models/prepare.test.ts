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
/** A word for every number. */
const word = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

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

  const made = (corpus: string, first: string[][], more: string[][] = []) =>
    prepare(corpus, { 'tatoeba-eng-cmn.tsv': text(first), 'en-zh-more.tsv': text(more) });
  /** Without those of two sentences in a row. */
  const single = (file: string) =>
    rows(file).filter((row) => row.split('\t')[0]!.split(/[.!?] /).length === 1);

  test('no sentence of either language is on both sides', () => {
    const files = made('en-zh', pairs);
    const [train, valid] = [single(files['train.tsv']!).join('\n'), files['valid.tsv']!];
    expect(rows(valid).length).toBeGreaterThan(100);
    expect(new Set([...column(train, 0), ...column(valid, 0)]).size).toBe(400 + 2 * 60 + 30);
    expect(inBoth(column(train, 0), column(valid, 0))).toEqual([]);
    expect(inBoth(column(train, 1), column(valid, 1))).toEqual([]);
    expect(column(valid, 1)).not.toContain('人人都说'); // thirty at once would not be a sample
    expect(valid).toContain('Chain'); // groups are drawn as well
  });

  test('what is held out stays so when another file is added, and is not learned from it', () => {
    const alone = made('en-zh', pairs)['valid.tsv']!;
    const fresh = upTo(200).map((i) => [`Another ${i}!`, `另${i}句。`]);
    const repeated = pairs.map(([en, zh]) => [`${en}`.toUpperCase(), `又：${zh}`]);
    const files = made('en-zh', pairs, [...fresh, ...repeated]);
    const held = rows(files['valid.tsv']!);
    expect(held.slice(0, rows(alone).length)).toEqual(rows(alone));
    const added = held.slice(rows(alone).length);
    expect(added.length).toBeGreaterThan(40);
    for (const row of added) expect(row).toMatch(/^Another/);
    expect(inBoth(column(files['train.tsv']!, 0), column(files['valid.tsv']!, 0))).toEqual([]);
    expect(files['train.tsv']).toMatch(/^SENTENCE/m);
  });

  test('nothing is learned that is an examined sentence but for a contraction or a word', () => {
    const near = upTo(300).flatMap((i) => [
      [`I'm not ${word(i)}.`, `我${i}。`],
      [`I am not ${word(i)}.`, `吾${i}。`],
      [`He said that ${word(i)} and the old ${word(i)} would never come back.`, `一${i}。`],
      [`He said that ${word(i)} and the ${word(i)} would never come back.`, `二${i}。`],
    ]);
    const files = made('en-zh', near);
    const plain = (file: string) =>
      column(single(file).join('\n'), 0).map((sentence) => sentence.replace('iam', 'im'));
    const held = plain(files['valid.tsv']!);
    const learned = plain(files['train.tsv']!);
    expect(inBoth(learned, held)).toEqual([]);
    const withoutOld = (sentences: string[]) => sentences.map((text) => text.replace('old', ''));
    expect(inBoth(withoutOld(learned), withoutOld(held))).toEqual([]);
    expect(held.some((sentence) => sentence.startsWith('hesaid'))).toBe(true);
    expect(learned.some((sentence) => sentence.startsWith('hesaid'))).toBe(true);
  });

  test('sources are learned as they stand and as readers type them; the translation stays', () => {
    const typed = upTo(400).map((i) => [`Don't go to ${i}, Tom.`, `别去${i}，汤姆。`]);
    const files = made('en-zh', typed);
    const train = single(files['train.tsv']!).map((row) => row.split('\t'));
    for (const [, chinese] of train) expect(chinese).toMatch(/^别去\d+，汤姆。$/);
    const count = (form: RegExp) => train.filter(([english]) => form.test(english!)).length;
    expect(count(/^Don't go to \d+, Tom\.$/)).toBe(300);
    expect(count(/^don.?t go to \d+, tom/)).toBeGreaterThan(30);
    expect(count(/^do.*Tom/)).toBeGreaterThan(15);
    expect(count(/^.on’t/)).toBeGreaterThan(30);
    expect(count(/^.ont/)).toBeGreaterThan(5);
    expect(count(/^.o not/)).toBeGreaterThan(15);
    expect(count(/om$/)).toBeGreaterThan(60);
    expect(single(files['valid.tsv']!).every((row) => /^Don't .*Tom\.\t/.test(row))).toBe(true);

    const turned = made('zh-en', typed);
    const chinese = single(turned['train.tsv']!).map((row) => row.split('\t')[0]!);
    expect(chinese.filter((sentence) => sentence.includes(',')).length).toBeGreaterThan(30);
    expect(chinese.filter((sentence) => sentence.endsWith('汤姆')).length).toBeGreaterThan(60);
  });

  test('some are learned two in a row', () => {
    const train = rows(made('en-zh', pairs)['train.tsv']!);
    const joined = train.filter((row) => /^(?!.*popular).*[.!] \w/i.test(row.split('\t')[0]!));
    expect(joined.length).toBeGreaterThan(10);
    for (const row of joined) {
      const [english, chinese, attribution] = row.split('\t');
      expect(english!.match(/\d+/g)).toEqual(chinese!.match(/\d+/g));
      expect(attribution).toMatch(/^author \d+; author \d+$/);
    }
  });

  test('a character that is seen once or twice is not learned to be written', () => {
    const rare = ['Rare.', '龘。'];
    const train = made('en-zh', [...pairs, rare, ...upTo(5).map(() => rare)])['train.tsv']!;
    expect(train).not.toContain('龘');
    expect(rows(train).length).toBeGreaterThan(400);
  });

  test('the makers are credited as their licences ask', () => {
    const from = (attribution: string, i: number) => [`Credit ${i}.`, `谢${i}。`, attribution];
    const given = [
      ...upTo(8).map((i) => from('CC-BY 2.0 (France) Attribution: tatoeba.org #1, via x/y', i)),
      ...upTo(8).map((i) => from('CC-BY African Storybook 0201 (Ann; Vicky) via a/b', 10 + i)),
      ...upTo(8).map((i) => from('MIT HLTCHKUST/Xpersona (XPersona, after PersonaChat)', 20 + i)),
    ];
    const files = prepare('zh-en', {
      'tatoeba-eng-cmn.tsv': given.map((row) => `${row.join('\t')}\n`).join(''),
      'en-zh-more.tsv': '',
    });
    const credits = files['credits.md']!;
    expect(credits).toMatch(
      /^- \[Tatoeba\]\(.*\) and its contributors, CC-BY 2.0 FR \([1-8] pairs?\)$/m,
    );
    expect(credits).toMatch(/^- African Storybook, CC-BY \([1-8] pairs?\): 0201 by Ann; Vicky$/m);
    expect(credits).toMatch(
      /^- MIT HLTCHKUST\/Xpersona \(XPersona, after PersonaChat\) \([1-8] pairs?\)$/m,
    );
  });

  test('either direction holds out the same pairs', () => {
    const turned = rows(made('zh-en', pairs)['valid.tsv']!).map((row) => row.split('\t'));
    expect(turned.map(([zh, en, author]) => [en, zh, author].join('\t'))).toEqual(
      rows(made('en-zh', pairs)['valid.tsv']!),
    );
  });

  test('the split depends on the sentences alone', () => {
    const held = (some: string[][]) => column(made('en-zh', some)['valid.tsv']!, 0).sort();
    expect(held([...pairs].reverse())).toEqual(held(pairs));
  });

  test('Chinese is set in full-width marks; numbers and the attribution stay', () => {
    const given = [
      ['It is 7:30.', '现在7:30.'],
      ['Is he a DJ?', '他是一个 DJ 吗 ?'],
      ['Yes, he is.', '是,他是!'],
      ['It’s  1,000 yuan.', '1,000元。'],
      ['He said "no".', '他说"不"。'],
    ];
    const files = made('zh-en', given);
    const all = [...rows(files['train.tsv']!), ...rows(files['valid.tsv']!)];
    expect(all).toEqual(
      expect.arrayContaining([
        '他是一个DJ吗？\tIs he a DJ?\tauthor 1',
        '现在7:30。\tIt is 7:30.\tauthor 0',
        "1,000元。\tIt's 1,000 yuan.\tauthor 3",
        '是，他是！\tYes, he is.\tauthor 2',
        '他说“不”。\tHe said "no".\tauthor 4',
      ]),
    );
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
  const story = (i: number) =>
    `Once upon a time there was a fox named ${word(i)}. It met ${word(i)}a, ${word(i)}b and ${word(i)}c. It ran home.`;
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
  const made = (mix: string[], more: string[] = [], books: string[] = []) =>
    prepare('stories', {
      'tinystories-mix.txt': file(mix),
      'tinystories-more.txt': file(more),
      'child-tales.txt': file(tales),
      'storybooks-en.txt': file(books),
      'storybooks-en.attribution.tsv': 'there\tbook.md\tCC-BY\tAn Author\tA book\n',
    });

  test('are whole, once, and versions of a story stay together', () => {
    const files = made(corpus);
    const [train, valid] = [documents(files['train.txt']!), documents(files['valid.txt']!)];
    expect([...train, ...valid].sort()).toEqual([...new Set(corpus.slice(0, -1))].sort());
    expect(valid.length).toBeGreaterThan(60);
    const versions = valid.filter((text) => text.startsWith('Version')).length;
    expect([0, 5]).toContain(versions);
    expect(documents(files['extra.txt']!)).toEqual([...tales].reverse()); // the familiar one first
  });

  test('more stories change nothing that is held out, and none is nearly one that is', () => {
    const long = (i: number, end: string) =>
      `${upTo(40)
        .map((place) => word(i) + word(place))
        .join(' ')} ${end}.`;
    const first = upTo(100).map((i) => long(i, 'one'));
    const alone = documents(made(first)['valid.txt']!);
    const files = made(first, [...upTo(100).map((i) => long(i, 'two')), ...corpus], ['A book.']);
    const held = documents(files['valid.txt']!);
    expect(alone.length).toBeGreaterThan(20);
    expect(held.slice(0, alone.length)).toEqual(alone);
    expect(held.length).toBeGreaterThan(alone.length + 40);
    const stem = (story: string) => story.replace(/ (one|two)\.$/, '');
    expect(inBoth(documents(files['train.txt']!).map(stem), held.map(stem))).toEqual([]);
    expect(documents(files['extra.txt']!)).toContain('A book.');
    expect(files['credits.md']).toContain('“A book” by An Author (CC-BY)');
  });

  test('give the same files again', () => {
    expect(made(corpus)).toEqual(made(corpus));
  });

  test('some are learned a second time with names that few stories have', () => {
    const common = (mark: string) =>
      `A ${mark} girl named Lily had a cat. One ${mark} day Lily met a boy named Tim. The ${mark} girl said, "Hi, Tim!" and she ran.`;
    const rare = [
      'A boy named Quentin sat. He saw Quentin, and he sang.',
      'A girl named Ruth sat. She saw Ruth, and she sang.',
      'A boy named Igor sat. He saw Igor, and he sang.',
      'A girl named Zoe sat. She saw Zoe, and she sang.',
    ];
    const files = made([...upTo(200).map((i) => common(word(i))), ...rare, ...corpus]);
    const held = documents(files['valid.txt']!);
    const all = documents(files['train.txt']!);
    const told = (text: string) => /^A ([a-j]+) girl/.exec(text)?.[1];
    // The larger model learns the stories as they are.
    const plain = prepare('stories-large', {});
    const once = documents(plain['train.txt']!);
    expect(all.slice(0, once.length)).toEqual(once);
    expect(plain['valid.txt']).toBe(files['valid.txt']);
    const others = all.slice(once.length).filter((text) => told(text) !== undefined);
    expect(others.length).toBeGreaterThan(30);
    for (const text of others) {
      const [, name, friend] = /named (\w+) had .* named (\w+)\. The/.exec(text) ?? [];
      // The stories of either say more of "she".
      expect(['Ruth', 'Zoe']).toContain(name);
      expect(['Ruth', 'Zoe']).toContain(friend);
      expect(friend).not.toBe(name);
      // Each name becomes another one wherever it stands, and nothing else does.
      const own = common(told(text)!).replaceAll('Lily', name!).replaceAll('Tim', friend!);
      expect(text).toBe(own);
      expect(held.some((each) => told(each) === told(text))).toBe(false);
    }
  });
});

describe('modern Chinese', () => {
  const digits = [...'春眠不觉晓处闻啼鸟夜'];
  const name = (i: number) => [...String(i)].map((digit) => digits[Number(digit)]).join('');
  const plain = (i: number) => `小${name(i)}住在山里。它很高兴。`;
  const stories = [
    ...upTo(60).map(plain),
    ...upTo(6).map((i) => `山里山里住着${name(i)}。`),
    ...upTo(6).map((i) => `小${name(i)}的家今天，小${name(i)}很高兴。`),
    ...upTo(6).map((i) => `${name(i)}上学${name(i)}${name(i)}高兴地上山。`),
    ...upTo(6).map((i) => `山的家\n山里有${name(i)} , 它很高兴`),
    ...upTo(6).map((i) => `从前山里有${name(i)}。${i === 1 ? '它龘。' : ''}它很\uE004高兴。`),
    ...upTo(6).map((i) => `很久很久以前，有${name(i)}。`),
    '它没说完就',
  ];
  const sentences = [...upTo(80).map((i) => `我有${name(i)}吗?`), '饕餮。'];
  const files = () =>
    prepare('zh', {
      'zh-stories.txt': stories.map((text) => `${text}\n<|endoftext|>\n`).join(''),
      'zh-sentences.txt': `${sentences.join('\n')}\n`,
      'tatoeba-eng-cmn.tsv': 'Of a pair.\t这是我的 .\tby A\nAgain.\t这是我的。\tby B\n',
      'en-zh-more.tsv': `${upTo(80)
        .map((i) => `No. ${i}\t他的${name(i)}?\tby C`)
        .join('\n')}\n`,
    });

  test('stories lose their titles, marks are full-width, rare characters go', () => {
    const made = files();
    const all = new Set([...documents(made['train.txt']!), ...documents(made['valid.txt']!)]);
    expect([...all]).toEqual(
      expect.arrayContaining([
        plain(7),
        '山里住着春。',
        '今天，小眠很高兴。',
        '山里有不，它很高兴。',
        '从前山里有觉。它很高兴。',
        '很久很久以前，有春。',
        '我有春吗？',
        '他的春？',
      ]),
    );
    expect([...all].join('')).not.toMatch(/[龘饕\uE004\n]|它没说完/);
  });

  test('stories and sentences are both held out, and none of them is learned', () => {
    const made = files();
    const held = documents(made['valid.txt']!);
    expect(held.filter((text) => text.startsWith('我有')).length).toBeGreaterThan(10);
    expect(held.filter((text) => !text.startsWith('我有')).length).toBeGreaterThan(10);
    expect(inBoth(documents(made['train.txt']!), held)).toEqual([]);
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
