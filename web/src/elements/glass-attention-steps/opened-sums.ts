/** The sums behind one key and one number of the context vector, written out with every term. */
import { html, nothing, type TemplateResult } from 'lit';
import { tokenColour } from '../../view/colour.ts';
import { rowOf } from '../../view/matrix.ts';
import { formatFixed, formatWeight, isHidden } from '../../view/number.ts';
import { dotTerms, softmaxTerms, type Term, weightedTerms } from '../../view/sums.ts';
import { styles } from '../base/styles-directive.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Sums } from '../i18n/subjects/sums.ts';
import type { Steps } from './steps.ts';

/** More terms than this are only counted. */
const kMaxTerms = 32;

export function openedSums(steps: Steps, words: Common & Sums, digits: number): TemplateResult {
  const { query, key, column, labels } = steps;
  const number = (value: number) => formatFixed(value, digits);
  const width = steps.k.columns;
  const factor = formatFixed(Math.sqrt(width), digits);
  const isMasked = isHidden(steps.scores[key] ?? 0);
  return html`<div class="sums" part="sums">
    <p class="title">${words.openedSums}</p>
    <dl>
      <dt>q(${token(labels, query)}) · k(${token(labels, key)})</dt>
      <dd>
        ${products(dotTerms(rowOf(steps.q, query), rowOf(steps.k, key)), number, words)}
        <span>= <b>${number(steps.rawScores[key] ?? 0)}</b></span>
      </dd>
      <dt>${words.scaled(width)}</dt>
      <dd>
        ${isMasked ? words.hidden : html`${number(steps.rawScores[key] ?? 0)} ÷ ${factor} = <b>${number(steps.scores[key] ?? 0)}</b>`}
      </dd>
      <dt>${words.softmax}</dt>
      <dd>${isMasked ? words.hidden : softmax(steps, words, digits)}</dd>
      <dt>${words.contextNumber(column + 1)}</dt>
      <dd>
        ${weighted(steps, number, words)}
        <span>= <b>${number(steps.context[column] ?? 0)}</b></span>
      </dd>
    </dl>
  </div>`;
}

/** Of a token that stands twice, with its place, counted from 1. */
function token(labels: readonly string[], place: number): TemplateResult {
  const label = labels[place] ?? '';
  const isTwice = labels.indexOf(label) !== labels.lastIndexOf(label);
  return html`<bdi ${styles({ color: tokenColour(place) })}
    >${label}${isTwice ? html`<sub>${place + 1}</sub>` : nothing}</bdi
  >`;
}

/** (a)(b) + (c)(d) + …, negative numbers in brackets. */
function products(
  terms: readonly Term[],
  number: (value: number) => string,
  words: Common & Sums,
  hues?: readonly number[],
): TemplateResult {
  const shown = terms.slice(0, kMaxTerms);
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

/** Tokens that are shown one by one and not masked, and how many more take part. */
function seen({ shown, rest, scores }: Steps): { readonly rows: readonly number[]; more: number } {
  const isSeen = (row: number) => !isHidden(scores[row] ?? 0);
  const rows = shown.filter(isSeen);
  const first = rows.slice(0, kMaxTerms);
  return { rows: first, more: rows.length - first.length + rest.filter(isSeen).length };
}

function softmax(steps: Steps, words: Common & Sums, digits: number): TemplateResult {
  const { exponentials, sum, shift } = softmaxTerms(steps.scores);
  const write = (row: number) => formatWeight(exponentials[row] ?? 0, digits);
  const { rows, more } = seen(steps);
  const score = formatFixed(steps.scores[steps.key] ?? 0, digits);
  const exponent =
    shift === 0
      ? score
      : `${score} ${shift < 0 ? '+' : '−'} ${formatFixed(Math.abs(shift), digits)}`;
  return html`${write(steps.key)} ÷
    (${rows.map(
      (row, i) =>
        html`${i > 0 ? ' + ' : ''}<span class="hue" ${styles({ '--hue': tokenColour(row) })}
            >${write(row)}</span
          >`,
    )}${more > 0 ? html` <small>${words.more(more)}</small>` : nothing})
    <span>= ${write(steps.key)} ÷ ${formatFixed(sum, digits)}</span>
    <span>= <b>${formatWeight(steps.weights[steps.key] ?? 0, digits)}</b></span>
    <small
      >${shift === 0 ? nothing : html`${words.shiftNote(shift)} `}e<sup>${exponent}</sup> =
      ${write(steps.key)}</small
    >`;
}

function weighted(
  steps: Steps,
  number: (value: number) => string,
  words: Common & Sums,
): TemplateResult {
  const terms = weightedTerms(steps.weights, steps.v, steps.column);
  const { rows, more } = seen(steps);
  const shown = rows.flatMap((row) => terms[row] ?? []);
  return html`${products(shown, number, words, rows)}${more > 0 ? html` <small>${words.more(more)}</small>` : nothing}`;
}
