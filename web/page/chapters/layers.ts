import { html } from 'lit';
import type { CreateChapter } from '../chapter.ts';

export const layers: CreateChapter = ({ language }) => ({
  id: 'layers',
  title: (texts) => texts.layers.title,
  load: () => import('../elements/layers.ts'),
  view(heading) {
    const texts = language.texts.value.layers;
    return html`<section class="chapter" id="layers">
      ${heading}
      <div class="prose">${texts.body}</div>
      <figure>
        <glass-save><glass-block></glass-block></glass-save>
      </figure>
      <h3>${texts.norm}</h3>
      <div class="prose">${texts.normBody}</div>
      <figure>
        <glass-save><glass-norm></glass-norm></glass-save>
      </figure>
      <h3>${texts.feedForward}</h3>
      <div class="prose">${texts.feedForwardBody}</div>
      <figure>
        <glass-save><glass-feed-forward></glass-feed-forward></glass-save>
      </figure>
      <h3>${texts.output}</h3>
      <div class="prose">${texts.outputBody}</div>
      <figure>
        <glass-save><glass-logits></glass-logits></glass-save>
      </figure>
    </section>`;
  },
});
