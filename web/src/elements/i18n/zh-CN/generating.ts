/** Generation and the beam search. */
import { formatFixed } from '../../../view/number.ts';
import type { generating as words } from '../en/generating.ts';
import { inQuotes } from './quotation.ts';

export const generating: typeof words = {
  greedy: '贪心',
  sample: '采样',
  beam: '集束搜索',
  run: '运行',
  pause: '暂停',
  step: '单步',
  reset: '重来',
  anotherText: '换一段',
  generated: '生成的文本',
  stepOf: (index, total) => `第 ${index} 个词元（最多 ${total} 个）`,
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
    `${inQuotes(text)}：${fate}；这一步 log P ${formatFixed(logProbability, 3)}，累计 ${formatFixed(score, 3)}`,
  logP: 'log P',
  sumLogP: 'Σ log P',
  sumLogPKey: '方框内依次是：该词元的 log P、累计的 Σ log P、按长度归一化后用来比较各路径的得分',
  forced: '指定',
  howToForce: '点一下方框（或按回车），就只从那里继续。',
  afterEnd: (text) => `${inQuotes(text)}之后最可能的是`,
  afterBest: (text) => `接在${inQuotes(text)}之后，点一下就选定`,
  inPlaceOf: (text) => `可以代替${inQuotes(text)}的，点一下就换`,
  othersHere: '这里还可以是什么',
  probability: 'P',
  normalizedScore: '得分',
  noSteps: '每走一步，树就长一层。',
  othersGoOn: '得分最高的一种到此写完，其余的还在继续：',
  showAll: (count) => `显示全部 ${count} 个方框`,
  showFewer: '收起',
  sheet: (start, from, to, last, after) =>
    `${inQuotes(start)}：第 ${from === to ? '' : `${from}–`}${to} 步，共 ${last} 步${after === '' ? '' : `，接在${inQuotes(after)}之后`}`,
};
