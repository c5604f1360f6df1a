import { batch, computed, signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { AttentionView, GlassEvents, GlassPadding, HeadPlace } from 'glassformer/elements';
import { wordsFor } from 'glassformer/elements/functions';
import { type Field, field, oneOf, textCodec } from '../../address.ts';
import type { Texts } from '../../i18n/texts.ts';
import { kNoNotes, readInBytes } from '../../line-notes.ts';
import { widthsOf } from '../../model-heads.ts';
import { examples } from '../../parts/examples.ts';
import { noteText } from '../../parts/say.ts';
import { translatorModel } from '../../parts/translator.ts';
import { whenNew } from '../../parts/when-new.ts';
import { worked } from '../../parts/worked.ts';
import type { Chapter, Shared } from '../../chapter.ts';
import { kHeadless, type Reading } from '../../reading.ts';
import type { TranslatorName } from '../../source.ts';
import { kExamples, kRepeating, kRhymeLine } from '../../writers.ts';
import { ByHand } from './by-hand/by-hand.ts';
import { Life } from './life/life.ts';

/** In the language that each translator reads. */
const kShortSentence: Readonly<Record<TranslatorName, string>> = {
  'en-zh': 'I love you.',
  'zh-en': '我爱你。',
};

/** Attention: every head to pick from, one of them large, the sums of one token, and what is hidden from it. */
export function looking(shared: Shared): Chapter {
  const { language, line, heads, translator, opened } = shared;
  const view = signal<AttentionView | null>(null);
  const views = signal<typeof import('./examples.ts') | null>(null);
  const loadWorked = async () => void (views.value = await import('./examples.ts'));
  const life = new Life(opened.example('life'), shared.engine);
  const byHand = new ByHand(opened.example('by-hand'));
  /** The sentences that are padded; null: none are yet. */
  const padded = signal<readonly string[] | null>(null);
  /** Characters in them that the translator's list lacks. */
  const paddingBytes = signal<readonly string[]>([]);
  /** What the figure begins with: a short sentence beside the one that is translated. */
  const givenPadding = computed(() => [
    kShortSentence[translator.model.value],
    translator.translated.value,
  ]);
  /** What the reader has typed in place of each; null: nothing. */
  const typedPadding = [signal<string | null>(null), signal<string | null>(null)];
  const paddingTexts = computed(() =>
    givenPadding.value.map((given, i) => typedPadding[i]!.value ?? given),
  );
  const fields: readonly Field[] = [
    field('view', view, oneOf<AttentionView>(['matrix', 'lines'])),
    ...typedPadding.map((typed, i) => field(`padding-${i + 1}`, typed, textCodec)),
    ...life.fields,
  ];

  function pick({ looking: words, first }: Texts): TemplateResult {
    const { layer, head } = heads.head.value;
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

  /** A sentence that the reader has typed stays, whatever is translated, until it is again the one that is given. */
  function typePadding({ texts }: GlassPadding): void {
    const before = paddingTexts.peek();
    texts.forEach((text, i) => {
      if (text !== before[i])
        typedPadding[i]!.value = text === givenPadding.peek()[i] ? null : text;
    });
  }

  function takePadded({ sentences }: GlassEvents['glass-padded']): void {
    batch(() => {
      padded.value = sentences.map(({ text }) => text);
      paddingBytes.value = [...new Set(sentences.flatMap(readInBytes))];
    });
  }

  function padding(): TemplateResult {
    return translatorModel(
      shared,
      html`<glass-save
        ><glass-padding
          .texts=${whenNew(paddingTexts.value)}
          @glass-head=${({ detail }: CustomEvent<HeadPlace>) => translator.setPicks({ ...translator.picks.peek(), encoder: detail })}
          @glass-choice=${({ detail, currentTarget }: CustomEvent<GlassEvents['glass-choice']>) => detail.attribute === 'texts' && typePadding(currentTarget as GlassPadding)}
          @glass-padded=${({ detail }: CustomEvent<GlassEvents['glass-padded']>) => takePadded(detail)}
        ></glass-padding
      ></glass-save>`,
    );
  }

  function paddingNote(texts: Texts): string {
    const inBytes = paddingBytes.value;
    if (inBytes.length === 0) return '';
    const { following } = wordsFor(texts.language);
    const note = noteText({ ...kNoNotes, inBytes }, texts);
    // A symbol belongs to no language.
    const hasLetters = inBytes.some((each) => /\p{L}/u.test(each));
    return hasLetters ? texts.looking.paddingReads + following(note) : note;
  }

  function reads(part: string | null): Reading | null {
    if (part === 'life' && life.example.isOpen.value)
      return { ...kHeadless, text: life.reading.value?.text ?? life.text.value };
    if (part === 'padding-mask')
      return { text: (padded.value ?? paddingTexts.value).join(' / '), heads: translator };
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
      const tokenCount = line.tokenCount.value;
      return html`<section class="chapter" id="looking">
        ${heading}
        <div class="prose">${formula} ${words.body} ${words.habits[line.writer.value]}</div>
        ${kExamples[line.writer.value].includes(kRhymeLine) ? examples(texts.sentence.try, [kRhymeLine], (text) => line.setText(text)) : nothing}
        ${examples(words.repeating, [kRepeating[line.writer.value]], (text) => line.setText(text))}
        ${pick(texts)}
        <h3>${words.steps}</h3>
        <div class="prose">${words.stepsBody}</div>
        <figure class="steps">
          <glass-save
            ><glass-attention-steps
              .layer=${head.layer}
              .head=${head.head}
              query="-1"
            ></glass-attention-steps
          ></glass-save>
        </figure>
        <h3 id="joining">${words.join}</h3>
        <div class="prose">${words.joinBody(widthsOf(line.writer.value))}</div>
        <figure class="middle">
          <glass-save><glass-join></glass-join></glass-save>
        </figure>
        <h3 id="scaling">${words.variance}</h3>
        <div class="prose">${words.varianceBody}</div>
        <figure class="middle">
          <glass-save><glass-variance></glass-variance></glass-save>
        </figure>
        <h3 id="causal-mask">${words.mask}</h3>
        <div class="prose">${words.maskBody}</div>
        <p class="note">${words.one(head.layer + 1, head.head + 1)}</p>
        <figure class="masks" ${ref((figure) => tellTokens(figure, tokenCount))}>
          ${masks(texts, head)}
        </figure>
        <h3 id="padding-mask">${words.padding}</h3>
        <div class="prose">${words.paddingBody}</div>
        <figure class="middle">
          <p class="note with-room" role="status">${paddingNote(texts)}</p>
          ${padding()}
        </figure>
        ${worked(life.example, texts.life.summary, () => views.value?.lifeView(language, line, life))}
        ${worked(byHand.example, texts.byHand.summary, () => views.value?.byHandView(texts.byHand, byHand))}
      </section>`;
    },
  };
}

/** The picked head's scores before the mask and after it, and what the softmax makes of them. */
function masks({ looking: texts, language }: Texts, { layer, head }: HeadPlace): TemplateResult {
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
  return html`${square('raw_scores', texts.before, 0)} ${square('scores', texts.after, 1)}
  ${square('pattern', texts.weights, 2)}`;
}

/** Cells that stand abreast are as wide as their number allows. */
function tellTokens(figure: Element | undefined, count: number): void {
  if (figure instanceof HTMLElement) figure.style.setProperty('--tokens', String(count));
}

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
