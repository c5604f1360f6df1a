/** Writing on, its worked example, and translating. */
import { html } from 'lit';
import type { TranslatorName } from '../../../source.ts';
import { kArticles, kPapers, titleOf } from '../../../sources.ts';
import type { Texts } from '../../texts.ts';

const kOfStories = '模型很小，只熟悉小故事。它讲的事都没有发生过。';

export const writing: Texts['writing'] = {
  title: '续写',
  body: html`<p>
      模型并不会“写”，它只给出概率；总得有谁来一次次地选。同一个开头，三种选法：同时运行，一步一步走，也可以退回来。哪一步都可以由你来选：点一下条形，或者树上的方框；点一下写出的词元，文字下面就列出可以换上的。已经写完的，换过之后，后文会从那里自动重写。
    </p>
    <p>
      每段文字下面标着 log
      P，即模型自己觉得它有多可能：各词元概率的对数之和，以及平均值。拿刚打开页面时的那一句来说，集束搜索写出的文字，总概率比贪心的高，但不见得更好。
    </p>`,
  together: '三种选法同时',
  runAll: '三种选法同时运行',
  pauseAll: '全部暂停',
  stepAll: '三种选法各走一步',
  resetAll: '全部重来',
  greedy: {
    title: '贪心',
    text: html`永远取最可能的，常会重复：比如接着“<span lang="en">The bird could not fly. It</span
      >”往下写，较小的故事模型把同一句写了两遍。`,
  },
  sample: {
    title: '采样',
    text: '按概率随机抽取。温度低于 1 时分布更集中，高于 1 时更平缓；top‑k 和 top‑p 在抽取之前截掉尾部。',
  },
  beam: {
    title: '集束搜索',
    text: '同时跟踪几种写法，留下得分最高的。得分写在每个方框里：Σ log P ÷ 长度ᵖ。文本越长，连乘的概率越多（每个都小于 1），总概率就越低；除以长度，就是为了补偿。几种写法一样长时，长度惩罚 p 不影响名次；长短不一时（比如翻译），它才起作用：p 为 0 时对短的有利，p 越大，对长的越有利。',
  },
  notes: {
    stories: kOfStories,
    'stories-large': kOfStories,
    zh: '模型很小。日常的一句话，它多半能像读者那样说完，说完就停；讲起故事，不出两句就忘了说的是谁，说到小兔子还会原地打转。',
    tang: '模型很小。它写的诗字数整齐、标点到位，四首里约有三首押韵（按唐人的韵，今天读来未必都押）；平仄没有检验过，意思也未必通。就连最有名的诗它也没背下来：“床前明月光”之后，它不会接“疑是地上霜”。',
  },
};

export const beam: Texts['beam'] = {
  summary: '算例：在 A、B、C、D、E 上做集束搜索，用纸笔推演',
  body: html`<p>
    五个词元，与《${titleOf(kArticles.beam)}》里的例子一样；每个词元之后的概率取自另一篇文章，那篇文章已找不到。贪心只留
    A，再取 A 之后最可能的 B。束宽为 2 时，B 也留着，于是发现 <strong>B A</strong>（0.3 × 0.5 =
    0.15）几乎追上了 <strong>A B</strong>（0.4 × 0.4 = 0.16），其余的舍弃。C、D、E
    之后的概率那里没有给，这里取均匀分布。
  </p>`,
  table: '下一个词元的概率',
  tableText: '行：刚写下的词元。列：接下来的词元。每个数都可以改。',
  start: '开始',
  rowProblem: (row, sum) =>
    `“${row}”这一行加起来是 ${sum}，而概率加起来应等于 1。树中仍是上一张有效的表。`,
  negative: (row) => `“${row}”这一行里有小于 0 的数，而概率不能小于 0。树中仍是上一张有效的表。`,
  beamWins: '让集束搜索胜出',
  beamWinsText:
    '现在 B 之后最可能的词元有 0.9 的概率：贪心仍从 A 开始，得到 0.16；集束搜索找到 B A，0.27。',
  restore: '恢复原来的表',
};

