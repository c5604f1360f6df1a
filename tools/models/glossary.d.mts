export function divide(chinese: string, isWord: (piece: string) => boolean): string[];
export function glossary(
  pairs: readonly { readonly english: string; readonly chinese: string }[],
): {
  readonly chinese: Map<string, string>;
  readonly english: Map<string, string>;
};
