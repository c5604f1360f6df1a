/** The translations to choose from: the one whose attention is shown is written token by token. */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { tokenColour } from '../../view/colour.ts';
import { type GlossTable, glossed } from '../../view/gloss.ts';
import { languageOfText } from '../../view/label.ts';
import { styles } from '../base/styles-directive.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Generating } from '../i18n/subjects/generating.ts';
import type { Translating } from '../i18n/subjects/translating.ts';
import type { Answer } from './answer.ts';
import type { Hypothesis, Way } from './translation.ts';

export interface Outputs {
  readonly answer: Answer;
  /** The translation whose attention is shown. */
  readonly shown: Way;
  /** Its token that is looked at. */
  readonly target: number | null;
  /** A newer answer is being computed. */
  readonly isBusy: boolean;
  /** What words of a translation mostly stand for; null: not known. */
  readonly gloss: GlossTable | null;
  readonly words: Common & Generating & Translating;
  choose(way: Way): void;
  lookAt(target: number | null): void;
}

export function renderOutputs(outputs: Outputs): TemplateResult {
  const { answer, isBusy, words } = outputs;
  return html`<div
    class="outputs ${isBusy ? 'busy' : ''}"
    role="radiogroup"
    aria-label=${words.translations}
    aria-live="polite"
  >
    ${output(outputs, 'greedy', words.greedy)}
    ${output(outputs, 'beam', words.beamOf(answer.question.beams))}
    ${outputs.gloss === null ? nothing : html`<p class="small">${words.glossIs}</p>`}
  </div>`;
}

function output(outputs: Outputs, way: Way, name: string): TemplateResult {
  const { answer, shown, words } = outputs;
  const { now, untouched } = answer;
  const { text, score, ids } = now[way];
  const other = way === 'beam' ? 'greedy' : 'beam';
  const before = untouched[way].text;
  const isLikelier = perToken(now[way]) > perToken(now[other]) + 1e-6;
  // The whole card is pressed as its radio button is; what is dragged over it is selected.
  const press = () => getSelection()?.toString() === '' && outputs.choose(way);
  return html`<div class="output ${shown === way ? 'shown' : ''}" @click=${press}>
    <input
      data-control="shown"
      type="radio"
      name="way"
      id="way-${way}"
      .checked=${shown === way}
      @change=${() => outputs.choose(way)}
    />
    <label for="way-${way}">${name}</label>
    <div class="said">
      <bdi class="text" part="translation" lang=${languageOfText(text, words.language) ?? nothing}
        >${written(outputs, way)}</bdi
      >
      ${before === text ? nothing : html`<span class="before">${words.before(before)}</span>`}
      ${guard([text, outputs.gloss], () => outputs.gloss && wordByWord(text, outputs.gloss))}
    </div>
    <span class="score"
      >${words.logPPerToken(score, ids.length)}
      ${isLikelier ? html`<b>${words.likelier}</b>` : nothing}</span
    >
  </div>`;
}

/** Each word over its reading and what it mostly stands for. Marks say nothing. */
function wordByWord(text: string, table: GlossTable): TemplateResult {
  return html`<ol class="gloss" part="gloss">
    ${glossed(text, table).map(({ text: piece, reading, word }) =>
      /^\P{L}+$/u.test(piece)
        ? nothing
        : html`<li>
            <bdi lang=${languageOfText(piece, '') ?? nothing}>${piece}</bdi>
            ${reading === '' ? nothing : html`<span lang="zh-Latn">${reading}</span>`}
            <span lang=${languageOfText(word, '') ?? nothing}>${word === '' ? '·' : word}</span>
          </li>`,
    )}
  </ol>`;
}

/** The tokens of the one that is shown light up where they are looked at. */
function written(outputs: Outputs, way: Way): string | TemplateResult[] {
  const { answer, shown, target: on, words } = outputs;
  const { text } = answer.now[way];
  const tokens = answer.inside[way].decoder.queries.slice(0, -1);
  const isWhole = tokens.map((token) => token.text).join('') === text;
  if (way !== shown || text === '' || !isWhole) return text || words.nothingSaid;
  return tokens.map(
    (token, target) =>
      html`<span
        class=${on === target ? 'on' : ''}
        ${styles({ '--hue': tokenColour(target) })}
        @pointerenter=${() => outputs.lookAt(target)}
        @pointerleave=${() => outputs.lookAt(null)}
        >${token.text}</span
      >`,
  );
}

/** What the beams are ranked by: the mean log-probability of a token. */
function perToken({ score, ids }: Hypothesis): number {
  return score / Math.max(1, ids.length);
}
