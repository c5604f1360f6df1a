/** The figures of the first view as the build draws them. */
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { Preview } from 'glassformer/elements';
import { wordsFor } from 'glassformer/elements/functions';
import {
  headHabits,
  matrixOf,
  stillAttention,
  stillCandidates,
  stillHeads,
  stillStyles,
} from 'glassformer/elements/still';
import type { Tensor } from 'glassformer';
import { kBars } from '../bars.ts';
import { type Language, textsIn } from '../i18n/texts.ts';
import { aboutModel } from '../parts/contents.ts';
import { firstWriter, kFirstHead } from '../writers.ts';

/** The rows of the live figure where it is touched, and those of its picture. */
const kRows = { touched: 47, drawn: 31 };
const touchedRows = Array.from({ length: kBars.touched }, (_, row) => {
  const down = (row + 0.5) * (kRows.touched - kRows.drawn);
  return `static-next-token g:nth-of-type(${row + 1}) { transform: translateY(${down}px); }`;
}).join('\n  ');

/**
 * The room that the live figures take beside what is drawn here (a readout, the ramp, Save, what was changed), so that nothing
 * moves when they come. The lines that the page begins with have so many tokens, and their models so many layers.
 */
const room = `
.first static-save { position: relative; padding-bottom: 32px; }
.first .model { position: absolute; bottom: 5px; }
.first static-next-token { min-height: 347px; }
.say static-input { min-height: 44px; }
.under-say static-tokens { min-height: 43px; }
.first static-attention:lang(en) { min-height: 405px; }
.first static-attention:lang(zh) { min-height: 348px; }
@media (max-width: 46rem) {
  .first static-heads:lang(en) { min-height: 319px; }
  .first static-heads:lang(zh) { min-height: 406px; }
}
@media (pointer: coarse) {
  .first static-save { padding-bottom: 48px; }
  .first static-next-token { min-height: 0; }
  .under-say static-tokens { min-height: 61px; }
  .first static-attention:lang(en) { min-height: 515px; }
  .first static-attention:lang(zh) { min-height: 448px; }
}`;

/** No attribute may hold styles: the page's policy refuses them. */
export const pictureStyles = `
static-input p { margin: 0; padding: 0.475rem 2px; font-size: 1.75rem; line-height: 1.3; }
@media (max-width: 46rem) { static-input p { font-size: 1.25rem; } }
.first svg { display: block; max-width: 100%; height: auto; overflow: visible; font-size: 13px; }
.first static-heads p, .first .model { margin: 0.35rem 0 0; color: var(--gf-soft); font-size: 0.8125rem; line-height: 1.45; }
.first static-heads b { margin-inline-end: 0.5em; color: var(--gf-ink); font-weight: 600; }
.first .model { font-size: 0.75rem; }
.first .model a { color: inherit; }
/* Names of layers stand before the picture. */
.first static-heads svg { max-width: calc(100% - 3.4rem); margin-left: 3.4rem; }
@media (pointer: coarse) {
  .first static-next-token { display: block; min-height: 0; height: calc(${kBars.touched} * (44px + 3px) + 1px + 44px); overflow: clip; }
  static-next-token g:nth-of-type(n + ${kBars.touched + 1}) { display: none; }
  ${touchedRows}
}
@media (scripting: enabled) {${room}
}
${stillStyles}`;

/** By the name of the element in whose place each stands. */
export function picturesOf(
  language: Language,
  { text, run: { tokens, activations }, candidates }: Preview,
): ReadonlyMap<string, TemplateResult> {
  const texts = textsIn(language);
  const words = wordsFor(texts.language);
  const writer = firstWriter(language);
  const { layer, head } = kFirstHead[writer];
  const tensor = (part: string, of: number) => activations[`blocks.${of}.attn.${part}`] as Tensor;
  const layers = Object.keys(activations).filter((name) => name.endsWith('.pattern')).length;
  const patterns = Array.from({ length: layers }, (_, each) => tensor('pattern', each));
  const attention = {
    pattern: tensor('pattern', layer),
    scores: tensor('scores', layer),
    head,
    tokens,
    label: words.attentionCaption(tokens.length, tokens.length),
  };
  return new Map([
    ['glass-input', html`<p>${text}</p>`],
    [
      'glass-heads',
      html`${stillHeads(patterns, words.allHeads, words.layerName, { layer, head })}
        <p>
          <b>${words.headName(layer + 1, head + 1)}</b>
          ${words.habits(headHabits(matrixOf(attention.pattern, head)))}
        </p>`,
    ],
    ['glass-attention', stillAttention(attention)],
    ['glass-next-token', stillCandidates(candidates, words.nextToken)],
    [
      'glass-save',
      html`<p class="model">
        ${texts.sources.facts[writer]}
        <a href=${aboutModel(writer)}>${words.moreAboutModel}</a>
      </p>`,
    ],
  ]);
}
