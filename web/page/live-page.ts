/** The live page: the story, the browser around it, and one render of everything that follows from the state. */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { render } from 'lit';
import { type Codec, field } from './address.ts';
import { AddressBar } from './address-bar.ts';
import type { Language } from './i18n/texts.ts';
import type * as UnknownSettings from './unknown-settings.ts';
import { HeldPlace } from './held-place.ts';
import { goBackTo, type LeftPlace, placeNow } from './left-place.ts';
import { PageLink } from './page-link.ts';
import { PaperPictures } from './paper-pictures.ts';
import { switches } from './parts/switches.ts';
import { createStory, type Story } from './story.ts';
import { previewIn } from './opening.ts';
import { PageTheme } from './theme.ts';
import { pageView } from './view.ts';

/** A chapter, a part of one or a worked example, by the id that it has in the document. */
const placeCodec: Codec<string> = {
  read: (id) => (document.getElementById(id) === null ? null : id),
  write: (id) => id,
};

/**
 * Takes the place of what stands in `root`.
 * @param first a language whose texts are loaded
 * @param folder where the page's own folder is, seen from the document
 */
export function startPage(root: HTMLElement, first: Language, folder: string): void {
  const story = createStory(first, { folder, preview: previewIn(document) });
  const theme = new PageTheme(matchMedia('(prefers-color-scheme: dark)'));
  const { figures, here, language, line, opened, opening } = story.shared;
  /** The chapter that the reader is in, or the place in it that a link has led to. */
  const at = signal<string | null>(null);
  const fields = [...story.fields, field('at', at, placeCodec)];
  const addressBar = new AddressBar(fields, (given, taken) =>
    tellUnknown(language.name, ({ unknownSettings }) => unknownSettings(given, taken)),
  );
  const place = new HeldPlace(root);
  const link = new PageLink(() => {
    figures.look();
    return addressBar.address;
  });
  addEventListener('beforeprint', () => opened.putOnPaper(true));
  addEventListener('afterprint', () => opened.putOnPaper(false));
  // What the build wrote is still there; its pictures stand in what is open by then.
  new PaperPictures(root, () =>
    opening.isOfLine.peek() ? '' : language.texts.peek().sentence.beforehand(opening.text),
  ).watch();

  function goTo(chapter: string): void {
    at.value = chapter;
    addressBar.push(placeNow());
    show(chapter);
  }

  /** A copied link, a saved figure and the address bar tell the chapter in view. */
  function followChapter(): void {
    const chapter = here.chapter.peek();
    if (!place.isHeld && chapterOf(story, at.peek()) !== chapter) at.value = chapter;
  }

  /** Goes to a chapter's heading, when it is rendered; to the top for none. */
  function show(chapter: string | null): void {
    queueMicrotask(() => (chapter === null ? scrollTo({ top: 0 }) : place.show(chapter)));
  }

  addressBar.start((left) => {
    if (left === null) show(at.peek());
    else queueMicrotask(() => goBackTo(left as LeftPlace, followChapter));
  });
  describeDocument(story, theme);
  const view = pageView(story, () => switches(language, theme, link), link, goTo);
  renderChanges(root, view, () => figures.restore());
  watchLine();
  followReader(root, story);
  figures.watch(root, line.writer, (key, given, taken) =>
    tellUnknown(language.name, ({ unknownInField }) => unknownInField(key, given, taken)),
  );
  effect(() => {
    const lost = line.lostPin.value;
    if (lost !== null)
      tellUnknown(language.name, ({ unknownInField }) => unknownInField('pin', lost, ''));
  });
  takeFiles(story, show);
  if (at.peek() !== null) show(at.peek());
  queueMicrotask(() => here.chapter.subscribe(followChapter));
}

/** Where this cannot be fetched, the page is opened all the same, and not told of what its link lacks. */
function tellUnknown(
  language: ReadonlySignal<Language>,
  unknown: (module: typeof UnknownSettings) => readonly string[],
): void {
  void import('./unknown-settings.ts').then(
    (module) => module.tellUnknown(unknown(module), language),
    console.warn,
  );
}

/** Renders once for all changes that are made together. */
function renderChanges(
  root: HTMLElement,
  view: ReadonlySignal<unknown>,
  rendered: () => void,
): void {
  let isStatic = true;
  let isWaiting = false;
  const renderWaiting = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    // What the build wrote stands until then.
    if (isStatic) root.replaceChildren();
    isStatic = false;
    render(view.peek(), root);
    rendered();
  };
  effect(() => {
    void view.value;
    if (!isWaiting) queueMicrotask(renderWaiting);
    isWaiting = true;
  });
  // Figures have a run and what the page tells them of it, such as a head of its model, before one of them is updated.
  root.addEventListener('glass-run', renderWaiting);
}

function describeDocument({ shared }: Story, theme: PageTheme): void {
  const { name, texts } = shared.language;
  const { documentElement } = document;
  effect(() => {
    documentElement.lang = texts.value.language;
    documentElement.dataset['language'] = name.value;
    document.title = texts.value.title;
    documentElement.style.setProperty('--coming', JSON.stringify(texts.value.coming));
  });
  effect(() => {
    if (theme.chosen.value !== null) documentElement.dataset['theme'] = theme.chosen.value;
  });
}

/** Headings that are gone to must not be hidden by the reader's line, however long it is, nor by what hangs below it. */
function watchLine(): void {
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(([entry]) => {
    // No custom property: that would be inherited, and the whole page styled anew when the line wraps.
    style.scrollPaddingTop = `calc(${entry?.borderBoxSize[0]?.blockSize ?? 0}px + 3.25rem)`;
  });
  queueMicrotask(() => {
    const line = document.getElementById('sentence');
    if (line !== null) sizes.observe(line);
  });
}

/** What the reader comes near is fetched, and where they are is marked; on paper there is all of the story. */
function followReader(root: HTMLElement, { chapters, shared }: Story): void {
  queueMicrotask(() => {
    shared.later.fetchWhenNear(root, chapters);
    shared.here.watch(
      root,
      chapters.map(({ id }) => id),
    );
  });
  addEventListener('beforeprint', () => chapters.forEach((each) => void shared.later.fetch(each)));
}

/** The chapter of the page in which the place lies; null: in none. */
function chapterOf({ chapters }: Story, id: string | null): string | null {
  const element = id === null ? null : document.getElementById(id);
  return chapters.find((each) => element?.closest(`#${each.id}`))?.id ?? null;
}

/** A browser would open files that are dropped in place of the page. */
function takeFiles({ chapters }: Story, show: (chapter: string) => void): void {
  const chapter = chapters.find(({ takeDropped }) => takeDropped !== undefined);
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event) => {
      const { dataTransfer } = event;
      if (chapter === undefined || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (type !== 'drop') return;
      chapter.takeDropped?.(dataTransfer);
      show(chapter.id);
    });
}
