import { html, nothing, type TemplateResult } from 'lit';
import type { Chapter } from '../chapter.ts';
import type { Texts } from '../i18n/texts.ts';
import { kPapers, kPapersOf, shortly } from '../sources.ts';

/** Where a model is described: of `<glass-model about>`. */
export const aboutModel = (name: string): string => `#at=model-${name}`;

/** Of the list, in links to it. */
const kContents = 'contents';

/** The story's chapters in their order, as links; `here` is the one where the reader is. */
export function contents(
  texts: Texts,
  chapters: readonly Chapter[],
  here: string | null,
): TemplateResult {
  return html`<nav class="contents" id=${kContents} aria-label=${texts.contents}>
    ${chapterLinks(texts, chapters, here)}
  </nav>`;
}

export function chapterLinks(
  texts: Texts,
  chapters: readonly Chapter[],
  here: string | null,
): TemplateResult {
  return html`<ol class="chapters">
    ${chapters.map(
      ({ id, title }) =>
        html`<li>
          <a href="#at=${id}" aria-current=${id === here ? 'location' : nothing}>${title(texts)}</a>
        </li>`,
    )}
  </ol>`;
}

/** A chapter's title below its number, which leads back to the contents, and above those whose ideas it tells. */
export function heading(texts: Texts, number: number, { id, title }: Chapter): TemplateResult {
  const papers = kPapersOf[id] ?? [];
  return html`<p class="number"><a href="#at=${kContents}">${texts.chapter(number)}</a></p>
    <h2>${title(texts)}</h2>
    ${
      papers.length === 0
        ? nothing
        : html`<p class="after">
            ${texts.after(papers.map((name) => shortly(kPapers[name], texts)))}
          </p>`
    }`;
}

/** A link to a chapter, in the list or in the prose: a step in the history, which keeps the reader's choices. */
export function followLink(event: MouseEvent, goTo: (chapter: string) => void): void {
  // Also one inside an element, whose event seems to come from that, and one in a drawing.
  const link = event
    .composedPath()
    .find((each) => each instanceof HTMLAnchorElement || each instanceof SVGAElement);
  const id = /^#at=([\w-]+)$/.exec(link?.getAttribute('href') ?? '')?.[1];
  // With these keys the browser opens a new tab or window.
  if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(id);
}
