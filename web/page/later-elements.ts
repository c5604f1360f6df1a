/** What a chapter needs besides the first view: fetched when the reader comes near it. */
import { signal } from '@preact/signals-core';
import { whenNear } from 'glassformer/elements/functions';

/** The distance from the window at which a chapter counts as near. */
const kAhead = '600px 0px';

interface LaterPart {
  readonly id: string;
  readonly load?: (() => Promise<unknown>) | undefined;
}

export class LaterElements {
  /** The ids of chapters whose elements are on their way. */
  readonly coming = signal<ReadonlySet<string>>(new Set());
  /** The ids of chapters whose elements could not be fetched. */
  readonly failed = signal<ReadonlySet<string>>(new Set());
  readonly #asked = new Map<string, Promise<void>>();

  /** @param page has the chapters' sections; a section without a chapter's id belongs to the chapter before it */
  fetchWhenNear(page: ParentNode, chapters: readonly LaterPart[]): void {
    let chapter: LaterPart | undefined;
    for (const section of page.querySelectorAll('section')) {
      chapter = chapters.find(({ id }) => id === section.id) ?? chapter;
      const near = chapter;
      if (near === undefined) continue;
      // A link that opens a worked example is about it.
      if (section.querySelector('details[open]') !== null) void this.fetch(near);
      else void whenNear(section, kAhead).then(() => this.fetch(near));
    }
  }

  /** Fetches once. */
  fetch(part: LaterPart): Promise<void> {
    const asked = this.#asked.get(part.id) ?? this.#fetch(part);
    this.#asked.set(part.id, asked);
    return asked;
  }

  async #fetch({ id, load }: LaterPart): Promise<void> {
    if (load === undefined) return;
    this.coming.value = new Set([...this.coming.peek(), id]);
    try {
      await load();
    } catch (error) {
      this.failed.value = new Set([...this.failed.peek(), id]);
      console.warn(error);
    }
    this.coming.value = new Set([...this.coming.peek()].filter((each) => each !== id));
  }
}
