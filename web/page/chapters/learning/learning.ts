import { signal } from '@preact/signals-core';
import { html } from 'lit';
import type { Chapter, Shared } from '../../chapter.ts';
import { kHeadless } from '../../reading.ts';
import { Aab } from './aab/aab.ts';
import { type AabFigures, aabView } from './aab/view.ts';
import { Choosing } from './choosing.ts';

/** By hand and by learning: the transformer somebody wrote, and one that learns the same. */
export function learning({ language, still }: Shared): Chapter {
  const aab = new Aab();
  const choosing = new Choosing();
  const figures = signal<AabFigures | null>(null);
  return {
    id: 'learning',
    title: (texts) => texts.learning.title,
    fields: [...aab.fields, ...choosing.fields],
    reads: () => ({ ...kHeadless, text: aab.run.value?.letters ?? aab.letters.value }),
    async load() {
      const [all] = await Promise.all([
        import('./aab/figures.ts'),
        import('../../elements/learning.ts'),
        aab.load(),
      ]);
      figures.value = { ...all, learned: new all.Learned() };
    },
    view(heading) {
      const texts = language.texts.value;
      return html`<section class="chapter" id="learning">
          ${heading}
          <div class="prose">${texts.learning.body}</div>
        </section>
        ${aabView(language, aab, choosing, figures.value ?? still)}`;
    },
  };
}
