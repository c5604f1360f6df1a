import { html, type TemplateResult } from 'lit';
import type { GlassGenerate, Mode, GenerationProgress, Settings } from 'glassformer/elements';
import { kLongest, withWriting, writingSettings } from '../generation.ts';
import type { Actions, PageState } from '../state.ts';
import { writerOf } from '../writers.ts';
import { beam } from './beam.ts';
import { worked } from './worked.ts';

/** The same start, three ways to go on, and the article's beam search on paper. */
export function writing(state: PageState, actions: Actions): TemplateResult {
  const { writing: texts, beam: beamTexts } = state.texts;
  const one = (mode: Mode) =>
    html`<div class="panel ${mode === 'beam' ? 'whole' : ''}">
      <h3>${texts[mode].title}</h3>
      <p>${texts[mode].text}</p>
      <glass-save
        ><glass-generate
          modes=${mode}
          mode=${mode}
          length-max=${kLongest}
          .settings=${writingSettings(state.generation)}
          @glass-settings=${({ detail }: CustomEvent<{ settings: Settings }>) => actions.setGeneration(withWriting(state.generation, detail.settings))}
          @glass-running=${({ detail }: CustomEvent<GenerationProgress>) => actions.hasRun(mode, detail)}
        ></glass-generate
      ></glass-save>
    </div>`;
  return html`<section class="chapter" id="writing">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="abreast">
      ${together(state)} ${one('greedy')} ${one('sample')} ${one('beam')}
    </figure>
    <p class="note">${texts.notes[writerOf(state.read)]}</p>
    ${worked(state, actions, 'beam', beamTexts.summary, () => beam(state, actions))}
  </section>`;
}

/** What starts, stops and moves all three at once. */
function together({ texts: { writing: texts }, abreast }: PageState): TemplateResult {
  const all = Object.values(abreast);
  const isRunning = all.some(({ running }) => running);
  const isOver = all.length > 0 && all.every(({ done }) => done);
  /** What has ended waits for the others; once all have, all begin anew. */
  const goOn = (one: GlassGenerate) => {
    if (isOver || !abreast[one.mode]?.done) one.run();
  };
  return html`<div class="together whole" role="group" aria-label=${texts.together}>
    <button class="primary" @click=${each((one) => (isRunning ? one.pause() : goOn(one)))}>
      ${isRunning ? texts.pauseAll : texts.runAll}
    </button>
    <button ?disabled=${isRunning || isOver} @click=${each((one) => void one.step())}>
      ${texts.stepAll}
    </button>
    <button ?disabled=${!all.some(({ begun }) => begun)} @click=${each((one) => one.reset())}>
      ${texts.resetAll}
    </button>
  </div>`;
}

/** Does something with each generation of the button's figure. */
function each(act: (one: GlassGenerate) => void) {
  return ({ currentTarget }: Event): void => {
    const figure = (currentTarget as Element).closest('figure');
    figure?.querySelectorAll<GlassGenerate>('glass-generate').forEach(act);
  };
}
