/**
 * In Chinese what the engine says of the files of a model. Its sentences come in English alone, so each is known here by its
 * shape, with {} for what it names; tests hold these shapes against the sources that make the sentences. Fetched only where
 * such a sentence is to be told.
 */

import type { Said } from '../problem.ts';
import { found, kUnknown, listed, phrasesOf, type Shapes, withBlank } from './shapes.ts';

/** What a sentence says is expected, in words of its own. Names, numbers and quoted texts stay as they are. */
export const kPhrases: Shapes = [
  ['an integer from {} to {}', (from, to) => `${from} 到 ${to} 的整数`],
  ['a whole number from 1 to {}', (to) => `1 到 ${to} 的整数`],
  ['a whole number, 0 or more', () => '不小于 0 的整数'],
  ['a token id (a whole number, 0 or more)', () => '词元的编号（不小于 0 的整数）'],
  [
    'a number from 1e-45 (about the smallest float) to below 1',
    () => '从 1e-45（约为最小的浮点数）到小于 1 的数',
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
  ['a scale at {} that is not a finite number', (at) => `第 ${at} 个比例（从 0 数起）不是有限的数`],
  [
    'a scale at {} that is below 0 or above {}',
    (at, most) => `第 ${at} 个比例（从 0 数起）小于 0 或大于 ${most}`,
  ],
];

/** Of two that fit the first counts. */
export const kSentences: Shapes = [
  // Any file
  [
    '{} is not valid JSON: it ends too early',
    (file) => `${fileName(file)}不是合格的 JSON：还没写完就结束了。`,
  ],
  [
    '{} is not valid JSON at line {}, column {}',
    (file, line, column) => `${fileName(file)}第 ${line} 行第 ${column} 列不是合格的 JSON。`,
  ],
  [
    '{} has the name {} twice in one object',
    (file, name) => `${fileName(file)}的同一个对象里，${phrase(name)}出现了两次。`,
  ],
  [
    '{} nests deeper than {} levels',
    (file, levels) => `${fileName(file)}的嵌套超过了 ${levels} 层。`,
  ],
  ['{} has more than {} values', (file, count) => `${fileName(file)}里的值超过了 ${count} 个。`],
  [
    '{} has more than the {} bytes that such a file may have',
    (file, bytes) => `${fileName(file)}超过了这种文件的上限 ${bytes} 字节。`,
  ],
  ['{} is empty', (file) => `${fileName(file)}是空的。`],
  ['{} is not UTF-8', (file) => `${fileName(file)}不是 UTF-8 编码。`],
  [
    '{}: the text is not valid UTF-8: byte {} at offset {} begins no character',
    (file, byte, at) =>
      `${fileName(file)}不是 UTF-8 编码：偏移 ${at} 处的字节 ${byte} 不是任何字符的开头。`,
  ],

  // config.json
  [
    'config.json is {}, expected an object',
    (found) => `config.json 是${spaced(found)}，应为对象。`,
  ],
  [
    'config.json: model_type is missing, expected {}, or the layer counts n_enc and n_dec',
    (expected) =>
      `config.json 里没有 model_type，应为${spaced(expected)}，或写明层数 n_enc 和 n_dec。`,
  ],
  [
    'config.json: model_type {} is not supported, expected {}',
    (type, expected) =>
      `config.json 的 model_type 是${spaced(type)}，尚不支持，应为${spaced(expected)}。`,
  ],
  [
    'config.json: {} is {}, which asks for something this engine does not do',
    (name, value) => `config.json 的 ${name} 是${spaced(value)}，这样的模型引擎还不会运行。`,
  ],
  [
    'config.json: n_enc and n_dec name no layers, expected one at least',
    () => 'config.json 的 n_enc 和 n_dec 都没有层，至少应有一层。',
  ],
  [
    'config.json: an encoder-decoder needs layers of both kinds, but n_enc is {} and n_dec is {}',
    (encoder, decoder) =>
      `编码器–解码器两边都要有层，而 config.json 的 n_enc 是 ${encoder}，n_dec 是 ${decoder}。`,
  ],
  [
    'config.json: quantization_config has no {}, expected {}',
    (part, expected) =>
      `config.json 的 quantization_config 里没有 ${part}，应为${spaced(expected)}。`,
  ],
  [
    'config.json: the config has {} attention heads, which do not divide its width of {}',
    (heads, width) => `config.json 的宽度 ${width} 不能被注意力头数 ${heads} 整除。`,
  ],
  [
    'config.json: the config has {} heads of keys and values, which do not divide its {} attention heads',
    (groups, heads) => `config.json 的注意力头数 ${heads} 不能被键和值的头数 ${groups} 整除。`,
  ],
  [
    'config.json: the config has {} {}, expected {} to {}',
    (count, what, least, most) =>
      `config.json 的${phrase(what)}是 ${count}，应为 ${least} 到 ${most}。`,
  ],
  [
    'config.json: num_labels is missing, which pooling needs',
    () => 'config.json 里有 pooling，却没有 num_labels。',
  ],
  [
    'config.json: id2label has no text for "{}", expected one for each class',
    (id) => `config.json 的 id2label 里没有“${id}”的名称，每个类别都应有一个。`,
  ],
  [
    "config.json: pooling is missing, expected {}: which row of a text's tokens is classified",
    (expected) => `config.json 里没有 pooling，应为${spaced(expected)}：用词元的哪一行来分类。`,
  ],
  [
    'config.json: the config has {} labels; an encoder with a pooling has 2 to {}, any other model none',
    (count, most) =>
      `config.json 里有 ${count} 个类别：带 pooling 的编码器有 2 到 ${most} 个，其他模型没有类别。`,
  ],
  [
    "config.json: the config's norm_epsilon is not {}",
    (expected) => `config.json 的 norm_epsilon 应为${spaced(expected)}。`,
  ],
  [
    "config.json: the config's {} is {}, which is not in its vocabulary of {}",
    (name, id, size) => `config.json 的 ${name} 是 ${id}，而词表只有 ${size} 个词元。`,
  ],
  [
    "config.json's tokenizer_files is {}, expected a list of some of {}",
    (found, names) =>
      `config.json 的 tokenizer_files 是 ${found}，应为列表，可写的有 ${listed(names)}。`,
  ],
  [
    "config.json: weight_names is {}, expected an object with a name of the engine's for each name of the file",
    (found) =>
      `config.json 的 weight_names 是 ${found}，应为对象，给文件里的每个名称写上引擎的名称。`,
  ],
  [
    'config.json: weight_names gives {} {}, expected a name',
    (from, to) => `config.json 的 weight_names 把${phrase(from)}对应到 ${to}，应为名称。`,
  ],
  [
    'config.json: {} is {}, but {} is {}',
    (one, value, other, second) =>
      `config.json 的 ${one} 是${spaced(value)}，而 ${other} 是${spaced(second)}，互相矛盾。`,
  ],
  [
    'config.json: {} is {}, expected {}',
    (name, value, expected) =>
      `config.json 的 ${name} 是${spaced(value)}，应为${spaced(expected)}。`,
  ],
  ['config.json: {} is missing', (name) => `config.json 里没有 ${name}。`],
  [
    "config.json's {}: type is {}; known are {}",
    (field, type, known) =>
      `config.json 的 ${field} 里，type 是 ${type === 'absent' ? '空的' : type}，可用的有 ${listed(known)}。`,
  ],
  [
    'config.json\'s {}: {} needs "{}", a text that is not empty',
    (field, type, part) =>
      `config.json 的 ${field} 里，${type} 需要“${part}”，即一段不为空的文字。`,
  ],
  [
    'config.json\'s {}: {} needs "{}", a list',
    (field, type, part) => `config.json 的 ${field} 里，${type} 需要“${part}”，即一个列表。`,
  ],
  [
    'config.json\'s {}: "from" has {} characters, "to" has {}',
    (field, from, to) => `config.json 的 ${field} 里，“from”有 ${from} 个字符，“to”有 ${to} 个。`,
  ],
  [
    'config.json\'s {}: "lengths" must be whole numbers',
    (field) => `config.json 的 ${field} 里，“lengths”应为整数。`,
  ],
  [
    "config.json's {}: it has {} steps, expected at most {}",
    (field, steps, most) => `config.json 的 ${field} 有 ${steps} 步，最多 ${most} 步。`,
  ],

  // model.safetensors: its header
  [
    'the file has {} bytes, expected a safetensors file, which begins with 8 bytes of header length',
    (bytes) => `文件有 ${bytes} 字节，不是 safetensors 文件：开头应有 8 个字节，写明文件头的长度。`,
  ],
  [
    "the file begins with a header length of {} bytes, expected at most {}: it is a Git LFS pointer, in whose place 'git lfs pull' puts the file",
    (length, most) =>
      `文件开头写的文件头长度是 ${length} 字节，最多应为 ${most}：这是 Git LFS 的指针文件，请先用 Git LFS 下载文件本身。`,
  ],
  [
    "the file begins with a header length of {} bytes, expected at most {}: it is a ZIP archive, such as torch.save writes; 'npx glassformer convert' tells how to make safetensors of it",
    (length, most) =>
      `文件开头写的文件头长度是 ${length} 字节，最多应为 ${most}：这是 ZIP 压缩包，torch.save 写的就是这种；glassformer 的命令 convert 会说明怎样把它做成 safetensors。`,
  ],
  [
    'the file begins with a header length of {} bytes, expected at most {}: it is no safetensors file of a transformer',
    (length, most) =>
      `文件开头写的文件头长度是 ${length} 字节，最多应为 ${most}：这不是 Transformer 的 safetensors 文件。`,
  ],
  [
    'the safetensors header is {} bytes long, but only {} follow in the file: it is cut off',
    (length, left) =>
      `safetensors 文件头长 ${length} 字节，而文件后面只有 ${left} 字节：文件不完整。`,
  ],
  [
    'the safetensors header is {}, expected a JSON object that begins with its first byte',
    (found) => `safetensors 文件头是${spaced(found)}，应为 JSON 对象，从第一个字节开始。`,
  ],
  [
    '__metadata__ is {}, expected an object of strings',
    (found) => `__metadata__ 是${spaced(found)}，应为文字组成的对象。`,
  ],
  [
    '__metadata__ has {} for {}, expected a string',
    (value, name) => `__metadata__ 里${phrase(name)}的值是${spaced(value)}，应为文字。`,
  ],
  [
    'the tensors end at byte {} of the data section, expected {}, its size',
    (end, size) => `各张量到数据区第 ${end} 字节为止，应到 ${size}，即数据区的大小。`,
  ],
  ['tensor {} has no dtype', (name) => `张量${phrase(name)}没有写 dtype。`],
  [
    'tensor {} has the dtype {}, expected one of {}',
    (name, found, known) =>
      `张量${phrase(name)}的 dtype 是${spaced(found)}，应为 ${listed(known)} 之一。`,
  ],
  [
    'tensor {} has no shape: expected a list of integers',
    (name) => `张量${phrase(name)}没有写 shape，应为整数的列表。`,
  ],
  [
    'tensor {} has {} dimensions, expected at most {}',
    (name, count, most) => `张量${phrase(name)}有 ${count} 个维度，最多 ${most} 个。`,
  ],
  [
    'tensor {} has the dimension {} in its shape, expected an integer from 0 to {}',
    (name, found, most) =>
      `张量${phrase(name)}的 shape 里有${spaced(found)}，应为 0 到 ${most} 的整数。`,
  ],
  [
    'tensor {} has no data_offsets: expected a list of two integers',
    (name) => `张量${phrase(name)}没有写 data_offsets，应为两个整数的列表。`,
  ],
  [
    'tensor {} has the data_offsets [{}, {}], expected 0 <= begin <= end <= {}, the size of the data section',
    (name, begin, end, size) =>
      `张量${phrase(name)}的 data_offsets 是 [${phrase(begin)}, ${phrase(end)}]，应满足 0 ≤ 开始 ≤ 结束 ≤ ${size}（数据区的大小）。`,
  ],
  [
    'tensor {} has a name of {} bytes, expected at most {}',
    (name, bytes, most) => `张量${phrase(name)}的名称有 ${bytes} 字节，最多 ${most}。`,
  ],
  [
    'tensor {} is described by {}, expected an object with dtype, shape and data_offsets',
    (name, found) =>
      `张量${phrase(name)}的说明是${spaced(found)}，应为含有 dtype、shape 和 data_offsets 的对象。`,
  ],
  [
    'tensor {} takes {} bytes, expected more than memory holds for {}',
    (name, bytes, what) => `张量${phrase(name)}占 ${bytes} 字节，而 ${what} 需要的超过了任何内存。`,
  ],
  [
    'tensor {} takes {} bytes, expected {} for {}',
    (name, bytes, wanted, what) =>
      `张量${phrase(name)}占 ${bytes} 字节，而 ${what} 应占 ${wanted} 字节。`,
  ],
  [
    'tensor {} begins at byte {} of the data section, expected {}: it overlaps the tensor before',
    (name, begin, wanted) =>
      `张量${phrase(name)}从数据区第 ${begin} 字节开始，应为 ${wanted}：它与前一个张量重叠。`,
  ],
  [
    "tensor {} begins at byte {} of the data section, expected {}: the bytes between are no tensor's",
    (name, begin, wanted) =>
      `张量${phrase(name)}从数据区第 ${begin} 字节开始，应为 ${wanted}：中间的字节不属于任何张量。`,
  ],

  // model.safetensors: the weights
  ['the file has no tensor {}', (name) => `文件里没有张量${phrase(name)}。`],
  ['the weights end inside their header', () => '权重文件在文件头里就结束了。'],
  [
    'the weights end after {} of {} bytes',
    (found, wanted) => `权重应有 ${wanted} 字节，到 ${found} 字节就结束了。`,
  ],
  [
    'the weights go on after the {} bytes that their header tells of',
    (bytes) => `文件头写明的 ${bytes} 字节之后，权重文件还没有结束。`,
  ],
  ['the weight {} holds {}', (name, unfit) => `权重${phrase(name)}的${phrase(unfit)}。`],
  [
    "the weights' names follow no scheme we know: none ends with one of {}; the first is {}; other names need config.json's weight_names",
    (keys, first) =>
      `权重的命名不是引擎认识的任何一种：没有名称以 ${keys.replaceAll(', ', '、').replace(/ \(([^)]*)\)/g, '（$1）')} 结尾；第一个名称是${phrase(first)}；名称不同时，要在 config.json 里用 weight_names 写明。`,
  ],
  [
    'the weights (naming scheme: {}) lack {}, which the config asks for, and hold {}, for which it has no place; other names need its weight_names',
    (scheme, names, others) =>
      `权重（按 ${scheme} 命名）缺少 config.json 需要的 ${andMore(names)}，却有 ${andMore(others)}，在 config.json 里没有位置；名称不同时，要用 weight_names 写明。`,
  ],
  [
    'the weights (naming scheme: {}) lack {}, which the config asks for',
    (scheme, names) => `权重（按 ${scheme} 命名）缺少 config.json 需要的 ${andMore(names)}。`,
  ],
  [
    'the weights (naming scheme: {}) hold {}, for which the config has no place; scales of I8 weights need its quantization_config',
    (scheme, names) =>
      `权重（按 ${scheme} 命名）里的 ${andMore(names)} 在 config.json 里没有位置；I8 权重的比例需要写明 quantization_config。`,
  ],
  [
    'the weights (naming scheme: {}) hold {}, for which the config has no place; a head that classifies needs its num_labels and pooling, and no decoder',
    (scheme, names) =>
      `权重（按 ${scheme} 命名）里的 ${andMore(names)} 在 config.json 里没有位置；分类的输出层需要写明 num_labels 和 pooling，而且不能有解码器。`,
  ],
  [
    'the weights (naming scheme: {}) hold {}, for which the config has no place',
    (scheme, names) =>
      `权重（按 ${scheme} 命名）里的 ${andMore(names)} 在 config.json 里没有位置。`,
  ],
  [
    'the weights (naming scheme: {}) hold {}; no dimension of a weight may be 0',
    (scheme, weight) => `权重（按 ${scheme} 命名）里有 ${weight}，而权重的任何维度都不能是 0。`,
  ],
  [
    'the weights (naming scheme: {}) hold {}, but the config asks for {}',
    (scheme, weight, shape) =>
      `权重（按 ${scheme} 命名）里是 ${weight}，而 config.json 需要 ${shape}。`,
  ],
  [
    'the weights (naming scheme: {}) hold {} as {}, expected F16, BF16, F32 or F64: only matrices have scales',
    (scheme, weight, dtype) => `${ofFloats(scheme, weight, dtype)}：只有矩阵才有比例。`,
  ],
  [
    'the weights (naming scheme: {}) hold {} as {}, expected F16, BF16, F32 or F64: integers with scales are I8',
    (scheme, weight, dtype) => `${ofFloats(scheme, weight, dtype)}：带比例的整数应为 I8。`,
  ],
  [
    'the weights (naming scheme: {}) hold {} as {}, expected F16, BF16, F32 or F64: scales are floating-point numbers',
    (scheme, weight, dtype) => `${ofFloats(scheme, weight, dtype)}：比例是浮点数。`,
  ],
  [
    "{} gives {} the name {}, expected two whole names, or two beginnings that end with a point, and one {} in both, for a layer's number, or in neither",
    (table, from, to) =>
      `${table} 把${phrase(from)}改名为${phrase(to)}：两个都应为完整的名称，或都为以句点结尾的开头；层号 {} 要么两边各有一个，要么都没有。`,
  ],
  [
    'by {} {} and {} are both {}',
    (table, one, other, name) =>
      `按 ${table}，${phrase(one)}和${phrase(other)}都成了${phrase(name)}。`,
  ],
  [
    '{} has {}, which no tensor needs (the first is {}; of two beginnings the longer one counts)',
    (table, name, first) =>
      `${table} 里的${phrase(name)}没有张量用到（第一个张量是${phrase(first)}；两个开头都合适时，以较长的为准）。`,
  ],

  // The tokenizer
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
    (found) => `tokenizer.json 的规范化器是${spaced(found)}，应没有。`,
  ],
  [
    "tokenizer.json has the model type {}, expected 'BPE' or 'WordLevel'",
    (found) => `tokenizer.json 的模型类型是${spaced(found)}，应为“BPE”或“WordLevel”。`,
  ],

  // golden.json
  [
    '{}[{}] is {}; expected an id from 0 to {}',
    (name, i, found, last) => `${name}[${i}] 是 ${found}，应为 0 到 ${last} 的编号。`,
  ],
  ['golden.json is not JSON: {}', () => 'golden.json 不是合格的 JSON。'],
  [
    "golden.json: its 'generated' lists {} texts, expected at most {}: each is generated anew",
    (count, most) =>
      `golden.json 的 generated 里有 ${count} 段文字，最多 ${most} 段：每段都要重新生成。`,
  ],
  [
    'golden.json: there is nothing to compare in it, neither numbers nor texts',
    () => 'golden.json 里没有可比对的内容，既没有数，也没有文字。',
  ],
  [
    'golden.json: it has no numbers, and its texts need a tokenizer that the model has not',
    () => 'golden.json 里没有数，而其中的文字需要分词器，这个模型没有。',
  ],
  [
    'golden.json: input has {}, but no {}',
    (given, missing) => `golden.json 的 input 里有 ${given}，却没有 ${missing}。`,
  ],
  [
    "golden.json: activations has {}, which is a pattern and no one's name",
    (name) => `golden.json 的 activations 里有${phrase(name)}，这是通配式，不是一个激活的名称。`,
  ],
  [
    "golden.json: {} has the shape ({}), the model's has ({}): they are not of the same model",
    (name, shape, own) =>
      `golden.json 里 ${name} 的形状是 (${shape})，而这个模型的是 (${own})：两者不是同一个模型的。`,
  ],
  [
    'golden.json: {} has {} values, expected {}',
    (name, count, wanted) => `golden.json 里 ${name} 有 ${count} 个数，应有 ${wanted} 个。`,
  ],
  [
    'golden.json: {} has the place {}, but only {} values',
    (name, place, count) => `golden.json 里 ${name} 有位置 ${place}，而它只有 ${count} 个数。`,
  ],
  [
    'golden.json: all of it must be {}, found {}',
    (rule, found) => `golden.json 是 ${found}，应为${spaced(rule)}。`,
  ],
  [
    'golden.json: {} must be {}, found {}',
    (name, rule, found) =>
      `golden.json 的 ${name} 应为${spaced(rule)}，${found === 'undefined' ? '却没有' : `却是 ${found}`}。`,
  ],
];

