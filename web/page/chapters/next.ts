import { html } from 'lit';
import type { ChoiceSettings } from 'glassformer/elements';
import { whenNew } from '../parts/when-new.ts';
import type { CreateChapter } from '../chapter.ts';

export const next: CreateChapter = ({ language, line, generation }) => ({
  id: 'next',
  title: (texts) => texts.next.title,
  view(heading) {
    const texts = language.texts.value.next;
    return html`<section class="chapter" id="next">
      ${heading}
      <div class="prose">${texts.body}</div>
      <figure class="middle">
        <glass-save
          ><glass-next-token
            adjustable
            at-pinned
            with-logits
            .settings=${whenNew(generation.choice.value)}
            @glass-settings=${({ detail }: CustomEvent<{ settings: ChoiceSettings }>) => generation.setChoice(detail.settings)}
            @glass-choose=${({ detail }: CustomEvent<{ text: string }>) => line.append(detail.text)}
          ></glass-next-token
        ></glass-save>
      </figure>
    </section>`;
  },
});
