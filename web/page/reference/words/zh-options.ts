/** In Chinese what the tables of options and of errors say in English. */
const generation = {
  max_new_tokens: '最多生成多少个词元。',
  max_length: '同上，但提示也算在内；没有写 max_new_tokens 时才用。',
  do_sample:
    '随机抽取下一个词元，而不是取最可能的。temperature、top_k、top_p、min_p 和 seed 只在这时起作用。',
  temperature: 'logits 要除以的数。',
  top_k: '留下最可能的 k 个词元，以及与第 k 个同样可能的。',
  top_p: '留下概率之和达到此数的、最可能的词元，个数取最少。',
  min_p: '留下概率至少是最高概率的这么多倍的词元。',
  seed: '抽取时所用随机数的种子；种子相同，文字就相同。',
  repetition_penalty: '大于 1 时，前文里出现过的词元变得不那么可能。',
  no_repeat_ngram_size: '这么长的 n 元组不会出现两次。',
  num_beams: '集束搜索的宽度；1 表示贪心或采样。',
  length_penalty: '集束搜索：假设的得分要除以长度的多少次方。',
  early_stopping:
    "集束搜索何时结束：有 num_beams 个假设已结束就停（true），不大可能有更好的才停（false），绝不可能有更好的才停（'never'）。",
  num_return_sequences: '结果里有多少个序列，至多 num_beams 个。',
  beam_rule:
    "用于集束搜索。'huggingface'：已结束的假设放到一边，normalized_score = score / length^length_penalty。'gnmt'：它们留下来继续竞争，normalized_score = score / ((5 + length) / 6)^length_penalty。",
  eos_token_id: '使文字结束的词元。',
  decoder_start_token_id: '编码器–解码器：输出以哪个词元开头。',
  forced_tokens: '输出开头的词元，是给定的，不是选出来的。',
  stop_strings: '文字里出现其中之一，生成就结束。',
  num_candidates: '每一步列出多少个候选。',
};

const training = {
  lr: '最高的学习率，预热之后达到。',
  betas: '梯度及其平方的滑动平均，每一步各保留多大比例。',
  eps: '加在均方根上的数，步长要除以它们的和。',
  weight_decay: '解耦的权重衰减，用于矩阵和各个表。',
  decay_vectors: '偏置和归一化参数也做权重衰减。',
  warmup_steps: '学习率用多少步升上来。',
  schedule: '预热之后学习率怎样变化：不变、按余弦下降、按 1 / √步数下降，或先不变、最后再下降。',
  total_steps: "'cosine' 和 'warmup_stable_decay'：学习率在这一步降到底。",
  decay_steps: "'warmup_stable_decay'：学习率最后用多少步降下来。",
  min_lr_ratio: "'cosine' 和 'warmup_stable_decay'：最后的学习率是 lr 的几分之几。",
  max_gradient_norm: '梯度更长时缩到这个范数（torch.nn.utils.clip_grad_norm_）。',
  label_smoothing: '从目标词元的概率里拿出多少平摊给所有词元，同 torch.nn.CrossEntropyLoss。',
  attention_dropout: '注意力权重的 dropout。',
  residual_dropout: '子层加进残差流的向量的 dropout。',
  embedding_dropout: '词元嵌入的 dropout。',
  micro_batch_tokens:
    '一步的各个序列分成微批次通过网络，每个约这么多词元，梯度累加起来：占用的内存取决于微批次，而不是整步。',
  max_length:
    '输入的最大长度。更长的文档会被截断，每一轮截在不同的地方；带源文的整篇不用，源文超长的也不用。',
  tokens_per_batch: '源文和输入合计约这么多词元为一步。',
  drop_first:
    '不带源文的文档有多大机会去掉第一个词元：读者的文字以词开头，而不是以表示开头的记号开头。',
  seed: '初始权重、文档顺序和 dropout 的种子。',
};

const error = {
  InvalidArgument: '选项、编号或形状不对；那句话会说出收到了什么、应该是什么',
  InvalidText: '模型的分词器无法编码的文字',
  InvalidFile: '文件不是它应有的样子',
  OutOfMemory: '模型或调用太大，附大小；其他一切不受影响',
  Network: '无法下载的文件',
  Unsupported: '这里没有 WebAssembly SIMD',
  Closed: '模型、生成或引擎已经关闭，或引擎已经停止',
  Internal: '我们自己的缺陷',
};

/** By the keys of the catalog. */
export const options: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ generation, training, error }).flatMap(([owner, all]) =>
    Object.entries(all).map(([name, text]) => [`${owner} ${name}`, text]),
  ),
);
