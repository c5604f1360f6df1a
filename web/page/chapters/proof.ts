import { signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import { kHeadless } from '../reading.ts';
import { aboutModel } from '../parts/contents.ts';

type Goldens = (typeof import('../elements/proof.ts'))['goldens'];

/** After the story: both models compared with PyTorch, on the reader's own machine. */
export const proof: CreateChapter = ({ language, line }) => {
  const goldens = signal<Goldens | null>(null);
  return {
    id: 'proof',
    title: (texts) => texts.proof.title,
    reads: () => kHeadless,
    load: async () => void (goldens.value = (await import('../elements/proof.ts')).goldens),
    view(heading) {
      const { proof: texts, sources } = language.texts.value;
      const translator = (name: 'en-zh' | 'zh-en') =>
        html`<glass-model
          src=${name}
          about=${aboutModel(name)}
          about-text=${sources.facts[name]}
          lazy
          >${kProof}</glass-model
        >`;
      const golden = (name: keyof Goldens) =>
        goldens.value === null
          ? nothing
          : html`<p class="note"><a href=${goldens.value[name]}>golden.json</a></p>`;
      return html`<section class="chapter" id="proof">
        ${heading}
        <div class="prose">${texts.body}</div>
        <figure class="abreast">
          ${panel(texts.writer, kProof, golden(line.shownWriter.value))}
          ${panel(texts.translator, translator('en-zh'), golden('en-zh'))}
          ${panel(texts.backTranslator, translator('zh-en'), golden('zh-en'))}
        </figure>
      </section>`;
    },
  };
};

function panel(
  title: string,
  figure: TemplateResult,
  golden: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<div class="panel">
    <h3>${title}</h3>
    ${figure} ${golden}
  </div>`;
}

const kProof = html`<glass-save><glass-proof></glass-proof></glass-save>`;
