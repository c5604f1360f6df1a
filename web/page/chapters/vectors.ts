import { html } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import { kHeadless } from '../reading.ts';

/** An embedding as a strip, its neighbours in the table, and the position that is added. */
export const vectors: CreateChapter = ({ language, line }) => ({
  id: 'vectors',
  title: (texts) => texts.vectors.title,
  reads: () => kHeadless,
  load: () => import('../elements/vectors.ts'),
  view(heading) {
    const texts = language.texts.value.vectors;
    return html`<section class="chapter" id="vectors">
      ${heading}
      <div class="prose">${texts.body[line.writer.value]}</div>
      <figure>
        <glass-save
          ><glass-embeddings
            legend
            scale-hooks="embed pos_embed blocks.0.resid_pre"
          ></glass-embeddings
        ></glass-save>
      </figure>
      <h3>${texts.map}</h3>
      <div class="prose">${texts.mapBody[line.writer.value]}</div>
      <figure class="middle">
        <glass-save><glass-map></glass-map></glass-save>
      </figure>
      <h3>${texts.positions}</h3>
      <div class="prose">${texts.positionsBody}</div>
      <figure>
        <glass-save><glass-positions></glass-positions></glass-save>
      </figure>
    </section>`;
  },
});
