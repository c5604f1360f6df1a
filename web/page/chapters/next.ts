import { html, type TemplateResult } from 'lit';
import type { ChoiceSettings } from 'glassformer/elements';
import { choiceSettings, withChoice } from '../generation.ts';
import type { Actions, PageState } from '../state.ts';

export function next(
  { texts: { next: texts }, generation }: PageState,
  actions: Actions,
): TemplateResult {
  return html`<section class="chapter" id="next">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="middle">
      <glass-save
        ><glass-next-token
          adjustable
          at-pinned
          read-only
          .settings=${choiceSettings(generation)}
          @glass-settings=${({ detail }: CustomEvent<{ settings: ChoiceSettings }>) => actions.setGeneration(withChoice(generation, detail.settings))}
        ></glass-next-token
      ></glass-save>
    </figure>
  </section>`;
}
