/**
 * Below the reader's line: which chapter this is, with the way to the others, which text its figures read and with how many
 * heads changed, where in a layer this is, and the link to it.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { wordsFor } from 'glassformer/elements/functions';
import type { Chapter, Shared } from '../chapter.ts';
import type { PageLink } from '../page-link.ts';
import type { ChangedHeads } from '../reading.ts';
import type { Texts } from '../i18n/texts.ts';
import { blockSign, partAt } from './block-picture.ts';
import { chapterLinks } from './contents.ts';

export function where(
  { language, line, heads, here }: Shared,
  chapters: readonly Chapter[],
  link: PageLink,
): TemplateResult | typeof nothing {
  const texts = language.texts.value;
  const place = chapters.findIndex(({ id }) => id === here.chapter.value);
  const chapter = chapters[place];
  if (chapter === undefined) return nothing;
  const reading = chapter.reads?.(here.part.value) ?? { text: null, heads };
  const read = reading.text;
  const part = partAt(here);
  return html`<div class="where">
    ${saidOf(reading.heads, read === line.read.value ? null : read, texts)}
    ${part === null ? nothing : blockSign(texts, part)}
    <details
      tabindex="-1"
      @click=${closeWhenFollowed}
      @keydown=${closeOnEscape}
      @focusout=${closeWhenLeft}
    >
      <summary>${place + 1}<span> · ${chapter.title(texts)}</span></summary>
      <div class="menu">
        ${chapterLinks(texts, chapters, chapter.id)}
        <button class="link" @click=${() => void link.copy()}>
          ${texts.link[link.outcome.value ?? 'copy']}
        </button>
      </div>
    </details>
  </div>`;
}

/** What the figures read that does not stand in the line. */
function saidOf(
  heads: ChangedHeads | null,
  text: string | null,
  texts: Texts,
): TemplateResult | typeof nothing {
  const changes = heads === null ? nothing : changesOf(heads, texts);
  if (text === null && changes === nothing) return nothing;
  return html`<div class="said">
    ${text === null ? nothing : html`<p>${texts.sentence.below(text)}</p>`} ${changes}
  </div>`;
}

function changesOf(heads: ChangedHeads, { language }: Texts): TemplateResult | typeof nothing {
  const ablations = heads.ablations.value;
  if (ablations.length === 0) return nothing;
  const { headsChanged, undoAll } = wordsFor(language);
  const undo = ({ currentTarget }: Event): void => {
    heads.setAblations([]);
    // The button goes; the keyboard stays where it was.
    (currentTarget as Element).closest('.where')?.querySelector('summary')?.focus();
  };
  const areOff = ablations.every(({ factor = 0 }) => factor === 0);
  return html`<div class="changed">
    <span>${headsChanged(ablations.length, areOff)}</span>
    <button class="link" @click=${undo}>${undoAll}</button>
  </div>`;
}

function closeWhenFollowed({ target, currentTarget }: Event): void {
  const isLink = target instanceof Element && target.closest('a') !== null;
  if (isLink) (currentTarget as HTMLDetailsElement).open = false;
}

function closeOnEscape(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  details.open = false;
  details.querySelector('summary')?.focus();
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
  const details = currentTarget as HTMLDetailsElement;
  if (!(relatedTarget instanceof Node && details.contains(relatedTarget))) details.open = false;
}
