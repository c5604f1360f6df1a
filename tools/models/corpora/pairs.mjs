// Pairs of an English sentence and a Chinese one, for translation in either direction.
import { drawOf, holdOutInTurn } from './split.mjs';
import { withoutNearSentences } from './near.mjs';

export const sources = ['tatoeba-eng-cmn.tsv', 'en-zh-more.tsv'];

const fullWidth = { '?': '？', '!': '！', ',': '，', ':': '：', ';': '；', '﹐': '，', '％': '%' };

/** Chinese as it is printed: full-width marks, no space beside them or beside a character. */
export function inChineseType(text) {
  const cjk = String.raw`[\p{Script=Han}，。？！；：、“”「」]`;
  return text
    .trim()
    .replace(/[﹐％]/g, (mark) => fullWidth[mark])
    .replace(new RegExp(String.raw`(?<=${cjk})\s+|\s+(?=${cjk})`, 'gu'), '')
    .replace(/\s+(?=[?!,.:;])/g, '')
    .replace(/(?<!\d)[?!,:;]|[?!,:;](?!\d)/g, (mark) => fullWidth[mark]) // 7:30 and 1,000 stay
    .replace(
      /["＂]([^"＂]*)["＂]|「([^」]*)」/g,
      (_, straight, corner) => `“${straight ?? corner}”`,
    )
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

/** The pairs of lines `English TAB Chinese TAB attribution`, each once. */
export function pairsOf(text) {
  const pairs = new Map();
  for (const row of text.split('\n').filter(Boolean)) {
    const [english, chinese, attribution = ''] = row.split('\t');
    const pair = { english: inEnglishType(english), chinese: inChineseType(chinese), attribution };
    const name = `${pair.english}\t${pair.chinese}`;
    if (pair.english && pair.chinese && !pairs.has(name)) pairs.set(name, pair);
  }
  return [...pairs.values()];
}

/**
 * { train, held } of all files together. No sentence of either language is on both sides, and none
 * that differs from an examined one by a contraction, or a long one by a single word. Several
 * translations of one sentence stay.
 */
export function splitPairs(...texts) {
  const { train, held } = holdOutInTurn(texts.map(pairsOf), keysOf);
  return { train: withoutNearSentences(train, held), held };
}

/** Two sentences in a row are what readers write too, and the longest sentences are few. */
const isJoined = (draw) => draw < '14'; // a draw is a hexadecimal number: 0x14 of 0x100
const longestJoined = 160; // characters of English
const endsWhole = ({ english, chinese }) => /[.?!]$/.test(english) && /[。？！]$/.test(chinese);

/** A twelfth of the pairs again, each with another one behind it. */
export function joinedPairs(pairs) {
  const whole = pairs
    .filter(endsWhole)
    .map((pair) => ({ pair, draw: drawOf([pair.english, pair.chinese]) }))
    .filter(({ draw }) => isJoined(draw))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .map(({ pair }) => pair);
  return whole
    .map((first, i) => {
      const second = whole[(i + 1) % whole.length];
      return {
        english: `${first.english} ${second.english}`,
        chinese: first.chinese + second.chinese,
        attribution: `${first.attribution}; ${second.attribution}`,
      };
    })
    .filter(({ english }) => whole.length > 1 && english.length <= longestJoined);
}
