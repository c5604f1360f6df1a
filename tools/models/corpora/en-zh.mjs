// Pairs of an English sentence and a Chinese one.
import { drawOf, holdOut } from './split.mjs';

export const sources = ['tatoeba-eng-cmn.tsv'];

const fullWidth = { '?': '？', '!': '！', ',': '，', ':': '：', ';': '；' };

/** Chinese as it is printed: full-width marks, no space beside them or beside a character. */
function inChineseType(text) {
  const cjk = String.raw`[\p{Script=Han}，。？！；：、“”「」]`;
  return text
    .trim()
    .replace(new RegExp(String.raw`(?<=${cjk})\s+|\s+(?=${cjk})`, 'gu'), '')
    .replace(/\s+(?=[?!,.:;])/g, '')
    .replace(/(?<!\d)[?!,:;]|[?!,:;](?!\d)/g, (mark) => fullWidth[mark]) // 7:30 and 1,000 stay
    .replace(/(?<!\.)\.$/, '。');
}
const inEnglishType = (text) => text.trim().replaceAll('’', "'").replace(/\s+/g, ' ');

// "Come in!" and "come in." are the same sentence to be examined on.
const bare = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const keysOf = ({ english, chinese }) => [`en ${bare(english)}`, `zh ${bare(chinese)}`];

// Readers leave out the full stop: a fifth of the pairs is learned without it too.
const isLearnedOpen = ({ english, chinese }) =>
  /[^.]\.$/.test(english) && chinese.endsWith('。') && drawOf([english, chinese]) < '33';
const opened = (pair) => ({
  ...pair,
  english: pair.english.slice(0, -1),
  chinese: pair.chinese.slice(0, -1),
});

/**
 * train.tsv and valid.tsv, from lines `English TAB Chinese TAB attribution`, which the licence
 * wants to stay with the text. No sentence of either language is in both. Several translations
 * of one sentence stay.
 */
export function prepare(text) {
  const pairs = new Map();
  for (const row of text.split('\n').filter(Boolean)) {
    const [english, chinese, attribution = ''] = row.split('\t');
    const pair = { english: inEnglishType(english), chinese: inChineseType(chinese), attribution };
    const name = `${pair.english}\t${pair.chinese}`;
    if (pair.english && pair.chinese && !pairs.has(name)) pairs.set(name, pair);
  }
  const { train, held } = holdOut([...pairs.values()], keysOf);
  const rows = (some) =>
    some.map((pair) => `${pair.english}\t${pair.chinese}\t${pair.attribution}\n`).join('');
  const open = train.filter(isLearnedOpen).map(opened);
  return { 'train.tsv': rows([...train, ...open]), 'valid.tsv': rows(held) };
}
