import { html, nothing } from 'lit';
import type { Texts } from '../texts.ts';
import { aab, learning } from './zh/learning.ts';
import { first, sentence, voices } from './zh/line.ts';
import { byHand, life, looking } from './zh/looking.ts';
import { layers, next, tokens, vectors } from './zh/reading.ts';
import { sources } from './zh/sources.ts';
import { ownModel, study } from './zh/study.ts';
import { whatIf } from './zh/what-if.ts';
import { beam, translating, writing } from './zh/writing.ts';

export const texts: Texts = {
  language: 'zh-CN',
  name: 'Glassformer',
  claim: '看得透的 Transformer',
  title: 'Glassformer：看得透的 Transformer',
  description:
    '输入一句话，看 Transformer 怎样读它：词元、嵌入、注意力和生成，每个数字都在你的浏览器里算出。',
  noScript:
    '没有 JavaScript 时，每幅图都是静态图片，里面的数字是制作本页时由同样的模型算好的；点一下可以看大图。凡是请你点、选、改的地方，都要启用 JavaScript。',
  needsScript: '这一部分需要启用 JavaScript。',
  languages: '语言',
  theme: { toDark: '深色主题', toLight: '浅色主题' },
  link: {
    copy: '复制链接，分享眼前所见',
    copied: '已复制。',
    failed: '无法复制，请从地址栏复制。',
  },
  skip: '跳到输入的句子',
  contents: '章节',
  chapter: (number) => `第\u00a0${number}\u00a0章`,
  after: (papers) =>
    html`相关论文：${papers.map((paper, k) => html`${k > 0 ? '、' : nothing}${paper}`)}`,
  noEngine: (message) => `引擎无法启动：${message}`,
  errors: {
    assetAbsent: ({ url }) => `服务器上缺少 ${url}，请稍后再试。`,
  },
  coming: '这一章的图正在加载……',
  noElements: '这一章的图未能下载。网络是否连通？连通后请重新加载本页，网址里留着你输入的句子。',
  noLanguage: (name) => `本页的另一种语言版本未能下载：${name}。网络是否连通？`,

  sentence,
  first,
  voices,
  tokens,
  vectors,
  looking,
  layers,
  next,
  writing,
  translating,
  life,
  byHand,
  learning,
  whatIf,
  study,
  ownModel,
  aab,
  beam,
  sources,

  proof: {
    title: '这些数字是真的吗？',
    body: html`<p>
      图中的数字都不是画上去的：启用了 JavaScript，它们就是引擎（用 C++ 写成，编译为
      WebAssembly）刚刚在你的设备上算出来的；没有启用，则是事先用同一个引擎算好的。每个模型的权重旁边都有一个文件
      golden.json，里面是
      <a href="https://pytorch.org">PyTorch</a>
      用同样的权重、以双精度对一段文字算出的结果。比一比：文件里的每个张量（比多少个数，表里写着），差值最大是多少，两边写出的文字是否相同。
    </p>`,
    writer: '续写的模型',
    translator: '英译中的模型',
    backTranslator: '中译英的模型',
  },

  footer: {
    proof: html`引擎的每一种运算都与 PyTorch
    的存档结果一致；本页图中的数字也在其中，测试会直接从页面上读取它们来核对。`,
    engine: (version, simd, memory) =>
      `引擎 ${version}：编译为 WebAssembly 的 C++（${simd === 'relaxed' ? '宽松 SIMD' : 'SIMD'}），单线程，在后台运行，占用内存 ${memory}。`,
    place: '一切都来自这个文件夹：不访问其他主机（除非你自己指定），也没有任何数据离开你的设备。',
    link: html`本页的网址里有你输入的句子（输入给自己模型的句子除外）、选中的头、关掉的头、选定的词元、你设定的选法，以及你在图中作的选择；复制它，就能把这些分享给别人。改动过的数字、生成的文字、训练的结果和地图的视野不在其中。`,
    print: '准备打印',
    preparing: '正在加载全部章节……',
    printNote: '先加载全部章节和模型，再打印，纸上就不会缺图。',
    reference: '每幅图都是可放进你网页的标签：参考手册与示例',
    licence: 'MIT 许可证',
    notices: '本页所含第三方代码的许可证',
  },
};
