// Which word of one language mostly stands for a word of the other, from pairs of sentences. How near two words are: the
// geometric mean of Dice's coefficient (Dice 1945), by which both stand for each other, and of the share of the
// word's pairs that have the other one, since several words may stand for one.

const longestWord = 4; // characters of Chinese
const rarest = { character: 5, word: 8, english: 6 }; // pairs
const least = { character: 0.25, word: 0.36, english: 0.3 };
// Words that stand in most sentences are near everything: they mean something only where both
// nearly always occur together.
const common = { words: 40, least: 0.42 };
// Of a word and a part of it that are about as near, the word is taken.
const perCharacter = 1.06;
const asNear = 0.85;
// A character by itself, beside one of a word: most are parts of words.
const ofCharacter = 0.5;
// A word that is written small so often is no name.
const smallShare = 0.2;

// A number stands for itself.
export const englishWordsIn = (english) =>
  (english.match(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu) ?? []).filter((word) => /\p{L}/u.test(word));
const runsIn = (chinese) => chinese.match(/\p{Script=Han}+/gu) ?? [];

/** All stretches of up to four characters, each once. */
function stretchesIn(chinese) {
  const found = new Set();
  for (const run of runsIn(chinese)) {
    const characters = [...run];
    for (let from = 0; from < characters.length; ++from)
      for (let to = from + 1; to <= Math.min(from + longestWord, characters.length); ++to)
        found.add(characters.slice(from, to).join(''));
  }
  return found;
}

const length = (word) => [...word].length;

/** The proper parts of a stretch. */
const partsOf = (word) => [...stretchesIn(word)].filter((part) => part !== word);

/** Of the division into two or more parts that is worth most. */
function worthOfParts(word, worth) {
  const characters = [...word];
  const best = [0];
  for (let to = 1; to <= characters.length; ++to)
    best[to] = Math.max(
      ...Array.from({ length: to }, (_, from) =>
        to - from === characters.length
          ? 0
          : best[from] + worth(characters.slice(from, to).join('')),
      ),
    );
  return best.at(-1);
}

/** English words by their numbers, with the form that is written most often, and the pairs they are in. */
function englishOf(pairs) {
  const ids = new Map();
  const forms = [];
  const counts = [];
  const sentences = pairs.map(({ english }) => {
    const own = new Set();
    for (const word of englishWordsIn(english)) {
      const key = word.toLowerCase();
      if (!ids.has(key)) {
        ids.set(key, forms.length);
        forms.push(new Map());
        counts.push(0);
      }
      const id = ids.get(key);
      own.add(id);
      forms[id].set(word, (forms[id].get(word) ?? 0) + 1);
    }
    for (const id of own) counts[id] += 1;
    return [...own];
  });
  const usual = forms.map(usualForm);
  const byCount = counts.map((_, id) => id).sort((a, b) => counts[b] - counts[a]);
  return { usual, counts, sentences, frequent: new Set(byCount.slice(0, common.words)) };
}

/** As it is written inside of a sentence, where it is no name. */
function usualForm(forms) {
  const all = [...forms].sort((a, b) => b[1] - a[1]);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  const small = all.find(([form]) => form === form.toLowerCase());
  return small && small[1] >= smallShare * total ? small[0] : all[0][0];
}

/** The pairs that each piece of Chinese occurs in; rare ones are left out. */
function placesOf(pairs, piecesIn) {
  const places = new Map();
  pairs.forEach(({ chinese }, i) => {
    for (const piece of new Set(piecesIn(chinese))) {
      if (!places.has(piece)) places.set(piece, []);
      places.get(piece).push(i);
    }
  });
  for (const [piece, { length: count }] of places)
    if (count < (length(piece) === 1 ? rarest.character : rarest.word)) places.delete(piece);
  return places;
}

/** For each piece its English words, by their numbers, and how near those are: to it, and it to them. */
function nearIn(places, { counts, sentences }) {
  const together = new Int32Array(counts.length);
  const all = new Map();
  for (const [piece, at] of places) {
    const seen = [];
    for (const i of at)
      for (const id of sentences[i]) {
        if (together[id] === 0) seen.push(id);
        together[id] += 1;
      }
    const near = new Map();
    for (const id of seen) {
      const both = together[id];
      together[id] = 0;
      const dice = (2 * both) / (at.length + counts[id]);
      const value = Math.sqrt(dice * (both / at.length));
      const back = Math.sqrt(dice * (both / counts[id]));
      if (value >= least.character || back >= least.english) near.set(id, { value, back });
    }
    all.set(piece, near);
  }
  return all;
}

/** The nearest English word of each piece that has one: { id, value }. */
function nearestIn(near, frequent) {
  const isSure = ([id, { value }]) => value >= (frequent.has(id) ? common.least : least.character);
  const nearest = new Map();
  for (const [piece, all] of near) {
    const [first] = [...all].filter(isSure).sort((a, b) => b[1].value - a[1].value);
    if (first) nearest.set(piece, { id: first[0], value: first[1].value });
  }
  return nearest;
}

/** Stretches that are words: near to something, and worth more than what they can be divided into. */
function wordsAmong(near, nearest) {
  const worth = (stretch) =>
    (nearest.get(stretch)?.value ?? 0) * (length(stretch) === 1 ? ofCharacter : length(stretch));
  const isWord = ([stretch, { id, value }]) => {
    if (length(stretch) === 1 || value < least.word) return false;
    const ofPart = (part) => near.get(part)?.get(id)?.value ?? 0;
    return (
      partsOf(stretch).every((part) => value >= asNear * ofPart(part)) &&
      worth(stretch) >= worthOfParts(stretch, worth)
    );
  };
  return new Set([...nearest].filter(isWord).map(([stretch]) => stretch));
}

/** A text's longest words from left to right; where none begins, one character. */
export function divide(chinese, isWord) {
  return runsIn(chinese).flatMap((run) => {
    const characters = [...run];
    const pieces = [];
    for (let from = 0; from < characters.length;) {
      let count = Math.min(longestWord, characters.length - from);
      const piece = () => characters.slice(from, from + count).join('');
      while (count > 1 && !isWord(piece())) --count;
      pieces.push(piece());
      from += count;
    }
    return pieces;
  });
}

/**
 * { chinese: Map of words and characters to English words, english: Map of English words, in small
 * letters, to Chinese }. What nothing stands for with some certainty is left out.
 * @param pairs [{ english, chinese }, …]
 */
export function glossary(pairs) {
  const words = englishOf(pairs);
  const { usual, counts, frequent } = words;
  const stretches = nearIn(placesOf(pairs, stretchesIn), words);
  const found = wordsAmong(stretches, nearestIn(stretches, frequent));
  // Once more, without what a character owes to the words that it is in.
  const divided = (chinese) => divide(chinese, (stretch) => found.has(stretch));
  const pieces = nearIn(placesOf(pairs, divided), words);
  const chinese = new Map(
    [...nearestIn(pieces, frequent)]
      .filter(([piece, { value }]) => length(piece) === 1 || value >= least.word)
      .map(([piece, { id }]) => [piece, usual[id]]),
  );
  const best = new Map();
  for (const [piece, near] of pieces)
    for (const [id, { back }] of near) {
      const score = back * perCharacter ** length(piece);
      if (
        back >= least.english &&
        counts[id] >= rarest.english &&
        score > (best.get(id)?.score ?? 0)
      )
        best.set(id, { score, piece });
    }
  const english = new Map([...best].map(([id, { piece }]) => [usual[id].toLowerCase(), piece]));
  return { chinese, english };
}
