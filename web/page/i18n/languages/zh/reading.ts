/** From tokens to the next token: the chapters on what becomes of a text. */
import { html } from 'lit';
import { kPapers, titleOf } from '../../../sources.ts';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';

export const tokens: Texts['tokens'] = {
  title: '把文字切成词元',
  body: html`<p>
      Transformer
      看不见文字本身：文字先切成<strong>词元</strong>，每个词元都在一张表（<strong>词表</strong>）里，它在词表中的位置，也就是<strong>编号</strong>，就是送进模型的全部内容。
    </p>
    <p>
      英文切成常见的片段（生僻词会拆成几个），中文按字切（读中文的模型只把英文拆成单个字母，有的字母还不在表里）。英文的片段由<strong>字节对编码</strong>（BPE）找出：从单个字节（一个英文字母就是一个字节）开始，一次次把最常相邻的两个合成一个。点一下（或指向）一个词元，就能看到它对应的那段文字；它在每幅图里都保持自己的颜色。图下写的损失，说明模型猜得有多差（定义见${chapter('learning')}）。
    </p>`,
  notes: {
    stories: '表里有 2,048 个片段，由字节对编码（BPE）从故事里学来。',
    'stories-large': '表里有 3,072 个片段，由字节对编码（BPE）从故事里学来。',
    zh: '表里有 3,690 个词元：汉字、标点、数字、字母和两个特殊词元。不在表里的字变成 <unk>（unknown，未知）。',
    tang: '表里有 4,418 个词元：4,413 个汉字、三个标点和两个特殊词元。不在表里的字变成 <unk>（unknown，未知）。',
  },
};

const alike = (nearest: string) =>
  html`<p>
    用法相近的词元，学到的向量往往也相近。列表按夹角的余弦给出最近的几个：${nearest}；再往下，就难免有碰巧靠近的。地图是整张表在方差最大的两个方向上的投影（PCA）：投影会丢掉很多信息，但还看得出一些相近的词聚在一起。
  </p>`;

export const vectors: Texts['vectors'] = {
  title: '词元变成向量',
  body: {
    stories: html`<p>
      编号从<strong>嵌入表</strong>里选出一行，就是这个词元的<strong>嵌入</strong>，这里有 160
      个数。这些数和模型的其他参数（也叫<strong>权重</strong>）一样，都是训练出来的。橙色为正，蓝色为负。
    </p>`,
    'stories-large': html`<p>
      编号从<strong>嵌入表</strong>里选出一行，就是这个词元的<strong>嵌入</strong>，这里有 192
      个数。这些数和模型的其他参数（也叫<strong>权重</strong>）一样，都是训练出来的。橙色为正，蓝色为负。
    </p>`,
    zh: html`<p>
      编号从<strong>嵌入表</strong>里选出一行，就是这个词元的<strong>嵌入</strong>，这里有 192
      个数。这些数和模型的其他参数（也叫<strong>权重</strong>）一样，都是训练出来的。橙色为正，蓝色为负。
    </p>`,
    tang: html`<p>
      编号从<strong>嵌入表</strong>里选出一行，就是这个词元的<strong>嵌入</strong>，这里有 192
      个数。这些数和模型的其他参数（也叫<strong>权重</strong>）一样，都是训练出来的。橙色为正，蓝色为负。
    </p>`,
  },
  map: '哪些词元相像',
  mapBody: {
    stories: alike(
      '离“named”最近的是“called”（0.55），离“girl”最近的是“boy”（0.63）、“child”和“sister”',
    ),
    'stories-large': alike(
      '离“named”最近的是“called”（0.52），离“girl”最近的是“boy”（0.66）、“sister”和“child”',
    ),
    zh: alike('离“热”最近的是“冷”（0.57），离“我”最近的是“你”（0.60）和“他”'),
    tang: alike('离“来”最近的是“归”（0.38），离“晚”最近的是“暮”（0.57）和“早”'),
  },
  positions: '词元在第几位',
  positionsBody: html`<p>
      注意力本身只看词元是什么，不看它在哪里。所以每个位置也有一个向量（<strong>位置编码</strong>），<strong>加</strong>到词元上：进入第一层的，是“它是什么”加“它在哪里”。
    </p>
    <p>
      这个模型的位置向量是学来的。<strong>正弦与余弦</strong>是另一种做法，出自论文《${titleOf(kPapers.transformer)}》第
      3.5 节，没有要学的权重（${chapter('translating')}的模型就用它）：d 列两两成对，第 i 对（i 从 0
      数起）是
      <span class="eq">位置 ÷ 10000<sup>2i ÷ d</sup></span>
      的正弦和余弦，越往后的对变得越慢。这样，往后移 k
      位，在任何位置上都是同一个线性变换；论文设想，注意力因此容易学会按相对距离来看。在图里选“正弦与余弦”：左边的列每行都在变，右边的几乎不变。
    </p>`,
};

