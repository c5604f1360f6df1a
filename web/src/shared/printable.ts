/** Text from outside, as messages show it. */

/** Characters that would break a line, turn its direction or be none to see; JSON escapes only some of them. */
const unseen = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
export const escaped = (text: string) =>
  text.replace(unseen, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** More characters of a text are not shown. */
export const kMaxShown = 60;
export const shortened = (text: string, max = kMaxShown) =>
  text.length > max ? `${text.slice(0, max)}…` : text;

/** A text as it is, but on one line and not too long. */
export const printable = (text: string, max = kMaxShown) =>
  shortened(escaped(text.slice(0, max + 1)), max);

/** What was thrown, which may be anything. */
export function reasonOf(error: unknown): string {
  try {
    return printable(error instanceof Error ? error.message : String(error));
  } catch {
    return 'an error that has no text';
  }
}
