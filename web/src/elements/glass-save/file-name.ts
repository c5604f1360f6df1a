const kMaxLength = 60;

/** "Attention weights: 7 tokens" as svg: "attention-weights-7-tokens.svg". Letters of every script stay. */
export function fileName(title: string, extension: string): string {
  const words =
    title
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, kMaxLength).join('').replace(/-$/, '');
  return `${name || 'figure'}.${extension}`;
}
