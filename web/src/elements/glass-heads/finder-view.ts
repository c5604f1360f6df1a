/** The heads that look at what the reader asks for. */
import { html, nothing, type TemplateResult } from 'lit';
import { type FoundHead, type Habit, habits } from '../../view/head-finder.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { formatPercent } from '../../view/number.ts';
import { track } from '../base/track.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { kNamed } from './named.ts';

export interface Finder {
  readonly words: Common;
  readonly find: Habit | '';
  /** All heads, the best first; null where nothing is asked. */
  readonly found: readonly FoundHead[] | null;
  /** What the text has nothing of is not offered. */
  readonly canBeFound: (habit: Habit) => boolean;
  readonly ask: (habit: Habit | '') => void;
  readonly pick: (place: HeadPlace) => void;
}

export function finderView(view: Finder): TemplateResult {
  const { words, find, found, canBeFound, ask } = view;
  const { finder } = words;
  return html`<div class="finder">
    <label data-control="finder"
      >${finder.label}
      <select
        @change=${({ target }: Event) => ask((target as HTMLSelectElement).value as Habit | '')}
      >
        <option value="" ?selected=${find === ''}>${finder.nothing}</option>
        ${habits.map((habit) => html`<option value=${habit} ?disabled=${!canBeFound(habit)} ?selected=${find === habit}>${finder.habits[habit]}</option>`)}
      </select></label
    >
    ${found === null ? nothing : ranking(view, found)}
  </div>`;
}

function ranking({ words, pick }: Finder, found: readonly FoundHead[]): TemplateResult {
  const [best] = found;
  if (best === undefined) return html`<p part="found" role="status">${words.finder.none}</p>`;
  return html`<ol part="found">
      ${found.slice(0, kNamed).map(
        (place) =>
          html`<li>
            <button @click=${() => pick(place)}>
              ${words.headName(place.layer + 1, place.head + 1)}
            </button>
            ${track(place.share, place.even)}
            <b>${formatPercent(place.share, 0)}</b>
          </li>`,
      )}
    </ol>
    <p role="status">${words.finder.even(best.even, best.share > best.even)}</p>`;
}
