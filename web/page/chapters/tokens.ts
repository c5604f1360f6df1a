import { html } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import { kHeadless } from '../reading.ts';

export const tokens: CreateChapter = ({ language, line }) => ({
  id: 'tokens',
  title: (texts) => texts.tokens.title,
  reads: () => kHeadless,
  view(heading) {
    const texts = language.texts.value.tokens;
    return html`<section class="chapter" id="tokens">
      ${heading}
      <div class="prose">${texts.body}</div>
      <figure class="in-column">
        <glass-save><glass-tokens></glass-tokens></glass-save>
        <p class="note">${texts.notes[line.writer.value]}</p>
      </figure>
    </section>`;
  },
});
