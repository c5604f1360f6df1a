import { describe, expect, it, vi } from 'vitest';
import { aabTexts } from '../../../web/page/i18n/aab-texts.ts';
import { ownModelTexts } from '../../../web/page/i18n/own-model-texts.ts';
import {
  languageNames,
  languages,
  languagesOf,
  loadLanguage,
  textsIn,
} from '../../../web/page/i18n/texts.ts';
import {
  languages as elementLanguages,
  registerLanguage,
  Subject,
} from '../../../web/src/elements/i18n/languages.ts';
import { common, wordsFor } from '../../../web/src/elements/i18n/subjects/common.ts';
import { en, everything } from '../words.ts';
import './all-languages.ts';

/** "first.embed: string", for every text of a table. */
function keys(table: object, path = ''): string[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    const isTemplate = typeof value === 'object' && value !== null && '_$litType$' in value;
    const isBranch =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !isTemplate;
    return isBranch
      ? keys(value, `${path}${key}.`)
      : [`${path}${key}: ${isTemplate ? 'template' : typeof value}`];
  });
}

/** Every text that is written out, to look for gaps. */
function writtenTexts(table: object): string[] {
  return Object.values(table).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null && !('_$litType$' in value)
      ? writtenTexts(value)
      : [];
  });
}

/** The same with the texts of templates, tags left out. */
function proseIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { strings } = value as { strings?: readonly string[] };
  if (strings === undefined) return Object.values(value).flatMap(proseIn);
  return [strings.join('{}').replace(/<[^>]*>/g, '')];
}

/** Templates as they are written, those in templates included. */
function markupIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { strings, values } = value as {
    readonly strings?: readonly string[];
    readonly values?: readonly unknown[];
  };
  if (strings === undefined) return Object.values(value).flatMap(markupIn);
  return [strings.join(''), ...(values ?? []).flatMap(markupIn)];
}

