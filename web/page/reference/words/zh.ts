import { html } from 'lit';
import { guidesIn } from '../guides.ts';
import type { ReferenceWords } from '../words.ts';
import { descriptions } from './zh-descriptions.ts';
import { examples } from './zh-examples.ts';
import guides from './zh-guides.md?raw';

export const words: ReferenceWords = {
  title: '参考手册与示例',
  description:
    'Glassformer 的每个元素：可以修改、复制的交互示例，它的属性、事件和部件，以及全部选项、钩子和错误代码。',
  claim: '每幅图都能放进你的网页',
  skip: '跳到元素列表',
  languages: '语言与外观',
  theme: '浅色或深色',
  introduction: (story) =>
    html`<p>
      <a href=${story}>正文</a
      >里的每幅图都是一个标签。这里列出了全部标签，每个都带一个可交互的示例：改改它的文字、层号或视图，看看有什么变化，再复制到你的文章里。你的网页只需要把这个包的
      <code>dist</code> 文件夹放在旁边（这里叫
      <code>glassformer</code>），再加两行：一行样式，在图出现之前预留位置；一行脚本。
    </p>`,
  install: `<link rel="stylesheet" href="glassformer/placeholder.css" />
<script type="module" src="glassformer/auto.js"></script>`,
  noScript: '在允许运行脚本的浏览器里，示例才能动起来；其余内容这里都有文字。',
  filter: '查找元素、属性、选项……',
  contents: '目录',
  every: { title: '所有元素共有', text: '以下各项每个元素都有，只在这里列一次。' },
  lists: {
    generation: {
      title: '生成选项',
      text: '用于 `model.generate(text, options)`，也是 `<glass-generate>` 的控件所调的那些。名称和含义与 Hugging Face 的 GenerationConfig 相同。',
      columns: ['选项', '说明'],
    },
    training: {
      title: '训练选项',
      text: '用于 `createTrainer(options)`。优化器的选项与 `torch.optim.AdamW` 相同。',
      columns: ['选项', '说明'],
    },
    hooks: {
      title: '钩子',
      text: '全部激活值的名称，用于 `capture`、`hook` 和改动，附形状：T 词元数，D 模型宽度，H 头数，K 每个头的宽度，F 隐藏层宽度，V 词表大小，{l} 层号。编码器–解码器的名称以 `encoder.` 或 `decoder.` 开头，其第二种注意力叫 `cross_attn`。',
      columns: ['钩子', '形状'],
    },
    errors: {
      title: '错误',
      text: '凡是拒绝，都抛出 `GlassformerError`：`message` 里是一句话，`code` 是下列之一。元素会用自己的语言说出来。',
      columns: ['代码', '出了什么问题'],
    },
    details: {
      title: '错误的种类',
      text: '究竟出了什么问题，以数据的形式放在 `GlassformerError` 的 `details` 里。只有程序员会遇到的错误没有它。',
      columns: ['种类', '`details`'],
    },
  },
  kinds: {
    attributes: '属性',
    methods: '方法',
    events: '事件',
    slots: '插槽',
    parts: '部件',
    properties: '自定义 CSS 属性',
  },
  meaning: '说明',
  initially: '初始值',
  property: '在脚本里写作',
  propertyOnly: '只能用脚本设置',
  defaultSlot: '（内容）',
  exampleOf: (tag) => `${tag} 的示例`,
  extends: (other) => html`${other} 有的，它都有。`,
  also: (every) => html`共有的各项见“${every}”。`,
  back: '回到正文',
  place: '一切都来自这个文件夹：不访问其他主机，你输入的内容也不会离开你的设备。',
  describe: (key) => {
    const description = descriptions[key];
    if (description === undefined) throw new Error(`the reference has no Chinese for "${key}"`);
    return description;
  },
  guides: (english) => guidesIn(guides, english),
  examples,
  live: {
    edit: '示例的 HTML',
    copy: '复制',
    copied: '已复制。',
    copyFailed: '浏览器不允许复制：请手动复制选中的文字。',
    reset: '还原',
    notLoaded: '这幅图未能加载。网络是否连通？',
    toLight: '浅色',
    toDark: '深色',
    foundNone: '没有这个名称。',
    found: '找到 {0} 处',
    refusals: {
      element: '这里不显示 <{0}>：只接受 Glassformer 的元素和简单的文字标记。',
      attribute: '这里不接受 <{0}> 的属性 {1}。',
      unknown: '<{0}> 没有属性 {1}。应写作：{2}。',
      origin: '<{0}> 的 {1} 指向了别的站点：应为随包附带的模型的名称，或本站的网址。',
      open: '这样什么也显示不了：有标签、引号或注释没有结束。',
      tooLong: '示例有 {0} 个字符，最多只能有 {1} 个。',
    },
    meant: { around: '外层 <glass-model> 的这个属性', oneOf: '以下之一（{0}）' },
  },
};
