/** What may be wrong with a model.safetensors, its header and its weights, in Chinese. */
import { andMore, ofFloats, phrase, spaced } from './phrases.ts';
import { counted, listed, type Shapes } from '../shapes.ts';

export const kOfWeights: Shapes = [
  [
    'the file has {} bytes, expected a safetensors file, which begins with 8 bytes of header length',
    (bytes) =>
      `文件有 ${counted(bytes)} 字节，不是 safetensors 文件：开头应有 8 个字节，写明文件头的长度。`,
  ],
  [
    "the file begins with a header length of {} bytes, expected at most {}: it is a Git LFS pointer, in whose place 'git lfs pull' puts the file",
    (length, most) =>
      `文件开头写的文件头长度是 ${counted(length)} 字节，最多应为 ${counted(most)}：这是 Git LFS 的指针文件，请先用 Git LFS 下载文件本身。`,
  ],
  [
    "the file begins with a header length of {} bytes, expected at most {}: it is a ZIP archive, such as torch.save writes; 'npx glassformer convert' tells how to make safetensors of it",
    (length, most) =>
      `文件开头写的文件头长度是 ${counted(length)} 字节，最多应为 ${counted(most)}：这是 ZIP 压缩包，torch.save 写的就是这种；glassformer 的命令 convert 会说明怎样把它做成 safetensors。`,
  ],
  [
    'the file begins with a header length of {} bytes, expected at most {}: it is no safetensors file of a transformer',
    (length, most) =>
      `文件开头写的文件头长度是 ${counted(length)} 字节，最多应为 ${counted(most)}：这不是 Transformer 的 safetensors 文件。`,
  ],
  [
    'the safetensors header is {} bytes long, but only {} follow in the file: it is cut off',
    (length, left) =>
      `safetensors 文件头长 ${counted(length)} 字节，而文件后面只有 ${counted(left)} 字节：文件不完整。`,
  ],
  [
    'the file is cut off: {} bytes follow its header, which asks for {}',
    (found, wanted) =>
      `文件不完整：文件头之后应有 ${counted(wanted)} 字节，只有 ${counted(found)} 字节。`,
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
    (name, bytes, what) =>
      `张量${phrase(name)}占 ${counted(bytes)} 字节，而 ${what} 需要的超过了任何内存。`,
  ],
  [
    'tensor {} takes {} bytes, expected {} for {}',
    (name, bytes, wanted, what) =>
      `张量${phrase(name)}占 ${counted(bytes)} 字节，而 ${what} 应占 ${counted(wanted)} 字节。`,
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

  ['the file has no tensor {}', (name) => `文件里没有张量${phrase(name)}。`],
  ['the weights end inside their header', () => '权重文件不完整：文件头还没读完，文件就结束了。'],
  [
    'the weights end after {} of {} bytes',
    (found, wanted) => `权重应有 ${counted(wanted)} 字节，到 ${counted(found)} 字节就结束了。`,
  ],
  [
    'the weights go on after the {} bytes that their header tells of',
    (bytes) => `文件头写明的 ${counted(bytes)} 字节之后，权重文件还没有结束。`,
  ],
  ['the weight {} holds {}', (name, unfit) => `权重${phrase(name)}的${phrase(unfit)}。`],
  [
    "the weights' names follow no scheme we know: none ends with one of {}; the first is {}; other names need a table weight_names in config.json, see docs/javascript.md",
    (keys, first) =>
      `权重的命名不是引擎认识的任何一种：没有名称以 ${keys.replaceAll(', ', '、').replace(/ \(([^)]*)\)/g, '（$1）')} 结尾；第一个名称是${phrase(first)}；名称不同时，要在 config.json 里用 weight_names 表写明，见 docs/javascript.md。`,
  ],
  [
    'the weights (naming scheme: {}) lack {}, which the config asks for, and hold {}, for which it has no place; other names need its table weight_names, see docs/javascript.md',
    (scheme, names, others) =>
      `权重（按 ${scheme} 命名）缺少 config.json 需要的 ${andMore(names)}，却有 ${andMore(others)}，在 config.json 里没有位置；名称不同时，要在其中用 weight_names 表写明，见 docs/javascript.md。`,
  ],
  [
    'the weights (naming scheme: {}) lack {}, which the config asks for',
    (scheme, names) => `权重（按 ${scheme} 命名）缺少 config.json 需要的 ${andMore(names)}。`,
  ],
  [
    'the weights (naming scheme: {}) hold {}, for which the config has no place; scales of I8 weights need its quantization_config',
    (scheme, names) =>
      `权重（按 ${scheme} 命名）里的 ${andMore(names)} 在 config.json 里没有位置；I8 权重的缩放系数要在 quantization_config 里写明。`,
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
    (scheme, weight, dtype) => `${ofFloats(scheme, weight, dtype)}：只有矩阵才有缩放系数。`,
  ],
  [
    'the weights (naming scheme: {}) hold {} as {}, expected F16, BF16, F32 or F64: integers with scales are I8',
    (scheme, weight, dtype) => `${ofFloats(scheme, weight, dtype)}：带缩放系数的整数应为 I8。`,
  ],
  [
    'the weights (naming scheme: {}) hold {} as {}, expected F16, BF16, F32 or F64: scales are floating-point numbers',
    (scheme, weight, dtype) => `${ofFloats(scheme, weight, dtype)}：缩放系数应为浮点数。`,
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
];
