// Which word of a sentence a character of its translation stands for, learned from pairs: IBM's
// model 1 (Brown et al. 1993), by expectation maximization.

const nothing = ''; // a word that is always there, for characters that stand for none

/** How probable each character is as a part of a word's translation: word → (character → p). */
export class WordAlignment {
  #table = new Map();

  /** `pairs`: [{ words: [...], characters: [...] }, …] */
  constructor(pairs, { rounds = 5 } = {}) {
    const all = pairs.map(({ words, characters }) => [[nothing, ...words], characters]);
    for (let round = 0; round < rounds; round++) this.#table = this.#improve(all);
  }

  #improve(pairs) {
    const counts = new Map();
    for (const [words, characters] of pairs) {
      for (const character of characters) {
        const shares = words.map((word) => this.#probability(word, character));
        const total = shares.reduce((sum, share) => sum + share, 0);
        words.forEach((word, i) => {
          if (!counts.has(word)) counts.set(word, new Map());
          const row = counts.get(word);
          row.set(character, (row.get(character) ?? 0) + shares[i] / total);
        });
      }
    }
    for (const row of counts.values()) {
      const total = [...row.values()].reduce((sum, n) => sum + n, 0);
      for (const [character, n] of row) row.set(character, n / total);
    }
    return counts;
  }

  #probability(word, character) {
    if (this.#table.size === 0) return 1; // the first round: anything may stand for anything
    return this.#table.get(word)?.get(character) ?? 0;
  }

  /** The place of the word that this character stands for; -1 where no word has most of the say. */
  wordFor(character, words) {
    const shares = [nothing, ...words].map((word) => this.#probability(word, character));
    const total = shares.reduce((sum, share) => sum + share, 0);
    const best = shares.indexOf(Math.max(...shares));
    return total > 0 && shares[best] > 0.5 * total ? best - 1 : -1;
  }
}
