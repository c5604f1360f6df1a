/**
 * A model of the reader's own, with the page's figures. Only the prose comes with the page: all else is fetched when the
 * reader comes near, or drops files. No link opens such a model.
 */
import { signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { Chapter, Shared } from '../../chapter.ts';
import { kHeadless } from '../../reading.ts';
import { type Dropped, droppedIn } from './dropped.ts';

/** What is fetched later. */
export interface OwnModelPlace {
  view(language: string): TemplateResult;
  takeDropped(dropped: readonly Dropped[]): void;
}

export function ownModel({ language, line, later, folder, still }: Shared): Chapter {
  const place = signal<OwnModelPlace | null>(null);
  const chapter: Chapter = {
    id: 'own-model',
    title: (texts) => texts.ownModel.title,
    reads: () => kHeadless,
    async load() {
      const [{ ownModelPlace }] = await Promise.all([
        import('./view.ts'),
        import('../../elements/own-model.ts'),
      ]);
      place.value = ownModelPlace(() => line.read.peek(), folder);
    },
    takeDropped(transfer) {
      const dropped = droppedIn(transfer);
      void later.fetch(chapter).then(() => place.peek()?.takeDropped(dropped));
    },
    view(heading) {
      return html`<section class="chapter" id="own-model">
        ${heading}
        <div class="prose">${language.texts.value.ownModel.body}</div>
        ${still === null ? nothing : html`<without-scripts><p>${language.texts.value.needsScript}</p></without-scripts>`}
        ${place.value === null ? nothing : place.value.view(language.name.value)}
      </section>`;
    },
  };
  return chapter;
}
