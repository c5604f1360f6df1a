import { html, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';

/** The story's chapters in their order, as links. */
export function contents({ texts }: PageState): TemplateResult {
  const chapters: readonly [id: string, title: string][] = [
    ['vectors', texts.vectors.title],
    ['projections', texts.projections.title],
    ['looking', texts.looking.title],
    ['by-hand', texts.byHand.title],
    ['heads', texts.heads.title],
    ['layers', texts.layers.title],
    ['writing', texts.writing.title],
    ['beam', texts.beam.title],
    ['translating', texts.translating.title],
    ['aab', texts.aab.title],
    ['choosing', texts.choosing.title],
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
