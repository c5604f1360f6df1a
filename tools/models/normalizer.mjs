// node tools/models/normalizer.mjs: writes what the shipped models make of a text before it is cut into tokens, the field
// "normalizer" (of a source: "source_normalizer"), into their config.json. After a training has made another vocabulary
// the field is made anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Converter } from 'opencc-js';
import { root } from '../lib/shell.mjs';

/** Typographic and Chinese marks that the English models have not learned; the rest is NFKC's. */
const marks = { from: '‘’‚‛“”„‟′″。｡、', to: '\'\'\'\'""""\'"..,' };
const withMarks = (from, to, ...more) => ({
  type: 'Sequence',
  normalizers: [
    { type: 'NFKC' },
    { type: 'Characters', from: marks.from + from, to: marks.to + to },
    ...more,
  ],
});
/** A translator has read single sentences, which no line breaks part. */
const sentences = withMarks('\n\r\u2028\u2029', '    ');
/** Stories have paragraphs. */
const stories = withMarks('\u2028\u2029', '\n\n', { type: 'Remove', characters: '\r' });

/** Marks that stand in poems as they are printed or typed, by the three that the model knows. */
const poemMarks = { from: ',.?!;:､｡．！；：、﹐﹑﹒', to: '，。？。。，，。。。。，，，，。' };

const range = (from, to) =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) =>
    String.fromCodePoint(from.charCodeAt(0) + i),
  ).join('');
const plain = range('0', '9') + range('A', 'Z') + range('a', 'z');

/**
 * Marks as they are typed on a keyboard without Chinese, and full-width letters and digits, by those that zh has learned. A
 * point ends a sentence more often than it parts decimals.
 */
const modernMarks = {
  from: `,.?!;:()％．､｡「」『』﹐﹑${[...plain].map((each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0)).join('')}`,
  to: `，。？！；：（）%。、。“”‘’，、${plain}`,
};

/** Blanks, line breaks and straight quotation marks, which do not tell where they begin: zh has learned neither. */
const between = '"＂ \t\n\r\u00a0\u2028\u2029\u3000\u200b\ufeff';

/** Quotation marks, brackets, dashes and dots in names and titles: a poem reads the same without them. */
const removed = '“”‘’"\'「」『』《》〈〉·•・…—（）()〔〕［］[]【】﹏～\u200b\ufeff';

/** Variants that the converter does not know, or has as a character of another sense. */
const byHand = { 馀: '余', 氷: '冰', 蹔: '暂', 們: '们' };

/** Traditional, Japanese and variant characters that the vocabulary lacks, and what it has in their place. */
function variants(vocabulary) {
  const scripts = ['t', 'tw', 'hk', 'jp'].map((from) => Converter({ from, to: 'cn' }));
  const pairs = { from: '', to: '' };
  for (let code = 0x3400; code < 0x30000; ++code) {
    const character = String.fromCodePoint(code);
    if (!/\p{Script=Han}/u.test(character) || character in vocabulary) continue;
    const found = [byHand[character], ...scripts.map((convert) => convert(character))].find(
      (each) => each in vocabulary,
    );
    if (found === undefined) continue;
    pairs.from += character;
    pairs.to += found;
  }
  return pairs;
}

const path = (name, file) => join(root, 'models', name, file);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function writeField(name, field, normalizer) {
  const file = path(name, 'config.json');
  const config = { ...readJson(file), [field]: normalizer };
  writeFileSync(file, `${JSON.stringify(config, null, 1)}\n`);
}

const { from, to } = variants(readJson(path('tang', 'vocab.json')));
writeField('tang', 'normalizer', {
  type: 'Sequence',
  normalizers: [
    { type: 'Characters', from: poemMarks.from + from, to: poemMarks.to + to },
    { type: 'Remove', characters: removed },
    { type: 'Verses', between: '，', after: '。', lengths: [5, 7] },
  ],
});
for (const name of ['stories', 'stories-large']) writeField(name, 'normalizer', stories);
writeField('en-zh', 'source_normalizer', sentences);
const everyday = variants(readJson(path('zh', 'vocab.json')));
writeField('zh', 'normalizer', {
  type: 'Sequence',
  normalizers: [
    {
      type: 'Characters',
      from: modernMarks.from + everyday.from,
      to: modernMarks.to + everyday.to,
    },
    { type: 'Remove', characters: between },
  ],
});
const modern = variants(readJson(path('zh-en', 'source_vocab.json')));
writeField('zh-en', 'source_normalizer', { type: 'Characters', ...modern });
for (const [name, found] of Object.entries({ tang: from, zh: everyday.from, 'zh-en': modern.from }))
  console.log(`${name}: ${[...found].length} characters have one that the model knows`);
