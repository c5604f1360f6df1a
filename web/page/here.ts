/** Where the reader is: the last chapter, and the last named part of it, that has come above a line in the window. */
import { computed, signal } from '@preact/signals-core';

/** From the line, below which two thirds of the window lie, up to the top of the page. */
const kPassed = '1000000px 0px -65% 0px';

interface Place {
  readonly id: string;
  readonly chapter: string;
}

export class Here {
  /** In the order of the page. */
  readonly #places: Place[] = [];
  readonly #passed = signal<ReadonlySet<string>>(new Set());

  /** The id of the chapter; null: above the first one. */
  readonly chapter = computed(
    () => this.#last(({ id, chapter }) => id === chapter)?.chapter ?? null,
  );
  /** The id of the heading of a part of that chapter, or of a worked example in it; null: above the first one. */
  readonly part = computed(
    () =>
      this.#last(({ id, chapter }) => id !== chapter && chapter === this.chapter.value)?.id ?? null,
  );

  /**
   * Watches the chapters' sections, the headings of their parts that have an id, and worked examples. Sections, not their
   * headings: what a section out of sight contains is not laid out.
   * @param chapters their ids
   */
  watch(page: ParentNode, chapters: readonly string[]): void {
    const observer = new IntersectionObserver((entries) => this.#take(entries), {
      rootMargin: kPassed,
    });
    let chapter = '';
    for (const element of page.querySelectorAll('section[id], h3[id], details[id]')) {
      const isChapter = chapters.includes(element.id);
      if (isChapter) chapter = element.id;
      if (!isChapter && element.localName === 'section') continue;
      this.#places.push({ id: element.id, chapter });
      observer.observe(element);
    }
  }

  #last(matches: (place: Place) => boolean): Place | undefined {
    const passed = this.#passed.value;
    return this.#places.filter((place) => passed.has(place.id) && matches(place)).at(-1);
  }

  #take(entries: readonly IntersectionObserverEntry[]): void {
    const passed = new Set(this.#passed.peek());
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) passed.add(target.id);
      else passed.delete(target.id);
    }
    this.#passed.value = passed;
  }
}
