import { html } from 'lit';
import type { Texts } from '../texts.ts';

/** 逐个列出的上限，再多只说个数。 */
const kMaxTold = 6;

/** 引号连着写，没加引号的用“和”连接。 */
function someOf(parts: readonly string[]): string {
  const told = parts.slice(0, kMaxTold);
  const isQuoted = (part: string) => /^[“「]/.test(part);
  const quoted = told.filter(isQuoted).join('');
  const listed = [quoted, ...told.filter((part) => !isQuoted(part))].filter((part) => part !== '');
  return listed.join('和') + (parts.length > kMaxTold ? `等 ${parts.length} 个` : '');
}

function clauses(parts: readonly string[]): string {
  const rest = parts.length - kMaxTold;
  return parts.slice(0, kMaxTold).join('；') + (rest > 0 ? `；另有 ${rest} 处` : '');
}

export const texts: Texts = {
  language: 'zh-CN',
  name: 'Glassformer',
  claim: '看得透的 Transformer',
  title: 'Glassformer：看得透的 Transformer',
  languages: '语言',
  theme: { toDark: '深色主题', toLight: '浅色主题' },
  skip: '跳到图表',
  contents: '章节',
  noEngine: (message) => `引擎无法启动：${message}`,

  sentence: {
    label: '你的句子',
    placeholder: '输入一句话，中文或英文',
    try: '试试',
    stale: '图中仍是上一句话。',
    lineBreak: '换行',
    blank: '空格',
    quoted: (text) => (/[“”]/.test(text) ? `「${text}」` : `“${text}”`),
    readAs: (from, to) => `${someOf(from)}读作${to.join('或')}`,
    replaced: (pairs) => `${clauses(pairs)}。`,
    removed: (parts) => `略去：${someOf(parts)}。`,
    unknown: (characters) => `${someOf(characters)}不在这个模型的字表里，读成 <unk>。`,
    inBytes: (characters) => `不在这个模型的词表里、按字节读入的有：${someOf(characters)}。`,
    foreign: {
      metre: '不全是五言或七言句；这个模型只读过这两种，会照它们的样子续写。',
      words: '这个模型只读过五言、七言的唐诗，从没读过现代汉语：它会把这一行当作诗来续写。',
    },
    problems: {
      empty: '这一行是空的。输入几个字，图就会跟着变。',
      noWords: '这一行只有标点，还没有文字。输入几个字，图就会跟着变。',
      brokenCharacter: (place) => `第 ${place} 个字符只有半个，无法读取。删掉它，图就会跟着变。`,
      engine: '引擎读不了这一行。',
    },
  },

  first: {
    heads: '各个注意力头，看法各不相同',
    headsText: '行是层，列是注意力头（简称“头”）。选一个。',
    look: '谁在看谁',
    lookText: '每行是“看”的词元，每列是“被看”的词元。后面的内容看不见。',
    next: '接下来可能是什么',
    nextText: {
      stories: '经过所有层之后，最可能的词元。单个字母是一个词的开头。',
      tang: '经过所有层之后，最可能的词元。',
    },
    honest: {
      stories: html`一个读过七千篇儿童故事的小 Transformer，大小只有 4
      MB；你每敲一个字母，它就在你的设备上把这一切重新算一遍。这几张图里的数字都由它当场算出。`,
      tang: html`一个读过四万五千首唐诗（长诗分段）的小 Transformer，大小只有 4
      MB；你每输入一个字，它就在你的设备上把这一切重新算一遍。这几张图里的数字都由它当场算出。它从没读过现代汉语。`,
    },
  },

  tokens: {
    title: '把文字切成词元',
    body: html`<p>
        Transformer
        看不见文字本身：文字先切成<strong>词元</strong>，每个词元都在一张表里，它在表中的位置，也就是<strong>编号</strong>，就是送进模型的全部内容。
      </p>
      <p>
        英文切成常见的片段（生僻词会拆成几个），中文按字切。点一下（或指向）一个词元，就能看到它对应的那段文字；它在每张图里都保持自己的颜色。
      </p>`,
    notes: {
      stories: '表里有 2048 个片段，由字节对编码（BPE）从故事里学来。',
      tang: '表里有 4418 个词元：4413 个汉字、三个标点和两个特殊词元。不在表里的字变成 <unk>。',
    },
  },

  vectors: {
    title: '词元变成向量',
    body: {
      stories: html`<p>
        编号从一张表里选出一行，就是这个词元的<strong>嵌入</strong>，这里有 160
        个数。它们和其他权重一起训练出来。橙色为正，蓝色为负。
      </p>`,
      tang: html`<p>
        编号从一张表里选出一行，就是这个词元的<strong>嵌入</strong>，这里有 144
        个数。它们和其他权重一起训练出来。橙色为正，蓝色为负。
      </p>`,
    },
    map: '哪些词元相像',
    mapBody: html`<p>
      用法相近的词元，学到的向量也相近。列表按夹角的余弦给出最近的几个。地图是整张表在方差最大的两个方向上的投影（PCA）：投影会丢掉很多信息，但还看得出一些相近的词聚在一起。
    </p>`,
    positions: '词元在第几位',
    positionsBody: html`<p>
      注意力本身不知道先后。所以每个位置也有一个向量，<strong>加</strong>到词元上：进入第一层的，是“它是什么”加“它在哪里”。
    </p>`,
  },

  looking: {
    title: '词元互相看',
    body: html`<p>
        每个注意力头把每个词元的向量变成三个：<strong>查询</strong>，它想找什么；<strong>键</strong>，别人凭什么找到它；<strong>值</strong>，它被找到时交出什么。查询与键越契合，乘积越大；softmax
        把乘积变成权重，再按权重把值混合起来。
      </p>
      <p>没有人告诉这些头该看什么，它们各看什么，都是训练中自己形成的。</p>`,
    habits: {
      stories: html`<p>
        在“Once upon a time, there was a little girl named”里，第 2 层第 1
        个头爱看逗号：逗号之后的词元把 38% 的注意力给了它，平均分配只有 12%。第 3 层第 3 个头把 36%
        的注意力给了前一个词元，平均分配是 20%。其余大多说不清在看什么。多选几个，比一比。
      </p>`,
      tang: html`<p>
        在“空山新雨后，”里，第 5 层第 3 个头把 59% 的注意力给了前一个字，第 5 层第 5 个头把 71%
        留给自己，平均分配都只有 29%。其余大多说不清在看什么。多选几个，比一比。
      </p>`,
    },
    heads: '所有的注意力头',
    headsText: '行是层，列是头。',
    one: (layer, head) => `第 ${layer} 层，第 ${head} 个头`,
    oneText: '从“看”的词元，连到它所看的词元。',
    steps: '每一步怎么算',
    stepsBody: html`<p>
      先选谁来看。它的查询与每一个键逐个相乘，求和之后再除以 √d；softmax
      把这一行变成总和为一的权重；最后按这些权重把值加起来。
    </p>`,
    variance: '为什么要除以 √d？',
    varianceBody: html`<p>
      d 个随机乘积相加，和的波动随 d 增大：方差就是 d。分数一大，softmax
      就几乎只选一个词元，其余几乎不看，而训练还没有开始。除以 √d 之后，不论宽度多大，方差都是
      1。改变宽度看看。
    </p>`,
    mask: '因果掩码遮住了什么',
    maskBody: html`<p>
      逐字生成的模型不能偷看还没写出来的内容。在 softmax 之前，对角线右边的分数一律设为
      −∞，权重就正好是零。斜纹标出的就是这些地方。
    </p>`,
    before: 'q · k',
    after: '÷ √d，加掩码',
    weights: 'softmax',
    padding: '填充掩码遮住了什么',
    paddingBody: html`<p>
      一起读的句子必须一样长，短的就用填充补齐。填充没有意义，不该被看。这里是翻译模型（<a
        href="#at=translating"
        >第 7 章</a
      >）的编码器，它没有因果掩码，同时读两个句子。选一个头，拿掉填充掩码，看看注意力跑到哪里去了。
    </p>`,
  },

  layers: {
    title: '一层一层，渐渐清晰',
    body: html`<p>
      每个词元都走在一条<strong>残差流</strong>上：注意力和前馈先归一化再读它，然后把得到的结果加回去。模型的最后一步是把这条流变成下一个词元；这一步也可以提前，在任何一层之后做，这就是<strong
        >logit 透镜</strong
      >（logit lens）。在第 1
      层之前，词元还什么都没看过，而把词元变成向量的那张表也负责把向量变回词元，所以透镜给出的就是词元自己。从这里往下读一列，看猜测怎样一步步成形。
    </p>`,
  },

  next: {
    title: '下一个词元',
    body: html`<p>
      最后一层给表里的每个词元一个数，softmax
      把它们变成概率。<strong>温度</strong>把概率拉平或拉尖；<strong>top‑k</strong> 只留最可能的 k
      个，<strong>top‑p</strong> 只保留累计概率刚达到 p 的那几个。被截掉的就不会被抽到。
    </p>`,
  },

  writing: {
    title: '续写',
    body: html`<p>
      模型并不会“写”，它只给出概率；总得有谁一次又一次地选。同一个开头，三种选法：并排运行，一步一步走，也可以退回来。点一下条形，或者树上的节点，就换一个词元，后文也随之转向。
    </p>`,
    together: '三种同时',
    runAll: '三种同时运行',
    pauseAll: '全部暂停',
    stepAll: '各走一步',
    resetAll: '全部重来',
    greedy: { title: '贪心', text: '永远取最可能的，很快就开始重复。' },
    sample: {
      title: '采样',
      text: '按概率随机抽取。温度低于 1 把条形拉尖，高于 1 拉平；top‑k 和 top‑p 在抽取之前截掉尾部。',
    },
    beam: { title: '集束搜索', text: '同时跟踪几种写法，留下整体最可能的。' },
    notes: {
      stories: '模型很小，只熟悉小故事。它讲的事都没有发生过。',
      tang: '模型很小。它写的诗字数整齐、标点到位，但多半不押韵，不讲平仄，意思也未必通。',
    },
  },

  translating: {
    title: '翻译',
    body: html`<p>
        这个模型读过两万七千个英文短句和它们的中文译文：<strong>编码器</strong>读英文，每个词元都能看到其他所有词元；<strong>解码器</strong>从左到右写中文，一边看自己已经写下的，一边通过<strong>交叉注意力</strong>看英文。
      </p>
      <p>
        每个小方块是一个头，点一下就放大。<strong>贪心</strong>每次都取最可能的词元，<strong>集束搜索</strong>则同时跟踪几种译法，留下整体最可能的：改变束宽，看看译文怎样变。
      </p>`,
    problems: {
      empty: '请输入一个英文句子。图中仍是上一句。',
      notEnglish: '这个模型只读英文。图中仍是上一句。',
    },
    input: '英文句子',
    goesWrong: '译错的一句',
    whatGoesWrong:
      '五千年，两种译法都译成了 500 年；集束搜索得分更高，却把中国译成了 Tom。得分高，译文不一定就好。',
    small: html`模型很小，只有 4
    MB，难免译错；错的也照样显示，不作修饰。它只会英译中，不能中译英；大小写也有区别：“I am a
    student”译成“我是学生”，写成“i am a student”就译错了。`,
  },

  life: {
    summary: '算例：“Life is short, eat dessert first”，每个词三个数',
    body: html`<p>
      同样的计算，规模小到一眼就能看全。句子切成词（中文按字切），把出现过的词排好序，词在其中的位置就是编号；编号选出一行三个数。表和权重都是随机填的：换一个种子，数字就换一批；种子相同，这里和
      PyTorch 里的数字就相同。
    </p>`,
    input: '给随机权重的一句话',
    seed: '随机种子',
    seedProblem: '种子是 0 到 4294967295 之间的整数；暂且保留上一个有效值。',
    tooLong: (words, limit) => `这一行有 ${words} 个词，图中只读前 ${limit} 个；一个字也不会丢。`,
    embed: '词变成向量',
    embedText: '编号选出一行，一行三个数。',
    look: '词与词互相看',
    lookText: '每行是“看”的词，每列是“被看”的词。每一行加起来等于一。',
    mix: '带走看到的内容',
    mixText: '按这一行的比例，把所有词的值混合起来。',
    mixCaption: '上下文向量',
    random: (seed) =>
      html`这些权重是<strong>随机</strong>的，与
        <code>torch.manual_seed(${seed})</code>
        抽出的完全相同：它们什么也没学过，所以谁看谁没有意义。但每一步算的都是真的。`,
    article: html`“Life is short, eat dessert first”配上种子
      123，得到的正是一篇讲自注意力的文章里印出的数字：<em>is</em> 带走的是
      <span class="numbers">0.5313、1.3607、0.7891、1.3110</span>。`,
    projections: '查询、键与值',
    projectionsBody: html`<p>
      每个嵌入 x 分别乘上三个矩阵：<span class="eq">q = x·W<sub>query</sub></span
      >，<span class="eq">k = x·W<sub>key</sub></span
      >，<span class="eq">v = x·W<sub>value</sub></span
      >。
    </p>`,
    embeddings: '嵌入 x',
    query: '查询 q',
    key: '键 k',
    value: '值 v',
    steps: '一个词，一步一步算',
  },

  byHand: {
    summary: '算例：三个输入，整数权重，可以手算',
    body: html`<p>
      例子取自一篇文章：三个输入，各四个数；权重都是小整数；也不除以
      √d<sub>k</sub>。拿纸笔就能核对。改动 x 或权重里的任何一个数，后面的结果都会跟着变。
    </p>`,
    restore: '恢复原来的数字',
    comparison: html`<p>
      <strong>那篇文章的代码实际算的是什么。</strong>最后两行先用 softmax
      的结果给值加权，再求和，但沿错了轴：本该对“被看”的词元求和，却对“看”的词元求和。公式是
      α·v，代码算成了 αᵀ·v，少了一次转置。α
      的每一行加起来等于一，每一列却不是，所以得到的不再是值的加权平均。（只有这一个乘积由页面自己计算，其余都出自引擎。）
    </p>`,
  },

  learning: {
    title: '手写的与学来的',
    body: html`<p>
      权重里装着什么？任务足够小的时候，人可以直接把权重写出来；而一个从随机开始的
      Transformer，也能自己找到权重。这里两种都有，任务相同：<strong class="eq">a a b</strong>
      之后，又是 <strong class="eq">a a b</strong>。
    </p>`,
  },

  whatIf: {
    title: '如果……会怎样',
    body: html`<p>
      一个注意力头有多大用处？把它关掉（让它交出的都变成零），看看有什么变化。在这里关掉的头，在每一章里都是关着的，直到你恢复它。
    </p>`,
    worth: {
      stories: html`<p>
        单独一个头，少了往往看不大出来。25 个头里不论关掉哪一个，“Once upon a time, there was a
        little girl named”之后排第一的都是“Lily”，概率在 22.5% 到 53.6% 之间，原来是 38.7%；其中有
        14 个，关掉之后 Lily 的概率反而升高。“The dog was sad because he lost
        his”则有一个头说了算：关掉第 1 层第 4 个头，“favorite”就排到了“toy”前面。
      </p>`,
      tang: html`<p>
        “空山新雨后，”之后没有哪个字特别可能：排第一的“不”只有 2.3%，所以很容易变：30
        个头逐个关掉试试，有 13 个会让另一个字排到第一。
      </p>`,
    },
    heads: '关掉一个',
    headsText: '选一个头，改变它的强度。',
    look: '更后面的头现在看到什么',
    lookText: '最后一层里同一列的头：前面各层的改动会影响它。',
    next: '现在接下来可能是什么',
    nextText: '空心框：改动之前的概率。',
    translation: '翻译又会怎样',
    translationBody: html`<p>
      从英文到中文，只有解码器的交叉注意力这一条路。在“The meeting starts at 8:30.”里，它的第 2 层第
      4
      个头很要紧：少了它，贪心就把八点半译成六点半。把这些头一个一个关掉，译文就渐渐偏离原句；十二个全关掉，不论原句是什么，译文都一样。这些就是<a
        href="#at=translating"
        >第 7 章</a
      >里的头：在这里选中或关掉，那里也一样。
    </p>`,
  },

  aab: {
    title: '手写的 Transformer',
    body: html`<p>
      这个模型没有训练过。一篇文章的作者直接写下了它的权重，让它不停地写
      <strong class="eq">a a b a a b ……</strong
      >：两个字母、五个位置、一层、一个头、八个通道。五个通道说字母在<em>哪里</em>（P），两个说它是<em>哪个</em>字母（T），最后一个传递<em>值</em>（V）。
    </p>`,
    loading: '正在加载模型……',
    failed: (message) => `模型无法运行：${message}`,
    tryAgain: '重试',
    weightsTitle: '它的全部权重',
    weightsText:
      '色标有两种，一种给 1 上下的数，一种给一千上下的数，矩阵下面标明用的是哪一种。橙色为正，蓝色为负。每个数都可以改：模型立即采用，下面的图都随之变化，作者的测试会告诉你还剩多少是对的。',
    undo: '撤销',
    restore: '恢复作者的权重',
    testSays: (right, total) => `用这些权重，作者的测试 ${total} 个中对了 ${right} 个。`,
    learning: {
      title: '自己学会的那一个',
      body: html`<p>
        形状相同，但它的数起初全是噪声，每走一步，每个数都朝损失更小的方向挪一点。起先它只学到两个字母各有多常见（虚线）；后来注意力找到了更有用的字母，损失才降下来，但到不了零，因为一段开头只有一个
        a 的时候，接下来是什么都有可能。它找到的路不必是手写的那一条。
      </p>`,
      reference: '手写的：谁看哪里',
    },
    weights: {
      wte: html`<strong>wte：</strong>每个字母点亮自己的那个 T：a 点亮第一个，b 点亮第二个。`,
      wpe: html`<strong>wpe：</strong>每个位置点亮自己的 P。`,
      query: html`<strong>Q：</strong>每个字母都查询前一个位置和自己的位置，权重取得很大：1024。`,
      key: html`<strong>K：</strong>每个字母报出自己的位置。`,
      value: html`<strong>V：</strong>a 交出 +1，b 交出 −1，放在最后一个通道。`,
      proj: html`<strong>c_proj：</strong>收到的是两个值的平均：两个都是 a 时为 +1，于是从 a
        那里扣掉 1024，加给 b。`,
      bias: html`<strong>它的偏置：</strong>一开始先给 a 加 1024：在 b 之后，或一个 a 一个 b
        之后，该写 a。`,
    },
    input: '字母',
    inputText: html`请输入 <strong>a</strong> 和 <strong>b</strong>。`,
    examples: ['aabaa', 'aab', 'ba', 'bbbbb'],
    problems: {
      empty: '这一行是空的：至少输入一个 a 或 b。图中仍是之前的字母。',
      letters: (found) => `这个模型只认识字母 a 和 b，不认识“${found}”。图中仍是之前的字母。`,
    },
    lastFive: (letters) => `模型只看得见最后五个字母：${letters}。`,
    runTitle: '里面发生了什么',
    stages: {
      embed: '哪个字母',
      position: '在哪里',
      residIn: '相加：残差流',
      q: '查询',
      k: '键',
      v: '值',
      raw: 'q · k',
      scores: '÷ √8，再加掩码',
      pattern: 'softmax：谁看哪里',
      z: '混合后的值',
      out: '经过 c_proj',
      residOut: '加回残差流',
      logits: '在 T 上读出 logits',
      probabilities: 'softmax：接下来是什么',
    },
    inside: html`<p>
      进入残差流的是“字母加位置”。每个字母看前一个和自己，各占一半；斜纹遮住的是还没写出来的。如果看到的两个都是
      a，接下来就必须是 b。
    </p>`,
    accuracy: '运行作者的测试',
    accuracyText: html`做法是：取一长串 aab aab ……，由前面的字母预测下一个，数一数猜对了多少。`,
    accuracyResult: (right, total) => `${total} 个中对了 ${right} 个`,
    accuracyRun: (context, expected, got) => `${context} 之后：${got}，应为 ${expected}`,
  },

  choosing: {
    title: '怎样选下一个',
    body: html`<p>
        模型并不会“写”，它只给每个词元一个概率，总得有谁来选。<strong>贪心</strong>取最可能的一个。<strong>采样</strong>按概率随机抽取：温度把概率拉平或拉尖，top‑k
        只留最可能的 k 个，top‑p 只保留累计概率刚达到 p
        的那几个。<strong>集束搜索</strong>同时跟踪几条文本，留下最好的。
      </p>
      <p>
        这个模型非常自信：在 aab aab ……里，两个 logit 相差 1023 或
        1025。温度要调到几百，它才会开始犹豫。点一下条形就选定那个字母，选错也没关系；看看它怎样自己回到正轨。
      </p>`,
  },

  beam: {
    summary: '算例：A、B、C、D、E 上的集束搜索，纸上推演',
    body: html`<p>
      一篇文章里的例子：五个词元，以及每个词元之后各种可能的概率。贪心只留 A，再取 A 之后最可能的
      B。束宽为二时，B 也留着，于是发现 <strong>B A</strong>（0.3 × 0.5 = 0.15）几乎追上了
      <strong>A B</strong>（0.4 × 0.4 = 0.16），其余的舍弃。C、D、E
      之后的概率文章没有给，这里取均匀分布。
    </p>`,
    table: '下一个词元的概率',
    tableText: '行：刚写下的词元。列：接下来的词元。每个数都可以改。',
    start: '开始',
    rowProblem: (row, sum) =>
      `“${row}”这一行加起来是 ${sum}，而概率加起来应等于 1。树中仍是上一张有效的表。`,
    negative: (row) => `“${row}”这一行里有小于 0 的数，而概率不能小于 0。树中仍是上一张有效的表。`,
    restore: '恢复原来的表',
  },

  proof: {
    title: '这些数字是真的吗？',
    body: html`<p>
      图中的每个数字都是刚刚在你的设备上算出来的。每个模型的权重旁边都有一个文件，里面是 PyTorch
      用同样的权重、以双精度对一段文字算出的结果。比一比：文件里的每个张量，差值最大是多少，两边写出的文字是否相同。
    </p>`,
    writer: '写作的模型',
    translator: '翻译的模型',
  },

  footer: {
    proof: html`引擎的每一种运算都与 PyTorch
    的存档结果一致；本页图中的数字也在其中，测试会直接从页面上读取它们来核对。`,
    engine: (version, simd, memory) =>
      `引擎 ${version}：编译为 WebAssembly 的 C++（${simd}），单线程，运行在 worker 里，占用内存 ${memory}。`,
    place: '一切都来自这个文件夹：不访问其他主机，也没有任何数据离开你的设备。',
    link: '本页的网址里有你的句子、选中的头、关掉的头，以及你设定的选词方式；改动过的权重不在其中。复制它，就能把眼前这一页分享给别人。',
    licence: 'MIT 许可证',
  },
};
