/** The transformer that is written by hand, and the one that learns. */
import { html } from 'lit';
import { kArticles, titleOf } from '../../../sources.ts';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';

export const learning: Texts['learning'] = {
  title: '手写的与学来的',
  body: html`<p>
    权重里装着什么？任务足够小的时候，人可以直接把权重写出来；而一个从随机开始的
    Transformer，也能自己找到权重。这里两种都有，任务相同：<strong class="eq">a a b</strong>
    之后，又是 <strong class="eq">a a b</strong>。
  </p>`,
};

export const aab: Texts['aab'] = {
  title: '手写的 Transformer',
  body: html`<p>
    这个模型没有训练过。Theia Vogel 直接写下了它的权重，让它不停地写
    <strong class="eq">a a b a a b ……</strong
    >：两个字母、五个位置、一层、一个头、八个通道（见《${titleOf(kArticles.handmade)}》）。五个通道表示字母在<em>哪里</em>（P），两个表示它是<em>哪个</em>字母（T），最后一个传递<em>值</em>（V）。
  </p>`,
  loading: '正在加载模型……',
  failed: (message) => `模型无法运行：${message}`,
  tryAgain: '重试',
  weightsTitle: '它的全部权重',
  weightsText:
    '色标有两套，一套用于 1 上下的数，一套用于一千上下的数；用的是哪一套，标在矩阵下面。橙色为正，蓝色为负。每个数都可以改：模型立即采用，下面的图都随之变化，作者的测试会告诉你还剩多少是对的。',
  bias: '偏置',
  biasOf: 'c_proj 的偏置',
  undo: '撤销',
  restore: '恢复作者的权重',
  testSays: (right, total) => `用这些权重，作者的测试 ${total} 个中对了 ${right} 个。`,
  learning: {
    title: '自己学会的那一个',
    body: html`<p>
        形状相同，但它的数起初全是噪声，每走一步，每个数都朝损失更小的方向挪一点。起先它只学到两个字母各有多常见（虚线）；后来注意力找到了更有用的字母，损失才降下来，但到不了零，因为一段开头只有一个
        a 的时候，接下来是什么都有可能。它找到的路不必是手写的那一条。
      </p>
      <p>
        <strong>损失</strong>是真正出现的那个字母所得概率的 −ln，对所有位置取平均；0.693
        相当于抛硬币。<strong>梯度</strong>说明每个数往哪边挪损失会上升、升得多陡；梯度范数是把所有这些斜率当作一个向量时的长度。
      </p>`,
    reference: '手写的：谁看哪里',
  },
  weights: {
    wte: html`<strong>wte：</strong>每个字母点亮自己的那个 T：a 点亮第一个，b 点亮第二个。`,
    wpe: html`<strong>wpe：</strong>每个位置点亮自己的 P。`,
    query: html`<strong>Q：</strong>每个字母都查询前一个位置和自己的位置，权重取得很大：1024。`,
    key: html`<strong>K：</strong>每个字母报出自己的位置。`,
    value: html`<strong>V：</strong>a 交出 +1，b 交出 −1，放在最后一个通道。`,
    proj: html`<strong>c_proj：</strong>收到的是两个值的平均：两个都是 a 时为 +1，于是从 a 那里扣掉
      1024，加给 b。`,
    bias: html`<strong>它的偏置：</strong>一开始先给 a 加 1024：在 b 之后，或一个 a 一个 b
      之后，该写 a。`,
  },
  input: '字母',
  inputText: html`请输入 <strong>a</strong> 和 <strong>b</strong>。`,
  examples: ['aabaa', 'aab', 'ba', 'bbbbb'],
  problems: {
    empty: '这一行是空的：至少输入一个 a 或 b。图中仍是之前的字母。',
    letters: (found) => `这个模型只认识字母 a 和 b，不认识“${found}”。图中仍是之前的字母。`,
  },
  lastFive: (letters) => `模型只看得见最后五个字母：${letters}。`,
  runTitle: '里面发生了什么',
  stages: {
    embed: '哪个字母',
    position: '在哪里',
    residIn: '相加：残差流',
    q: '查询',
    k: '键',
    v: '值',
    raw: 'q · k',
    scores: '÷ √8，再加掩码',
    pattern: 'softmax：谁看哪里',
    z: '混合后的值',
    out: '经过 c_proj',
    residOut: '加回残差流',
    logits: '在 T 上读出 logits',
    probabilities: 'softmax：接下来是什么',
  },
  inside: html`<p>
    进入残差流的是“字母加位置”。每个字母看前一个和自己，各占一半；斜纹遮住的是还没写出来的。如果看到的两个都是
    a，接下来就必须是 b。
  </p>`,
  accuracy: '运行作者的测试',
  accuracyText: html`做法是：取一长串 aab aab ……，由前面的字母预测下一个，数一数猜对了多少。`,
  accuracyResult: (right, total) => `${total} 个中对了 ${right} 个`,
  accuracyRun: (context, expected, got) => `${context} 之后：${got}，应为 ${expected}`,
};

export const choosing: Texts['choosing'] = {
  title: '怎样选下一个',
  body: html`<p>
    还是${chapter('writing')}的三种选法，但这个模型非常自信：在 aab aab ……里，两个 logit 相差 1023
    或
    1025。温度要调到几百，它才会开始犹豫。点一下条形就选定那个字母，选错也没关系；看看它怎样自己回到正轨。
  </p>`,
};
