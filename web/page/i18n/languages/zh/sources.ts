/** 模型、思路和例子的出处。 */
import { html } from 'lit';
import { withLosses } from '../../../losses.ts';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';
import { voices } from './line.ts';

const authorsOf = (authors: string): string =>
  authors.replace(' et al.', ' 等').replace(' and ', ' 和 ');

export const sources: Texts['sources'] = {
  title: '出处',
  body: html`<p>引擎、图表和模型都是本项目自己做的；它们所依据的前人成果，列在这里。</p>`,
  models: {
    title: '本页的模型',
    stories: (credits) =>
      html`<strong>故事</strong>（stories），输入英文时用它：解码器，5 层，每层 5 个头；宽 160，前馈
        640，共 2,048 个词元，最多看最后 256 个；每个子层之前做层归一化，激活函数
        GELU，位置向量是学来的，嵌入与输出共用一张表。1,915,360 个参数，以 8 位保存。训练用了
        <a href="https://arxiv.org/abs/2305.07759" lang="en">TinyStories</a>（Eldan 和
        Li，2023，CDLA-Sharing-1.0）的 20,347 个故事（其中三分之一换上别的名字再学一遍）、<a
          href="https://github.com/erikhyrkas/snakes"
          lang="en"
          >erikhyrkas/snakes</a
        >（MIT）的 700 个，以及
        <a href="https://www.africanstorybook.org" lang="en">African Storybook</a>、<a
          href="https://storyweaver.org.in"
          lang="en"
          >Pratham Books</a
        >
        的图画书（CC BY，<a href=${credits}>作者逐一列出</a>）；在没学过的故事上，每个词元的损失是
        1.777 奈特。`,
    'stories-large': (credits) =>
      html`<strong>故事，大一倍</strong>（stories-large），输入英文时也可以选它：结构与
        <a href="#at=model-stories">stories</a> 相同，7 层，每层 6 个头；宽 192，前馈 768，共 3,072
        个词元，最多看最后 256 个。3,753,408 个参数，以 8 位保存。训练用了同样的 20,347
        个故事（不换名字）和同样的 1,200 篇童话和图画书（其中童话 700 篇，图画书的<a href=${credits}
          >作者逐一列出</a
        >）；在没学过的故事上，每个词元的损失是 1.744 奈特。`,
    zh: (credits) =>
      html`<strong>日常句子</strong>（zh），输入现代汉语时用它：结构与
        <a href="#at=model-stories">stories</a> 相同，7 层，每层 6 个头；宽 192，前馈
        768，按字切分，共 3,690 个词元，最多看最后 256 个。3,872,064 个参数，以 8 位保存。训练用了
        89,000 条文本，其中 2,900 篇是故事和课文，其余都是单独的句子：阅读理解数据集（<a
          href="https://github.com/ymcui/cmrc2019"
          lang="en"
          >CMRC</a
        >，CC BY-SA 4.0）里的故事和课文、African Storybook（CC BY），以及
        <a href="https://tatoeba.org" lang="en">Tatoeba</a>（CC BY 2.0 FR）、<a
          href="https://github.com/thu-coai/KdConv"
          lang="en"
          >KdConv</a
        >、<a href="https://github.com/thu-coai/CrossWOZ" lang="en">CrossWOZ</a>（Apache
        2.0）等的句子，<a href=${credits}>出处逐一列出</a>；在没学过的文本上，每个词元的损失是 3.248
        奈特。`,
    tang: html`<strong>唐诗</strong>（tang），输入五言、七言的诗句或文言时用它：解码器，7 层，每层 6
      个头；宽 192，前馈 768，共 4,418 个词元，最多看最后 72 个；归一化、激活函数和位置与 stories
      相同。3,976,512 个参数，以 8 位保存。训练用了 45,000 首诗（长诗分段），取自
      <a href="https://github.com/chinese-poetry/chinese-poetry" lang="en">chinese-poetry</a>
      收集的《全唐诗》（诗文属公有领域，整理本为 MIT）；在没学过的诗上，每个词元的损失是 4.023
      奈特。`,
    'en-zh': html`<strong>英译中</strong>（en-zh），把英文译成中文：编码器、解码器各 3 层，每层 4
      个头；宽 192，前馈 640，英文词元 3,072 个，中文词元 2,760 个；每个子层之后做层归一化，激活函数
      ReLU，位置用正弦和余弦，加位置之前嵌入先乘以 √192：归一化的位置、ReLU、正弦和余弦、√192
      这几样与下面第一篇论文相同，训练时的
      dropout（随机把十分之一的数置零，这里注意力权重也在内）和标签平滑（从正确答案的目标概率里分出十分之一，平摊给所有词元）也相同；大小、两张词表和学习率的变化方式不同。3,941,832
      个参数，以 8 位保存。数据列在${chapter('translating')}；在没学过的句对上，每个词元的损失是
      1.673 奈特。在 1,919 个没学过的句子上，按字计算的 BLEU‑4：贪心 34.3，束宽为 4 时 35.5。`,
    'zh-en': html`<strong>中译英</strong>（zh-en），把中文译成英文：结构与
      <a href="#at=model-en-zh">en-zh</a> 相同，编码器、解码器各 3 层，每层 4 个头；宽 192，前馈
      640，中文词元 2,952 个，英文词元 3,072 个。3,979,008 个参数，以 8 位保存。训练用了同样来源的
      68,000 个句对，方向相反；在没学过的句对上，每个词元的损失是 1.834 奈特。在 1,828
      个没学过的句子上，按字符计算的 BLEU‑4：贪心 51.5，束宽为 4 时
      53.1；英文单词字母多，所以两个模型的分数不能相比。`,
    aab: html`<strong>aab</strong>，${chapter('learning')}：一层，一个头，宽 8，2 个字母，最多看最后
      5 个；没有归一化，也没有前馈网络。344 个参数，没有一个是训练出来的。`,
  },
  samples: {
    title: '十个输出，原样列出',
    written: ({ temperature, top_p, max_new_tokens }) =>
      `从没学过的文本里均匀取十篇，给出开头（粗体），让它接着写：温度 ${temperature}，top‑p ${top_p}，随机种子 0 到 9（就是下面的编号），最多 ${max_new_tokens} 个词元。未经挑选。`,
    translated: ({ num_beams }) =>
      `从没学过的句子里均匀取十句，列出参考译文、它用贪心解码得到的译文和束宽为 ${num_beams} 时的译文。未经挑选。`,
    reference: '参考译文',
    greedy: '贪心',
    beams: ({ num_beams }) => `束宽 ${num_beams}`,
  },
  facts: {
    ...withLosses(
      { ...voices.names, 'en-zh': '英译中（4 MB）', 'zh-en': '中译英（4 MB）' },
      (name, loss) => `${name}，损失 ${loss}`,
    ),
    aab: 'aab（344 个参数，都是手工设定的）',
  },
  papers: {
    title: '思路',
    transformer: '整体结构、除以 √d、正弦和余弦的位置、翻译模型',
    gpt2: '续写模型的结构',
    bytePairs: '把词切成片段（字节对编码）',
    residual: '把算出的结果加到原来的上面',
    stream: '残差流：各个部分都从它读，往它写',
    lens: '每层之后读出一次猜测',
    layerNorm: '层归一化',
    gelu: '续写模型的激活函数',
    neurons: '一个神经元对什么有反应，又写出什么',
    tied: '嵌入与输出共用一张表',
    topK: 'top‑k',
    topP: 'top‑p',
    lengthPenalty: '得分除以长度的幂（长度惩罚）',
    adamw: html`${chapter('learning')}和所有训练过的模型所用的优化器`,
    heads: '关掉注意力头',
    patching: '把读一句时算出的向量放进读另一句的过程（激活替换）',
    attribution: '按各部分写入的内容拆开一个 logit；用均值代替零',
    preNorm: '归一化在每个部分之前，还是之后',
  },
  articles: {
    title: '算例',
    seeded: html`${chapter('looking')}：六个词，随机权重，种子 123`,
    threeInputs: html`${chapter('looking')}：三个输入，纸笔可算`,
    handmade: html`${chapter('learning')}：写出 a a b 的权重`,
    beam: html`${chapter('writing')}：五个词元，束宽为 2（概率取自另一篇文章，那篇文章已找不到）`,
  },
  software: {
    title: '软件',
    body: (notices) =>
      html`数字与 <a href="https://pytorch.org" lang="en">PyTorch</a> 对照；生成的各项设置沿用
        <a href="https://huggingface.co/docs/transformers" lang="en">Hugging Face Transformers</a>
        的名称，运行中各部分沿用
        <a href="https://github.com/TransformerLensOrg/TransformerLens" lang="en"
          >TransformerLens</a
        >
        的名称。页面里有 <a href="https://lit.dev" lang="en">Lit</a>、<a
          href="https://preactjs.com/guide/v10/signals/"
          lang="en"
          >Preact Signals</a
        >、<a href="https://d3js.org/d3-array" lang="en">d3-array</a>、<a
          href="https://github.com/GoogleChromeLabs/comlink"
          lang="en"
          >Comlink</a
        >
        和
        <a href="https://github.com/GoogleChromeLabs/wasm-feature-detect" lang="en"
          >wasm-feature-detect</a
        >，引擎里有 <a href="https://github.com/xtensor-stack/xsimd" lang="en">xsimd</a> 和
        <a href="https://json.nlohmann.me" lang="en">nlohmann/json</a>：<a href=${notices}
          >它们的许可证</a
        >。英文版页面里译文下面的拼音由
        <a href="https://github.com/zh-lx/pinyin-pro" lang="en">pinyin-pro</a>（MIT）生成。`,
  },
  cited: (authors, year) => `（${authorsOf(authors)}，${year}）`,
  named: (authors, year) => `${authorsOf(authors)}（${year}）`,
  between: '：',
};
