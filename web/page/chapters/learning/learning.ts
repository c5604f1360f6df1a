import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { whenNear } from 'glassformer/elements';
import type { Chapter, Shared } from '../chapter.ts';
import { Aab } from './aab/aab.ts';
import { aabView } from './aab/view.ts';

/** The distance from the window at which the hand-made model is loaded. */
const kAhead = '900px 0px';

/** By hand and by learning: the transformer somebody wrote, and one that learns the same. */
export function learning({ language }: Shared): Chapter {
  const aab = new Aab();
  const loadWhenNear = (section: Element | undefined) => {
    if (section !== undefined) void whenNear(section, kAhead).then(() => aab.load());
  };
  return {
    id: 'learning',
    title: (texts) => texts.learning.title,
    fields: aab.fields,
    view() {
      const texts = language.texts.value;
      return html`<section class="chapter" id="learning" ${ref(loadWhenNear)}>
          <h2>${texts.learning.title}</h2>
          <div class="prose">${texts.learning.body}</div>
        </section>
        ${aabView(texts, aab)}`;
    },
  };
}
