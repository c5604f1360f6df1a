/** What a chapter needs besides the first view: fetched when the reader comes near it. */
import { signal } from '@preact/signals-core';
import { whenNear } from 'glassformer/elements/functions';

/** The distance from the window at which a chapter counts as near. */
const kAhead = '600px 0px';

export interface LaterPart {
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

  /** Fetches once, or once more where that failed. */
  fetch(part: LaterPart): Promise<void> {
    const asked = this.#asked.get(part.id) ?? this.#fetch(part);
    this.#asked.set(part.id, asked);
    return asked;
  }

  async #fetch({ id, load }: LaterPart): Promise<void> {
    if (load === undefined) return;
    this.coming.value = withId(this.coming.peek(), id);
    this.failed.value = withoutId(this.failed.peek(), id);
    try {
      // Later, so that it is known as asked for when it fails at once.
      await Promise.resolve().then(load);
    } catch (error) {
      this.#asked.delete(id);
      this.failed.value = withId(this.failed.peek(), id);
      console.warn(error);
    }
    this.coming.value = withoutId(this.coming.peek(), id);
  }
}

const withId = (ids: ReadonlySet<string>, id: string) => new Set([...ids, id]);
const withoutId = (ids: ReadonlySet<string>, id: string) =>
  new Set([...ids].filter((each) => each !== id));
