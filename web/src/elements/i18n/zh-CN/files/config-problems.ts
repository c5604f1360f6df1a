/** What may be wrong with a config.json, in Chinese. */
import { phrase, spaced } from './phrases.ts';
import { listed, type Shapes } from '../shapes.ts';

export const kOfConfig: Shapes = [
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
    'config.json: n_enc (num_encoder_layers) and n_dec (num_decoder_layers) name no layers, expected one at least',
    () =>
      'config.json 的 n_enc（num_encoder_layers）和 n_dec（num_decoder_layers）都没有层，至少应有一层。',
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
    "config.json's tokenizer_files lists {} without {}, expected both",
    (merges, vocab) =>
      `config.json 的 tokenizer_files 里列有 ${merges} 而没有 ${vocab}，两者应同时列出。`,
  ],
  [
    "config.json's tokenizer_files lists {}, which is not among them",
    (name) => `config.json 的 tokenizer_files 里列有 ${name}，而所给的文件里没有。`,
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
      `config.json 的 ${field} 里${type === 'absent' ? '没有 type' : `，type 是 ${type}`}，可用的有 ${listed(known)}。`,
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
    'config.json\'s {}: "lengths" is {}, expected up to {} whole numbers from 1 on',
    (field, found, most) =>
      `config.json 的 ${field} 里，“lengths”是 ${found}，应为大于 0 的整数，最多 ${most} 个。`,
  ],
  [
    "config.json's {}: it has {} steps, expected at most {}",
    (field, steps, most) => `config.json 的 ${field} 有 ${steps} 步，最多 ${most} 步。`,
  ],
];
