import { computed, signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { GlassEvents } from 'glassformer/elements';
import { field, textCodec } from '../address.ts';
import { examples } from '../parts/examples.ts';
import { translatorModel } from '../parts/translator.ts';
import { kCircuits, kInitialText, kPatched, writers } from '../writers.ts';
import type { CreateChapter } from '../chapter.ts';
import { kHeadless } from '../reading.ts';

/** Large enough that it matters where the norm stands, small enough to learn while somebody looks. */
export const kShape = { layers: 4, width: 16, inner: 32, lr: 0.0032, steps: 200 } as const;

/** Attributes of `<glass-patch>`. */
const kPatchedLines = ['clean', 'corrupted'] as const;

/** For those who study models: surprise, activation patching, ablation, direct logit attribution, circuits, norms. */
export const study: CreateChapter = ({ language, line, heads, translator }) => {
  /** What the reader has typed in place of each model's own lines; null: nothing. */
  const typed = new Map(
    writers.map((writer) => [writer, kPatchedLines.map(() => signal<string | null>(null))]),
  );
  const typedNow = computed(() => typed.get(line.writer.value)!);
  const patched = computed(() =>
    kPatched[line.writer.value].map((own, i) => typedNow.value[i]!.value ?? own),
  );
  /** Of which the cells are; null: none are there yet. */
  const shown = signal<GlassEvents['glass-patched'] | null>(null);

  /** The way to the line that the text is about, where the figures show another. */
  function tryLine(label: string): TemplateResult | typeof nothing {
    const own = kInitialText[line.writer.value];
    return line.read.value === own ? nothing : examples(label, [own], (text) => line.setText(text));
  }

  function takeLine({ attribute, value }: GlassEvents['glass-choice']): void {
    const i = kPatchedLines.findIndex((each) => each === attribute);
    if (i < 0) return;
    typedNow.peek()[i]!.value = value === kPatched[line.writer.peek()][i] ? null : value;
  }

  return {
    id: 'study',
    fields: [...typed].flatMap(([writer, lines]) =>
      lines.map((each, i) => field(`${writer}-${kPatchedLines[i]}`, each, textCodec)),
    ),
    title: (texts) => texts.study.title,
    load: () => import('../elements/study.ts'),
    reads(part) {
      if (part === 'study-patch') {
        const lines = shown.value ? [shown.value.clean, shown.value.corrupted] : patched.value;
        return { text: lines.join(' / '), heads };
      }
      if (part === 'study-translation') return translator.reading.value;
      if (part === 'study-circuit') return kHeadless;
      return part === 'study-shapes' ? { ...kHeadless, text: 'aab aab …' } : null;
    },
    view(heading) {
      const { study: texts, whatIf, sentence } = language.texts.value;
      const [clean, corrupted] = patched.value;
      return html`<section class="chapter" id="study">
        ${heading}
        <div class="prose">${texts.body}</div>
        <h3>${texts.surprise}</h3>
        <div class="prose">${texts.surpriseBody}</div>
        <figure>
          <glass-save><glass-surprise></glass-surprise></glass-save>
        </figure>
        <h3 id="study-patch">${texts.patch}</h3>
        <div class="prose">${texts.patchBody} ${texts.patched[line.writer.value]}</div>
        <figure>
          <glass-save
            ><glass-patch
              .clean=${clean}
              .corrupted=${corrupted}
              @glass-choice=${({ detail }: CustomEvent<GlassEvents['glass-choice']>) => takeLine(detail)}
              @glass-patched=${({ detail }: CustomEvent<GlassEvents['glass-patched']>) => (shown.value = detail)}
            ></glass-patch
          ></glass-save>
        </figure>
        <h3 id="study-ablation">${texts.ablation}</h3>
        <div class="prose">
          ${texts.ablationBody} ${texts.ablated[line.writer.value]} ${texts.ablationMean}
        </div>
        ${tryLine(sentence.try)}
        <figure>
          <glass-save><glass-ablation></glass-ablation></glass-save>
        </figure>
        <h3 id="study-translation">${whatIf.translation}</h3>
        <div class="prose">${texts.ablationTranslator}</div>
        <figure>
          ${translatorModel({ language, translator }, html`<glass-save><glass-ablation></glass-ablation></glass-save>`)}
        </figure>
        <h3 id="study-attribution">${texts.attribution}</h3>
        <div class="prose">${texts.attributionBody[line.writer.value]}</div>
        ${tryLine(sentence.try)}
        <figure>
          <glass-save><glass-attribution></glass-attribution></glass-save>
        </figure>
        <h3 id="study-circuit">${texts.circuit}</h3>
        <div class="prose">${texts.circuitBody} ${texts.circuits[line.writer.value]}</div>
        ${tryLine(sentence.try)}
        ${(['qk', 'ov'] as const).map(
          (kind) =>
            html`<figure>
              <glass-save
                ><glass-circuit
                  kind=${kind}
                  .layer=${kCircuits[line.writer.value][kind].layer}
                  .head=${kCircuits[line.writer.value][kind].head}
                ></glass-circuit
              ></glass-save>
            </figure>`,
        )}
        <h3 id="study-shapes">${texts.shapes}</h3>
        <div class="prose">${texts.shapesBody}</div>
        <figure>
          <glass-save without-model
            ><glass-train
              with-shapes
              layers=${kShape.layers}
              width=${kShape.width}
              inner=${kShape.inner}
              norm="pre"
              positions="learned"
              lr=${kShape.lr}
              max-steps=${kShape.steps}
            ></glass-train
          ></glass-save>
        </figure>
      </section>`;
    },
  };
};
