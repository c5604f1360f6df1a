import { html, type TemplateResult } from 'lit';
import { sourceExamples, sourceOf } from '../source.ts';
import type { Actions, PageState } from '../state.ts';

/** English in, Chinese out, with every head in view. The model comes when the reader does. */
export function translating(state: PageState, actions: Actions): TemplateResult {
  const { translating: texts } = state.texts;
  const source = sourceOf(state);
  return html`<glass-model src="en-zh" lazy .text=${source}>
    <section class="chapter" id="translating">
      <h2>${texts.title}</h2>
      <div class="prose">${texts.body}</div>
      <div class="own-text">
        <glass-input
          .value=${source}
          .label=${texts.input}
          .examples=${sourceExamples(state, texts.examples)}
          @glass-text=${(event: CustomEvent<{ text: string }>) => actions.setSource(event.detail.text)}
        ></glass-input>
      </div>
      <figure>
        <glass-tokens></glass-tokens>
        <glass-save><glass-translate></glass-translate></glass-save>
      </figure>
      <p class="note">${texts.small}</p>
    </section>
  </glass-model>`;
}
