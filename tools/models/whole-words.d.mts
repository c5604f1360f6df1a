export function wholeWords(
  english: ReadonlyMap<string, string>,
  pairs: readonly { readonly english: string; readonly chinese: string }[],
): Map<string, string>;
