/** Parts of the engine's sentences about files, in Chinese. */
import { phrasesOf, type Shapes, withBlank } from '../shapes.ts';

/** What a sentence says is expected, in words of its own. Names, numbers and quoted texts stay as they are. */
export const kPhrases: Shapes = [
  ['an integer from {} to {}', (from, to) => `${from} 到 ${to} 的整数`],
  ['a whole number from 1 to {}', (to) => `1 到 ${to} 的整数`],
  ['a whole number, 0 or more', () => '不小于 0 的整数'],
  ['a token id (a whole number, 0 or more)', () => '词元的编号（不小于 0 的整数）'],
  [
    'a number from 1e-45 (about the smallest float) to below 1',
    () => '从 10⁻⁴⁵（约为最小的浮点数）到小于 1 的数',
  ],
  ['a number above 0', () => '大于 0 的数'],
  ['a finite number', () => '有限的数'],
  ['a text', () => '文字'],
  ['a list', () => '列表'],
  ['an object', () => '对象'],
  ['an object with {} names', (count) => `写着 ${count} 个名称的对象`],
  [
    'an object with a name for each of two classes or more',
    () => '给每个类别各写一个名称的对象，类别至少两个',
  ],
  ['a list, each {}', (each) => `列表，其中每一项是${phrase(each)}`],
  ['{}, if it is there', (rule) => `${phrase(rule)}（也可以没有）`],
  ['true or false', () => 'true 或 false'],
  ['what norm says', () => '与 norm 一致的值'],
  ['what scale_embedding says', () => '与 scale_embedding 一致的值'],
  ['what tie_word_embeddings says', () => '与 tie_word_embeddings 一致的值'],
  ['none: a gpt2 has no encoder', () => '0（gpt2 没有编码器）'],
  ["a token's id", () => '词元的编号'],
  ['1 or the square root of d_model, {}', (root) => `1 或 d_model 的平方根 ${root}`],
  ['true, false or a formula with the embedding', () => 'true、false，或含有 embed 的公式'],
  ['what stands behind the names of weights', () => '权重名称的后缀'],
  ['tokens in its vocabulary', () => '词表的词元数'],
  ['tokens in its source vocabulary', () => '源文词表的词元数'],
  ['numbers per token (d_model)', () => '每个词元的数的个数（d_model）'],
  ['attention heads', () => '注意力头数'],
  ['heads of keys and values', () => '键和值的头数'],
  ['numbers in its feed-forward layers (d_ff)', () => '前馈层的宽度（d_ff）'],
  ['encoder layers', () => '编码器的层数'],
  ['decoder layers', () => '解码器的层数'],
  ['positions', () => '位置数'],
  ['model', () => '模型'],
  ['added token {}', (token) => `附加词元${phrase(token)}`],
  ['a value at {} that is not a finite number', (at) => `第 ${at} 个数（从 0 数起）不是有限的数`],
  [
    'a value at {} that a float of 16 bits cannot hold, which goes from -65504 to 65504',
    (at) => `第 ${at} 个数（从 0 数起）超出了 16 位浮点数的范围（-65504 到 65504）`,
  ],
  [
    'a scale at {} that is not a finite number',
    (at) => `第 ${at} 个缩放系数（从 0 数起）不是有限的数`,
  ],
  [
    'a scale at {} that is below 0 or above {}',
    (at, most) =>
      `第 ${at} 个缩放系数（从 0 数起）超出范围，应在 0 到 ${most.replace('e36', '×10³⁶')} 之间`,
  ],
];

export const phrase = phrasesOf(kPhrases);

export const spaced = (text: string): string => withBlank(phrase(text));

/** `'a' [3], 'b' [5] and 4 more` */
export const andMore = (names: string): string =>
  names.replaceAll(", '", "、'").replace(/ and (\d+) more$/, ' 等（另有 $1 个）');

export const ofFloats = (scheme: string, weight: string, dtype: string): string =>
  `权重（按 ${scheme} 命名）里的${phrase(weight)}是 ${dtype}，应为 F16、BF16、F32 或 F64`;

export const fileName = (file: string): string =>
  file === 'the safetensors header' ? 'safetensors 文件头' : `${file} `;
