// BLEU: how many of a translation's n-grams its references have (Papineni et al. 2002), of a corpus.
import { gramsOf } from './chrf.mjs';

const longest = 4;

/**
 * From 0 to 100, on characters without white space: pairs are [{ translation, references }, …]. A
 * corpus without any match of some length scores 0; nothing is smoothed.
 */
export function corpusBleu(pairs) {
  const totals = Array.from({ length: longest }, () => ({ matches: 0, got: 0 }));
  let length = 0;
  let wanted = 0;
  for (const { translation, references } of pairs) {
    const got = charactersOf(translation);
    const known = references.map(charactersOf);
    length += got.length;
    wanted += nearestLength(known, got.length);
    totals.forEach((total, i) => {
      const theirs = known.map((characters) => gramsOf(characters, i + 1));
      for (const [gram, count] of gramsOf(got, i + 1)) {
        const most = Math.max(...theirs.map((grams) => grams.get(gram) ?? 0));
        total.matches += Math.min(count, most);
        total.got += count;
      }
    });
  }
  if (totals.some(({ matches }) => matches === 0)) return 0;
  const precision = totals.reduce((sum, { matches, got }) => sum + Math.log(matches / got), 0);
  const brevity = Math.min(0, 1 - wanted / length); // of translations shorter than the references
  return 100 * Math.exp(precision / longest + brevity);
}

const charactersOf = (text) => [...text.replace(/\s+/g, '')];

/** The shorter of two that are as near. */
function nearestLength(references, length) {
  const distance = (reference) => Math.abs(reference.length - length);
  return references.toSorted((a, b) => distance(a) - distance(b) || a.length - b.length).at(0)
    .length;
}
