/** The next token, and the settings of a choice. */
import { formatCount } from '../../../view/number.ts';
import type { writing as words } from '../en/writing.ts';
import { quoted } from './attention.ts';

export const writing: typeof words = {
  nextToken: '下一个词元',
  lastToken: '最后一个词元',
  classes: '类别',
  noCandidates: '还没有候选词元。',
  cut: '在此截断',
  cutAt: (topP) => `top-p ${topP}`,
  filteredOut: '已被过滤',
  cutAtTopK: (topK) => `top-k ${topK}`,
  moreKept: (count) => `另保留 ${count} 个`,
  keptOf: (kept, vocabulary) =>
    kept === vocabulary
      ? `${formatCount(vocabulary)} 个词元全部保留`
      : `${formatCount(vocabulary)} 个词元中保留 ${formatCount(kept)} 个`,
  softmaxOver: (kept, vocabulary, ofClasses) =>
    kept < vocabulary
      ? `对保留的 ${formatCount(kept)} 个词元做 softmax：e^(logit ÷ 温度) ÷ 它们的总和`
      : `softmax：e^${ofClasses ? 'logit' : '(logit ÷ 温度)'} ÷ 全部 ${formatCount(vocabulary)} 个${ofClasses ? '类别' : '词元'}的总和`,
  ownProbability: '模型自己的概率',
  learnedProbability: '原来的概率',
  probabilityNow: '现在',
  noProbability: '0%',
  standing: { came: '新上榜', left: '落榜' },

  mode: '选法',
  maxNewTokens: '长度',
  temperature: '温度',
  topP: 'top-p',
  topK: 'top-k',
  off: '关',
  seed: '随机种子',
  beams: '束宽',
  lengthPenalty: '长度惩罚',
  afterPinned: (token) => `接在选定的${quoted(token)}之后。`,
  toLast: '回到最后一个词元',
};
