export function corpusBleu(
  pairs: readonly { translation: string; references: readonly string[] }[],
): number;
