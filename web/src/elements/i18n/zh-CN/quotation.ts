/** 加引号；文字里有引号时用直角引号，以免分不清。 */
export function inQuotes(text: string): string {
  return /[“”]/.test(text) ? `「${text}」` : `“${text}”`;
}
