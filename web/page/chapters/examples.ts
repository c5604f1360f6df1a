/** Longer sentences are no button. */
const kLongest = 80;

/** The reader's own sentence first, where the model can read its script; then the examples. */
export function examplesWith(
  text: string,
  examples: readonly string[],
  script: 'latin' | 'han',
): readonly string[] {
  const own = text.trim();
  const isHan = /\p{Script=Han}/u.test(own);
  const isReadable = script === 'han' ? isHan : /[a-z]/i.test(own) && !isHan;
  return isReadable && own.length <= kLongest && !examples.includes(own)
    ? [own, ...examples]
    : examples;
}
