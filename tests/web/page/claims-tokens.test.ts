/** What the prose of the first view and of chapter 1 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { writers } from '../../../web/page/writers.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf } from './said.ts';

loadModels([...writers]);

test.each(['stories', 'stories-large'] as const)(
  'the first view: a word with its blank is another token than without (%s)',
  async (writer) => {
    const tokens = await modelOf(writer).tokenizer.encode('Tom saw Tom');
    const [first, last] = [tokens.at(0)!, tokens.at(-1)!];
    expect([first.text, last.text]).toEqual(['Tom', ' Tom']);
    expect(first.id).not.toBe(last.id);
    expectSaid((language) => textsIn(language).first.nextText[writer], '“␣Tom”', '“Tom”');
  },
);

test('chapter 1: the poems’ list has as many characters, marks and special tokens as the text says', () => {
  const vocabulary = JSON.parse(readFileSync('models/tang/vocab.json', 'utf8')) as object;
  const tokens = Object.keys(vocabulary);
  const special = tokens.filter((token) => token.startsWith('<'));
  const marks = tokens.filter((token) => /^\p{P}$/u.test(token));
  const characters = tokens.filter((token) => /^\p{Script=Han}$/u.test(token));
  expect([special, marks].map(({ length }) => length)).toEqual([2, 3]);
  expect(characters.length + special.length + marks.length).toBe(tokens.length);
  const said = (language: string) => textsIn(language).tokens.notes.tang.replace(/,(?=\d)/g, '');
  expectSaid(said, `${tokens.length}`, `${characters.length}`);
});

test('chapter 1: the list of the model of modern sentences has what the text says', () => {
  const vocabulary = JSON.parse(readFileSync('models/zh/vocab.json', 'utf8')) as object;
  const kinds = [/^\p{Script=Han}$/u, /^[\p{P}\p{S}\p{Zs}]$/u, /^\d$/, /^[a-zA-Z]$/, /^<.+>$/];
  const tokens = Object.keys(vocabulary);
  const counts = kinds.map((kind) => tokens.filter((token) => kind.test(token)).length);
  const sum = counts.reduce((all, count) => all + count);
  expect(sum).toBe(tokens.length);
  expect(counts[2]).toBe(10);
  expect(counts.at(-1)).toBe(2);
  // Every other kind that the text lists is there, the most frequent first.
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts[0]).toBeGreaterThan(0.9 * sum);
  const said = (language: string) => textsIn(language).tokens.notes.zh;
  expectSaid(said, sum.toLocaleString('en'));
  const listed = {
    en: 'Chinese characters, marks, digits, letters and two special tokens',
    zh: '汉字、标点、数字、字母和两个特殊词元',
  };
  for (const language of ['en', 'zh'] as const) expect(said(language)).toContain(listed[language]);
});

test('chapters 1 and 2: the lengths of the list of tokens and of a vector', () => {
  for (const writer of writers) {
    const { vocab_size, d_model } = modelOf(writer).config.resolved;
    expectSaid(
      (language) => textsIn(language).tokens.notes[writer],
      vocab_size.toLocaleString('en'),
    );
    expectSaid((language) => textsIn(language).vectors.body[writer], `${d_model}`);
  }
});
