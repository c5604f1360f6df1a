import { html, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';

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
      ${chapters.map(([id, title]) => html`<li><a href="#${id}" @click=${(event: Event) => goTo(event, id)}>${title}</a></li>`)}
    </ol>
  </nav>`;
}

/** To the chapter, without touching the address, which holds the reader's choices. */
function goTo(event: Event, id: string): void {
  event.preventDefault();
  const heading = document.querySelector<HTMLElement>(`#${id} :is(h2, h3)`);
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}
