import { html, type TemplateResult } from 'lit';
import type { Settings } from 'glassformer/elements';
import type { Actions, PageState } from '../state.ts';
import { writerOf } from '../writers.ts';
import { beam } from './beam.ts';
import { worked } from './worked.ts';

const kSettings: Settings = {
  max_new_tokens: 24,
  num_beams: 3,
  length_penalty: 1,
  temperature: 0.8,
  top_p: 0.9,
  top_k: 0,
  seed: 1,
};

/** The same start, three ways to go on, and the article's beam search on paper. */
export function writing(state: PageState, actions: Actions): TemplateResult {
  const { writing: texts, beam: beamTexts } = state.texts;
  const one = (mode: 'greedy' | 'sample') =>
    html`<div class="panel">
      <h3>${texts[mode].title}</h3>
      <p>${texts[mode].text}</p>
      <glass-save
        ><glass-generate modes=${mode} mode=${mode} .settings=${kSettings}></glass-generate
      ></glass-save>
    </div>`;
  return html`<section class="chapter" id="writing">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="abreast">
      ${one('greedy')} ${one('sample')}
      <div class="panel whole">
        <h3>${texts.beam.title}</h3>
        <p>${texts.beam.text}</p>
        <glass-save
          ><glass-generate modes="beam" mode="beam" .settings=${kSettings}></glass-generate
        ></glass-save>
      </div>
    </figure>
    <p class="note">${texts.notes[writerOf(state.read)]}</p>
    ${worked(state, actions, 'beam', beamTexts.summary, () => beam(state, actions))}
  </section>`;
}
