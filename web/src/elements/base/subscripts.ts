import { html, type TemplateResult } from 'lit';

/** Names of matrices and vectors as they are set: `W_O`, `x_q`, `d_head`, with what follows the line below it. */
const kName = /(?<=\b\w)_([A-Za-z]+)/;

/** A sentence with its names as they are set. */
export function withSubscripts(sentence: string): TemplateResult {
  return html`${sentence.split(kName).map((part, i) => (i % 2 === 0 ? part : html`<sub>${part}</sub>`))}`;
}
