import { html, nothing, type TemplateResult } from 'lit';
import { findSourceProblem, kWrongSource, sourceExamples, sourceOf } from '../source.ts';
import type { Actions, PageState } from '../state.ts';
import { noteText } from './say.ts';
import { translator } from './translator.ts';

/** English in, Chinese out, with every head in view. The model comes when the reader does. */
export function translating(state: PageState, actions: Actions): TemplateResult {
  const { translating: texts } = state.texts;
  const typed = sourceOf(state);
  const problem = state.source === null ? null : findSourceProblem(state.source);
  return translator(
    state,
    actions,
    html`<section class="chapter" id="translating">
      <h2>${texts.title}</h2>
      <div class="prose">${texts.body}</div>
      <div class="own-text">
        <glass-input
          held
          .value=${typed}
          .problem=${problem === null ? '' : texts.problems[problem]}
          .label=${texts.input}
          .examples=${sourceExamples(state)}
          @glass-text=${(event: CustomEvent<{ text: string }>) => actions.setSource(event.detail.text)}
        ></glass-input>
        <p class="examples">
          <span>${texts.goesWrong}</span>
          <button class="link" @click=${() => actions.setSource(kWrongSource)}>
            ${kWrongSource}
          </button>
        </p>
        ${typed === kWrongSource ? html`<p class="note">${texts.whatGoesWrong}</p>` : nothing}
        <p class="note" role="status">${noteText(state.sourceNotes, state.texts)}</p>
      </div>
      <figure>
        <glass-tokens></glass-tokens>
        <glass-save
          ><glass-translate
            .picks=${state.picks}
            .pinned=${state.pinned}
            .beams=${state.beams}
          ></glass-translate
        ></glass-save>
      </figure>
      <p class="note">${texts.small}</p>
    </section>`,
    problem === null ? '' : 'stale',
  );
}
