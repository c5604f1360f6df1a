// Chinese sentences and their English translations: the pairs of en-zh turned round, with the same
// ones held out.
import { creditsOfPairs } from './credits.mjs';
import { joinedPairs, splitPairs } from './pairs.mjs';
import { typedChinese } from './typing.mjs';

export { sources } from './pairs.mjs';

const row = ({ english, chinese, attribution }) => `${chinese}\t${english}\t${attribution}\n`;

/** train.tsv, valid.tsv and credits.md; most sentences are learned a second time as readers type them. */
export function prepare(...texts) {
  const { train, held } = splitPairs(...texts);
  const all = [...train, ...joinedPairs(train)];
  const typed = all
    .map((pair) => ({ ...pair, chinese: typedChinese(pair.chinese, pair.english) }))
    .filter(({ chinese }, i) => chinese !== all[i].chinese);
  return {
    'train.tsv': [...all, ...typed].map(row).join(''),
    'valid.tsv': held.map(row).join(''),
    'credits.md': creditsOfPairs(
      'zh-en',
      train.map(({ attribution }) => attribution),
    ),
  };
}
