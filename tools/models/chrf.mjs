// chrF: how well the character n-grams of a translation and a reference agree (Popović 2015).

/** How often every run of n characters occurs. */
export function gramsOf(characters, n) {
  const counts = new Map();
  for (let i = 0; i + n <= characters.length; i++) {
    const gram = characters.slice(i, i + n).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

const sum = (counts) => [...counts.values()].reduce((total, count) => total + count, 0);

/** { matches, got, wanted } of n-grams for every n from 1 to `longest`. White space does not count. */
function agreement(translation, reference, longest) {
  const [got, wanted] = [translation, reference].map((text) => [...text.replace(/\s+/g, '')]);
  return Array.from({ length: longest }, (_, i) => {
    const [mine, yours] = [gramsOf(got, i + 1), gramsOf(wanted, i + 1)];
    const matches = [...mine].map(([gram, n]) => Math.min(n, yours.get(gram) ?? 0));
    return { matches: matches.reduce((a, b) => a + b, 0), got: sum(mine), wanted: sum(yours) };
  });
}

/**
 * F_β of precision and recall, both averaged over n = 1 … 6; n that neither text is long enough for
 * are left out. From 0 to 100; β = 2 weighs recall double.
 */
function score(counts, beta) {
  const used = counts.filter(({ got, wanted }) => got > 0 || wanted > 0);
  if (used.length === 0) return 100; // both are empty
  const mean = (of) => used.reduce((total, n) => total + of(n), 0) / used.length;
  const precision = mean(({ matches, got }) => (got > 0 ? matches / got : 0));
  const recall = mean(({ matches, wanted }) => (wanted > 0 ? matches / wanted : 0));
  if (precision + recall === 0) return 0;
  return (100 * (1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}

/** Of one sentence; the best over its references. */
export function chrf(translation, references, { longest = 6, beta = 2 } = {}) {
  return Math.max(...references.map((text) => score(agreement(translation, text, longest), beta)));
}

/**
 * Of a corpus: [{ translation, references }, …]. The n-grams of all sentences are counted
 * together, each sentence against the reference that suits it best.
 */
export function corpusChrf(pairs, { longest = 6, beta = 2 } = {}) {
  const totals = Array.from({ length: longest }, () => ({ matches: 0, got: 0, wanted: 0 }));
  for (const { translation, references } of pairs) {
    const best = references
      .map((text) => agreement(translation, text, longest))
      .reduce((a, b) => (score(b, beta) > score(a, beta) ? b : a));
    best.forEach((counts, i) => {
      for (const key of Object.keys(counts)) totals[i][key] += counts[key];
    });
  }
  return score(totals, beta);
}
