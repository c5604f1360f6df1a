/** In Chinese what is wrong with an option, an attribute or a property; tests hold the shapes against the rules that say it. */
import { kPhrases } from './files/phrases.ts';
import { found, kUnknown, phrasesOf, type Shapes, withBlank } from './shapes.ts';

const kOptionPhrases: Shapes = [
  [
    '{} (for greedy decoding switch do_sample off)',
    (rule) => `${said(rule)}（要贪心解码，请关掉 do_sample）`,
  ],
  ['{} (for greedy decoding: {})', (rule, greedy) => `${said(rule)}（要贪心解码，请写 ${greedy}）`],
  ['{} ({} switches it off)', (rule, off) => `${said(rule)}（${off} 表示不用）`],
  ['{}, which as a 32-bit float is {}', (value, float) => `${value}（32 位浮点数中是 ${float}）`],
  ['a whole number from {} to {}', (from, to) => `${from} 到 ${to} 的整数`],
  ['a whole number of at least {}', (least) => `不小于 ${least} 的整数`],
  ['a number from {} to {}', (from, to) => `${from} 到 ${to} 的数`],
  ['a number of at least {} and below {}', (least, below) => `不小于 ${least}、小于 ${below} 的数`],
  ['a number above {} and at most {}', (above, most) => `大于 ${above}、不大于 ${most} 的数`],
  ['a number of at least {}', (least) => `不小于 ${least} 的数`],
  ['a number above {}', (above) => `大于 ${above} 的数`],
  ['a number', () => '数'],
  ['a finite number that a 32-bit float holds', () => '32 位浮点数能表示的数'],
  ['a function', () => '函数'],
  ['a symbol', () => 'Symbol'],
  ['a token { id, text, start, end }', () => '词元 { id, text, start, end }'],
  ['a Float32Array of finite numbers', () => '有限的数组成的 Float32Array'],
  [
    '{ shape, data } with a Float32Array of as many finite numbers as the shape says',
    () => '{ shape, data }，其中 data 是 Float32Array，有限的数与 shape 所写的一样多',
  ],
  [
    '{ shape, data } with a Float32Array of as many numbers, finite or -Infinity, as the shape says',
    () =>
      '{ shape, data }，其中 data 是 Float32Array，数（有限，或 -Infinity）与 shape 所写的一样多',
  ],
  [
    'shape [{}], which is {} numbers, and {} numbers',
    (shape, wanted, count) => `shape [${shape}]（${wanted} 个数），却有 ${count} 个数`,
  ],
  [
    'shape [{}] with {} at place {}',
    (shape, wrong, at) => `shape [${shape}]，第 ${at} 个数（从 0 数起）是 ${wrong}`,
  ],
  ['an ArrayBuffer, a Uint8Array or a Blob', () => 'ArrayBuffer、Uint8Array 或 Blob'],
  ['an AbortSignal', () => 'AbortSignal'],
  ['an engine of createEngine', () => 'createEngine 给出的引擎'],
  ['a list of two, each {}', (each) => `两项的列表，每一项是${spaced(each)}`],
  ['an object, each field {}', (each) => `对象，每个字段是${spaced(each)}`],
  ['an object with no fields', () => '没有字段的对象'],
  ['an object with numbers', () => '值都是数的对象'],
  ['an object with text, run and candidates', () => '有 text、run 和 candidates 的对象'],
  [
    'an object with source, target, text and translation',
    () => '有 source、target、text 和 translation 的对象',
  ],
  ['an object with {} and {}', (first, second) => `有 ${first} 和 ${second} 的对象`],
  ['an object with {}', (names) => `有 ${names.replaceAll(', ', '、')} 的对象`],
  [
    'an object of words, each with a text or a list of a reading and a text',
    () => '词和解释组成的对象，解释是文字，或读音和文字的列表',
  ],
  ['a text, or a list of a reading and a text', () => '文字，或读音和文字的列表'],
  ['a list of whole numbers', () => '整数的列表'],
  ['a list of texts', () => '文字的列表'],
  ['a list of objects', () => '对象的列表'],
  ['a list of tokens (id and text)', () => '词元（有 id 和 text）的列表'],
  [
    'a list of labels (texts, or objects with a text)',
    () => '标签（文字，或有 text 的对象）的列表',
  ],
  ['a list of ids of tokens', () => '词元编号的列表'],
  ['a list of steps, as a generation gives them', () => '生成时给出的步骤的列表'],
  [
    'a list of tensors (shape, and data in a typed array)',
    () => '张量的列表（张量有 shape，和放在类型化数组里的 data）',
  ],
  ['a list of another kind', () => '另一种列表'],
  ['a list of at most {}', (most) => `最多 ${most} 项的列表`],
  ['of the shape {}', (shape) => `${shape} 的张量`],
  ['a matrix of at least one number', () => '至少有一个数的矩阵'],
  ['{} × {}', (rows, columns) => `${rows} × ${columns}`],
  ['{} × {} × {}', (heads, rows, columns) => `${heads} × ${rows} × ${columns}`],
  ['a list of {}', (count) => `${count} 项的列表`],
  [
    'a tensor of 1 to 3 dimensions (shape, and data in a typed array; or rows of equally many numbers)',
    () => '1 到 3 维的张量（有 shape，和放在类型化数组里的 data；或者是若干行，每行的数一样多）',
  ],
  ['made of weights of at least 0', () => '不小于 0 的权重'],
  [
    'a list with {}, which is no finite 32-bit float',
    (value) => `有 ${value} 的列表（它不是有限的 32 位浮点数）`,
  ],
  [
    'a list with {} in one row and {} in another',
    (one, other) => `一行有 ${one} 个、另一行有 ${other} 个的列表`,
  ],
  ['a run (tokens and activations)', () => '一次运行（有 tokens 和 activations）'],
  ['a model, as loadModel gives it', () => 'loadModel 给出的模型'],
  ['a File', () => 'File'],
  ['a Blob', () => 'Blob'],
  ['a detached {}', (kind) => `已移交的 ${kind}`],
  ['left out of <{}>, where it is called {}', (tag, name) => `省略（在 <${tag}> 上它叫 ${name}）`],
  ['left out of <{}>', (tag) => `省略（<${tag}> 不用它）`],
  [
    'without a value (this element has no controls of its own)',
    () => '不写值（这个元素没有自己的控件）',
  ],
  ['without a value', () => '不写值'],
  ['the name of one activation', () => '一个激活值的名称'],
  ['made of {}, each once', (words) => `由 ${said(words)} 组成，每个只写一次`],
  ['made of {}', (words) => `由 ${said(words)} 组成`],
  ['one part of the model, such as {}', (name) => `模型的一个部分，例如 ${name}`],
  ['a list, each {}', (each) => `列表，其中每一项是${spaced(each)}`],
  ['{}, or {}', (first, second) => `${said(first)}，或${spaced(second)}`],
  ...kPhrases,
];

