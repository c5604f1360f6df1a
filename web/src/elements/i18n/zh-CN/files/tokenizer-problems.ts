/** What may be wrong with the files of a tokenizer, in Chinese. */
import { phrase, spaced } from './phrases.ts';
import type { Shapes } from '../shapes.ts';

export const kOfTokenizer: Shapes = [
  [
    'merges.txt needs a vocab.json beside it',
    () => '有 merges.txt，还需要同一文件夹里的 vocab.json。',
  ],
  [
    'vocab.json is a byte-level BPE vocabulary (it holds {}), but merges.txt is missing',
    (token) => `vocab.json 是字节级 BPE 的词表（含有${phrase(token)}），但没有 merges.txt。`,
  ],
  [
    '{} line {} is empty, expected a token',
    (file, line) => `${file} 第 ${line} 行是空的，应为一个词元。`,
  ],
  [
    '{} line {} is {}, expected two tokens and a space between',
    (file, line, found) =>
      `${file} 第 ${line} 行是${spaced(found)}，应为两个词元，中间有一个空格。`,
  ],
  ['{} holds no ordinary token', (file) => `${file} 里只有特殊词元，没有普通词元。`],
  ['{} holds no tokens', (file) => `${file} 里没有词元。`],
  ['{} holds an empty token', (file) => `${file} 里有一个空的词元。`],
  [
    '{} holds the token {} of {} bytes, expected at most {}',
    (file, token, bytes, most) =>
      `${file} 里的词元${phrase(token)}有 ${bytes} 字节，最多 ${most}。`,
  ],
  [
    '{} holds the token {} twice, as {} and as {}',
    (file, token, first, second) =>
      `${file} 里的词元${phrase(token)}出现了两次，编号是 ${first} 和 ${second}。`,
  ],
  [
    '{} gives the id {} to two tokens, {} and {}',
    (file, id, one, other) =>
      `${file} 把编号 ${id} 给了两个词元：${phrase(one)}和${phrase(other)}。`,
  ],
  [
    '{} gives the token {} the id {}, but the vocabulary that config.json gives the model ends at {}',
    (file, token, id, last) =>
      `${file} 给词元${phrase(token)}的编号是 ${id}，而 config.json 写的词表到 ${last} 为止。`,
  ],
  [
    '{} gives {} the id {}, expected an integer from 0 to {}',
    (file, token, found, most) =>
      `${file} 给${phrase(token)}的编号是${spaced(found)}，应为 0 到 ${most} 的整数。`,
  ],
  [
    '{} is {}, expected an object of tokens and ids',
    (file, found) => `${file} 是${spaced(found)}，应为词元和编号组成的对象。`,
  ],
  [
    '{} merges {} and {}, but the vocabulary has no {}',
    (file, left, right, lacking) =>
      `${file} 合并${phrase(left)}和${phrase(right)}，而词表里没有${phrase(lacking)}。`,
  ],
  [
    '{} merges {} and {} twice',
    (file, left, right) => `${file} 里合并${phrase(left)}和${phrase(right)}的规则出现了两次。`,
  ],
  [
    'tokenizer.json has {} = {} in its {}, which is not supported',
    (name, value, part) =>
      `tokenizer.json 的${phrase(part)}里有 ${name} = ${phrase(value)}，尚不支持。`,
  ],
  [
    'tokenizer.json has an added token without an id from 0 to {} and a content',
    (most) => `tokenizer.json 里有一个附加词元，没有 0 到 ${most} 的编号或没有内容。`,
  ],
  [
    'tokenizer.json has {} as added_tokens, expected a list',
    (found) => `tokenizer.json 的 added_tokens 是${spaced(found)}，应为列表。`,
  ],
  [
    'tokenizer.json adds the token {} as {}, but its vocabulary has it as {}',
    (token, id, other) =>
      `tokenizer.json 把词元${phrase(token)}添加为 ${id}，而它的词表里是 ${other}。`,
  ],
  [
    'tokenizer.json has no list of merges in its model',
    () => 'tokenizer.json 的模型里没有 merges 列表。',
  ],
  [
    'tokenizer.json has the merge {}, expected two tokens, as "a b" or as ["a", "b"]',
    (found) => `tokenizer.json 里有合并${spaced(found)}，应为两个词元，写成 "a b" 或 ["a", "b"]。`,
  ],
  [
    'tokenizer.json has the unk_token {}, which is not in its vocabulary',
    (token) => `tokenizer.json 的 unk_token 是${spaced(token)}，词表里没有。`,
  ],
  [
    "tokenizer.json has the pre-tokenizer {} with a BPE model, expected 'ByteLevel'",
    (found) => `tokenizer.json 的 BPE 模型配的预分词器是${spaced(found)}，应为“ByteLevel”。`,
  ],
  [
    "tokenizer.json has the pre-tokenizer {} with a WordLevel model, expected 'WhitespaceSplit', 'Whitespace', or 'Split' with an empty pattern, isolated",
    (found) =>
      `tokenizer.json 的 WordLevel 模型配的预分词器是${spaced(found)}，应为“WhitespaceSplit”“Whitespace”，或模式为空、behavior 为 Isolated 的“Split”。`,
  ],
  [
    'tokenizer.json has a post-processing template with something else than one sequence and special tokens of its vocabulary',
    () => 'tokenizer.json 的后处理模板里，除了一个序列和词表里的特殊词元，还有别的东西。',
  ],
  [
    'tokenizer.json has a post-processing template without a sequence',
    () => 'tokenizer.json 的后处理模板里没有序列。',
  ],
  [
    "tokenizer.json has a post-processor 'TemplateProcessing' without the list 'single'",
    () => 'tokenizer.json 的后处理器“TemplateProcessing”没有列表“single”。',
  ],
  [
    "tokenizer.json has the post-processor {}, expected 'ByteLevel', 'TemplateProcessing' or none",
    (found) =>
      `tokenizer.json 的后处理器是${spaced(found)}，应为“ByteLevel”“TemplateProcessing”，或者没有。`,
  ],
  [
    'tokenizer.json has no model with a vocab',
    () => 'tokenizer.json 里没有带词表（vocab）的模型。',
  ],
  [
    'tokenizer.json has the normalizer {}, expected none',
    (found) => `tokenizer.json 的规范化器是${spaced(found)}，而这里不能有规范化器。`,
  ],
  [
    "tokenizer.json has the model type {}, expected 'BPE' or 'WordLevel'",
    (found) => `tokenizer.json 的模型类型是${spaced(found)}，应为“BPE”或“WordLevel”。`,
  ],
];
