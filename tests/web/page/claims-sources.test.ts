/** What the prose of the models themselves: how large they are, what they have read, how good they are says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { translators } from '../../../web/page/source.ts';
import { writers } from '../../../web/page/writers.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf, plain } from './said.ts';

loadModels([...writers, ...translators, 'aab']);

test('the sizes of the models', () => {
  const megabytes = (name: string) => {
    const file = new URL(`../../../models/${name}/model.safetensors`, import.meta.url);
    return `${(statSync(file).size / 1e6).toFixed(0)} MB`;
  };
  for (const writer of writers)
    expectSaid((language) => textsIn(language).first.honest[writer], megabytes(writer));
  for (const translator of translators)
    expectSaid((language) => textsIn(language).translating.small, megabytes(translator));
  for (const name of [...writers, ...translators])
    expectSaid((language) => textsIn(language).sources.facts[name], megabytes(name));
});

test('how much each model has read, as its card counts it', () => {
  const counted = (name: string, ...patterns: readonly RegExp[]) => {
    const card = readFileSync(`models/${name}/README.md`, 'utf8').replace(/\s+/g, ' ');
    return patterns.map((pattern) => Number(pattern.exec(card)![1]!.replace(',', '')));
  };
  const pairsOf = (name: string) =>
    [...readFileSync(`models/${name}/credits.md`, 'utf8').matchAll(/\((\d+) pairs\)/g)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count);
  const thousands = (count: number) => (Math.round(count / 1000) * 1000).toLocaleString('en');
  const stories = counted('stories', /, ([\d,]+) stories as excerpted/, /- (\d+) of the tales/);
  const large = counted(
    'stories-large',
    /, ([\d,]+) stories as excerpted/,
    /- (\d+) of the tales/,
    /, and (\d+) picture books/,
  );
  const read = {
    stories: stories[0]!,
    'stories-large': large[0]!,
    zh: counted('zh', /Learned were ([\d,]+) texts/)[0]!,
    tang: counted('tang', /Learned were ([\d,]+) poems/)[0]!,
    'en-zh': pairsOf('en-zh'),
    'zh-en': pairsOf('zh-en'),
  };
  for (const writer of writers)
    expect(plain(textsIn('en').first.honest[writer])).toContain(thousands(read[writer]));
  for (const translator of translators)
    for (const [language, count] of [
      ['en', thousands(read[translator])],
      ['zh', inTenThousands(read[translator])],
    ] as const)
      expect(plain(textsIn(language).translating.body(translator))).toContain(count);

  const models = (language: string) => textsIn(language).sources.models;
  expectSaid(
    (language) => models(language).stories(''),
    ...stories.map((n) => n.toLocaleString('en')),
  );
  const hundreds = (count: number) => (Math.round(count / 100) * 100).toLocaleString('en');
  expectSaid(
    (language) => models(language)['stories-large'](''),
    large[0]!.toLocaleString('en'),
    hundreds(large[1]! + large[2]!),
    `${large[1]}`,
  );
  const [tales] = counted('zh', /: ([\d,]+) are stories and school prose/);
  expectSaid((language) => models(language).zh(''), thousands(read.zh), hundreds(tales!));
  expectSaid((language) => models(language).tang, thousands(read.tang));
  expectSaid((language) => models(language)['zh-en'], thousands(read['zh-en']));
});

test('sources: what is said of each model is what it is', () => {
  for (const name of [...writers, ...translators, 'aab'] as const) {
    const { parameters, config } = modelOf(name);
    const {
      decoder_layers,
      num_heads,
      d_model,
      d_ff,
      vocab_size,
      source_vocab_size,
      max_positions,
    } = config.resolved;
    const written = (count: number) => count.toLocaleString('en');
    const text = (language: string) => {
      const said = textsIn(language).sources.models[name];
      return typeof said === 'function' ? said('') : said;
    };
    expectSaid(text, written(parameters));
    if (name === 'aab') continue;
    const card = readFileSync(
      new URL(`../../../models/${name}/README.md`, import.meta.url),
      'utf8',
    );
    const [, loss] = /^\| loss +\| ([\d.]+)/m.exec(card)!;
    const isEncoderDecoder = config.resolved.architecture === 'encoder-decoder';
    const numbers = [
      d_model,
      d_ff,
      vocab_size,
      ...(isEncoderDecoder ? [source_vocab_size] : [max_positions]),
    ].map(written);
    expectSaid(text, loss!, ...numbers);
    const layers = { en: `${decoder_layers} layers`, zh: `${decoder_layers} 层` };
    const heads = { en: `${num_heads} heads`, zh: `${num_heads} 个头` };
    for (const language of ['en', 'zh'] as const)
      for (const part of [layers[language], heads[language]])
        expect(plain(text(language)).replace(/ /g, '')).toContain(part.replace(/ /g, ''));
  }
});

/** "六万八千" */
function inTenThousands(count: number): string {
  const digits = '零一二三四五六七八九';
  const thousands = Math.round(count / 1000);
  return `${digits[Math.floor(thousands / 10)]}万${digits[thousands % 10]}千`;
}
