/** The next token, generation and the beam search. */
import { formatFixed } from '../../../view/number.ts';
import type { writing as words } from '../en/writing.ts';

export const writing: typeof words = {
  nextToken: '下一个词元',
  noCandidates: '还没有候选词元。',
  cut: '在此截断',
  cutAt: (topP) => `top-p ${topP}`,
  filteredOut: '已被过滤',
  cutAtTopK: (topK) => `top-k ${topK}`,
  moreKept: (count) => `另有 ${count} 个保留`,
  keptOf: (kept, vocabulary) =>
    kept === vocabulary ? `${vocabulary} 个词元全部保留` : `${vocabulary} 个词元中保留 ${kept} 个`,
  softmaxOver: (kept, vocabulary) =>
    kept < vocabulary
      ? `对保留的 ${kept} 个词元做 softmax：e^(logit ÷ 温度) ÷ 它们的总和`
      : `softmax：e^(logit ÷ 温度) ÷ 全部 ${vocabulary} 个词元的总和`,
  ownProbability: '模型自己的概率',
  learnedProbability: '原来的概率',
  probabilityNow: '现在',
  noProbability: '0%',
  standing: { came: '新上榜', left: '下滑' },

  mode: '选择方式',
  greedy: '贪心',
  sample: '采样',
  beam: '集束搜索',
  run: '运行',
  pause: '暂停',
  step: '单步',
  reset: '重来',
  anotherText: '换一段',
  maxNewTokens: '长度',
  temperature: '温度',
  topP: 'top-p',
  topK: 'top-k',
  off: '关',
  seed: '随机种子',
  beams: '束宽',
  lengthPenalty: '长度惩罚',
  generated: '生成的文本',
  stepOf: (index, total) => `第 ${index} 个（共 ${total} 个）`,
  result: '最佳',
  needsPrompt: '请先输入开头。',

  back: '退一步',

  beamTree: '集束搜索树',
  beamStart: '开始',
  beamFate: {
    root: '开始',
    alive: '保留',
    ended: '保留过，后被淘汰',
    finished: '已结束',
    pruned: '剪去',
    passed: '未选',
  },
  beamNode: (text, fate, logProbability, score) =>
    `${text}：${fate}；这一步 log P ${formatFixed(logProbability, 3)}，累计 ${formatFixed(score, 3)}`,
  logP: 'log P',
  sumLogP: 'Σ log P',
  sumLogPKey: '方框内依次是：该词元的 log P、累计的 Σ log P、按长度归一化后用来比较各路径的得分',
  forced: '指定',
  howToForce: '点一下方框（或按回车），就只从那里继续。',
  afterEnd: (text) => `“${text}”之后最可能的是`,
  afterBest: (text) => `“${text}”之后；点一下就选定`,
  afterPinned: (text) => `接在选定的词元“${text}”之后。`,
  afterLast: '接在最后一个之后',
  inPlaceOf: (text) => `“${text}”的位置上还可以是；点一下就换`,
  othersHere: '这里还可以是什么',
  probability: 'P',
  normalizedScore: '得分',
  noSteps: '每走一步，树就长一层。',
};
