/** The tokens of a text over a figure of one of them, and what else the reader chooses there. */
import { html, type TemplateResult } from 'lit';
import type { Token } from '../../shared/run-types.ts';

/**
 * The place of `lookedTokenStyles`. Who uses it defines `<glass-tokens>`.
 * @param caption what the tokens are chosen for
 */
export function lookedToken(
  tokens: readonly Token[],
  caption: string,
  ...choices: readonly unknown[]
): TemplateResult {
  return html`<div class="who" data-control>
    <glass-tokens
      data-control="token"
      without-ids
      .tokens=${tokens}
      .caption=${caption}
    ></glass-tokens>
    ${choices}
  </div>`;
}
