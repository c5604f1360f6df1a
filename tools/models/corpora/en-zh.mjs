// English sentences and their Chinese translations.
import { creditsOfPairs } from './credits.mjs';
import { joinedPairs, splitPairs } from './pairs.mjs';
import { typedEnglish } from './typing.mjs';

export { sources } from './pairs.mjs';

// The target's vocabulary is its characters. A model that shall never write <unk> must not read it:
// pairs with a character that occurs less often in the translations are left out.
const rareBelow = 3;

function withoutRareCharacters(pairs) {
  const counts = new Map();
  for (const { chinese } of pairs)
    for (const character of chinese) counts.set(character, (counts.get(character) ?? 0) + 1);
  return pairs.filter(({ chinese }) => [...chinese].every((c) => counts.get(c) >= rareBelow));
}

const row = ({ english, chinese, attribution }) => `${english}\t${chinese}\t${attribution}\n`;

/**
 * train.tsv, valid.tsv and credits.md, from lines `English TAB Chinese TAB attribution`, which the licence
 * wants to stay with the text. Most sentences are learned a second time as readers type them.
 */
export function prepare(...texts) {
  const { train, held } = splitPairs(...texts);
  const pairs = withoutRareCharacters(train);
  const all = [...pairs, ...joinedPairs(pairs)];
  const typed = all
    .map((pair) => ({ ...pair, english: typedEnglish(pair.english, pair.chinese) }))
    .filter(({ english }, i) => english !== all[i].english);
  return {
    'train.tsv': [...all, ...typed].map(row).join(''),
    'valid.tsv': held.map(row).join(''),
    'credits.md': creditsOfPairs(
      'en-zh',
      pairs.map(({ attribution }) => attribution),
    ),
  };
}
