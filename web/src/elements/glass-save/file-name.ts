const kMaxLength = 60;
/** What of a title counts: a browser takes seconds to normalise tens of thousands of combining marks. */
const kMaxTitle = 1000;

/**
 * "Attention weights: 7 tokens" as svg: "attention-weights-7-tokens.svg". Letters of every script stay.
 * @param ordinal from 2 on it stands behind the name: "attention-weights-2.svg"
 */
export function fileName(title: string, extension: string, ordinal = 1): string {
  const words =
    title
      .slice(0, kMaxTitle)
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, kMaxLength).join('').replace(/-$/, '');
  return `${name || 'figure'}${ordinal > 1 ? `-${ordinal}` : ''}.${extension}`;
}
