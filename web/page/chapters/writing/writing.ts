import { signal } from '@preact/signals-core';
import { html, type TemplateResult } from 'lit';
import type { GlassGenerate, Mode, GenerationProgress, Settings } from 'glassformer/elements';
import { kMaxWritten } from '../../generation.ts';
import type { Texts } from '../../i18n/texts.ts';
import { whenNew } from '../../parts/when-new.ts';
import { worked } from '../../parts/worked.ts';
import type { Chapter, Shared } from '../../chapter.ts';
import { kHeadless } from '../../reading.ts';
import { TableSearch } from './beam/search.ts';
import { kTableTokens } from './beam/table.ts';

/** The same start, three ways to go on, and the article's beam search on paper. */
export function writing({ language, line, generation, opened }: Shared): Chapter {
  /** How far the three ways have come. */
  const abreast = signal<Abreast>({});
  const beam = opened.example('beam');
  const search = new TableSearch();
  const worksheet = signal<typeof import('./beam/beam.ts') | null>(null);
  const loadWorksheet = async () => void (worksheet.value = await import('./beam/beam.ts'));

  const one = (mode: Mode, texts: Texts['writing']) =>
    html`<div class="panel ${mode === 'beam' ? 'whole' : ''}">
      <h3>${texts[mode].title}</h3>
      <p>${texts[mode].text}</p>
      <glass-save
        ><glass-generate
          modes=${mode}
          mode=${mode}
          length-max=${kMaxWritten}
          .settings=${whenNew(generation.writing.value)}
          @glass-settings=${({ detail }: CustomEvent<{ settings: Settings }>) => generation.setWriting(detail.settings)}
          @glass-running=${({ detail }: CustomEvent<GenerationProgress>) => (abreast.value = { ...abreast.peek(), [mode]: detail })}
        ></glass-generate
      ></glass-save>
    </div>`;

  return {
    id: 'writing',
    title: (texts) => texts.writing.title,
    load: () => Promise.all([loadWorksheet(), import('../../elements/writing.ts')]),
    loadStill: loadWorksheet,
    reads: (part) =>
      part === 'beam' && beam.isOpen.value ? { ...kHeadless, text: kTableTokens.join(' ') } : null,
    view(heading) {
      const texts = language.texts.value;
      const words = texts.writing;
      return html`<section class="chapter" id="writing">
        ${heading}
        <div class="prose">${words.body}</div>
        <figure class="abreast">
          ${together(words, abreast.value)} ${one('greedy', words)} ${one('sample', words)}
          ${one('beam', words)}
        </figure>
        <p class="note">${words.notes[line.writer.value]}</p>
        ${worked(beam, texts.beam.summary, () => worksheet.value?.beamView(texts.beam, search))}
      </section>`;
    },
  };
}

type Abreast = Readonly<Partial<Record<Mode, GenerationProgress>>>;

/** What starts, stops and moves all three at once. */
function together(texts: Texts['writing'], abreast: Abreast): TemplateResult {
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