export const layers: Texts['layers'] = {
  title: '一层一层，渐渐清晰',
  picture: {
    body: '一层的全貌：自下而上的那条线是残差流，其余部分都从它读、往它加。',
    parts: {
      vectors: '词元的向量',
      stream: '残差流',
      norm: '归一化',
      heads: '注意力头',
      feedForward: '前馈网络',
      output: '输出表',
    },
    times: (layers) => `× ${layers} 层`,
  },
  body: html`<p>
    每个词元都有自己的一条<strong>残差流</strong>：注意力和前馈先归一化再读它，然后把得到的结果加回去。没有改动的部分原样传下去；训练时，梯度（见${chapter('learning')}）也能沿着残差流直接传到最前面的层。模型的最后一步，是把残差流再归一化一次，然后与<strong>输出表</strong>的每一行求点积，得到每个词元的
    <strong>logit</strong>：logit
    最高的，就是最可能的下一个词元。这一步也可以提前，在任何一层之后做，这就是
    <a href=${kPapers.lens.href}><strong>logit 透镜</strong></a
    >（logit lens）。在第 1
    层之前，词元还什么都没看过；而输出表就是${chapter('vectors')}的嵌入表，既把词元变成向量，也把向量变回词元，所以透镜给出的多半就是词元自己。从这里往下读一列，看猜测怎样一步步成形。
  </p>`,
  norm: '层归一化',
  normBody: (times) =>
    html`<p>
      单是第 1 层，就把残差流上大多数向量的长度放大到原来的 ${times}
      倍以上；后面各层还会改变它们的长度，各个词元的向量长短不一，所以注意力和前馈都不直接读残差流，而是先归一化。<strong>层归一化</strong>先从词元的向量里减去均值，再除以标准差：不管在哪一层，归一化之后均值都是
      0，标准差几乎正好是 1（差的一点来自防止除以零的
      ε）。然后每个数再乘上自己的增益、加上自己的偏置，这两样都是学来的。
    </p>`,
  feedForward: '前馈网络',
  feedForwardBody: html`<p>
    注意力把信息从一个词元带到另一个词元；<strong>前馈网络</strong>则对每个词元单独计算。它先把向量展宽到四倍，每个数就是隐藏层的一个<strong>神经元</strong>，再逐个经过激活函数：较大的正数几乎原样通过，负数则都压到
    −0.17 与 0
    之间。每个神经元把自己的那行权重乘以激活值，加回残差流。选一个看看：它在哪些词元上激活，又让哪些词元变得更可能？
  </p>`,
  output: '最后一步：logit',
  outputBody: html`<p>
    最后一层之后还有一次层归一化。然后，这个词元的向量与输出表的每一行逐个数相乘，再把乘积加起来：两者的方向越一致，和就越大；那一行的长度（范数）越大，分量也越重。这个和就是那一行的
    logit。从最可能的几个词元里选一个，看看哪些数在支持它，哪些在反对它。
  </p>`,
};

export const next: Texts['next'] = {
  title: '下一个词元',
  body: html`<p>
    模型的最后一步（${chapter('layers')}）给词表里的每个词元一个数，即它的
    <strong>logit</strong>，softmax 再把这些数变成概率：<span class="eq"
      >P = e<sup>logit ÷ T</sup> ÷ 总和</span
    >，总和是对所有词元求的。T 就是<strong>温度</strong>：大于 1 把概率拉平，小于 1 拉尖；<strong
      >top‑k</strong
    >
    只留最可能的 k 个，<strong>top‑p</strong> 从概率最高的取起，累计刚达到 p
    就停。被截掉的就不会被抽到。在这里拨动一个滑块，${chapter('writing')}里的也跟着动。
  </p>`,
};
