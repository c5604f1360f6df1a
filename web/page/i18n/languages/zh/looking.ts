/** Attention, with its two worked examples. */
import { html } from 'lit';
import { kArticles, titleOf } from '../../../sources.ts';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';

export const looking: Texts['looking'] = {
  title: '词元互相看',
  body: html`<p>
      每个注意力头把每个词元的向量变成三个：<strong>查询</strong>（Q），它想找什么；<strong>键</strong>（K），别人凭什么找到它；<strong>值</strong>（V），它被找到时交出什么。三个都由它的向量乘上这个头自己学来的矩阵
      W<sub>Q</sub>、W<sub>K</sub>、W<sub>V</sub>
      得到。查询与键越契合，它们的<strong>点积</strong>（逐个相乘再求和）越大；softmax
      把点积变成<strong>注意力权重</strong>，再按这些权重把值混合起来。查询、键和值都来自同一段文字，所以叫<strong>自注意力</strong>。
    </p>
    <p>
      没有人告诉这些头该看什么，它们各看什么，都是训练中自己形成的。一个头只能给出一种混合，几个头（<strong>多头注意力</strong>）就能同时看不同的东西。两个词元离得再远，也只隔一步；代价是每一对词元都要算一次点积：文字长一倍，要算的点积就是四倍。
    </p>`,
  habits: {
    stories: html`<p>
      在“<span lang="en">Once upon a time, there was a little girl named</span>”里，第 4 层第 3
      个头爱看逗号：逗号之后的词元把 44% 的注意力给了它，若平均分给看得到的每个词元，只有 12%。第 4
      层第 5 个头把 34% 的注意力给了前一个词元，平均分配是
      20%。其余大多说不清在看什么。多选几个，比一比；也可以让图找出看前一个、看前面相同的、看标点最多的头。
    </p>`,
    'stories-large': html`<p>
      在“<span lang="en">Once upon a time, there was a little girl named</span>”里，第 3 层第 1
      个头爱看逗号：逗号之后的词元把 58% 的注意力给了它，若平均分给看得到的每个词元，只有 12%。第 5
      层第 6 个头把 42% 的注意力给了前一个词元，平均分配是
      20%。其余大多说不清在看什么。多选几个，比一比；也可以让图找出看前一个、看前面相同的、看标点最多的头。
    </p>`,
    zh: html`<p>
      在“今天很冷，我想喝一杯热”里，第 1 层第 5 个头把 99%
      的注意力给了前一个字，若平均分给看得到的每个字，只有 20%；第 1 层第 6 个头把 43%
      给了第一个字。其余大多说不清在看什么。多选几个，比一比；也可以让图找出看前一个、看前面相同的、看标点最多的头。
    </p>`,
    tang: html`<p>
      在“空山新雨后，天气晚来”里，第 3 层第 4 个头把 65% 的注意力给了前一个字，第 3 层第 5 个头把
      59% 给了第一个字，若平均分给看得到的每个字，两处都只有
      21%。还有三个头在找韵脚。“白日依山尽，黄河入海流。欲穷千里目，更上一层”接下来的字要与“流”押韵：第
      4 层第 2 个头和第 6 层第 1 个头这时把 98% 的注意力给了“流”，第 6 层第 2 个头给了
      100%（读入这一行，选中其中一个头，再点最后的“层”，就看得到）。其余大多说不清在看什么。多选几个，比一比；也可以让图找出看前一个、看前面相同的、看标点最多的头。
    </p>`,
  },
  repeating: '要找看“前面相同的词元”的头，换一句有重复的：',
  heads: '所有的注意力头',
  headsText: '行是层，列是头。',
  one: (layer, head) => `第 ${layer} 层，第 ${head} 个头`,
  oneText: '从“看”的词元，连到它所看的词元。',
  steps: '每一步怎么算',
  stepsBody: html`<p>
    选一个词元，看它怎样看别人。它的查询与每个键求点积，得到<strong>分数</strong>，再除以 √d，d
    是一个查询有多少个数（公式里的 d<sub>k</sub>）；softmax 以 e
    为底、以每个商为指数取幂，再除以它们的总和，这一行就成了总和为 1
    的注意力权重；最后按这些权重把值加起来，得到这个词元的<strong>上下文向量</strong>。
  </p>`,
  join: '合并各个头',
  joinBody: ({ heads, each, all }) =>
    html`<p>
      每个头交出 ${each} 个数，${heads} 个头并排，又是 ${all} 个。矩阵
      <strong>W<sub>O</sub></strong>
      把它们混合起来：每个头在其中各有自己的几行，所以注意力加回残差流（见${chapter('layers')}）的，就是各个头的贡献之和，再加上偏置。
    </p>`,
  variance: '为什么要除以 √d？',
  varianceBody: html`<p>
    设 q 和 k 的每个数都是独立的随机数，均值为 0，方差为 1。点积是 d 个乘积之和，方差就是 d：d
    越大，波动越大。分数一大，还没开始训练，softmax
    就几乎只盯着一个词元，其余都不看了，梯度（见${chapter('learning')}）也就几乎为零，很难再学动。除以
    √d 之后，不论 d 多大，方差都是 1。改变宽度 d 看看。
  </p>`,
  mask: '因果掩码遮住了什么',
  maskBody: html`<p>
    逐字生成的模型不能偷看还没写出来的内容。在 softmax 之前，分数先除以 √d，对角线右边的再一律设为
    −∞，权重就正好是零。斜纹标出的就是这些地方。正因为有掩码，训练时一段文字的所有位置可以同时用上：每个位置都要预测下一个词元，却都看不到自己要猜的那个。
  </p>`,
  before: 'q · k',
  after: '÷ √d，加掩码',
  weights: 'softmax',
  padding: '填充掩码遮住了什么',
  paddingBody: html`<p>
    一起读的句子必须一样长，短的就用填充补齐。填充没有意义，不该被看。这里是翻译模型（${chapter('translating')}）的编码器，它没有因果掩码，同时读两个句子。选一个头，拿掉填充掩码，看看注意力跑到哪里去了。
  </p>`,
  paddingReads: '这个模型只学过英文。',
};

