/** A layer and its residual stream, and the logit lens. */
import { isKept } from '../../../view/feed-forward.ts';
import { formatCount, formatFixed, formatPercent } from '../../../view/number.ts';
import type { layers as words } from '../en/layers.ts';
import { inQuotes } from './quotation.ts';

export const layers: typeof words = {
  streamOf: (token, layer) => `${inQuotes(token)}经过第 ${layer} 层`,
  streamPart: {
    in: '流入',
    attention: '+ 注意力',
    between: '= 和',
    norm: '→ 归一化',
    feedForward: '+ 前馈',
    out: '= 流出',
    attentionReads: '注意力',
    feedForwardReads: '前馈',
  },
  readOf: '注意力读到的和前馈读到的，各自先经过归一化',
  lens: '每一层之后，模型会说什么',
  layer: '层',
  beforeLayers: '第 1 层之前',
  afterLayer: (layer) => `第 ${layer} 层之后`,
  wouldSay: (where, token, guesses) =>
    `${where}，接在${inQuotes(token)}后面，它会说${guesses.map(({ text, probability }) => `${inQuotes(text)}（${formatPercent(probability)}）`).join('、')}。`,
  wouldClass: (where, token, guesses) =>
    `${where}，单看${inQuotes(token)}，输出层会归为${guesses.map(({ text, probability }) => `${inQuotes(text)}（${formatPercent(probability)}）`).join('、')}。`,
  lengths: (stream, attention, feedForward) =>
    attention === null || feedForward === null
      ? `向量的长度是 ${formatFixed(stream, 1)}。`
      : `向量的长度是 ${formatFixed(stream, 1)}；注意力加上的向量长 ${formatFixed(attention, 1)}，前馈加上的长 ${formatFixed(feedForward, 1)}。`,

  join: {
    none: '这个模型的注意力权重用了这里不认识的名字。',
    who: '看哪个词元的注意力？',
    which: '展开第几个数',
    widths: (heads, each, width) =>
      `${heads} × ${each} = ${heads * each} 个数，乘 W_O，得 ${width} 个数`,
    title: (token, layer) => `第 ${layer} 层的注意力给${inQuotes(token)}加了什么`,
    before: '并排：每个头交出的数（z）',
    after: '经过 W_O 中自己的几行：各个头的贡献，最长的在前',
    head: (head) => `第 ${head} 个头`,
    handsOver: (head) => `第 ${head} 个头交出的数`,
    bias: '偏置',
    sum: '= 注意力的输出',
    strip: (part, width) => `${part}：${width} 个数`,
    said: (head, length, all) =>
      `贡献最长的是第 ${head} 个头：${formatFixed(length, 2)}。合起来，加回残差流的向量长 ${formatFixed(all, 2)}。`,
    byHand: (place) => `第 ${place} 个数，手算一遍：每个头一项`,
  },
  feedForward: {
    none: '这个模型没有前馈网络。',
    who: '看哪个词元的前馈网络？',
    activationIs: {
      relu: 'ReLU(z) = max(0, z)',
      gelu: 'GELU(z) = z · Φ(z)，Φ 是标准正态分布的分布函数',
      gelu_new: 'GELU(z) ≈ ½ z (1 + tanh(√(2/π) (z + 0.044715 z³)))',
    },
    widths: (width, hidden) => `${width} 个数 → ${hidden} 个神经元 → ${width} 个数`,
    title: (token, layer) => `${inQuotes(token)}在第 ${layer} 层的前馈网络里`,
    pre: '激活前',
    post: '激活后',
    strip: (part, neurons) => `隐藏层的 ${neurons} 个神经元，${part}`,
    said: (token, count, neurons, most) =>
      `在${inQuotes(token)}上，${neurons} 个神经元中有 ${count} 个激活后大于零。${most === null ? '' : `第 ${most.neuron + 1} 号最强：${isKept(most) ? `${formatFixed(most.after, 2)}，激活函数几乎没有改变它` : `由 ${formatFixed(most.before, 2)} 变成 ${formatFixed(most.after, 2)}`}。`}`,
    most: (token) => `在${inQuotes(token)}上激活最强的神经元`,
    neuron: '神经元',
    neuronOf: (neuron, layer) => `第 ${layer} 层的 ${neuron} 号神经元`,
    byHand: (name, token) =>
      `${name}在${inQuotes(token)}上，手算一遍：读到的每个数乘以对应的权重，列出最大的几个乘积`,
    sum: '总和，即激活前的值',
    along: (name) => `${name}在每个词元上激活得多强`,
    writes: (name) => `${name}写入什么`,
    raised: '抬高这些词元的 logit',
    lowered: '压低这些词元的 logit',
    raisedOfClasses: '抬高这些类别的 logit',
    loweredOfClasses: '压低这些类别的 logit',
    withoutNorm:
      '激活值每增加 1 带来的变化：它在 W₂ 中的那一行，乘以输出表。中间的归一化和后面各层没有算进来。',
    withoutNormOfClasses:
      '激活值每增加 1 带来的变化：它在 W₂ 中的那一行，乘以输出层中每个类别的那一行。中间的归一化、后面各层和池化没有算进来。',
    encoder: '编码器的残差流不会直接变成词元，而是供解码器读取。',
  },
  norm: {
    none: '这个模型没有层归一化。',
    who: '看哪个词元的向量？',
    mean: '均值',
    deviation: '标准差',
    gain: '增益',
    bias: '偏置',
    epsilon: (value, hasBias) =>
      `标准差 = √(方差 + ${value})；${hasBias ? '增益和偏置是学来的，每个数各有一对' : '增益是学来的，每个数各有一个'}`,
    place: '哪一处归一化',
    places: {
      pre: { attention: '注意力之前', feedForward: '前馈网络之前', end: '输出之前' },
      post: { attention: '注意力之后', feedForward: '前馈网络之后', end: '输出之前' },
    },
    title: (token, layer, place) =>
      layer === null
        ? `${inQuotes(token)}经过${place}的层归一化`
        : `${inQuotes(token)}经过第 ${layer} 层${place}的层归一化`,
    strips: {
      before: '归一化前',
      normed: '归一化后',
      after: '× 增益 + 偏置',
      afterGain: '× 增益',
      gain: '增益',
      bias: '偏置',
    },
    strip: (part, width) => `${part}：${width} 个数`,
    said: (before, normed, after, hasBias) =>
      `归一化前：均值 ${formatFixed(before.mean, 4)}，标准差 ${formatFixed(before.deviation, 4)}。归一化后：均值 ${formatFixed(normed.mean, 4)}，标准差 ${formatFixed(normed.deviation, 4)}。${hasBias ? '再乘增益、加偏置' : '再乘增益'}：均值 ${formatFixed(after.mean, 4)}，标准差 ${formatFixed(after.deviation, 4)}。`,
    byHand: '最大和最小的两个数，手算一遍',
    number: (place) => `第 ${place} 个数`,
  },
  logits: {
    none: '编码器–解码器的输出表接在解码器之后，这里不显示。',
    who: '看哪个词元之后？',
    which: '看谁的 logit',
    bias: '偏置',
    widths: (width, rows) =>
      `x 是经过所有层之后的向量，有 ${width} 个数；e 是输出表里 ${formatCount(rows)} 行中的一行`,
    tied: '这张表就是嵌入表',
    own: '这张表是单独的一张',
    title: (token, read) => `${inQuotes(read)}之后，${inQuotes(token)}的 logit`,
    strips: {
      vector: () => 'x',
      row: (token) => `${inQuotes(token)}的 e`,
      products: () => 'x × e',
    },
    strip: (part, width) => `${part}：${width} 个数`,
    said: (token, above, below, bias, logit) =>
      `大于零的乘积加起来是 ${formatFixed(above, 2)}，小于零的加起来是 ${formatFixed(below, 2)}${bias === null ? '' : `，偏置是 ${formatFixed(bias, 2)}`}：${inQuotes(token)}的 logit 是 ${formatFixed(logit, 2)}。`,
    byHand: '最大的几个乘积，手算一遍',
    number: (place) => `第 ${place} 个数`,
    others: (count) => `其余 ${count} 个`,
    rounding: '8 位取整的误差',
    sum: '总和，即 logit',
  },
};
