/** Brings the reference to life: its examples, its filter, the look. */
import { effect } from '@preact/signals-core';
import { HeldPlace } from '../held-place.ts';
import { PageTheme } from '../theme.ts';
import { startExample } from './example.ts';
import { filterEntries } from './filter.ts';
import { said, wordsIn } from './live-words.ts';
import type { LiveWords } from './words.ts';
import './reference.css';

/** @param root has what the build wrote */
export function startReference(root: HTMLElement): void {
  const { words, examples } = wordsIn(document);
  for (const entry of root.querySelectorAll<HTMLElement>('.entry[data-tag]')) {
    const place = entry.querySelector('.example');
    const markup = examples[entry.dataset['tag'] ?? ''];
    if (place !== null && markup !== undefined) startExample(place, markup, words);
  }
  startTheme(root, words);
  startFilter(root, words, new HeldPlace(root));
  keepModels();
}

function startTheme(root: HTMLElement, words: LiveWords): void {
  const theme = new PageTheme(matchMedia('(prefers-color-scheme: dark)'));
  const button = root.querySelector<HTMLButtonElement>('#theme');
  button?.addEventListener('click', () => theme.toggle());
  effect(() => {
    const name = theme.isDark.value ? words.toLight : words.toDark;
    button?.setAttribute('aria-label', name);
    if (button) button.title = name;
    if (theme.chosen.value !== null) document.documentElement.dataset['theme'] = theme.chosen.value;
  });
}

function startFilter(root: HTMLElement, words: LiveWords, place: HeldPlace): void {
  const field = root.querySelector<HTMLInputElement>('#filter');
  const status = root.querySelector('#found');
  if (field === null || status === null) return;
  const apply = (): void => {
    const count = filterEntries(root, field.value);
    const isEmpty = field.value.trim() === '';
    status.textContent = isEmpty ? '' : count === 0 ? words.foundNone : said(words.found, count);
  };
  // What an input method composes is no word yet; it ends with an event of its own, in some browsers after the input.
  field.addEventListener('input', (event) => (event as InputEvent).isComposing || apply());
  field.addEventListener('compositionend', apply);
  // A link leads to what may be filtered out, and stays there while the figures above it come.
  const follow = (): void => {
    const id = idIn(location.hash);
    const target = document.getElementById(id);
    if (target === null) return;
    if (!target.checkVisibility()) {
      field.value = '';
      apply();
    }
    place.show(id);
  };
  addEventListener('hashchange', follow);
  // The browser may have kept what was typed.
  if (field.value !== '') apply();
  follow();
}

/** A reader may write what is no escape: "#100%". */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** For when there is no network: the models of figures that stand alone, which the page's own script does not know of. */
function keepModels(): void {
  if (!('serviceWorker' in navigator)) return;
  for (const type of ['glass-run', 'glass-translated'])
    document.addEventListener(type, ({ target }) => {
      const { modelName: model = '' } = target as Element & { readonly modelName?: string };
      if (model === '') return;
      void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ model }));
    });
}
