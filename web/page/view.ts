/** The whole page as a template: its chapters in their order, around the reader's line. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { Ablation } from 'glassformer';
import type { HeadPlace, Spot } from 'glassformer/elements';
import { problemSentence, wordsFor } from 'glassformer/elements/functions';
import { languageNames } from './i18n/texts.ts';
import type { LineReading } from './line.ts';
import type { PageLink } from './page-link.ts';
import { contents, followLink, heading, aboutModel } from './parts/contents.ts';
import { firstView } from './parts/first-view.ts';
import { footer } from './parts/footer.ts';
import { header } from './parts/header.ts';
import { say } from './parts/say.ts';
import { whenNew } from './parts/when-new.ts';
import { where } from './parts/where.ts';
import type { Story } from './story.ts';
import { kMaxTokens, type Writer } from './writers.ts';

/**
 * The page as it follows from the state. A part is rendered again when a signal that it has read has another value.
 * @param controls the switches in the header
 * @param link to what the reader sees
 */
export function pageView(
  { shared, chapters }: Story,
  controls: () => TemplateResult,
  link: PageLink,
  goTo: (chapter: string) => void,
): ReadonlySignal<TemplateResult> {
  const { language, line, heads, engine, opening, here, later } = shared;
  const top = computed(() => header(language.texts.value, controls()));
  const isComing = computed(() => later.coming.value.has(here.chapter.value ?? ''));
  const whereNow = computed(() => where(shared, chapters, link));
  const parts = [
    computed(() => say(shared, whereNow.value)),
    computed(() => firstView(shared)),
    computed(() => contents(language.texts.value, chapters, here.chapter.value)),
    ...chapters.map((chapter, i) => computed(() => withElements(chapter, i + 1, shared))),
  ];
  const bottom = computed(() => footer(shared, chapters));

  const hasRead = (writer: Writer, reading: LineReading) => {
    line.hasRead(writer, reading);
    opening.hasEnded();
    void engine.read();
  };
  const fail = (writer: Writer) => {
    line.hasFailed(writer);
    opening.fail();
  };
  return computed(() => {
    const texts = language.texts.value;
    const failure = engine.failure.value;
    const failed = language.failed.value;
    const writer = line.writer.value;
    const head = heads.of(writer);
    return html`${whenNew(top.value)}
      <main @click=${(event: MouseEvent) => followLink(event, goTo)}>
        <p class="unseen" role="status">${isComing.value ? texts.coming : ''}</p>
        ${failed === null ? nothing : html`<p class="problem" role="alert">${texts.noLanguage(languageNames.get(failed) ?? failed)}</p>`}
        ${failure === null ? nothing : html`<p class="problem" role="alert">${problemSentence(failure, wordsFor(texts.language), texts.noEngine)}</p>`}
        <glass-model
          class=${line.isLost.value ? 'lost' : line.problem.value !== null ? 'stale' : line.isOfAnother.value ? 'stale another' : ''}
          src=${writer}
          about=${aboutModel(writer)}
          about-text=${texts.sources.facts[writer]}
          .text=${line.read.value}
          .preview=${opening.preview.value}
          max-tokens=${kMaxTokens[writer]}
          layer=${head.layer}
          head=${head.head}
          .pinned=${whenNew(line.pinned.value)}
          .ablations=${heads.ablations.value}
          @glass-progress=${own(opening.hasCome)}
          @glass-error=${({ target, currentTarget }: Event) => target === currentTarget && fail(writer)}
          @glass-run=${own((reading: LineReading) => hasRead(writer, reading))}
          @glass-selected=${own(({ pinned }: { pinned: Spot | null }) => line.hasPinned(pinned))}
          @glass-head=${own((place: HeadPlace) => heads.pick(place))}
          @glass-ablate=${own(({ ablations }: { ablations: readonly Ablation[] }) => heads.setAblations(ablations))}
        >
          ${parts.map((part) => whenNew(part.value))}
        </glass-model>
      </main>
      ${whenNew(bottom.value)}`;
  });
}

/** A chapter, below a sentence where its elements could not be fetched. */
function withElements(
  chapter: Story['chapters'][number],
  number: number,
  { language, later }: Story['shared'],
): TemplateResult {
  const texts = language.texts.value;
  const isWithout = later.failed.value.has(chapter.id);
  return html`${isWithout ? html`<p class="problem" role="alert">${texts.noElements}</p>` : nothing}
  ${chapter.view(heading(texts, number, chapter))}`;
}

/** News from the figures of this model, not from those of a model further inside. */
function own<Detail>(tell: (detail: Detail) => void) {
  return ({ target, currentTarget, detail }: CustomEvent<Detail>): void => {
    if (target instanceof Element && target.closest('glass-model') === currentTarget) tell(detail);
  };
}
