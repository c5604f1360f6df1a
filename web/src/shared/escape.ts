/** Text in a document. */

/** What neither XML nor HTML can hold. */
export const kNotHeld = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Text as it may stand in XML and HTML, also within quotes. Control characters, which XML cannot hold, are left out;
 * a carriage return is written so that it is not read as a line feed.
 */
export function escape(text: unknown): string {
  return String(text)
    .replace(new RegExp(kNotHeld, 'g'), '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}