export const life: Texts['life'] = {
  summary: '算例：“Life is short, eat dessert first”，每个词三个数',
  body: html`<p>
    同样的计算，规模小到一眼就能看全。句子切成词（中文按字切），把出现过的词排好序，词在其中的位置就是编号；编号选出一行三个数。表和权重都是随机填的：换一个种子，数字就换一批；种子相同，这里和
    PyTorch 里的数字就相同。
  </p>`,
  input: '用随机权重来读的一句话',
  seed: '随机种子',
  seedProblem: '种子是 0 到 4294967295 之间的整数；暂且保留上一个有效值。',
  tooLong: (words, limit) => `这一行有 ${words} 个词，只读前 ${limit} 个；你输入的文字不会丢失。`,
  embed: '词变成向量',
  embedText: '编号选出一行，一行三个数。',
  look: '词与词互相看',
  lookText: '每行是“看”的词，每列是“被看”的词。每一行加起来等于 1。',
  mix: '带走看到的内容',
  mixText: '按这一行的比例，把所有词的值混合起来。',
  mixCaption: '上下文向量',
  random: (seed) =>
    html`这些权重是<strong>随机</strong>的，与
      <code>torch.manual_seed(${seed})</code>
      抽出的完全相同：它们什么也没学过，所以谁看谁没有意义。但每一步算的都是真的。`,
  article: html`“<span lang="en">Life is short, eat dessert first</span>”配上种子 123，得到的正是
    Sebastian Raschka 的文章《${titleOf(kArticles.seeded)}》里印出的数字：<em lang="en">is</em>
    带走的是 <span class="numbers">0.5313、1.3607、0.7891、1.3110</span>。`,
  projections: '查询、键与值',
  projectionsBody: html`<p>
    每个嵌入 x 分别乘上三个矩阵：<span class="eq">q = x·W<sub>query</sub></span
    >，<span class="eq">k = x·W<sub>key</sub></span
    >，<span class="eq">v = x·W<sub>value</sub></span
    >。
  </p>`,
  embeddings: '嵌入 x',
  query: '查询 q',
  key: '键 k',
  value: '值 v',
  weight: (of) => `${{ query: '查询', key: '键', value: '值' }[of]}的权重`,
  steps: '一个词，一步一步算',
};

export const byHand: Texts['byHand'] = {
  summary: '算例：三个输入，整数权重，可以手算',
  body: html`<p>
    例子取自 Raimi Karim
    的文章《${titleOf(kArticles.threeInputs)}》：三个输入，各四个数；权重都是小整数；也不除以
    √d<sub>k</sub>。拿纸笔就能核对。改动 x 或权重里的任何一个数，后面的结果都会跟着变。
  </p>`,
  restore: '恢复原来的数字',
  comparison: html`<p>
    <strong>一篇转述文章里的代码，实际算的是什么？</strong>有一篇文章转述了这个例子（Karim
    的原文没有错；转述的那篇已经找不到了）。它的代码最后两行先用 softmax 的结果 α
    给值加权，再求和，但求和沿错了轴：本该对“被看”的词元求和，却对“看”的词元求和。公式是
    α·v，代码算成了 αᵀ·v，少了一次转置。α 的每一行加起来等于
    1，每一列却不是，所以得到的不再是值的加权平均。（只有这一个乘积由页面自己计算，其余都由引擎算出，见${chapter('proof')}。）
  </p>`,
};
