import { html, type TemplateResult } from 'lit';
import type { Actions, PageState } from '../state.ts';
import { writerOf } from '../writers.ts';
import { translator } from './translator.ts';

/** Heads switched off and scaled: attention, probabilities and translation change at once. */
export function whatIf(state: PageState, actions: Actions): TemplateResult {
  const { whatIf: texts } = state.texts;
  return html`<section class="chapter" id="what-if">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body} ${texts.worth[writerOf(state.read)]}</div>
    <figure>
      <glass-save .caption=${texts.title}
        ><div class="glance">
          <div class="panel heads">
            <h3>${texts.heads}</h3>
            <p>${texts.headsText}</p>
            <glass-heads switchable></glass-heads>
            <glass-changes></glass-changes>
          </div>
          <div class="panel look">
            <h3>${texts.look}</h3>
            <p>${texts.lookText}</p>
            <glass-attention fixed-view layer="-1"></glass-attention>
          </div>
          <div class="panel next">
            <h3>${texts.next}</h3>
            <p>${texts.nextText}</p>
            <glass-next-token compare read-only></glass-next-token>
          </div></div
      ></glass-save>
    </figure>
    <h3>${texts.translation}</h3>
    <div class="prose">${texts.translationBody}</div>
    <figure class="middle">
      ${translator(state, actions, html`<glass-save><glass-translate attention="cross" without-tree .picks=${state.picks} .pinned=${state.pinned} .beams=${state.beams}></glass-translate></glass-save>`)}
    </figure>
  </section>`;
}
