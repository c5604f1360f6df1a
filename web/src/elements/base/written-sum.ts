/** A sum of products, written out: those that count most, the others together, what is added to them, and what it makes. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LogitSum } from '../../view/logits.ts';
import { formatFixed } from '../../view/number.ts';
import type { Layers } from '../i18n/subjects/layers.ts';

/** How many products are written out. */
export const kWrittenTerms = 3;
const kDigits = 4;

export interface WrittenSum extends LogitSum {
  /** Null where there is none. */
  readonly bias: number | null;
  /** What the engine's number has more than the sum, because it multiplies 8-bit integers; null where it multiplies floats. */
  readonly rounding: number | null;
}

/**
 * x₁ × w₁ + x₂ × w₂ + … = …
 *
 * @param results what stands below the sum, the sum itself first: a name and a number each
 */
export function writtenSum(
  title: string,
  { terms, rest, restCount, bias, rounding }: WrittenSum,
  results: readonly (readonly [name: string, value: number])[],
  { logits: words }: Layers,
): TemplateResult {
  const number = (each: number) => formatFixed(each, kDigits);
  const factor = (each: number) => (each < 0 ? `(${number(each)})` : number(each));
  const row = (name: string, value: TemplateResult | string, sum = '') =>
    html`<dt class=${sum}>${name}</dt>
      <dd class=${sum}>${value}</dd>`;
  return html`<p>${title}</p>
    <dl>
      ${terms.map(({ column, value, weight, product }) =>
        row(
          words.number(column + 1),
          html`${number(value)} × ${factor(weight)} <span>= ${number(product)}</span>`,
        ),
      )}
      ${restCount > 0 ? row(words.others(restCount), number(rest)) : nothing}
      ${bias === null ? nothing : row(words.bias, number(bias))}
      ${rounding === null ? nothing : row(words.rounding, number(rounding))}
      ${results.map(([name, value]) => row(name, number(value), 'sum'))}
    </dl>`;
}
