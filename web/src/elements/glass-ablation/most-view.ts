/** The parts without which a probability changes most. */
import { html, type TemplateResult } from 'lit';
import { type ModelPart, rankedByChange } from '../../view/ablation.ts';
import { formatPercent } from '../../view/number.ts';
import { track } from '../base/track.ts';
import type { Worth } from '../../study/worths.ts';

/** How many parts the list names. */
const kNamed = 8;

export interface Most {
  readonly worths: readonly Worth[];
  /** The probability with all parts. */
  readonly before: number;
  readonly nameOf: (part: ModelPart) => string;
  readonly choose: (worth: Worth) => void;
}

export function mostView({ worths, before, nameOf, choose }: Most): TemplateResult {
  const ranked = rankedByChange(worths, before).slice(0, kNamed);
  const longest = Math.max(before, ...ranked.map(({ probability }) => probability));
  return html`<ol part="most">
    ${ranked.map(
      (worth) =>
        html`<li>
          <button @click=${() => choose(worth)}>${nameOf(worth.part)}</button>
          ${track(worth.probability / longest, before / longest)}
          <b>${formatPercent(worth.probability)}</b>
        </li>`,
    )}
  </ol>`;
}
