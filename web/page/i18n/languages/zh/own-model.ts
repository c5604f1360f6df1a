/** A model of the reader's own: fetched with its place in the page. */
import { html } from 'lit';
import { inMegabytes } from '../../../megabytes.ts';
import type { OwnModelTexts } from '../../own-model-texts.ts';

const listed = (names: readonly string[]) => names.filter(Boolean).join('、') || '没有带名字的文件';

export const ownModel: OwnModelTexts = {
  give: '选择模型的文件夹或其中的文件：config.json、model.safetensors 和分词器的文件（tokenizer.json、vocab.json 或 vocab.txt）；在电脑上也可以拖到本页任意位置。文件只留在你的设备上，分享本页的链接时不会带上它们。',
  howTo: (reference) =>
    html`怎样从 PyTorch 的模型得到这些文件：<a href="${reference}#from-pytorch-to-a-figure"
        >十行 Python</a
      >；权重可以叫什么：<a href="${reference}#names-of-the-weights">权重的名称</a>。`,
  namesOfWeights: '权重的名称，以及 weight_names 表的写法',
  chooseFolder: '选择文件夹',
  chooseFiles: '选择文件',
  address: '也可以填文件夹的网址',
  look: '查看……',

  asks: (host) => `要从 ${host} 下载模型吗？`,
  whatIsFetched: (host) =>
    `config.json、model.safetensors、golden.json 和分词器的文件将从那里下载。${host}（以及它转到的其他网站）会因此知道你的网络地址和这次访问，此外不发送任何内容。`,
  fetch: (host) => `从 ${host} 下载`,
  no: '不下载',

  opening: '正在打开模型……',
  cancel: '取消',
  stopped: '已取消。下载好的部分已保留，可以接着下载。',
  mayGoOn: (host) => `已取消。下载好的部分已保留；如果 ${host} 支持断点续传，就可以接着下载。`,
  tellsNoChange: (host) => `已取消。${host} 没有说明文件是否会改动，所以本页没有保留已下载的部分。`,
  sendsWhole: (host) => `已取消。${host} 不支持断点续传，所以本页没有保留已下载的部分。`,
  begun: (loaded, total) =>
    `已下载 ${inMegabytes(loaded)}${total === undefined ? '' : `（共 ${inMegabytes(total)}）`}`,
  stored: '保存在本设备',
  notStored: '保留到离开本页为止',
  goOn: '继续下载',
  goOnOne: (name) => `继续下载 ${name}`,
  tryToGoOn: '尝试继续下载',
  tryToGoOnOne: (name) => `尝试继续下载 ${name}`,
  discard: '丢弃',
  discardOne: (name) => `丢弃 ${name}`,
  anew: (host) => `正在打开模型……${host} 没有接着传，因此从头下载。`,
  fleeting: (host) => `正在打开模型……${host} 不支持断点续传，下载完之前请不要离开本页。`,
  failed: (sentence) => `模型未能打开：${sentence}`,
  staysOpen: '原来打开的模型不受影响。',

  unnamed: '你的模型',
  isOpen: '已打开：',
  keep: (bytes) => `保存在本设备（${inMegabytes(bytes)}）`,
  keeping: '正在保存……',
  isKept: '已保存在本设备。',
  notKept: (sentence) => `未能保存：${sentence}`,
  close: '关闭',
  lost: '它的计算引擎已停止。',
  openAgain: '重新打开',

  kept: '保存在本设备的模型',
  open: '打开',
  openOne: (name) => `打开 ${name}`,
  delete: '删除',
  deleteOne: (name) => `删除 ${name}`,
  asksDelete: '删除后无法恢复，要删除吗？',
  notDelete: '不删除',
  notDeleted: (sentence) => `未能删除：${sentence}`,

  line: '给你的模型读的文字',
  empty: '输入一段你的模型能读的文字',
  ownText:
    '这个模型读不了本页的那行文字，所以这里先放上用它自己的词表写出的一段。可以换成别的文字。',
  noTokenizer:
    '这个模型旁边没有分词器，读不了文字；需要 tokenizer.json、vocab.json 或 vocab.txt（源语言另有分词器时，还要 source_tokenizer.json 等）。',
  attention: '谁在看谁',
  next: '接下来可能是什么',
  classes: '它给这段文字归的类别',
  writesNone: '这个模型只给文字分类，不会写文字，所以没有“接下来可能是什么”和“什么让它意外”可看。',
  layers: '每一层之后，它会说什么',
  surprise: '什么让它意外',
  writing: '让它写下去',
  translating: '让它翻译，并看三种注意力',
  further: '前面各章里的图，换成你的模型：',
  proof: '与 PyTorch 的数字比对',
  noGolden:
    '模型旁边如果有 golden.json（可用 npx glassformer golden 生成），就能在这里与 PyTorch 的数字比对。',

  problems: {
    empty: '没有找到任何文件。',
    noConfig: ({ found }) => `文件里没有 config.json（找到的是 ${listed(found)}）。`,
    noWeights: ({ found }) =>
      `config.json 旁边没有 model.safetensors（找到的是 ${listed(found)}）。`,
    pickled: ({ file }) =>
      `${file} 是 PyTorch 自己的格式，读取时可能运行其中的代码；这里需要 config.json 和旁边的 model.safetensors，三行 Python 就能得到（命令 npx glassformer convert 也会给出）：`,
    inParts: ({ parts }) =>
      `权重分成了几个文件（找到 ${parts} 个）；这里需要一个 model.safetensors，可用 save_pretrained(…, max_shard_size='100GB') 写出。`,
    several: ({ folders }) => `里面有几个模型（${listed(folders)}），请只给其中一个的文件夹。`,
    tooMany: ({ most }) => `文件超过 ${most.toLocaleString('en')} 个，请只给模型自己的文件夹。`,
    unreadable: ({ file }) => `无法读取 ${file}：它可能已被移动或改动，或者你没有读取权限。`,
    tooLong: ({ file, most }) => `${file} 超过了这种文件的上限 ${inMegabytes(most)}。`,
    noAddress: ({ typed }) =>
      typed.trim() === ''
        ? '还没有填网址。'
        : `这不是文件夹的网址：${typed.slice(0, 200)}（应为不含密码的 https://…，或本网站上以 / 开头的路径）。`,
    absent: ({ file, folder }) =>
      `${folder} 里没有 ${file}。${file === 'model.safetensors' ? '如果那里的权重是 pytorch_model.bin，请下载它，和 config.json 一起拖到这里，就会看到转换用的几行 Python。' : ''}`,
    isPage: ({ file, address }) =>
      `${address} 处的 ${file} 是 HTML 网页，不是 JSON（开头是“<”，应为“{”）。`,
    refused: ({ file, host, status }) => `${host} 没有给出 ${file}：它返回了状态码 ${status}。`,
    unreachable: ({ host }) =>
      `无法从 ${host} 下载：它没有应答，或者不允许别的网页读取它的文件（CORS）。请先下载这些文件，再拖到这里。`,
    forbidden: ({ host, here }) =>
      `${here} 的安全策略（connect-src）不允许本页从 ${host} 下载。请先下载这些文件，再拖到这里。`,
    broken: ({ file, host }) => `从 ${host} 下载 ${file} 时中断了。网络是否连通？`,
    overflows: ({ name }) => `权重太大：一运行，${name} 里就出现 32 位浮点数无法表示的数。`,
    noStorage: '这个浏览器不允许本页存储任何内容。',
    noRoom: ({ bytes }) => `浏览器的存储空间放不下 ${inMegabytes(bytes)}。`,
    gone: ({ name }) => `本设备上已经没有 ${name} 了。`,
  },
};
