import { html, type TemplateResult } from 'lit';
import type { Chapter } from '../chapter.ts';
import type { Texts } from '../i18n/texts.ts';

/** The number of frames in which the page is scrolled to a heading, while figures above it get their heights. */
const kFrames = 12;

/** The story's chapters in their order, as links. */
export function contents(texts: Texts, chapters: readonly Chapter[]): TemplateResult {
  const listed = chapters.flatMap(({ id, title }) => (title ? [{ id, title: title(texts) }] : []));
  return html`<nav class="contents" aria-label=${texts.contents}>
    <ol>
      ${listed.map(({ id, title }) => html`<li><a href="#at=${id}">${title}</a></li>`)}
    </ol>
  </nav>`;
}

/** A link to a chapter, in the list or in the prose: a step in the history, which keeps the reader's choices. */
export function followLink(event: MouseEvent, goTo: (chapter: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const id = /^#at=([\w-]+)$/.exec(link?.getAttribute('href') ?? '')?.[1];
  // With these keys the browser opens a new tab or window.
  if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(id);
}

/** Scrolls to a chapter's heading and focuses it. An id that no chapter has does nothing. */
export function showChapter(id: string): void {
  const heading = document.getElementById(id)?.querySelector<HTMLElement>('h2, h3') ?? null;
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  scrollFor(heading, kFrames);
}

/** Scrolls in each of the next frames: figures above get their height when they come near, and a browser may restore an older place. */
function scrollFor(heading: HTMLElement, frames: number): void {
  heading.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => scrollFor(heading, frames - 1));
}
