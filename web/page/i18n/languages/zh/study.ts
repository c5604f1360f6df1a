/** For those who study models: surprise, activation patching, direct logit attribution. */
import { html } from 'lit';
import { kPapers, titleOf } from '../../../sources.ts';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';

const kLilysLogit = html`<p>
  “<span lang="en">Once upon a time, there was a little girl named</span>”之后，“Lily”的 logit
  是一个总和：多少来自“named”的嵌入和位置，多少来自每个头、每个前馈网络，其余来自偏置。（最后一次归一化要除以标准差；这里固定用模型完整读这一句时的那个标准差。）点一下某层注意力，就能看到它的各个头；再减去另一个词元的
  logit，就看得出在两者之间，是谁说了算。
</p>`;

export const study: Texts['study'] = {
  title: '写给研究模型的人',
  body: html`<p>
    故事讲完了。这一章是工具，让你像研究者那样追问同一个模型：什么让它意外，它把知道的东西放在哪里，又是哪一部分在为一个词元说话。各处激活值的名称大多沿用研究工具
    <a href="https://github.com/TransformerLensOrg/TransformerLens" lang="en">TransformerLens</a>
    的叫法，只是去掉了“hook_”；每个结果都可以存成 JSON，算出它的 JavaScript 代码就在图的下面。
  </p>`,
  surprise: '什么让它意外',
  surpriseBody: html`<p>
    一个词元有多意外，用 −log₂ P 来量，单位是比特；P
    是模型事先给它的概率。模型学的就是尽量少意外：训练时的损失，就是它在训练文本上的平均值，只是改用自然对数（单位是奈特，1
    比特合 0.69 奈特）。困惑度说的是同一件事：困惑度 32，就像每次从 32
    个词元里瞎猜。点一点某个词元：模型原以为那里会是什么？
  </p>`,
  patch: '差别存放在哪里',
  patchBody: html`<p>
    两句话只差一处。取模型读第一句时算出的一个向量，放进它读第二句时的同一个地方，看答案是否变回第一句的。图中的数说明变回了多少：0
    是毫无变化，1
    是完全变回。变回来的地方，就是模型存放这个差别的地方。这种做法叫激活替换（activation
    patching）。
  </p>`,
  patched: {
    stories: html`<p>
      句中是“boy”，模型就接着写“Tim”；换成“girl”，就写“Lily”。第 1
      层之前，差别全在那一个词上：1.00。到第 3 层之前还有 0.86；到第 4 层之前，最后的词元“named”有
      0.92，那个词只剩 0.08。
    </p>`,
    'stories-large': html`<p>
      句中是“boy”，模型就接着写“Tim”；换成“girl”，就写“Lily”。第 1
      层之前，差别全在那一个词上：1.00。到第 2 层之前还有 0.83；到第 3
      层之前，最后的词元“named”已经比它多：0.68 对 0.24。
    </p>`,
    zh: html`<p>
      量词早就透露了后面的名词：“这是一本有趣的”接下来是“书”；把“本”换成“件”，接下来就是“事”。第 1
      层之前，差别全在那一个字上：1.00。到第 5 层之前，那里还有 0.86；到第 7
      层之前，最后一个字“的”有 0.87。
    </p>`,
    tang: html`<p>
      “床前明月光，疑是地上”接下来是“霜”，与“光”押韵；把“光”换成“夜”，接下来就是“人”。第 1
      层之前，差别全在那一个字上：1.00；第 2 层之前，还有 0.88。到了第 4
      层，在最后一个字“上”那里，第 2 个头把 92% 的注意力给了“光”；于是第 5 层之前，“上”有
      0.57，“光”只剩 0.14；第 7 层之前，“上”有 0.87。
    </p>`,
  },
  ablation: '每一部分值多少',
  ablationBody: html`<p>
    每次只关掉一个部分，重新算一遍，看下一个词元会怎样：先是每个头，再是每个前馈网络，最后是整整一层所加的一切。这种做法叫消融（ablation）。
  </p>`,
  ablated: {
    stories: html`<p>
      “<span lang="en">Once upon a time, there was a little girl named</span
      >”之后，单独把哪一个头置零，排第一的都还是“Lily”：原来是 39.3%，最低也有 13.1%。少了第 1
      层的前馈网络，它只剩不到 0.1%；少了第 5 层的，剩
      13.1%。如果少了某一部分概率反而升高，那一部分原本是在替别的词元说话。
    </p>`,
    'stories-large': html`<p>
      “<span lang="en">Once upon a time, there was a little girl named</span
      >”之后，单独把哪一个头置零，排第一的都还是“Lily”：原来是 61.1%，最低也有 51.5%。少了第 1
      层的前馈网络，它只剩 0.1%；少了第 3 层的，剩
      34.6%。如果少了某一部分概率反而升高，那一部分原本是在替别的词元说话。
    </p>`,
    zh: html`<p>
      “今天很冷，我想喝一杯热”之后，单独一个头都不太要紧：不论把哪一个置零，排第一的都还是“水”，最低也有
      25.9%（原来是 32.5%）。少了第 1 层的前馈网络，它就不足 0.1%。
    </p>`,
    tang: html`<p>
      “空山新雨后，天气晚来”之后，多数头少了也不大要紧。少了第 1 层的前馈网络，模型的首选“新”就从
      25.0% 跌到 0.3%：单这一个部分，比哪一个头都要紧。
    </p>`,
  },
  ablationMean: html`<p>
    置零会让后面各层读到从没见过的输入，造成的破坏可能比这一部分本来的价值还大。所以研究中常用整个数据集上的均值来代替；这里的“取均值”，取的是这一句各个位置上的均值。
  </p>`,
  ablationTranslator: html`<p>
    翻译也一样：编码器和解码器的各个部分，逐个关掉，看译文里平均每个词元的概率会怎样。在“<span
      lang="en"
      >The moon is very bright tonight.</span
    >”里，解码器的各个头中，最要紧的是解码器第 1 层自注意力的第 4
    个头。在“看谁的概率”里换一个词元，就看得出它主要管哪一个：少了它，“很”从 38.8% 跌到
    14.3%。也有头在这里帮倒忙：少了解码器第 2 层自注意力的第 2 个头，平均概率反而从 68.9% 升到
    71.3%，因为“明”从 24.0% 升到 34.9%。
  </p>`,
  attribution: '哪一部分在为一个词元说话',
  attributionBody: {
    stories: kLilysLogit,
    'stories-large': kLilysLogit,
    zh: html`<p>
      “今天很冷，我想喝一杯热”之后，“水”的 logit
      是一个总和：多少来自“热”的嵌入和位置，多少来自每个头、每个前馈网络，其余来自偏置。（最后一次归一化要除以标准差；这里固定用模型完整读这一句时的那个标准差。）点一下某层注意力，就能看到它的各个头；再减去另一个词元的
      logit，就看得出在两者之间，是谁说了算。
    </p>`,
    tang: html`<p>
      “空山新雨后，天气晚来”之后，“新”的 logit
      是一个总和：多少来自“来”的嵌入和位置，多少来自每个头、每个前馈网络，其余来自偏置。（最后一次归一化要除以标准差；这里固定用模型完整读这一句时的那个标准差。）点一下某层注意力，就能看到它的各个头；再减去另一个词元的
      logit，就看得出在两者之间，是谁说了算。
    </p>`,
  },
  circuit: '一个头擅长做什么',
  circuitBody: html`<p>
    一个头在一句话里做了什么，要看那句话；它能做什么，写在它的权重里。权重组成两条回路：W<sub
      >Q</sub
    >
    和 W<sub>K</sub> 决定一个词元看另一个时打多少分（QK），W<sub>V</sub> 和 W<sub>O</sub>
    决定看到一个词元之后交出什么（OV）。这里的两条回路只读这一句的嵌入。
  </p>`,
  circuits: {
    stories: html`<p>
      在“<span lang="en">Once upon a time, there was a little girl named</span>”里，第 5 层第 5
      个头偏爱相同的词元：对角线上平均 0.86 分，因果掩码放行的所有词元对平均只有 −0.04 分；后 10
      个词元中有 6
      个给自己的分最高。模型真正读一句话时，它还会读到前面各层加进来的东西：在有重复的那一句里（${chapter('looking')}），它把
      39% 的注意力给了上一次跟在相同词元后面的那个。在第二幅图里点一下“girl”：第 5 层第 4
      个头看着它时，抬高最多的是“she”。
    </p>`,
    'stories-large': html`<p>
      在“<span lang="en">Once upon a time, there was a little girl named</span>”里，第 3 层第 1
      个头偏爱相同的词元：对角线上平均 3.13 分，因果掩码放行的所有词元对平均只有 0.36 分；后 10
      个词元中有 8
      个给自己的分最高。模型真正读这一句时，它还会读到前面各层加进来的东西，在那里它爱看逗号（${chapter('looking')}）。在第二幅图里点一下“girl”：第
      7 层第 4 个头看着它时，抬高最多的是“little”。
    </p>`,
    zh: html`<p>
      在“今天很冷，我想喝一杯热”里，第 5 层第 4 个头偏爱相同的词元：对角线上平均 2.12
      分，因果掩码放行的所有词元对平均只有 0.17 分；不过后 10 个词元中只有 3
      个给自己的分最高。在第二幅图里点一下“天”：第 7 层第 6
      个头看着它时，抬高最多的是“明”“夏”“冬”，都是能接在“天”前面的字：明天、夏天、冬天。
    </p>`,
    tang: html`<p>
      在“空山新雨后，天气晚来”里，第 6 层第 1 个头偏爱相同的词元：对角线上平均 1.14
      分，因果掩码放行的所有词元对平均只有 0.11 分，不过后 9 个词元中只有 3
      个给自己的分最高。在第二幅图里点一下“山”：第 7 层第 5 个头看着它时，抬高最多的是“峰”和“山”。
    </p>`,
  },
  shapes: '归一化放在哪里',
  shapesBody: html`<p>
      最早的 Transformer 对每次相加的结果做归一化（归一化在后，post-norm，翻译模型就是这样）；GPT-2
      对每个部分读入的内容做归一化（归一化在前，pre-norm，续写的模型就是这样）。两种都训练一次：4
      层、16 个通道，学<strong class="eq"> a a b a a b ……</strong
      >，与${chapter('learning')}一样。归一化在前，走完 100
      步，损失已远低于虚线。再把归一化改成“在后”，重新运行：走完 100 步，它还只会按频率猜，损失
      0.64；走完 200 步，两者都低于 0.2。
    </p>
    <p>
      把学习率调到十倍，0.032：归一化在后，损失始终停在那条线上；归一化在前，损失会降到线下，虽然时有起伏。所以最早的
      Transformer
      让学习率从小慢慢升高（预热，warmup）；归一化在前，就可以不用（见《${titleOf(kPapers.preNorm)}》）。完全不做归一化，这么小的模型用某些种子也学得会。位置也可以选正弦与余弦：这些向量不用学，整个模型却学得慢些，走完
      100
      步，损失还明显高于用学来的位置。还可以不给位置：有了因果掩码，每个词元比前一个多看到一个词元，对这个任务，这就够了。
    </p>`,
};

/** What of the reader's own model comes with the page; the rest is in `own-model.ts`. */
export const ownModel: Texts['ownModel'] = {
  title: '你自己的模型',
  body: html`<p>
    你训练过 GPT-2、<a href="https://github.com/karpathy/nanoGPT" lang="en">nanoGPT</a>、<a
      href="https://pytorch.org/docs/stable/generated/torch.nn.Transformer.html"
      lang="en"
      >torch.nn.Transformer</a
    >，或者文本分类模型（<span lang="en">torch.nn.TransformerEncoder</span>
    加分类头）吗？在这里看看它的内部。
  </p>`,
};
