/** The nearest neighbours of a token as a list of bars, by the cosine of their embeddings. */
import { html, type TemplateResult } from 'lit';
import type { NearToken } from '../../shared/model-types.ts';
import { formatFixed } from '../../view/number.ts';
import { styles } from '../base/styles-directive.ts';
import { wordView } from '../base/word.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Vectors } from '../i18n/subjects/vectors.ts';

export interface NearestList {
  readonly list: readonly NearToken[];
  /** What stands above it. */
  readonly title: string;
  /** The colour of the token. */
  readonly hue: string;
  readonly words: Common & Vectors;
  /** What a token is called. */
  name(token: NearToken): string;
  /** -1: none is under the pointer. */
  onHover(id: number): void;
  onChoose(id: number): void;
}

export function renderNearest(nearest: NearestList): TemplateResult {
  return html`<div class="nearest" ${styles({ '--hue': nearest.hue })}>
    <p class="title" aria-live="polite"><bdi>${nearest.title}</bdi></p>
    <ol>
      ${nearest.list.map((token) => html`<li>${neighbour(token, nearest)}</li>`)}
    </ol>
  </div>`;
}

function neighbour(token: NearToken, { words, name, onHover, onChoose }: NearestList) {
  const { id, similarity } = token;
  return html`<button
    class="neighbour"
    part="neighbour"
    data-id=${id}
    @pointerenter=${() => onHover(id)}
    @pointerleave=${() => onHover(-1)}
    @click=${() => onChoose(id)}
  >
    ${wordView({ text: token.text, shown: name(token) }, words)}<span
      class="bar"
      ${styles({ width: `${(Math.max(0, similarity) * 100).toFixed(2)}%` })}
    ></span
    ><span class="unseen">${words.map.cosine}</span
    ><span class="number">${formatFixed(similarity, 3)}</span>
  </button>`;
}