const source = { 'en-zh': '英文', 'zh-en': '中文' } as const;
const target = { 'en-zh': '中文', 'zh-en': '英文' } as const;

export const translating: Texts['translating'] = {
  title: '翻译',
  body: (model: TranslatorName) =>
    html`<p>
        有两个模型，一个英译中，一个中译英：句子是哪种文字，就由哪一个来译。眼下这一个读过六万${model === 'en-zh' ? '七' : '八'}千个句对，多半是短句。它的<strong>编码器</strong>读${source[model]}，每个词元都能看到这一句的所有词元（自注意力，没有因果掩码）；<strong>解码器</strong>从左到右写${target[model]}，一边看自己已经写下的（带掩码的自注意力），一边通过<strong>交叉注意力</strong>看${source[model]}：查询来自解码器，键和值由编码器的输出算出。解码器从起始词元写起，选中结束词元，就写完了。
      </p>
      <p>
        每个小方格是一个头，点一下就放大。<strong>贪心</strong>每次都取最可能的词元，<strong>集束搜索</strong>则同时跟踪几种译法，留下平均到每个词元得分最高的：改变束宽，看看“<span
          lang="en"
          >It is not easy to learn a foreign language.</span
        >”的译文怎样变。
      </p>`,
  picture: {
    body: html`两半放在一起看，就是论文《${titleOf(kPapers.transformer)}》的图
    1。解码器对原文的了解，全靠两半之间的那个箭头。续写的模型，对每个部分读入的内容做归一化；这两个翻译模型与论文一样，对每次相加的结果做归一化。`,
    parts: {
      whole: '编码器与解码器',
      sourceVectors: '原文的向量',
      targetVectors: '已写下的词元',
      selfAttention: '自注意力',
      maskedAttention: '带掩码的自注意力',
      crossAttention: '交叉注意力',
      addNorm: '相加，再归一化',
      feedForward: '前馈网络',
      output: '输出表',
    },
    written: '下一个词元',
    times: {
      encoder: (layers) => `编码器 × ${layers}`,
      decoder: (layers) => `解码器 × ${layers}`,
    },
  },
  problems: {
    empty: '请输入一个英文或中文句子。图中仍是上一句。',
    otherScript: '模型只读英文和中文。图中仍是上一句。',
    mixed: '这句话大半是英文，里面夹着汉字，请只用一种文字。图中仍是上一句。',
  },
  input: '英文或中文句子',
  goesWrong: '集束搜索译错的一句',
  whatGoesWrong:
    'curious 在这里是“好奇”，贪心译对了；集束搜索的译文得分更高，却成了“奇怪”。得分高，译文不一定就好。',
  small: html`两个模型都很小，各 4
    MB，难免译错；错的也照样显示，不作修饰。大小写和句末标点不必讲究：“<span lang="en"
      >I am a student.</span
    >”和“<span lang="en">i am a student</span>”都译成“我是学生。”`,
  data: (credits) =>
    html`它们学的句对来自 <a href="https://tatoeba.org">Tatoeba</a>（CC BY 2.0 FR）、<a
        href="https://www.africanstorybook.org"
        >African Storybook</a
      >（CC BY，<a href=${credits}>各书作者</a>）、<a href="https://www.wiktionary.org">维基词典</a
      >（CC BY-SA）、<a href="https://github.com/cambridgeltl/xcopa">XCOPA</a>（含
      <a href="https://people.ict.usc.edu/~gordon/copa.html" lang="en">COPA</a>）、<a
        href="https://github.com/google-research/url-nlp"
        >MGSM</a
      >（CC BY 4.0）和 <a href="https://github.com/HLTCHKUST/Xpersona">XPersona</a>（MIT）。`,
};
