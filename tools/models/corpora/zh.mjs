// Modern Chinese: stories for children, fables and school prose, everyday sentences, and the Chinese of the
// translators' pairs.
import { creditsOfChinese } from './credits.mjs';
import { withoutNearTexts } from './near.mjs';
import { inChineseType, pairsOf, sources as pairSources } from './pairs.mjs';
import { documentsOf, holdOutInTurn, joined } from './split.mjs';

export const sources = ['zh-stories.txt', 'zh-sentences.txt', ...pairSources];

// A model that shall never write <unk> must not read it: of a story the sentences with a character
// that occurs less often in all texts are left out, and a sentence by itself is.
const rareBelow = 5;

// Words that no title ends with, so that what follows them goes on with the sentence; beginnings
// that are doubled for their sound, and openings of stories.
const open =
  '的了着有无是在从到给对向叫把被让说道问和与跟像每某各那这第个中久前上以后很最棵只条顶群你我他她它喝见进';
const opening = /^(?:很久|淅沥|呼噜|一步|有|传说|相传|据说|听说|一个|一只|一群|如果|当|每)/;
const title = String.raw`^([\p{Script=Han}“”、]{2,12})(?<![${open}])`;
const beginning =
  '从前|很久(?:很久)?以前|古时候|有一天|有一次|一天(?=[，早上中下傍晚])|今天|星期[一二三四五六日天]|我家|我有一';
const titles = [
  /^(\p{Script=Han}{2,12}?)(?=\1)/u, // 下雨了下雨了，天阴了 …
  new RegExp(String.raw`${title}(?=${beginning})`, 'u'), // 看灯会今天 …
  new RegExp(String.raw`(?=^(..))${title.replace('{2,12}', '{3,9}')}(?=\1\p{Script=Han}{2})`, 'u'), // 颜真卿学书法颜真卿是 …
];

/**
 * A story without the title that many run into their first sentence: in a line of its own, said twice
 * at once, before a story's usual first word, or taken up by the first word.
 */
function withoutTitle(story) {
  const [first, ...rest] = story.split('\n');
  if (rest.length > 0 && first.length <= 12 && !/[，。！？：；…]/.test(first))
    return rest.join('\n').trim();
  if (opening.test(story)) return story;
  const found = titles.map((pattern) => pattern.exec(story)).find(Boolean);
  return found ? story.slice(found[0].length) : story;
}

/** Its lines are one text; marks are full-width, and what no font shows is left out. */
const cleaned = (story) =>
  withoutTitle(story.replace(/\p{Private_Use}/gu, ''))
    .split('\n')
    .map(inChineseType)
    .filter(Boolean)
    .map((line) => (/[\p{L}\p{N}]$/u.test(line) ? `${line}。` : line))
    .join('');

const isWhole = (text) => /[。！？…”’）]$/.test(text);
const sentencesOf = (text) => text.match(/[^。！？…]+[。！？…]*[”’）]*/g) ?? [];

// Two stories that share a sentence longer than any phrase are versions of one story.
const longSentence = 18; // characters
const keysOf = (text) => [
  text,
  ...sentencesOf(text).filter((sentence) => [...sentence].length > longSentence),
];
const charactersOf = (text) => text.match(/\p{L}/gu) ?? [];

/** train.txt, valid.txt and credits.md: a story, or a sentence by itself, is a document. */
export function prepare(storyTexts, sentenceTexts, ...pairTexts) {
  const stories = [...new Set(documentsOf(storyTexts).map(cleaned))].filter(isWhole);
  const sentences = [...new Set(sentenceTexts.split('\n').filter(Boolean).map(inChineseType))];
  const pairs = pairTexts.flatMap(pairsOf).filter(({ chinese }) => isWhole(chinese));
  const ofPairs = [...new Set(pairs.map(({ chinese }) => chinese))];

  const counts = new Map();
  for (const text of [...stories, ...sentences, ...ofPairs])
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const isCommon = (text) => [...text].every((c) => counts.get(c) >= rareBelow);
  const common = (story) => sentencesOf(story).filter(isCommon).join('');

  const short = [sentences, ofPairs].map((texts) => texts.filter(isCommon));
  const { train, held } = holdOutInTurn([stories, ...short], keysOf, { atLeast: 150 });
  const documents = (some) => [...new Set(some.map(common).filter(Boolean))];
  const examined = documents(held);
  const learned = withoutNearTexts(documents(train), examined, charactersOf, { length: 13 });
  return {
    'train.txt': joined(learned),
    'valid.txt': joined(examined),
    'credits.md': creditsOfChinese(pairs.map(({ attribution }) => attribution)),
  };
}
