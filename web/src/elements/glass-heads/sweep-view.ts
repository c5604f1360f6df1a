/** The heads without which the next token changes most. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Candidate } from '../../shared/generation-types.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { formatPercent } from '../../view/number.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { kNamed } from './named.ts';
import type { Sweep } from './sweep.ts';

export interface SweepFigure {
  readonly words: Common;
  /** The reader has asked for it. */
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly swept: Sweep | null;
  readonly nameOf: (token: Candidate) => string;
  readonly turn: () => void;
  readonly pick: (place: HeadPlace) => void;
}

export function sweepView(figure: SweepFigure): TemplateResult {
  const { words, isOn, isBusy, swept, turn } = figure;
  return html`<div class="sweep" aria-busy=${isOn && isBusy}>
    <button data-control="sweep" aria-pressed=${isOn} @click=${turn}>${words.sweeper.label}</button>
    ${isOn && swept !== null ? worths(figure, swept) : nothing}
    ${isOn && swept === null && isBusy ? html`<p role="status">${words.sweeper.busy}</p>` : nothing}
  </div>`;
}

function worths({ words, nameOf, pick }: SweepFigure, { first, without }: Sweep): TemplateResult {
  const { sweeper } = words;
  const others = without.filter((each) => each.first.id !== first.id);
  return html`<p role="status">${sweeper.before(nameOf(first), first.probability)}</p>
    <ol part="sweep">
      ${without.slice(0, kNamed).map(
        (each) =>
          html`<li>
            <button @click=${() => pick(each)}>
              ${words.headName(each.layer + 1, each.head + 1)}
            </button>
            <span
              ><b>${formatPercent(each.probability)}</b>
              ${each.first.id === first.id ? nothing : sweeper.instead(nameOf(each.first))}</span
            >
          </li>`,
      )}
    </ol>
    <p>${sweeper.changed(others.length, without.length)}</p>`;
}
