/** The reader’s line and the first view. */
import { html } from 'lit';
import type { Texts } from '../../texts.ts';

/** 逐个列出的上限，再多只说个数。 */
const kMaxTold = 6;

/** 引号连着写，没加引号的用“和”连接。 */
function someOf(parts: readonly string[]): string {
  const told = parts.slice(0, kMaxTold);
  const isQuoted = (part: string) => /^[“「]/.test(part);
  const quoted = told.filter(isQuoted).join('');
  const listed = [quoted, ...told.filter((part) => !isQuoted(part))].filter((part) => part !== '');
  const spaced = listed.map((part) => (part.startsWith('<') ? ` ${part} ` : part));
  return spaced.join('和').trimStart() + (parts.length > kMaxTold ? `等 ${parts.length} 个` : '');
}

function clauses(parts: readonly string[]): string {
  const rest = parts.length - kMaxTold;
  return parts.slice(0, kMaxTold).join('；') + (rest > 0 ? `；另有 ${rest} 处` : '');
}

export const sentence: Texts['sentence'] = {
  below: (text) => `下图读的是：“${text}”`,
  label: '你的句子',
  placeholder: '输入一句话，中文或英文',
  try: '试试',
  back: '换回你写的：',
  early: '图中数字是预先算好的。',
  beforehand: (text) => `此图是预先算好的，所用文字为“${text}”。`,
  stale: '图中仍是上一句。',
  lost: (name) => `模型“${name}”没有下载成功，图暂时空着：请检查网络后重试，或换回原来的模型。`,
  former: (name) => `换回“${name}”`,
  endsInBlank: '句末的空格还没有读入：它属于下一个词元。',
  lineBreak: '换行',
  blank: '空格',
  wideBlank: '全角空格',
  quoted: (text) => (/[“”]/.test(text) ? `「${text}」` : `“${text}”`),
  readAs: (from, to) => `${someOf(from)}读作${to.join('或')}`,
  replaced: (pairs) => `${clauses(pairs)}。`,
  fullWidth: {
    letters: '全角字母和数字读作半角。',
    marks: '全角标点读作半角。',
    both: '全角字母、数字和标点读作半角。',
  },
  removed: (parts) => `略去：${someOf(parts).trimEnd()}。`,
  unknown: (characters) =>
    `${someOf(characters)}不在这个模型的词表里，读成 <unk>（unknown，未知）。`,
  inBytes: (characters) =>
    `${someOf(characters)}不在这个模型的词表里，按字节读入，每个字节一个词元。`,
  letters: {
    read: '英文字母逐个读入。',
    translated: '英文字母逐个读入，多半译不对。',
  },
  foreign: {
    metre: '不全是五言或七言句；这个模型只读过这两种，会照它们的样子续写。',
    words: '这个模型只读过五言、七言的唐诗，没读过这样的文字：它会把这一行当作诗来续写。',
  },
  problems: {
    empty: '这一行是空的。输入几个字，图就会跟着变。',
    noWords: '这一行只有标点，还没有文字。输入几个字，图就会跟着变。',
    brokenCharacter: (place) =>
      `第 ${place} 个字符只有半个（可能是半个表情符号），无法读取。删掉它，图就会跟着变。`,
    engine: '引擎读不了这一行。',
  },
};

const kNextWord =
  '经过所有层之后，最可能的词元。单词前的空格算在词元里：“␣Tom”和“Tom”是两个不同的词元。';

/** 没有脚本时，数字是制作本页时算好的。 */
const recomputed = (unit: string) =>
  html`<span data-page-only>你每${unit}，它就在你的设备上把这一切重新算一遍。</span>`;
const kLetter = recomputed('敲一个字母');
const kCharacter = recomputed('输入一个字');

export const first: Texts['first'] = {
  heads: '每个注意力头，各看各的',
  headsText:
    '注意力头（简称“头”）让每个词元从自己和前面的词元取用信息。每行是一层，每个小方格是一个头。',
  pick: '点一个看看。',
  look: '谁在看谁',
  lookText: '每行是“看”的词元，每列是“被看”的词元。每个词元只能看自己和前面的词元。',
  next: '接下来可能是什么',
  nextText: {
    stories: kNextWord,
    'stories-large': kNextWord,
    zh: '经过所有层之后，最可能的词元，也就是一个字或一个标点。',
    tang: '经过所有层之后，最可能的词元。',
  },
  press: '点一下条形，这个词元就接到你的句子后面。',
  honest: {
    stories: html`这几幅图里的数字，都出自一个读过两万篇儿童故事的小 Transformer，大小只有 2
    MB。${kLetter}`,
    'stories-large': html`这几幅图里的数字，都出自一个读过两万篇儿童故事的 Transformer，大小是 4
    MB。${kLetter}`,
    zh: html`这几幅图里的数字，都出自一个读过八万九千条现代汉语句子和故事的 Transformer，大小是 4
    MB。${kCharacter}日常的一句话它接得不错，故事却讲不圆。`,
    tang: html`这几幅图里的数字，都出自一个读过四万五千首唐诗（长诗分段）的 Transformer，大小是 4
    MB。${kCharacter}它从没读过现代汉语。`,
  },
};

export const voices: Texts['voices'] = {
  label: '模型',
  byLine: (voice) => `自动：${voice}`,
  names: {
    stories: '故事（英文，2 MB）',
    'stories-large': '故事，大一倍（英文，4 MB）',
    zh: '日常句子（现代汉语，4 MB）',
    tang: '唐诗（中文，4 MB）',
  },
};
