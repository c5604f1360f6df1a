import { html } from 'lit';
import { kLayer1Lengthens, widthsOf } from '../model-heads.ts';
import { blockPicture, partAt } from '../parts/block-picture.ts';
import type { CreateChapter } from '../chapter.ts';

export const layers: CreateChapter = ({ language, line, here }) => ({
  id: 'layers',
  title: (texts) => texts.layers.title,
  load: () => import('../elements/layers.ts'),
  view(heading) {
    const texts = language.texts.value.layers;
    return html`<section class="chapter" id="layers">
      ${heading} ${blockPicture(texts.picture, widthsOf(line.writer.value).layers, partAt(here))}
      <div class="prose">${texts.body}</div>
      <figure>
        <glass-save><glass-block></glass-block></glass-save>
      </figure>
      <h3 id="layer-norm">${texts.norm}</h3>
      <div class="prose">${texts.normBody(kLayer1Lengthens[line.writer.value])}</div>
      <figure>
        <glass-save><glass-norm></glass-norm></glass-save>
      </figure>
      <h3 id="feed-forward">${texts.feedForward}</h3>
      <div class="prose">${texts.feedForwardBody}</div>
      <figure>
        <glass-save><glass-feed-forward></glass-feed-forward></glass-save>
      </figure>
      <h3 id="output">${texts.output}</h3>
      <div class="prose">${texts.outputBody}</div>
      <figure>
        <glass-save><glass-logits></glass-logits></glass-save>
      </figure>
    </section>`;
  },
});
