import {
  formatFixed,
  formatPercent,
  formatPower,
  formatShort,
  formatSum,
} from '../../view/number.ts';
import { summaryOf } from '../../view/verification.ts';
import type { ErrorCode } from '../../shared/error-types.ts';
import type { SpokenToken, Words } from './en.ts';

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

/** “第 2 个 a” */
function nthOf({ text, ordinal }: SpokenToken): string {
  return ordinal === 0 ? text : `第 ${ordinal} 个 ${text}`;
}

function quoted({ text, ordinal }: SpokenToken): string {
  return ordinal === 0 ? `“${text}”` : `第 ${ordinal} 个“${text}”`;
}

export const zhCN: Words = {
  empty: '还没有可显示的内容。',
  loading: '正在加载……',
  loadingPart: (part) => `正在加载…… ${formatPercent(part, 0)}`,
  notShown: '这张图无法显示。',
  modelFailed: (message) => `模型无法运行：${message}`,
  notDrawn: (message) => `这张图画不出来：${message}`,
  tryAgain: '重试',
  startsAgain: '计算引擎已停止。改动任意内容，或点击这里，它就会重新启动：',

  errors: {
    unreachable: ({ url }) => `无法读取 ${url}：网络不通，或者浏览器、服务器不允许读取。`,
    refused: ({ url, status }) => `无法读取 ${url}：服务器返回了状态码 ${status}。`,
    absent: ({ file, folder }) => `${folder} 里没有 ${file}。`,
    invalidFile: ({ file }) => `文件 ${file} 有误，无法使用。`,
    weightsTooLarge: ({ file, size, most }) =>
      `${file} 有 ${size} MiB，超过了 WebAssembly 能寻址的 ${most} MiB。`,
    noModel: ({ source }) => `“${source}”既不是模型的名字，也不是网址。`,
    noGolden: () => '这个模型没有附带 golden.json，无从比对。',
    noTokenizer: () => '这个模型没有分词器，只能读词元编号，不能读文字。',
    tooLong: ({ tokens, limit, atLeast }) =>
      `这段文字${atLeast ? '至少' : ''}有 ${tokens} 个词元，而这个模型的上下文最多容纳 ${limit} 个。`,
    noActivation: ({ name }) => `这个模型里没有名为 ${name} 的激活。`,
    unfitEdit: () => '有一处改动在这个模型里找不到对应的张量，或者形状不符。',
    invalidOption: ({ option }) => `选项 ${option} 不对。`,
    outOfMemory: () => '内存不够。',
    noSimd: () =>
      '这里的浏览器不支持 WebAssembly SIMD。需要 Chrome 91、Firefox 89、Safari 16.4、Node 20 或更新的版本。',
    notCompiled: () => '浏览器无法编译引擎，可能是页面的安全策略（CSP）不允许 WebAssembly。',
    engineUnreachable: () => '引擎的文件无法下载。',
    assetAbsent: ({ url, folder }) =>
      `找不到 ${url}。请用“npx glassformer assets 目录”复制包里的文件，目录即服务器以 ${folder} 提供的那个。`,
    workerFailed: () => '引擎的 worker 出错，已经停止。',
    crashed: () => '引擎崩溃了。',
    stopped: () => '引擎已经停止，请重新载入模型。',
    closed: () => '模型已经关闭。',
  },
  errorOf: (code) => kErrors[code],

  following: (sentence) => sentence,
  labelled: (name, value) => `${name}：${value}`,
  listed: (first, second) => `${first}，${second}`,

  sentence: '句子',
  lineIsFull: (limit: number) => `这一行已满：最多 ${limit} 个字符，多出的略去。`,
  examples: '试试',
  tokens: '词元',
  readsLast: (count, limit) => `这段文字有 ${count} 个词元，图中只显示最后 ${limit} 个。`,
  noTokens: '还没有词元，请先输入一句话。',
  otherCopy:
    '此图与外层的 <glass-model> 来自 glassformer 包的两个副本，无法共享模型。请只加载一个副本。',
  id: '编号',
  moreTokens: (count) => `另有 ${count} 个`,

  cell: (row, column, value) => `${row}，${column}：${formatShort(value)}`,
  hiddenCell: (row, column) => `${row}，${column}：被掩码遮住`,
  hidden: '被掩码遮住',
  notNumber: (kept) => `这不是数，或者太大：仍按 ${kept} 计算。`,
  embeddings: '每个词元的嵌入',

  attentionCaption: (queries, keys) => `注意力权重：${queries} 个词元看向 ${keys} 个词元`,
  asMatrix: '矩阵',
  asLines: '连线',
  view: '视图',
  nthOf,
  quoted,
  looksAt: (query, key, weight) =>
    `${quoted(query)}看${quoted(key)}，权重 ${formatFixed(weight, 4)}`,
  looksMost: (query, key, weight) =>
    `${quoted(query)}最关注${quoted(key)}，权重 ${formatFixed(weight, 4)}`,
  isLookedAtMost: (key, query, weight) =>
    `最关注${quoted(key)}的是${quoted(query)}，权重 ${formatFixed(weight, 4)}`,
  looks: '“看”的词元',
  lookedAt: '“被看”的词元',
  strongestFrom: (query, weights) =>
    `${quoted(query)}看${weights.map(({ token, weight }) => `${quoted(token)}（${formatFixed(weight, 2)}）`).join('、')}`,
  strongestTo: (key, weights) =>
    `看${quoted(key)}的有${weights.map(({ token, weight }) => `${quoted(token)}（${formatFixed(weight, 2)}）`).join('、')}`,
  pickToRead: '点一下（或指向）词元或格子，就能读出数值。',
  pickLine: '点一下（或指向）词元，就能读出数值。',
  strongest: (count) => `只画出最强的 ${count} 条线。`,

  allHeads: '每一层的每一个注意力头',
  layerName: (layer) => `第 ${layer} 层`,
  headName: (layer, head) => `第 ${layer} 层，第 ${head} 个头`,
  habits: ({ self, previous, first, even }) =>
    `看自己 ${formatPercent(self, 0)}，看前一个 ${formatPercent(previous, 0)}，看第一个 ${formatPercent(first, 0)}（平均分配：${formatPercent(even, 0)}）`,
  strength: '强度',
  strengthOf: (factor) => (factor === 0 ? '关' : formatPercent(factor, 0)),
  switchOff: '关掉',
  putBack: '恢复',
  headChanged: (head, factor) =>
    factor === 0 ? `第 ${head} 个头已关` : `第 ${head} 个头 ${formatPercent(factor, 0)}`,
  headsChanged: (count) => `有 ${count} 个注意力头被改动过。`,
  undo: '撤销',
  undoAll: '全部撤销',

  translations: '译文',
  beamOf: (width) => `集束搜索，束宽 ${width}`,
  beamWidth: '束宽',
  likelier: '平均得分更高',
  logPPerToken: (sum, count) =>
    `log P ${formatFixed(sum, 2)} ÷ ${count} = ${formatFixed(sum / Math.max(1, count), 2)}`,
  nothingSaid: '（空）',
  before: (text) => `改动之前：${text}`,
  noSource: '请输入要翻译的句子。',
  needsPair: '这张图需要带编码器和解码器的模型。',
  tooManyTokens: (count, limit) => `这一行有 ${count} 个词元，模型最多读 ${limit} 个。`,
  showsBefore: '图中仍是上一句。',
  startOfText: '开头',
  endOfText: '结束',
  attentionOf: {
    encoder: {
      title: '编码器',
      what: '原文看原文，前后都看得见。',
      heads: '编码器的头',
    },
    decoder: {
      title: '解码器（带掩码）',
      what: '写下一个词元（左）之前，先看已经写下的（右）。',
      heads: '解码器带掩码自注意力的头',
    },
    cross: {
      title: '交叉注意力',
      what: '写下一个词元（左）之前，先看原文（右）。',
      heads: '交叉注意力的头',
    },
  },

  streamOf: (token, layer) => `“${token}”经过第 ${layer} 层`,
  streamPart: {
    in: '流入',
    norm: '→ 归一化',
    attention: '+ 注意力',
    between: '= 残差流',
    feedForward: '+ 前馈',
    out: '= 流出',
  },
  lens: '每一层之后，模型会说什么',
  layer: '层',
  beforeLayers: '第 1 层之前',
  afterLayer: (layer) => `第 ${layer} 层之后`,
  wouldSay: (where, token, guesses) =>
    `${where}，接在“${token}”后面，它会说${guesses.map(({ text, probability }) => `“${text}”（${formatPercent(probability)}）`).join('、')}。`,
  lengths: (stream, attention, feedForward) =>
    attention === null || feedForward === null
      ? `向量的长度是 ${formatFixed(stream, 1)}。`
      : `向量的长度是 ${formatFixed(stream, 1)}；注意力加上的向量长 ${formatFixed(attention, 1)}，前馈加上的长 ${formatFixed(feedForward, 1)}。`,
  back: '退一步',

  save: '保存',

  whoLooks: '谁在看？',
  key: '键',
  score: 'q · k',
  scaled: (width) => `÷ √${width}`,
  softmax: 'softmax',
  weightTimesValue: '权重 × 值',
  howMuch: (token) => `“${token}”对各个词元的关注度`,
  whatItTakes: (token) => `“${token}”带走了什么`,
  sum: '合计',
  others: (count) => `其余 ${count} 个合计`,
  contextOf: (token) => `“${token}”的上下文向量`,
  openedSums: '展开的算式',
  contextNumber: (column) => `上下文第 ${column} 维`,
  shiftNote: (shift) => `先从每个分数中减去 ${formatShort(shift)}，权重不变。`,
  more: (count) => `+ 另外 ${count} 项`,

  nextToken: '下一个词元',
  noCandidates: '还没有候选词元。',
  cut: '在此截断',
  cutAt: (topP) => `top-p ${topP}`,
  filteredOut: '已被过滤',
  cutAtTopK: (topK) => `top-k ${topK}`,
  moreKept: (count) => `另有 ${count} 个保留`,
  keptOf: (kept, vocabulary) =>
    kept === vocabulary ? `${vocabulary} 个词元全部保留` : `${vocabulary} 个词元中保留 ${kept} 个`,
  ownProbability: '模型自己的概率',
  learnedProbability: '原来的概率',
  probabilityNow: '现在',
  noProbability: '0%',
  standing: { came: '新上榜', left: '下滑' },

  mode: '选择方式',
  greedy: '贪心',
  sample: '采样',
  beam: '集束搜索',
  run: '运行',
  pause: '暂停',
  step: '单步',
  reset: '重来',
  maxNewTokens: '长度',
  temperature: '温度',
  topP: 'top-p',
  topK: 'top-k',
  off: '关',
  seed: '随机种子',
  beams: '束宽',
  lengthPenalty: '长度惩罚',
  generated: '生成的文本',
  stepOf: (index, total) => `第 ${index} 个（共 ${total} 个）`,
  result: '最佳',
  needsPrompt: '请先输入开头。',

  beamTree: '集束搜索树',
  beamStart: '开始',
  beamFate: {
    root: '开始',
    alive: '保留',
    ended: '保留过，后被淘汰',
    finished: '已结束',
    pruned: '剪去',
    passed: '未选',
  },
  beamNode: (text, fate, logProbability, score) =>
    `${text}：${fate}；这一步 log P ${formatFixed(logProbability, 3)}，累计 ${formatFixed(score, 3)}`,
  logP: 'log P',
  sumLogP: 'Σ log P',
  sumLogPKey: '方框内依次是：该词元的 log P、累计的 Σ log P、按长度归一化后用来比较各路径的得分',
  forced: '指定',
  howToForce: '点一下方框（或按回车），就只从那里继续。',
  afterEnd: (text) => `“${text}”之后最可能的是`,
  afterBest: (text) => `“${text}”之后；点一下就选定`,
  afterPinned: (text) => `接在选定的词元“${text}”之后。`,
  afterLast: '接在最后一个之后',
  inPlaceOf: (text) => `“${text}”的位置上还可以是；点一下就换`,
  othersHere: '这里还可以是什么',
  probability: 'P',
  normalizedScore: '得分',
  noSteps: '每走一步，树就长一层。',

  byHandFigure: '手算自注意力',
  byHand: {
    x: '输入 x',
    query: '查询 q',
    key: '键 k',
    value: '值 v',
    scores: '分数 q·kᵀ',
    weights: 'softmax 权重 α',
    output: '输出 α·v',
    articleCode: 'αᵀ·v',
  },

  map: {
    name: '文中的词元在图上的位置',
    shadow: (dimensions, first, second) =>
      `这是 ${dimensions} 维空间的一个投影：横向占方差的 ${formatPercent(first)}，纵向占 ${formatPercent(second)}，其余 ${formatPercent(Math.max(0, 1 - first - second))} 在这里看不见。`,
    nearest: (token, dimensions) =>
      `与“${token}”最相近的词元（按全部 ${dimensions} 维的余弦相似度）`,
    cosine: '余弦',
    whole: '整张图',
    aroundText: '这段文本附近',
    hint: '每个点是一个词元。点一下它或它的近邻，就能看到它的近邻。',
    farOut: (count) => `▸ 有 ${count} 个在图的边界之外。`,
  },

  positions: {
    added: '嵌入 + 位置 = 进入第一层的向量',
    source: '位置编码',
    learned: '这个模型学到的',
    sinusoidal: '正弦与余弦',
    table: (rows, columns) => `前 ${rows} 个位置，每行 ${columns} 个数`,
    embedding: '嵌入',
    position: '位置',
    sum: '和',
    length: (value) => `长度 ${formatFixed(value, 2)}`,
    columnName: (column, columns) => `第 ${column} 列，共 ${columns} 列`,
    digits: (embedding, position, sum) => formatSum(embedding, position, sum, 4),
    strips: (token) => `“${token}”的三个向量，用方向键逐列移动`,
    none: '这个模型不加位置编码。',
  },

  variance: {
    width: '宽度 d',
    again: '重新抽取',
    raw: 'q · k',
    scaled: (width) => `q · k ÷ √${width}`,
    measured: (variance, theory) => `方差 ${formatFixed(variance, 2)}（理论值：${theory}）`,
    histogram: (name, variance) => `${name} 的直方图，方差 ${formatShort(variance, 2)}`,
    heights: '每个直方图的高度以各自最满的一格为准。',
    beyond: (share) => `有 ${formatPercent(share)} 超出坐标范围`,
    softmax: (keys) => `对 ${keys} 个键做 softmax`,
    largest: (here, mean, rows) =>
      `最大权重 ${formatFixed(here, 3)}；${rows} 个查询平均 ${formatFixed(mean, 3)}`,
    ofModel: ({ heads, width, raw, scaled, flatter }) =>
      `再看这个模型读这段文本时的分数：softmax 只在同一行的分数之间比较。在一行之内，${heads} 个宽 ${width} 的头平均，q · k 的方差是 ${formatShort(raw, 1)}，除以 √${width} 之后是 ${formatShort(scaled, 2)}，而随机向量是 1。${heads} 个头中有 ${flatter} 个小于 1。`,
  },

  proof: {
    check: '与 PyTorch 比对',
    checking: '正在比对……',
    tensors: '每个张量与 PyTorch 的结果',
    tensor: '张量',
    largest: '最大差值',
    share: ({ absolute, relative }) =>
      `占容许误差的比例（${formatPower(absolute)} + ${formatPower(relative)} · |x|）`,
    compared: (shape, count, size) =>
      count === size
        ? `${shape.join(' × ')}，全部 ${size} 个数`
        : `${shape.join(' × ')}，${size} 个数中的 ${count} 个`,
    computedBy: (by) =>
      by
        .replace(/^(.+) in float64$/, '$1，双精度 float64')
        .replace(/^(.+) in (float\d+)$/, '$1，$2 精度'),
    said: (verification) => {
      const computedBy = zhCN.proof.computedBy(verification.computedBy);
      const { numbers, tensors, largest, share, off, texts, textsOff } = summaryOf(verification);
      if (verification.agrees) {
        const same = [verification.tokensAgree ? '词元' : '', texts > 0 ? '写出的文字' : '']
          .filter((each) => each !== '')
          .join('和');
        if (numbers === 0) return `${same}与存档结果（${computedBy}）相同。`;
        return `${tensors} 个张量的 ${numbers} 个数与存档结果（${computedBy}）一致：差值最大为 ${formatPower(largest, 'measured')}；每个差值至多占其容许误差的 ${formatPercent(share)}${same && `；${same}也相同`}。`;
      }
      const found = [
        off > 0 ? `${tensors} 个张量中有 ${off} 个超出容许误差` : '',
        verification.tokensAgree === false ? '文本的词元不同' : '',
        textsOff > 0 ? `${texts} 段文字中有 ${textsOff} 段不同` : '',
      ];
      return `与存档结果（${computedBy}）不一致：${found.filter((each) => each !== '').join('；')}。`;
    },
    tokens: (text, agrees) => `“${text}”的词元${agrees === null ? '' : agrees ? '相同' : '不同'}`,
    expected: (text) => `应为：${text}`,
    otherTokens: (found, expected) => `文字相同，词元却不同：${found}；应为：${expected}`,
    notCompared: '未比对：模型没有分词器',
  },

  padding: {
    first: '第一句',
    second: '第二句',
    batch: '一个批次：每行一样长',
    pad: '填充',
    mask: '填充掩码',
    on: '开',
    off: '关',
    head: (layer, head) => `编码器，第 ${layer} 层，第 ${head} 个头`,
    matrix: (tokens, places) => `较短一句的 ${tokens} 个词元对 ${places} 个位置的注意力`,
    share: 'Σ 填充',
    toNothing: (share) => `${formatPercent(share)} 的注意力落在了填充上。`,
    moved: (distance, length) =>
      `与单独读这一句相比，编码器的输出最多变化 ${distance < 0.01 ? formatShort(distance, 6) : formatFixed(distance, 2)}（向量本身长 ${formatShort(length, 1)}）。`,
    equal: '两句的词元一样多，不需要填充。',
    empty: '需要两个句子。',
    readsFirst: (count, limit) => `这一句有 ${count} 个词元，图中只读前 ${limit} 个。`,
  },

  train: {
    learningRate: '学习率',
    nextSeed: '换种子',
    step: '步数',
    stepOf: (step, most) => `${step} / ${most}`,
    loss: '损失',
    gradient: '梯度范数',
    test: '测试',
    right: (right, total) => `${total} 个中对了 ${right} 个`,
    guessing: (loss) => `仅按频率猜：${formatFixed(loss, 3)}`,
    record: '回看',
    lookingBack: (step, newest) =>
      `这是第 ${step} 步的记录。学习停在第 ${newest} 步，按“运行”从那里继续。`,
    done: (step) => `走完 ${step} 步，已停下。按“重来”从头开始。`,
    chart: (step, loss, guess) =>
      `损失随步数的变化。第 ${step} 步为 ${formatFixed(loss, 3)}；仅按每个词元出现的频率来猜，损失是 ${formatFixed(guess, 3)}。`,
    attention: (text) => `学到的：${text} 中谁看哪里`,
    reference: '用来比较',
    after: (text) => `${text} 之后`,
  },
};