/** Where the engine says what the model makes of golden.json: behind it stands the sentence of another error. */
export const kOfModel: Shapes = [
  ['golden.json: the model cannot run on it: {}', () => '模型无法运行 golden.json 里的输入'],
  ['golden.json: the model cannot read its text: {}', () => '模型读不了 golden.json 里的文字'],
  [
    'golden.json: the model refuses generated[{}]: {}',
    (i) => `模型不接受 golden.json 的 generated[${i}]`,
  ],
];

const phrase = phrasesOf(kPhrases);

const spaced = (text: string): string => withBlank(phrase(text));

/** `'a' [3], 'b' [5] and 4 more` */
const andMore = (names: string): string =>
  names.replaceAll(", '", "、'").replace(/ and (\d+) more$/, ' 等（另有 $1 个）');

const ofFloats = (scheme: string, weight: string, dtype: string): string =>
  `权重（按 ${scheme} 命名）里的${phrase(weight)}是 ${dtype}，应为 F16、BF16、F32 或 F64`;

const fileName = (file: string): string =>
  file === 'the safetensors header' ? 'safetensors 文件头' : `${file} `;

/** How the engine calls files that were given without an address. */
const kGiven = 'the given files';

/**
 * Null where the engine's sentence is none of these.
 * @param cause what another error behind it says, in Chinese; null: nothing that is known
 */
export function tellSentence(message: string, cause: string | null = null): string | null {
  // Before the sentence may stand which folder or which file it is about.
  let place = '';
  for (let rest = message; ;) {
    const ofModel = cause === null ? null : found(kOfModel, rest);
    const sentence = ofModel === null ? found(kSentences, rest) : `${ofModel}：${cause}`;
    if (sentence !== null)
      return sentence.includes(kUnknown) ? null : (place && `${place}：`) + sentence;
    const end = rest.indexOf(': ');
    if (end === -1) return null;
    const before = rest.slice(0, end);
    if (before !== kGiven) place = place === '' ? before : `${place}：${before}`;
    rest = rest.slice(end + 2);
  }
}

/** An error's sentence with nothing left in English, where that is known; else what was said of it. */
export function tellFile({ message, cause }: Error, said: Said, say: (cause: Error) => Said): Said {
  const isOther = cause instanceof Error && 'details' in cause && cause.details;
  const behind = isOther
    ? say(cause as Error).sentence
    : cause instanceof Error
      ? tellSentence(cause.message)
      : null;
  const sentence = tellSentence(message, behind);
  return sentence === null ? said : { sentence, original: '' };
}
