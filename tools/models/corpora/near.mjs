// Texts that are nearly one that is held out: to learn from them would be to learn what is examined.

const contractions = [
  [/\bcan't\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'m\b/g, ' am'],
  [/'ll\b/g, ' will'],
  [/'ve\b/g, ' have'],
  [/\b(it|he|she|that|there|what|who|where|how|here)'s\b/g, '$1 is'],
  [/\blet's\b/g, 'let us'],
];
const wordsOf = (english) =>
  contractions
    .reduce((text, [short, long]) => text.replace(short, long), english.toLowerCase())
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const charactersOf = (chinese) => chinese.match(/[\p{L}\p{N}]/gu) ?? [];

// Short sentences are alike by nature: "He is a doctor." teaches nothing about "She is a doctor."
const longSentence = { words: 8, characters: 12 };

/** A sentence, and if it is long also it without each of its tokens in turn. */
function forms(tokens, long) {
  const all = [tokens.join(' ')];
  if (tokens.length >= long)
    for (let i = 0; i < tokens.length; i++) all.push(tokens.toSpliced(i, 1).join(' '));
  return all;
}
const formsOf = ({ english, chinese }) => [
  ...forms(wordsOf(english), longSentence.words).map((form) => `en ${form}`),
  ...forms(charactersOf(chinese), longSentence.characters).map((form) => `zh ${form}`),
];

/** The pairs of `train` of which neither sentence is, up to one word or character, a held one. */
export function withoutNearSentences(train, held) {
  const known = new Set(held.flatMap(formsOf));
  return train.filter((pair) => !formsOf(pair).some((form) => known.has(form)));
}

/** Every run of n tokens, as a text. */
const runsOf = (tokens, n) =>
  new Set(tokens.slice(n - 1).map((_, i) => tokens.slice(i, i + n).join(' ')));

/**
 * The texts of `train` that share less than `share` of their runs of `length` tokens, or of the
 * held text's where that has fewer, with every held one.
 */
export function withoutNearTexts(train, held, tokensOf, { length, share = 0.25 }) {
  const owners = new Map(); // run → the places of held texts that have it
  const counts = held.map((text, place) => {
    const runs = runsOf(tokensOf(text), length);
    for (const run of runs) {
      if (!owners.has(run)) owners.set(run, []);
      owners.get(run).push(place);
    }
    return runs.size;
  });
  const isNear = (text) => {
    const runs = runsOf(tokensOf(text), length);
    const shared = new Map();
    for (const run of runs)
      for (const place of owners.get(run) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
    return [...shared].some(
      ([place, count]) => count >= share * Math.min(runs.size, counts[place]),
    );
  };
  return train.filter((text) => !isNear(text));
}