it('sentences of the other language are marked as such, for voices and typefaces', () => {
  const others = { en: /\p{Script=Han}+/u, zh: /“[A-Za-z][A-Za-z,.’]*(?:\s+[A-Za-z,.’]+){2,}”/ };
  for (const [language, other] of Object.entries(others)) {
    const texts = markupIn(textsIn(language));
    expect(texts.length).toBeGreaterThan(20);
    const marked = texts.join('\n').match(/<span\s+lang="[^"]*"\s*>[^<]*/g) ?? [];
    expect(marked.length).toBeGreaterThan(3);
    for (const text of texts)
      expect(text.replace(/<(\w+)\s+lang="[^"]*"\s*>[^<]*/g, '')).not.toMatch(other);
  }
});

const tables: [string, object, object][] = [
  ...languages.map((each): [string, object, object] => [
    `the page: ${each}`,
    textsIn('en'),
    textsIn(each),
  ]),
  ...languages.map((each): [string, object, object] => [
    `the reader's own model: ${each}`,
    ownModelTexts('en'),
    ownModelTexts(each),
  ]),
  ...languages.map((each): [string, object, object] => [
    `the two small models: ${each}`,
    aabTexts('en'),
    aabTexts(each),
  ]),
  ...elementLanguages().map((each): [string, object, object] => [
    `the elements: ${each}`,
    en,
    everything.in(each),
  ]),
];

describe.each(tables)('%s', (_name, english, other) => {
  it('says the same things as English', () => {
    expect(keys(other).sort()).toEqual(keys(english).sort());
  });
  it('has no empty text', () => {
    for (const text of writtenTexts(other)) expect(text.trim()).not.toBe('');
  });
});

describe('languages', () => {
  it('are the same for page and elements, each named in its own words', () => {
    expect([...elementLanguages()].sort()).toEqual([...languages].sort());
    expect([...languageNames]).toEqual([
      ['en', 'English'],
      ['zh', '中文'],
    ]);
  });

  it('are a file each, whose name is theirs', () => {
    const files = languagesOf({
      './languages/zh.ts': 2,
      './languages/fr.ts': 3,
      './languages/en.ts': 1,
    });
    expect([...files]).toEqual([
      ['en', 1],
      ['fr', 3],
      ['zh', 2],
    ]);
  });

  it('have texts, or are refused', async () => {
    await expect(loadLanguage('tlh')).rejects.toThrow('the page has no texts in "tlh"');
    expect(() => textsIn('tlh')).toThrow('the texts in "tlh" were not loaded');
  });

  it('are found by the nearest tag', () => {
    expect(wordsFor('zh-Hans-CN')).toBe(wordsFor('zh'));
    expect(wordsFor('zhx')).toBe(wordsFor('en'));
    expect(everything.in('de')).toBe(en);
    expect(everything.in('zh-TW')).toBe(everything.in('zh'));
  });

  it('are found at once, however many parts a lang has', () => {
    const begin = performance.now();
    expect(wordsFor(`zh${'-a'.repeat(1e5)}`)).toBe(wordsFor('zh'));
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('may be taught: one table, and every element speaks it', () => {
    const piglatin = { ...en, save: 'avesay', byHand: { ...en.byHand, x: 'inputsay x' } };
    registerLanguage('qaa', piglatin);
    expect(wordsFor('qaa').save).toBe('avesay');
    registerLanguage('pt-BR', { ...en, save: 'Salvar' });
    expect(wordsFor('pt-BR').save).toBe('Salvar');
    expect(wordsFor('pt')).toBe(wordsFor('en'));
    expect(everything.in('qaa').byHand.x).toBe('inputsay x');
  });

  it('speak English where a taught word cannot be said, and this is said once', () => {
    const fails = () => {
      throw new Error('no');
    };
    const patch = { ...en.study.patch, sameAnswer: () => null };
    const table = { ...en, listed: fails, study: { ...en.study, patch } };
    registerLanguage('qab', table as unknown as typeof en);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const words = everything.in('qab');
    for (let i = 0; i < 2; ++i) {
      expect(words.listed('a', 'b')).toBe('a, b');
      expect(words.study.patch.sameAnswer('a')).toBe(en.study.patch.sameAnswer('a'));
    }
    expect(warn.mock.calls).toEqual([
      ['the words for "qab": listed threw: no; it is said in English'],
      [
        'the words for "qab": study.patch.sameAnswer gave null, expected a string; it is said in English',
      ],
    ]);
    warn.mockRestore();
  });

  it('speak English of a subject that came after they were taught, and this is said', () => {
    registerLanguage('nah', en);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const later = new Subject({ en: { nose: 'nose' }, zh: { nose: '鼻子' } });
    expect(later.in('nah').nose).toBe('nose');
    expect(later.in('nah')).toBe(later.in('nah'));
    expect(warn.mock.calls).toEqual([['the words for "nah" lack: nose; they are in English']]);
    warn.mockRestore();
    expect(later.in('zh').nose).toBe('鼻子');
    expect(common.with(later).in('zh').nose).toBe('鼻子');
  });

  it('are refused with a gap, which the sentence names', () => {
    const { save: _save, ...without } = en;
    expect(() => registerLanguage('fr', without as typeof en)).toThrow(
      'the words for "fr" lack: save',
    );
    const half = { ...en, byHand: { ...en.byHand, x: undefined } };
    expect(() => registerLanguage('fr', half as unknown as typeof en)).toThrow('byHand.x');
    // What is checked is what is kept.
    expect(() => registerLanguage('fr', Object.create(en) as typeof en)).toThrow('lack: language');
    expect(() => registerLanguage('a tag', en)).toThrow('no language tag: a tag');
    for (const tag of [undefined, [], ['fr', 'de'], 5])
      expect(() => registerLanguage(tag as never, en)).toThrow('no language tag: ');
    expect(() => registerLanguage('q'.repeat(1e5), en)).toThrow(/^no language tag: q{60}…$/);
    expect(wordsFor('fr')).toBe(wordsFor('en'));
  });
});

describe('Chinese is set as Chinese', () => {
  const prose = [
    ...proseIn(textsIn('zh')),
    ...proseIn(ownModelTexts('zh')),
    ...proseIn(aabTexts('zh')),
    ...proseIn(everything.in('zh')),
  ].filter((text) => /\p{Script=Han}/u.test(text));

  it('with full-width marks behind its characters', () => {
    for (const text of prose) expect(text).not.toMatch(/\p{Script=Han}\s*[,:;?!]/u);
  });
  it('without blanks behind its marks', () => {
    for (const text of prose)
      expect(text.replace(/\n\s*/g, '')).not.toMatch(/[。，、：；！？）”] /);
  });
  it('with its words between names and values, sentences and what follows them', () => {
    const zh = wordsFor('zh');
    expect(zh.labelled('第 1 列，共 144 列', '0.0721')).toBe('第 1 列，共 144 列：0.0721');
    expect(zh.listed('第 1 层，第 1 个头', zh.strengthOf(0))).toBe('第 1 层，第 1 个头，关');
    expect(`图就会跟着变。${zh.following('图中仍是上一句。')}`).toBe(
      '图就会跟着变。图中仍是上一句。',
    );
    expect(en.labelled('a', 'b') + en.following(en.listed('c', 'd'))).toBe('a: b c, d');
  });
});

it('a sheet of a tree names its steps, or the one that it has', () => {
  const zh = everything.in('zh');
  expect(en.sheet('start', 1, 8, 31, '')).toBe('“start”: steps 1–8 of 31');
  expect(en.sheet('start', 31, 31, 31, 'mom')).toBe('“start”: step 31 of 31, after “mom”');
  expect(zh.sheet('起始', 1, 8, 31, '')).toBe('“起始”：第 1–8 步，共 31 步');
  expect(zh.sheet('起始', 31, 31, 31, '月')).toBe('“起始”：第 31 步，共 31 步，接在“月”之后');
});
