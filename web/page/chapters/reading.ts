import { html, type TemplateResult } from 'lit';
import type { Settings } from 'glassformer/elements';
import { type Actions, type PageState, writerOf } from '../state.ts';
import { kExamples, type Writer, writers } from '../writers.ts';
import { examplesWith } from './examples.ts';

const kSettings: Settings = {
  max_new_tokens: 24,
  num_beams: 3,
  length_penalty: 1,
  temperature: 0.8,
  top_p: 0.9,
  top_k: 0,
  seed: 1,
};

/** A model that has learned from stories or poems: its heads, its layers, its next token, and how it writes on. */
export function reading(state: PageState, actions: Actions): TemplateResult {
  const writer = writerOf(state);
  return html`<glass-model src=${writer} lazy .text=${state.prompts[writer]}>
    ${heads(state, actions)} ${layers(state)} ${writing(state)}
  </glass-model>`;
}

function heads(state: PageState, actions: Actions): TemplateResult {
  const { heads: texts } = state.texts;
  const writer = writerOf(state);
  const script = writer === 'tang' ? 'han' : 'latin';
  return html`<section class="chapter" id="heads">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <div class="own-text">
      <p class="field">
        ${writers.map((each) => writerButton(each, writer, texts.writers[each], actions))}
      </p>
      <glass-input
        .value=${state.prompts[writer]}
        .label=${texts.input}
        .examples=${examplesWith(state.text, kExamples[writer], script)}
        @glass-text=${(event: CustomEvent<{ text: string }>) => actions.setPrompt(event.detail.text)}
      ></glass-input>
    </div>
    <figure>
      <glass-tokens></glass-tokens>
      <div class="flow three">
        <div class="panel">
          <h3>${texts.all}</h3>
          <p>${texts.allText}</p>
          <glass-heads switchable></glass-heads>
          <glass-changes></glass-changes>
        </div>
        <div class="panel wide">
          <h3>${texts.one}</h3>
          <p>${texts.oneText}</p>
          <glass-attention></glass-attention>
        </div>
        <div class="panel next">
          <h3>${texts.next}</h3>
          <p>${texts.nextText}</p>
          <glass-next-token read-only></glass-next-token>
        </div>
      </div>
    </figure>
  </section>`;
}

function writerButton(writer: Writer, now: Writer, name: string, actions: Actions): TemplateResult {
  return html`<button
    class="choice"
    aria-pressed=${writer === now}
    @click=${() => actions.setWriter(writer)}
  >
    ${name}
  </button>`;
}

function layers({ texts: { layers: texts } }: PageState): TemplateResult {
  return html`<section class="chapter" id="layers">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure><glass-block></glass-block></figure>
  </section>`;
}

function writing(state: PageState): TemplateResult {
  const { writing: texts } = state.texts;
  const one = (mode: 'greedy' | 'sample' | 'beam') =>
    html`<div class="panel">
      <h3>${texts[mode].title}</h3>
      <p>${texts[mode].text}</p>
      <glass-generate modes=${mode} mode=${mode} .settings=${kSettings}></glass-generate>
    </div>`;
  return html`<section class="chapter" id="writing">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="abreast">${one('greedy')} ${one('sample')} ${one('beam')}</figure>
    <p class="note">${texts.notes[writerOf(state)]}</p>
  </section>`;
}
