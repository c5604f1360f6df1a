/** What every figure says: its states, errors, and how sentences are joined. */
import { formatBytes, formatCount } from '../../../view/number.ts';
import type { ErrorCode } from '../../../shared/error-types.ts';
import type { general as words } from '../en/general.ts';
import { fileOf } from '../error-words.ts';

const kConvert = '命令 npx glassformer convert 会说明怎样做出 model.safetensors';

const kErrors: Readonly<Record<ErrorCode | 'other', string>> = {
  InvalidArgument: '引擎无法接受这个输入。',
  InvalidText: '引擎无法读取这段文字。',
  InvalidFile: '文件有误，无法使用。',
  OutOfMemory: '内存不够。',
  Network: '文件无法下载。',
  Unsupported: '这里无法运行引擎。',
  Closed: '引擎或模型已经关闭。',
  Internal: '引擎内部出错。',
  other: '出错了。',
};

const kActivations: (typeof words)['activations'] = {
  relu: 'ReLU',
  gelu: 'GELU',
  gelu_new: 'GELU',
};

export const general: typeof words = {
  language: 'zh-CN',
  empty: '还没有可显示的内容。',
  loading: '正在加载……',
  loadingPart: (loaded, total, left) => {
    if (total === undefined) return `正在加载…… ${formatBytes(loaded)}`;
    const bytes = `正在加载…… ${formatBytes(loaded, total)}，共 ${formatBytes(total)}`;
    if (left === null) return bytes;
    return `${bytes}，大约还需 ${left < 60 ? `${left} 秒` : `${Math.ceil(left / 60)} 分钟`}`;
  },
  notShown: '这幅图无法显示。',
  modelFailed: (message) => `模型无法运行：${message}`,
  notDrawn: (message) => `这幅图画不出来：${message}`,
  tryAgain: '重试',
  startsAgain: '计算引擎已停止。改动任意内容，或点击这里，它就会重新启动：',
  noModel: (name) => `没有模型：请加上 model="${name}"，或把这幅图放进 <glass-model> 里。`,
  noText: (isInModel) => `没有文字：请${isInModel ? '给 <glass-model> ' : ''}加上 text="…"。`,
  noNumbers: (...attributes) => `没有数：请加上 ${attributes.join(' 或 ')}。`,
  ofClasses: '这个模型只给文字分类，不会写文字。',
  ofPair: '模型是编码器–解码器，请用 <glass-translate> 查看。',

  errors: {
    unreachable: ({ url }) => `无法读取 ${fileOf(url)}：网络不通，或者浏览器、服务器不允许读取。`,
    refused: ({ url, status }) => `无法读取 ${fileOf(url)}：服务器返回了状态码 ${status}。`,
    absent: ({ file, folder, saved }) => {
      const isWeights = file === 'model.safetensors';
      const there = isWeights ? '如果有 pytorch_model.bin，或权重分成了几个文件，' : null;
      const when = saved ? `有 ${saved}：` : there;
      return `${folder} 里没有 ${file}${when ? `（${when}${kConvert}）` : ''}。`;
    },
    noFolder: ({ file, format }) =>
      `${file} 是文件，应为模型的文件夹${format ? `（${format} 的文件：${kConvert}）` : ''}。`,
    invalidFile: ({ file }) => `文件 ${file} 有误，无法使用。`,
    weightsTooLarge: ({ file, size, limit }) =>
      `${file} 有 ${size} MiB，超过了 WebAssembly 能寻址的 ${limit} MiB。`,
    noModel: ({ source, known }) =>
      known === undefined
        ? `“${source}”既不是模型的名字，也不是网址。`
        : `没有名为“${source}”的模型，自带的有 ${known.join('、')}；自己的文件夹要写成网址，如 ./${source}/。`,
    unknownText: ({ text, vocabulary }) =>
      `这个模型的词表里没有“${text}”${vocabulary === undefined ? '' : `，只有 ${vocabulary.replaceAll(', ', '、')}`}。`,
    noGolden: () => '这个模型没有附带 golden.json，无从比对。',
    noTokenizer: () => '这个模型没有分词器，只能读词元编号，不能读文字。',
    tooLong: ({ tokens, limit, atLeast }) =>
      `这段文字${atLeast ? '至少' : ''}有 ${formatCount(tokens)} 个词元，而这个模型的上下文最多容纳 ${formatCount(limit)} 个。`,
    noActivation: ({ name, near }) =>
      `这个模型里没有名为 ${name} 的激活值${near?.length ? `，只有 ${near.join(' 和 ')}` : ''}。`,
    unfitEdit: () => '有一处改动在这个模型里找不到对应的张量，或者形状不符。',
    notFinite: ({ name }) => `权重或改动太大，${name} 里出现了无法表示的数。`,
    invalidOption: ({ option }) => `选项 ${option} 不对。`,
    outOfMemory: ({ bytes }) =>
      bytes === undefined ? '内存不够。' : `内存不够：这里约需 ${Math.ceil(bytes / 2 ** 20)} MiB。`,
    noFigure: () => '<glass-save> 里没有图，没有可保存的内容。',
    noSimd: () =>
      '这里的浏览器不支持 WebAssembly SIMD。需要 Chrome 91、Firefox 89、Safari 16.4、Node 20 或更新的版本。',
    notCompiled: () => '浏览器无法编译引擎，可能是页面的安全策略（CSP）不允许 WebAssembly。',
    engineUnreachable: () => '引擎的文件无法下载。',
    assetAbsent: ({ url, folder }) =>
      `找不到 ${url}。请用“npx glassformer assets 目录”复制包里的文件，目录即服务器以 ${folder} 提供的那个。`,
    workerFailed: () => '引擎的后台线程出错，已经停止。',
    crashed: () => '引擎崩溃了。',
    stopped: () => '引擎已经停止，请重新载入模型。',
    closed: () => '模型已经关闭。',
  },
  errorOf: (code) => kErrors[code],

  following: (sentence) => sentence,
  labelled: (name, value) => `${name}：${value}`,
  listed: (...parts) => parts.join('，'),
  apart: (first, second) => `${first}；${second}`,

  save: '保存',
  savedText: '文字',
  activations: kActivations,
  modelFacts: (facts) => {
    const { name, num_heads, norm, parameters } = facts;
    const layers = [facts.encoder_layers, facts.decoder_layers]
      .filter((count) => count > 0)
      .join(' + ');
    const size = [
      `${layers} 层 × ${num_heads} 个注意力头`,
      `宽 ${facts.d_model}`,
      { none: '无归一化', pre: '归一化在前', post: '归一化在后' }[norm],
      facts.d_ff === 0 ? '无前馈网络' : kActivations[facts.activation],
      `${formatCount(parameters)} 个参数`,
    ].join('，');
    return name === '' ? size : `${name}：${size}`;
  },
  moreAboutModel: '关于这个模型',
  livePage: '可交互网页',
  asTag: '放进文章',
  needsScripts: '在允许运行脚本的浏览器里打开，这幅图就能动手操作。',
};
