/** Text in a document. */

/** What neither XML nor HTML can hold. */
export const kNotHeld = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** A character's code, as U+0000. */
export const nameOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Without control characters, which neither XML nor a text of a PNG can hold. */
export const held = (text: string): string => text.replace(new RegExp(kNotHeld, 'g'), '');

/**
 * Text as it may stand in XML and HTML, also within quotes. Control characters, which XML cannot hold, are left out;
 * a carriage return is written so that it is not read as a line feed.
 */
export function escape(text: unknown): string {
  return held(String(text))
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}
