/** A chapter as the prose names it: by the number that it has in the story, as a link to it. */
import { html, type TemplateResult } from 'lit';
import { chapterIds, type ChapterId } from '../chapter-order.ts';

/** @param name how the number is written: "chapter 7" */
export function chapterLink(
  id: ChapterId,
  name: (number: number) => string = String,
): TemplateResult {
  return html`<a href="#at=${id}">${name(chapterIds.indexOf(id) + 1)}</a>`;
}
