import { html, type TemplateResult } from 'lit';
import type { Actions, PageState } from '../state.ts';

/** So long a heading is kept where it was gone to. */
const kFrames = 12;

/** The story's chapters in their order, as links. */
export function contents({ texts }: PageState, actions: Actions): TemplateResult {
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
      ${chapters.map(([id, title]) => html`<li><a href="#at=${id}" @click=${(event: Event) => goTo(event, id, actions)}>${title}</a></li>`)}
    </ol>
  </nav>`;
}

/** A step in the history, which keeps the reader's choices. */
function goTo(event: Event, id: string, actions: Actions): void {
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
