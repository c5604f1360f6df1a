/** What the hand-made model can read. */

export type LettersProblem =
  { readonly kind: 'empty' } | { readonly kind: 'letters'; readonly found: string };

/** As an input method may write them: full-width letters are plain ones. */
export function plainLetters(typed: string): string {
  return typed.normalize('NFKC');
}

/** Blanks are left out; anything but a and b is a problem. */
export function checkLetters(text: string): { letters: string } | LettersProblem {
  const letters = plainLetters(text).replace(/\s/g, '');
  if (letters === '') return { kind: 'empty' };
  const other = /[^ab]/u.exec(letters);
  return other
    ? { kind: 'letters', found: /\p{Cs}/u.test(other[0]) ? '\ufffd' : other[0] }
    : { letters };
}
