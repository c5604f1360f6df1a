import { type Signal, signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { AttentionView, HeadPlace } from 'glassformer/elements';
import { wordsFor } from 'glassformer/elements/functions';
import { type Field, field, oneOf } from '../../address.ts';
import type { Texts } from '../../i18n/texts.ts';
import { widthsOf } from '../../model-heads.ts';
import { examples } from '../../parts/examples.ts';
import { worked } from '../../parts/worked.ts';
import type { Chapter, Shared } from '../../chapter.ts';
import { kHeadless, type Reading } from '../../reading.ts';
import { kExamples, kRepeating, kRhymeLine } from '../../writers.ts';
import { ByHand } from './by-hand/by-hand.ts';
import { Life } from './life/life.ts';
import { Padding } from './padding/padding.ts';
import { paddingView } from './padding/view.ts';

/** Attention: every head to pick from, one of them large, the sums of one token, and what is hidden from it. */
export function looking(shared: Shared): Chapter {
  const { language, line, heads, translator, opened } = shared;
  const view = signal<AttentionView | null>(null);
  const views = signal<typeof import('./examples.ts') | null>(null);
  const loadWorked = async () => void (views.value = await import('./examples.ts'));
  const life = new Life(opened.example('life'), shared.engine);
  const byHand = new ByHand(opened.example('by-hand'));
  const padding = new Padding(translator);
  const fields: readonly Field[] = [
    field('view', view, oneOf<AttentionView>(['matrix', 'lines'])),
    ...padding.fields,
    ...life.fields,
  ];

  function reads(part: string | null): Reading | null {
    if (part === 'life' && life.example.isOpen.value)
      return { ...kHeadless, text: life.reading.value?.text ?? life.text.value };
    if (part === 'padding-mask') return { text: padding.read.value.join(' / '), heads: translator };
    return part === 'scaling' || part === 'life' || part === 'by-hand' ? kHeadless : null;
  }

  return {
    id: 'looking',
    title: (texts) => texts.looking.title,
    fields,
    load: () => Promise.all([loadWorked(), import('../../elements/looking.ts')]),
    loadStill: loadWorked,
    reads,
    view(heading) {
      const texts = language.texts.value;
      const words = texts.looking;
      const head = heads.head.value;
      return html`<section class="chapter" id="looking">
        ${heading}
        <div class="prose">${formula} ${words.body} ${words.habits[line.writer.value]}</div>
        ${kExamples[line.writer.value].includes(kRhymeLine) ? examples(texts.sentence.try, [kRhymeLine], (text) => line.setText(text)) : nothing}
        ${examples(words.repeating, [kRepeating[line.writer.value]], (text) => line.setText(text))}
        ${pick(texts, head, view)}
        ${section(
          null,
          words.steps,
          words.stepsBody,
          html`<figure class="steps">
            <glass-save
              ><glass-attention-steps
                .layer=${head.layer}
                .head=${head.head}
                query="-1"
              ></glass-attention-steps
            ></glass-save>
          </figure>`,
        )}
        ${section('joining', words.join, words.joinBody(widthsOf(line.writer.value)), kJoin)}
        ${section('scaling', words.variance, words.varianceBody, kVariance)}
        ${section('causal-mask', words.mask, words.maskBody, masks(texts, head, line.tokenCount.value))}
        ${section('padding-mask', words.padding, words.paddingBody, paddingView(shared, texts, padding))}
        ${worked(life.example, texts.life.summary, () => views.value?.lifeView(language, line, life))}
        ${worked(byHand.example, texts.byHand.summary, () => views.value?.byHandView(texts.byHand, byHand))}
      </section>`;
    },
  };
}

/** All heads, and the picked one large. */
function pick(
  { looking: words, first }: Texts,
  { layer, head }: HeadPlace,
  view: Signal<AttentionView | null>,
): TemplateResult {
  return html`<figure class="pick">
    <div class="panel">
      <h3>${words.heads}</h3>
      <p>${words.headsText}</p>
      <glass-heads findable></glass-heads>
    </div>
    <div class="panel">
      <h3>${words.one(layer + 1, head + 1)}</h3>
      <p>${view.value === 'matrix' ? first.lookText : words.oneText}</p>
      <glass-save
        ><glass-attention
          .view=${view.value ?? 'lines'}
          @glass-view=${({ detail }: CustomEvent<{ view: AttentionView }>) => (view.value = detail.view)}
        ></glass-attention
      ></glass-save>
    </div>
  </figure>`;
}

/** A question, what is said of it, and its figure. */
function section(id: string | null, title: string, body: unknown, figure: unknown): TemplateResult {
  return html`<h3 id=${id ?? nothing}>${title}</h3>
    <div class="prose">${body}</div>
    ${figure}`;
}

/** The picked head's scores before the mask and after it, and what the softmax makes of them. */
function masks(
  { looking: texts, language }: Texts,
  { layer, head }: HeadPlace,
  tokenCount: number,
): TemplateResult {
  const { labelled } = wordsFor(language);
  const of = texts.one(layer + 1, head + 1);
  const square = (part: string, name: string, digits: number) =>
    html`<div class="panel ${part}">
      <h4>${name}</h4>
      <glass-save .caption=${labelled(of, name)}
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
  return html`<p class="note">${of}</p>
    <figure class="masks" ${ref((figure) => tellTokens(figure, tokenCount))}>
      ${square('raw_scores', texts.before, 0)} ${square('scores', texts.after, 1)}
      ${square('pattern', texts.weights, 2)}
    </figure>`;
}

/** Cells that stand abreast are as wide as their number allows. */
function tellTokens(figure: Element | undefined, count: number): void {
  if (figure instanceof HTMLElement) figure.style.setProperty('--tokens', String(count));
}

const kJoin = html`<figure class="middle">
  <glass-save><glass-join></glass-join></glass-save>
</figure>`;

const kVariance = html`<figure class="middle">
  <glass-save><glass-variance></glass-variance></glass-save>
</figure>`;

const formula = html`<div class="formula">
  <math display="block">
    <mi>Attention</mi><mo stretchy="false">(</mo><mi>Q</mi><mo>,</mo><mi>K</mi><mo>,</mo><mi>V</mi
    ><mo stretchy="false">)</mo><mo>=</mo><mi>softmax</mi>
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
