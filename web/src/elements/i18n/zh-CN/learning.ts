/** Training. */
import { formatCount, formatFixed } from '../../../view/number.ts';
import type { train as words } from '../en/learning.ts';

export const train: typeof words = {
  learningRate: '学习率',
  nextSeed: '换个种子',
  step: '步数',
  stepOf: (step, most) => `${formatCount(step)} / ${formatCount(most)}`,
  loss: '损失',
  gradient: '梯度范数',
  test: '测试',
  right: (right, total) => `${total} 个中对了 ${right} 个`,
  guessing: (loss) => `仅按频率猜：${formatFixed(loss, 3)}`,
  record: '回看',
  lookingBack: (step, newest, isDone) =>
    `这是第 ${formatCount(step)} 步的记录。学习${isDone ? `已在第 ${formatCount(newest)} 步结束` : `停在第 ${formatCount(newest)} 步，按“运行”从那里继续`}。`,
  done: (step) => `走完 ${formatCount(step)} 步，已停下。按“重来”从头开始。`,
  chart: (step, loss, guess) =>
    `损失随步数的变化。第 ${formatCount(step)} 步为 ${formatFixed(loss, 3)}；仅按每个词元出现的频率来猜，损失是 ${formatFixed(guess, 3)}。`,
  attention: (text) => `学到的：${text} 中谁看哪里`,
  attentionOf: (head, text) => `学到的（${head}）：${text} 中谁看哪里`,
  reference: '用来比较',
  after: (text) => `${text} 之后`,
  norm: '归一化',
  norms: { pre: '在前', post: '在后', none: '不用' },
  places: '位置',
  positions: { learned: '学来的', sinusoidal: '正弦与余弦', none: '不用' },
  learnsFrom: (tokens) => `从随机权重学起，学 ${formatCount(tokens)} 个词元`,
  runs: '每种选择学得怎样',
  shape: '选择',
};
