/** The sums behind one key and one number of the context vector, written out with every term. */
import { html, nothing, type TemplateResult } from 'lit';
import { tokenColour } from '../../view/colour.ts';
import { rowOf } from '../../view/matrix.ts';
import { formatFixed, formatPower, isHidden } from '../../view/number.ts';
import { dotTerms, softmaxTerms, type Term, weightedTerms } from '../../view/sums.ts';
import { styles } from '../base/styles-directive.ts';
import type { Words } from '../i18n/en.ts';
import type { Steps } from './glass-attention-steps.element.ts';

/** More terms than this are told of by their number. */
const kMostTerms = 32;

export function openedSums(steps: Steps, words: Words, digits: number): TemplateResult {
  const { query, key, column, labels } = steps;
  const number = (value: number) => formatFixed(value, digits);
  const width = steps.k.columns;
  const factor = formatFixed(Math.sqrt(width), digits);
  const isMasked = isHidden(steps.scores[key] ?? 0);
  return html`<div class="sums" part="sums">
    <p class="title">${words.openedSums}</p>
    <dl>
      <dt>${token(labels, query)} · ${token(labels, key)}</dt>
      <dd>
        ${products(dotTerms(rowOf(steps.q, query), rowOf(steps.k, key)), number, words)}
        <span>= <b>${number(steps.rawScores[key] ?? 0)}</b></span>
      </dd>
      <dt>${words.scaled(width)}</dt>
      <dd>
        ${isMasked ? words.hidden : html`${number(steps.rawScores[key] ?? 0)} ÷ ${factor} = <b>${number(steps.scores[key] ?? 0)}</b>`}
      </dd>
      <dt>${words.softmax}</dt>
      <dd>${softmax(steps, words, digits)}</dd>
      <dt>${words.contextNumber(column + 1)}</dt>
      <dd>
        ${weighted(steps, number, words)}
        <span>= <b>${number(steps.context[column] ?? 0)}</b></span>
      </dd>
    </dl>
  </div>`;
}

function token(labels: readonly string[], place: number): TemplateResult {
  return html`<bdi ${styles({ color: tokenColour(place) })}>${labels[place]}</bdi>`;
}

/** (a)(b) + (c)(d) + …, negative numbers in brackets. */
function products(
  terms: readonly Term[],
  number: (value: number) => string,
  words: Words,
  hues?: readonly number[],
): TemplateResult {
  const shown = terms.slice(0, kMostTerms);
  const factor = (value: number) => (value < 0 ? `(${number(value)})` : number(value));
  return html`${shown.map(
    ({ left, right }, i) =>
      html`${i > 0 ? ' + ' : ''}<span
          class=${hues ? 'hue' : ''}
          ${styles(hues ? { '--hue': tokenColour(hues[i] ?? 0) } : {})}
          >${factor(left)}&thinsp;×&thinsp;${factor(right)}</span
        >`,
  )}${terms.length > shown.length ? html` <small>${words.more(terms.length - shown.length)}</small>` : nothing}`;
}

function softmax(steps: Steps, words: Words, digits: number): TemplateResult {
  const { exponentials, sum, shift } = softmaxTerms(steps.scores);
  const write = (value: number) =>
    value !== 0 && (value >= 1e6 || value < 1e-4) ? formatPower(value) : formatFixed(value, digits);
  const shown = steps.shown.slice(0, kMostTerms);
  const left = exponentials.length - shown.length;
  return html`${write(exponentials[steps.key] ?? 0)} ÷
    (${shown.map(
      (row, i) =>
        html`${i > 0 ? ' + ' : ''}<span class="hue" ${styles({ '--hue': tokenColour(row) })}
            >${write(exponentials[row] ?? 0)}</span
          >`,
    )}${left > 0 ? html` <small>${words.more(left)}</small>` : nothing})
    <span>= ${write(exponentials[steps.key] ?? 0)} ÷ ${write(sum)}</span>
    <span>= <b>${formatFixed(steps.weights[steps.key] ?? 0, digits)}</b></span>
    ${shift === 0 ? html`<small>e<sup>${formatFixed(steps.scores[steps.key] ?? 0, digits)}</sup> = ${write(exponentials[steps.key] ?? 0)}</small>` : html`<small>${words.shiftNote(shift)}</small>`}`;
}

function weighted(steps: Steps, number: (value: number) => string, words: Words): TemplateResult {
  const terms = weightedTerms(steps.weights, steps.v, steps.column);
  const shown = steps.shown.map((row) => terms[row] as Term);
  const left = terms.length - shown.length;
  return html`${products(shown, number, words, steps.shown)}${left > 0 ? html` <small>${words.more(left)}</small>` : nothing}`;
}
