import { html, type TemplateResult } from 'lit';
import type { Actions, PageState } from '../state.ts';
import { examplesWith } from './examples.ts';

/** English in, Chinese out, with every head in view. The model comes when the reader does. */
export function translating(
  { texts: { translating: texts }, source, text }: PageState,
  actions: Actions,
): TemplateResult {
  return html`<glass-model src="en-zh" lazy .text=${source}>
    <section class="chapter" id="translating">
      <h2>${texts.title}</h2>
      <div class="prose">${texts.body}</div>
      <div class="own-text">
        <glass-input
          .value=${source}
          .label=${texts.input}
          .examples=${examplesWith(text, texts.examples, 'latin')}
          @glass-text=${(event: CustomEvent<{ text: string }>) => actions.setSource(event.detail.text)}
        ></glass-input>
      </div>
      <figure>
        <glass-tokens></glass-tokens>
        <glass-translate></glass-translate>
      </figure>
      <p class="note">${texts.small}</p>
    </section>
  </glass-model>`;
}
