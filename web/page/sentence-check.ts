/** What can be wrong with a sentence before the engine sees it, and how much of a long one the figures read. */

export type SentenceProblem =
  | { readonly kind: 'empty' | 'noWords' | 'engine' }
  | { readonly kind: 'brokenCharacter'; readonly place: number };

export function findProblem(text: string): SentenceProblem | null {
  const broken = text.search(
    /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/,
  );
  if (broken >= 0) return { kind: 'brokenCharacter', place: [...text.slice(0, broken)].length + 1 };
  if (/[^\p{P}\p{Z}\p{C}]/u.test(text)) return null;
  return { kind: /\p{P}/u.test(text) ? 'noWords' : 'empty' };
}

/** The text up to its `limit`-th word (a run without blanks, or one ideograph), and how many words there are. */
export function firstWords(text: string, limit: number): { head: string; words: number } {
  let words = 0;
  let end = text.length;
  for (const match of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{P}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*/gu,
  )) {
    words += 1;
    if (words === limit) end = match.index + match[0].length;
  }
  return { head: text.slice(0, end), words };
}
