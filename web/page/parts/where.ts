/** Below the reader's line: which chapter this is, with the way to the others, which text its figures read, and where in a layer this is. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Chapter, Shared } from '../chapter.ts';
import { blockSign, partAt } from './block-picture.ts';
import { chapterLinks } from './contents.ts';

export function where(
  { language, line, here }: Shared,
  chapters: readonly Chapter[],
): TemplateResult | typeof nothing {
  const texts = language.texts.value;
  const place = chapters.findIndex(({ id }) => id === here.chapter.value);
  const chapter = chapters[place];
  if (chapter === undefined) return nothing;
  const read = chapter.reads?.(here.part.value) ?? null;
  const part = partAt(here);
  return html`<div class="where">
    ${read === null || read === line.read.value ? nothing : html`<p>${texts.sentence.below(read)}</p>`}
    ${part === null ? nothing : blockSign(texts, part)}
    <details
      tabindex="-1"
      @click=${closeWhenFollowed}
      @keydown=${closeOnEscape}
      @focusout=${closeWhenLeft}
    >
      <summary>${place + 1}<span> · ${chapter.title(texts)}</span></summary>
      ${chapterLinks(texts, chapters, chapter.id)}
    </details>
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
