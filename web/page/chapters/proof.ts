import { html, type TemplateResult } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import { aboutModel } from '../parts/contents.ts';

/** After the story: both models compared with PyTorch, on the reader's own machine. */
export const proof: CreateChapter = ({ language }) => ({
  id: 'proof',
  title: (texts) => texts.proof.title,
  load: () => import('../elements/proof.ts'),
  view(heading) {
    const { proof: texts, sources } = language.texts.value;
    const translator = (name: 'en-zh' | 'zh-en') =>
      html`<glass-model src=${name} about=${aboutModel(name)} about-text=${sources.facts[name]} lazy
        >${kProof}</glass-model
      >`;
    return html`<section class="chapter" id="proof">
      ${heading}
      <div class="prose">${texts.body}</div>
      <figure class="abreast">
        ${panel(texts.writer, kProof)} ${panel(texts.translator, translator('en-zh'))}
        ${panel(texts.backTranslator, translator('zh-en'))}
      </figure>
    </section>`;
  },
});

function panel(title: string, figure: TemplateResult): TemplateResult {
  return html`<div class="panel">
    <h3>${title}</h3>
    ${figure}
  </div>`;
}

const kProof = html`<glass-save><glass-proof></glass-proof></glass-save>`;
