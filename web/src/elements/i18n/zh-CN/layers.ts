/** A layer and its residual stream, and the logit lens. */
import { formatFixed, formatPercent } from '../../../view/number.ts';
import type { layers as words } from '../en/layers.ts';

export const layers: typeof words = {
  streamOf: (token, layer) => `“${token}”经过第 ${layer} 层`,
  streamPart: {
    in: '流入',
    norm: '→ 归一化',
    attention: '+ 注意力',
    between: '= 残差流',
    feedForward: '+ 前馈',
    out: '= 流出',
  },
  lens: '每一层之后，模型会说什么',
  layer: '层',
  beforeLayers: '第 1 层之前',
  afterLayer: (layer) => `第 ${layer} 层之后`,
  wouldSay: (where, token, guesses) =>
    `${where}，接在“${token}”后面，它会说${guesses.map(({ text, probability }) => `“${text}”（${formatPercent(probability)}）`).join('、')}。`,
  lengths: (stream, attention, feedForward) =>
    attention === null || feedForward === null
      ? `向量的长度是 ${formatFixed(stream, 1)}。`
      : `向量的长度是 ${formatFixed(stream, 1)}；注意力加上的向量长 ${formatFixed(attention, 1)}，前馈加上的长 ${formatFixed(feedForward, 1)}。`,
};
