import { html, type TemplateResult } from 'lit';
import type { Actions, PageState } from '../state.ts';

/** So long a heading is kept where it was gone to. */
const kFrames = 12;

/** The story's chapters in their order, as links. */
export function contents({ texts }: PageState): TemplateResult {
  const chapters: readonly [id: string, title: string][] = [
    ['tokens', texts.tokens.title],
    ['vectors', texts.vectors.title],
    ['looking', texts.looking.title],
    ['layers', texts.layers.title],
    ['next', texts.next.title],
    ['writing', texts.writing.title],
    ['translating', texts.translating.title],
    ['learning', texts.learning.title],
    ['what-if', texts.whatIf.title],
  ];
  return html`<nav class="contents" aria-label=${texts.contents}>
    <ol>
      ${chapters.map(([id, title]) => html`<li><a href="#at=${id}">${title}</a></li>`)}
    </ol>
  </nav>`;
}

/** A link to a chapter, in the list or in the prose: a step in the history, which keeps the reader's choices. */
export function followLink(event: MouseEvent, actions: Actions): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const id = /^#at=([\w-]+)$/.exec(link?.getAttribute('href') ?? '')?.[1];
  // A new tab or window is the browser's affair.
  if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  actions.goTo(id);
}

/** Puts the reader before a chapter's heading; an id that no chapter has leads nowhere. */
export function showChapter(id: string): void {
  const heading = document.getElementById(id)?.querySelector<HTMLElement>('h2, h3') ?? null;
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  hold(heading, kFrames);
}

/** What stands above may find its height only when it comes near, and the browser may put back an older place. */
function hold(heading: HTMLElement, frames: number): void {
  heading.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => hold(heading, frames - 1));
}
