/** What may be wrong with a golden.json, in Chinese. */
import { phrase, spaced } from './phrases.ts';
import type { Shapes } from '../shapes.ts';

export const kOfGolden: Shapes = [
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
    'golden.json: generated[{}].options has {}, expected max_new_tokens alone: a text is continued greedily',
    (i, name) =>
      `golden.json 的 generated[${i}].options 里有${phrase(name)}，只能有 max_new_tokens：文字都是贪心续写的。`,
  ],
  [
    'golden.json: input has {}, but no {}',
    (given, missing) => `golden.json 的 input 里有 ${given}，却没有 ${missing}。`,
  ],
  [
    "golden.json: activations has {}, which is a pattern and no one's name",
    (name) => `golden.json 的 activations 里有${phrase(name)}，这是通配式，不是一个激活值的名称。`,
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