const said = phrasesOf(kOptionPhrases);
const spaced = (text: string): string => withBlank(said(text));

/** What was found: data stays as it was written. */
const value = (text: string): string =>
  withBlank(/^["'[{]|^-?(?:[\d.e+-]+|Infinity)$/.test(text) ? text : said(text));

export const kOptionSentences: Shapes = [
  [
    'the edit or ablation of {} meets no tensor of this model',
    (hook) => `对${said(hook)}的改动，在这个模型里找不到对应的张量。`,
  ],
  [
    'the edit of {} names head {}, but {} has shape {}, which has {} heads',
    (hook, head, name, shape, heads) =>
      `对${said(hook)}的改动写的是第 ${head} 个头（从 0 数起），而${said(name)}的形状是 ${shape}，有 ${heads} 个头。`,
  ],
  [
    'the edit of {} has {} values; {} of shape {} takes {}, or {} for every row',
    (hook, count, name, shape, size, row) =>
      `对${said(hook)}的改动有 ${count} 个数；${said(name)}的形状是 ${shape}，应有 ${size} 个，或每行 ${row} 个。`,
  ],
  [
    'scale must be at most {} for this figure, whose picture may have {} pixels on a side, found {}',
    (most, pixels, given) =>
      `scale 是 ${given}；这幅图的图片每边最多 ${pixels} 个像素，scale 最大为 ${most}。`,
  ],
  [
    '{} must be {}, found {}, which is no JSON',
    (option, expected, given) =>
      `${option} 是${value(given)}，不是 JSON，应为${spaced(expected)}。`,
  ],
  [
    '{} must be {}, found {}',
    (option, expected, given) => `${option} 是${value(given)}，应为${spaced(expected)}。`,
  ],
  [
    "{} belongs to loadModel's second argument",
    (option) => `选项 ${option} 应写在 loadModel 的第二个参数里。`,
  ],
  [
    'this model has no encoder, so it takes no {}',
    (option) => `这个模型没有编码器，不用 ${option}。`,
  ],
  [
    'this model has no decoder, so it takes no {}',
    (option) => `这个模型没有解码器，不用 ${option}。`,
  ],
  ['{} is missing', (option) => `缺少选项 ${option}。`],
  ['unknown option {}, the only one is {}', (option, only) => `没有选项 ${option}，只有 ${only}。`],
  [
    'unknown option {}; known are {}',
    (option, known) => `没有选项 ${option}，可用的有 ${known.replaceAll(', ', '、')}。`,
  ],
  [
    'editable takes a matrix of at most {} columns, found {}',
    (most, columns) => `editable 用于最多 ${most} 列的矩阵，而这个矩阵有 ${columns} 列。`,
  ],
];

/** Null where the engine's sentence is none of these. */
export function tellOption(message: string): string | null {
  // Before the sentence may stand which function it is about.
  const [, place, rest = message] = /^((?:[\w[\]]+: )*[\w[\]]+): (.*)$/s.exec(message) ?? [];
  const sentence = found(kOptionSentences, rest);
  if (sentence === null || sentence.includes(kUnknown)) return null;
  return place === undefined ? sentence : `${place.replaceAll(': ', '：')}：${sentence}`;
}
