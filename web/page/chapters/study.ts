import { html } from 'lit';
import { translatorModel } from '../parts/translator.ts';
import { kCircuits, kPatched } from '../writers.ts';
import type { CreateChapter } from '../chapter.ts';

/** For those who study models: surprise, activation patching, ablation, direct logit attribution, circuits. */
export const study: CreateChapter = ({ language, line, translator }) => ({
  id: 'study',
  title: (texts) => texts.study.title,
  load: () => import('../elements/study.ts'),
  view(heading) {
    const texts = language.texts.value.study;
    const [clean, corrupted] = kPatched[line.writer.value];
    return html`<section class="chapter" id="study">
      ${heading}
      <div class="prose">${texts.body}</div>
      <h3>${texts.surprise}</h3>
      <div class="prose">${texts.surpriseBody}</div>
      <figure>
        <glass-save><glass-surprise></glass-surprise></glass-save>
      </figure>
      <h3>${texts.patch}</h3>
      <div class="prose">${texts.patchBody} ${texts.patched[line.writer.value]}</div>
      <figure>
        <glass-save><glass-patch .clean=${clean} .corrupted=${corrupted}></glass-patch></glass-save>
      </figure>
      <h3>${texts.ablation}</h3>
      <div class="prose">
        ${texts.ablationBody} ${texts.ablated[line.writer.value]} ${texts.ablationMean}
      </div>
      <figure>
        <glass-save><glass-ablation></glass-ablation></glass-save>
      </figure>
      <div class="prose">${texts.ablationTranslator}</div>
      <figure>
        ${translatorModel(translator, html`<glass-save><glass-ablation></glass-ablation></glass-save>`)}
      </figure>
      <h3>${texts.attribution}</h3>
      <div class="prose">${texts.attributionBody[line.writer.value]}</div>
      <figure>
        <glass-save><glass-attribution></glass-attribution></glass-save>
      </figure>
      <h3>${texts.circuit}</h3>
      <div class="prose">${texts.circuitBody} ${texts.circuits[line.writer.value]}</div>
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
    </section>`;
  },
});
