import { html, type TemplateResult } from 'lit';
import type { Actions, PageState } from '../state.ts';
import { aab } from './aab.ts';

/** By hand and by learning: the transformer somebody wrote, and one that learns the same. */
export function learning(state: PageState, actions: Actions): TemplateResult {
  const { learning: texts } = state.texts;
  return html`<section class="chapter" id="learning">
      <h2>${texts.title}</h2>
      <div class="prose">${texts.body}</div>
    </section>
    ${aab(state, actions)}`;
}
