/** The figures of the two small models: fetched with them. */
import { html } from 'lit';
import type { AabTexts } from '../../aab-texts.ts';

export const aabFigures: AabTexts = {
  weightsTitle: '它的全部权重',
  weightsText:
    '色标有两套，一套用于 1 上下的数，一套用于 1000 上下的数；用的是哪一套，标在矩阵下面。橙色为正，蓝色为负。',
  weightsChange:
    '每个数都可以改：模型立即采用，下面的图都随之变化，作者的测试会告诉你还剩多少是对的。',
  bias: '偏置',
  biasOf: 'c_proj 的偏置',
  undo: '撤销',
  restore: '恢复作者的权重',
  testSays: (right, total) => `用这些权重，作者的测试 ${total} 个中对了 ${right} 个。`,
  learning: {
    title: '自己学会的那一个',
    body: html`<p>
        形状相同，但它的数起初全是噪声，每走一步，每个数都朝损失（定义见下一段）更小的方向挪一点，挪多远由<strong>学习率</strong>决定。起先它只学到两个字母各有多常见（虚线）；后来注意力找到了更有用的字母，损失才降下来，但到不了零，因为一段开头只有一个
        a 的时候，接下来 a 和 b 都有可能。它找到的解法不一定与手写的相同。
      </p>
      <p>
        <strong>损失</strong>是 −ln p 的平均值，p 是模型给真正出现的那个字母的概率，对全部 n
        个位置取平均：<span class="eq">−(ln p<sub>1</sub> + … + ln p<sub>n</sub>) ÷ n</span>；0.693
        相当于抛硬币。<strong>梯度</strong>说明每个数往哪边挪损失会上升、升得多陡；把所有这些斜率排成一个向量，它的长度就是梯度范数。
      </p>`,
    reference: '手写的：谁看哪里',
    found: '它找到了什么',
    foundBody: html`<p>
      它的通道没有名字，把它的数和手写的数逐个相比没有意义：把所有通道一起旋转一下，模型的行为完全不变。可以比的是它<em>做</em>什么。每个分数都是几项之和：“看”的一方的字母、位置和偏置，各自给“被看”的一方的字母和位置打分（QK
      回路）。看到的内容再给 logit 加上一些（OV
      回路）。对这么小的模型，这些表就是它的全部。手写的那个，只有位置在打分：每个位置给前一个位置和自己各打
      1024 ÷ √8 = 362.04 分。看着另一张表慢慢形成：字母也打分吗？
    </p>`,
    byHand: '手写的',
    afterStep: (step) => `学到的，第 ${step} 步之后`,
    tableOf: (name, model) => `${name}：${model}`,
    scoresName: '分数',
    scores:
      '每行是“看”的一方（字母、位置 1 到 5、偏置），每列是“被看”的一方。把两个词元的各格相加，就是它们的分数，只差整行相同的一个数，softmax 会把它消掉；一个位置看不到后面的位置（斜纹）。',
    bias: '偏置',
    givenName: '给 b 的减去给 a 的',
    given:
      '格中的数是“给 b 的 logit 加多少”减去“给 a 的加多少”，大于零就是支持 b。第一行：最后一个字母和它的位置直接给的；第二行：注意力全放在某个字母或位置上时给的。',
    standing: '直接',
    lookedAt: '看到时',
    always: (value) => `偏置固定贡献 ${value}。`,
    writes: '它来写',
    writesAfter: (step, letters) =>
      `用第 ${step} 步时的它，接着“${letters}”往下写。起初全是噪声：让它学一学，再写一遍。`,
    learnsOn: '在那之后它又学了不少：暂停训练，这里就换成学到那时的它来写。',
  },
  weights: {
    wte: html`<strong>wte（词元表）：</strong>每个字母点亮自己的那个 T：a 点亮 T₁，b 点亮 T₂。`,
    wpe: html`<strong>wpe（位置表）：</strong>每个位置点亮自己的 P。`,
    query: html`<strong>Q：</strong>每个字母都查询前一个位置和自己的位置，权重取得很大，是 1024。`,
    key: html`<strong>K：</strong>每个字母报出自己的位置。`,
    value: html`<strong>V：</strong>a 交出 +1，b 交出 −1，放在最后一个通道。`,
    proj: html`<strong>c_proj（输出矩阵 W<sub>O</sub>）：</strong>收到的是两个值的平均。两个都是 a
      时为 +1，于是从 a 的 logit 扣掉 1024，加给 b 的。`,
    bias: html`<strong>它的偏置：</strong>不论前面是什么，先给 a 加 1024；看到的不都是 a，接下来就写
      a。`,
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
    logits: '在 T 上读出 logit',
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
  choosing: {
    title: '怎样选下一个',
    body: (writing) =>
      html`<p>
        还是${writing}的三种选法，但这个模型非常自信：在 aab aab ……里，两个 logit 相差 1023 或
        1025。温度要调到几百，它才会开始犹豫。点一下条形就选定那个字母，选错也没关系；看看它怎样自己回到正轨。
      </p>`,
  },
};
