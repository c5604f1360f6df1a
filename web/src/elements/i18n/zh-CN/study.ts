/** For those who study models: surprise, activation patching, direct logit attribution. */
import { formatCount, formatFixed, formatPercent, formatShort } from '../../../view/number.ts';
import type { study as words } from '../en/study.ts';
import { inQuotes } from './quotation.ts';

/** Before a Chinese character no blank stands behind another one. */
const apart = (text: string) => (/\p{Script=Han}$/u.test(text) ? text : `${text} `);

export const study: typeof words = {
  former: '下面仍是上一次的结果。',
  otherToken: '别的词元',
  orItsId: '文字或 #编号',
  notOne: (text, tokens) =>
    `${inQuotes(text)}在这个模型里是 ${tokens.length} 个词元（${tokens.join(' · ')}）；这里只能写一个词元，或写 # 加它的编号。`,
  noSuchId: (id, last) => `没有 ${id}：这个模型的词元编号从 0 到 ${formatCount(last)}。`,
  decoderOnly: '这幅图只适用于会续写的模型，也就是解码器。',
  surprise: {
    title: '每个词元让模型多意外',
    what: (guess, vocabulary) =>
      `每个词元让模型多意外，用比特计：1 比特像抛一次硬币，${formatShort(guess, 1)} 比特像从 ${formatCount(vocabulary)} 个里瞎猜（虚线）。第一个没有，因为它前面什么也没有。`,
    mean: (bits, perplexity, count) =>
      `${count} 个词元平均 ${formatFixed(bits, 2)} 比特，困惑度 ${formatFixed(perplexity, 1)}`,
    bits: '比特',
    first: (token) => `${inQuotes(token)}是第一个词元，前面什么也没有。`,
    said: (token, before, bits, probability) =>
      `${inQuotes(before)}之后的${inQuotes(token)}：${formatFixed(bits, 2)} 比特，概率 ${formatPercent(probability)}。模型原以为会是：`,
    expected: '模型原以为会是',
  },
  patch: {
    clean: '第一句（A）',
    corrupted: '第二句（B）',
    activation: '替换什么',
    activations: {
      resid_pre: '某一层之前的残差流',
      resid_mid: '注意力之后的残差流',
      resid_post: '某一层最后一次相加的和',
      ln1: '第一次归一化的结果',
      ln2: '第二次归一化的结果',
      attn_out: '注意力加上的向量',
      mlp_out: '前馈网络加上的向量',
      'attn.q': '查询',
      'attn.k': '键',
      'attn.v': '值',
      'attn.raw_scores': '分数（q · k）',
      'attn.pattern': '注意力权重（softmax 之后）',
      'attn.z': '各个头交出的向量（合并之前）',
      'mlp.pre': '激活前的神经元',
      'mlp.post': '激活后的神经元',
    },
    heads: '哪些头',
    allHeads: '全部',
    oneHead: (head) => `只换第 ${head} 个头`,
    inHead: (where, head) => `${where}，只换第 ${head} 个头`,
    followed: '用什么衡量',
    difference: '两个答案的 logit 之差',
    logitOf: (token) => `${inQuotes(token)}的 logit`,
    lessThat: (first, second) => `${inQuotes(first)}与${inQuotes(second)}的 logit 之差`,
    where: {
      resid_pre: (layer) => `第 ${layer} 层之前的残差流`,
      attn_out: (layer) => `第 ${layer} 层注意力加上的向量`,
      mlp_out: (layer) => `第 ${layer} 层前馈网络加上的向量`,
      resid_mid: (layer) => `第 ${layer} 层注意力之后的残差流`,
      resid_post: (layer) => `第 ${layer} 层最后一次相加的和`,
      ln1: (layer) => `第 ${layer} 层第一次归一化的结果`,
      ln2: (layer) => `第 ${layer} 层第二次归一化的结果`,
      'attn.q': (layer) => `第 ${layer} 层的查询`,
      'attn.k': (layer) => `第 ${layer} 层的键`,
      'attn.v': (layer) => `第 ${layer} 层的值`,
      'attn.z': (layer) => `第 ${layer} 层各个头交出的向量`,
      'attn.raw_scores': (layer) => `它在第 ${layer} 层给出的分数`,
      'attn.pattern': (layer) => `它在第 ${layer} 层给出的注意力权重`,
      'mlp.pre': (layer) => `第 ${layer} 层激活前的神经元`,
      'mlp.post': (layer) => `第 ${layer} 层激活后的神经元`,
    },
    tooFew: '两句都至少要有一个词元。',
    tooLong: (first, second, limit) =>
      `A 有 ${first} 个词元，B 有 ${second} 个；这幅图的句子最多 ${limit} 个词元。`,
    unequal: (first, second) =>
      `A 有 ${first} 个词元，B 有 ${second} 个；两句的词元数要相同，才能一一对应。`,
    alike: '模型对两句之后的预测完全一样，没有差别可以追查。',
    sameAnswer: (followed) => `两句的答案一样，没有差别可比，所以这里追查的是${followed}。`,
    unmoved: (token, followed) =>
      `${inQuotes(token)}的 logit 在两句之后几乎一样，没有什么可以恢复；这里改看${followed}。`,
    answers: (first, p, second, q) =>
      `A 接下来是${inQuotes(first)}（${formatPercent(p)}），B 接下来是${inQuotes(second)}（${formatPercent(q)}）。`,
    title: (first, second) => `${inQuotes(first)}与${inQuotes(second)}的差别存放在哪里`,
    titleOf: (token) => `${inQuotes(token)}的 logit 在哪里改变`,
    token: 'A → B',
    scale: '0：与 B 一样；1：与 A 一样',
    cell: (token, where, value) => `A 的${inQuotes(token)}，${where}：${formatFixed(value, 2)}`,
    said: (token, where, followed, { clean, corrupted, patched, restored }) =>
      `把 A 里${inQuotes(token)}的向量（${where}）放进 B，${apart(followed)}是 ${formatFixed(patched, 2)}。B 原来是 ${formatFixed(corrupted, 2)}，A 是 ${formatFixed(clean, 2)}：从 B 到 A，走了全程的 ${formatFixed(restored, 2)}。`,
    after: (token, where) => `B 换上 A 的${inQuotes(token)}（${where}）之后，会这样接下去`,
  },
  ablation: {
    unsupported: '这幅图只适用于会写的模型：解码器，或编码器–解码器。',
    noLine: '请输入一句话。',
    tooLong: (count, limit) => `这一句有 ${count} 个词元；这幅图的句子最多 ${limit} 个词元。`,
    measured: '看谁的概率',
    wholeTranslation: '整句译文',
    kind: '关掉是指',
    kinds: { zero: '置零', mean: '取均值' },
    taken: {
      zero: '关掉是指置零：这一部分交出的，在每个位置上都变成 0。',
      mean: '关掉是指取均值：这一部分在每个位置上交出的，都换成它在这一句各个位置上的均值。（研究中通常取整个数据集上的均值。）',
    },
    reference: (text) =>
      `关掉是指取均值：这一部分在每个位置上交出的，都换成它在${inQuotes(text)}各个位置上的均值。`,
    title: (token, read) => `少了哪一部分，${inQuotes(read)}之后的${inQuotes(token)}会怎样`,
    titleIn: (token, translation) =>
      `少了哪一部分，${inQuotes(translation)}里的${inQuotes(token)}会怎样`,
    titleOf: (translation) => `少了哪一部分，译文${inQuotes(translation)}会怎样`,
    before: (probability) =>
      `它现在的概率是 ${formatPercent(probability)}。格子里是少了那一部分之后的概率。`,
    beforeWhole: (probability, sum, count) =>
      `现在，译文平均每个词元的概率是 ${formatPercent(probability)}（${count} 个词元的几何平均；对数概率共 ${formatFixed(sum, 2)}）。格子里是少了那一部分之后的平均概率。`,
    head: (head) => `第 ${head} 个头`,
    mlp: '前馈网络',
    whole: '整层',
    row: {
      encoder: (layer) => `编码器 ${layer}`,
      decoder: (layer) => `解码器 ${layer}`,
      cross: (layer) => `交叉 ${layer}`,
    },
    part: {
      head: (layer, head) => `第 ${layer} 层第 ${head} 个头`,
      mlp: (layer) => `第 ${layer} 层前馈网络`,
      layer: (layer) => `第 ${layer} 层整层`,
    },
    stacks: { encoder: '编码器', decoder: '解码器', cross: '交叉注意力' },
    partOf: (part, stack) => `${stack}${part}`,
    cell: (part, probability) => `少了${part}：${formatPercent(probability)}`,
    said: (part, now, before, other) =>
      `少了${part}：${formatPercent(now)}，原来是 ${formatPercent(before)}${other === null ? '' : `；${inQuotes(other)}排到了第一`}。`,
    most: '变化最大的',
    asItIs: '条上的竖线：现在的概率。',
    scale: '变化（百分点）',
    changed: (count, parts) =>
      count === 0
        ? `这 ${parts} 个部分，不论关掉哪一个，第一名都不变。`
        : `这 ${parts} 个部分里，有 ${count} 个一关掉就换了第一名。`,
  },
  circuit: {
    postNorm:
      '这个模型在每次相加之后归一化（post-norm）：头读到的，是与前面各层所加的一起归一化过的，单看嵌入说明不了什么。',
    which: '哪一条回路',
    kinds: { qk: 'QK：看向谁', ov: 'OV：交出什么' },
    who: '看着哪个词元',
    head: '头',
    positions: '加上位置',
    qk: (layer, head) => `第 ${layer} 层第 ${head} 个头的 QK 回路：每行的词元给每列的词元打多少分`,
    ov: (layer, head, token) =>
      `第 ${layer} 层第 ${head} 个头的 OV 回路：看着${inQuotes(token)}时交出什么`,
    reads: (hasPositions, layer, hasNorm) =>
      `只用权重算：每个词元的嵌入（${hasPositions ? '加上' : '不加'}位置）${hasNorm ? `按第 ${layer} 层之前的方式归一化（用它自己的均值和标准差，再乘学到的增益；偏置一概不算）` : '直接使用，因为这个模型没有归一化（偏置一概不算）'}。`,
    then: {
      qk: () =>
        '然后算 x_q · W_Q · W_Kᵀ · x_k ÷ √d_head。画斜纹的格子被因果掩码遮住，那里的分数不起作用。',
      ov: (hasNorm) =>
        hasNorm
          ? '然后算 x · W_V · W_O，减去最后一次归一化的均值，乘上它的增益，再乘输出表。没有除以最后一次归一化的标准差，所以只看次序和比例，不看大小。'
          : '然后算 x · W_V · W_O，再乘输出表。',
    },
    later: '后面各层的头读到的不止这些，还有前面各层所加的。',
    cut: (count) => `只显示这一句最后的 ${count} 个词元。`,
    raised: '抬高最多的',
    lowered: '压低最多的',
    itself: (token, value, rank, vocabulary) =>
      `${inQuotes(token)}自己得到 ${formatFixed(value, 2)}，在 ${formatCount(vocabulary)} 个词元里排第 ${formatCount(rank)}。`,
  },
  attribution: {
    postNorm:
      '这个模型在每次相加之后归一化（post-norm）：每一部分加上的东西，都会被后面的每一次归一化再缩放，所以它的 logit 不能这样拆开。',
    against: '减去谁的',
    nobody: '（不减）',
    difference: (token, other, read) =>
      `${inQuotes(read)}之后，${inQuotes(token)}与${inQuotes(other)}的 logit 之差`,
    part: (name, share) => `${name}（${formatFixed(share, 2)}）`,
    most: (parts) => `贡献最大的是：${parts.join('、')}。`,
    least: (part) => `压低最多的是：${part}。`,
    embed: '它的嵌入',
    position: '它的位置',
    attention: (layer) => `第 ${layer} 层注意力`,
    feedForward: (layer) => `第 ${layer} 层前馈网络`,
    outputBias: 'W_O 的偏置',
    normBias: '最后一次归一化的偏置',
    sum: '总和',
    engine: '模型算出的 logit',
    engineDifference: '模型算出的差',
    heldWithoutNorm:
      '设 c 是某一部分加进残差流的向量，e 是这个词元在输出表里的那一行（减去另一个词元时，是两行之差），份额就是 c · e。',
    held: '设 c 是某一部分加进残差流的向量，e 是这个词元在输出表里的那一行（减去另一个词元时，是两行之差），份额就是 ((c − c 的均值) ÷ 标准差 × 增益) · e。标准差取模型读这一句时最后一次归一化的值，固定不变；其实少了哪一部分，它都会变。',
  },
};
