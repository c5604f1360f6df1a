import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ref } from 'lit/directives/ref.js';
import type { HeadPlace, View } from '../address.ts';
import { translated } from '../source.ts';
import type { Actions, PageState } from '../state.ts';
import { byHand } from './by-hand.ts';
import { life } from './life.ts';
import { translator } from './translator.ts';
import { writerOf } from '../writers.ts';
import { worked } from './worked.ts';

const kShortSentence = 'I love you.';

/** Attention: every head to pick from, one of them large, the sums of one token, and what is hidden from it. */
export function looking(state: PageState, actions: Actions): TemplateResult {
  const { texts, head, view } = state;
  const { looking: words } = texts;
  return html`<section class="chapter" id="looking">
    <h2>${words.title}</h2>
    <div class="prose">${formula} ${words.body} ${words.habits[writerOf(state.read)]}</div>
    <figure class="pick">
      <div class="panel">
        <h3>${words.heads}</h3>
        <p>${words.headsText}</p>
        <glass-heads></glass-heads>
      </div>
      <div class="panel">
        <h3>${words.one(head.layer + 1, head.head + 1)}</h3>
        <p>${words.oneText}</p>
        <glass-save
          ><glass-attention
            .view=${view}
            @glass-view=${(event: CustomEvent<{ view: View }>) => actions.setView(event.detail.view)}
          ></glass-attention
        ></glass-save>
      </div>
    </figure>
    <h3>${words.steps}</h3>
    <div class="prose">${words.stepsBody}</div>
    <figure class="steps">
      <glass-save
        ><glass-attention-steps
          .layer=${head.layer}
          .head=${head.head}
          query="9999"
        ></glass-attention-steps
      ></glass-save>
    </figure>
    <h3>${words.variance}</h3>
    <div class="prose">${words.varianceBody}</div>
    <figure class="middle">
      <glass-save><glass-variance></glass-variance></glass-save>
    </figure>
    <h3>${words.mask}</h3>
    <div class="prose">${words.maskBody}</div>
    <figure class="masks" ${ref((figure) => tellTokens(figure, state.tokenCount))}>
      ${masks(state)}
    </figure>
    <h3>${words.padding}</h3>
    <div class="prose">${words.paddingBody}</div>
    <figure class="middle">
      ${translator(
        state,
        actions,
        html`<glass-save
          ><glass-padding
            .texts=${paddingTexts(translated(state))}
            @glass-head=${({ detail }: CustomEvent<HeadPlace>) => actions.setPicks({ ...state.picks, encoder: detail })}
          ></glass-padding
        ></glass-save>`,
      )}
    </figure>
    ${worked(state, actions, 'life', texts.life.summary, () => life(state, actions))}
    ${worked(state, actions, 'by-hand', texts.byHand.summary, () => byHand(state, actions))}
  </section>`;
}

/** The picked head's scores before the mask and after it, and what the softmax makes of them. */
function masks({ texts: { looking: texts }, head: { layer, head } }: PageState): TemplateResult {
  const square = (part: string, name: string, digits: number) =>
    html`<div class="panel ${part}">
      <h4>${name}</h4>
      <glass-save
        ><glass-matrix
          hook="blocks.${layer}.attn.${part}"
          mask-hook=${part !== 'raw_scores' ? `blocks.${layer}.attn.scores` : ''}
          .head=${head}
          scale-hooks="blocks.${layer}.attn.raw_scores blocks.${layer}.attn.scores"
          rows-as="query"
          columns-as="key"
          scale=${part === 'pattern' ? 'probability' : 'signed'}
          digits=${digits}
          legend
          .caption=${name}
        ></glass-matrix
      ></glass-save>
    </div>`;
  return html`${square('raw_scores', texts.before, 0)} ${square('scores', texts.after, 1)}
  ${square('pattern', texts.weights, 2)}`;
}

/** Cells that stand abreast are as wide as their number allows. */
function tellTokens(figure: Element | undefined, count: number): void {
  if (figure instanceof HTMLElement) figure.style.setProperty('--tokens', String(count));
}

const formula = html`<div class="formula">
  <math display="block">
    <mi>Attention</mi><mo>(</mo><mi>Q</mi><mo>,</mo><mi>K</mi><mo>,</mo><mi>V</mi><mo>)</mo
    ><mo>=</mo><mi>softmax</mi>
    <mrow>
      <mo class="tall" stretchy="false">(</mo>
      <mfrac>
        <mrow
          ><mi>Q</mi><msup><mi>K</mi><mi mathvariant="normal">T</mi></msup></mrow
        >
        <msqrt
          ><msub><mi>d</mi><mi>k</mi></msub></msqrt
        >
      </mfrac>
      <mo class="tall" stretchy="false">)</mo>
    </mrow>
    <mi>V</mi>
  </math>
</div>`;

/** A short sentence beside the one that is translated; what the reader writes there stays until that is another one. */
function paddingTexts(sentence: string) {
  return guard([sentence], () => [kShortSentence, sentence]);
}
