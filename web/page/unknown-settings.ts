/** What a link names and the page does not have: told at the foot of the window, wherever in the page the link leads. */
import { effect, type ReadonlySignal } from '@preact/signals-core';
import { html, render } from 'lit';
import { kMaxCharacters } from './address.ts';
import { type LinkTexts, linkTexts } from './i18n/link-texts.ts';
import type { Language } from './i18n/texts.ts';
import './unknown-settings.css';

/** Characters of a value that are told. */
const kShown = 40;
/** Settings that are named; a link of one's own has fewer. */
const kNamed = 5;

let close = (): void => undefined;
/** What is told of the link: figures may refuse some of it later. */
let told: readonly string[] = [];

/** Adds to what is told, until the reader closes it or follows another link. */
export function tellUnknown(settings: readonly string[], language: ReadonlySignal<Language>): void {
  if (settings.length === 0) return;
  const all = [...told, ...settings];
  close();
  told = all;
  show(all, language);
}

/**
 * What is missing, such as "head=99.9", of lists the parts, and what is cut because it is too long.
 *
 * @param given the hash of a link
 * @param taken what the page makes of it
 */
export function unknownSettings(given: string, taken: string): readonly string[] {
  const kept = fieldsOf(taken);
  return [...fieldsOf(given)].flatMap(([key, value]) =>
    unknownInField(key, value, kept.get(key) ?? ''),
  );
}

/** The same of one field. */
export function unknownInField(key: string, given: string, taken: string): readonly string[] {
  const lost = given.length > kMaxCharacters ? given : lostOf(given, taken);
  return lost === '' ? [] : [shortened(`${key}=${lost}`)];
}

/** The parts of a list that are not there; all of them where they are there in another spelling. */
function lostOf(value: string, now: string): string {
  const [given, kept] = [partsOf(value), partsOf(now)];
  if (kept.length >= given.length) return '';
  const lost = given.filter((part) => !kept.includes(part));
  return (lost.length === given.length - kept.length ? lost : given).join(' ');
}

/** What is told of them: a link can have any number. */
export function sentenceOf(settings: readonly string[], { lost }: Pick<LinkTexts, 'lost'>): string {
  return lost(settings.slice(0, kNamed), Math.max(0, settings.length - kNamed));
}

function show(settings: readonly string[], language: ReadonlySignal<Language>): void {
  const notice = document.createElement('div');
  notice.className = 'unknown-settings';
  // A status is read aloud where it was there before its text.
  notice.role = 'status';
  // It stands at the foot of the window, and is the first thing that the keyboard comes to.
  document.body.prepend(notice);
  const stop = effect(() => {
    const texts = linkTexts(language.value);
    render(
      html`<p>${sentenceOf(settings, texts)}</p>
        <button type="button" @click=${() => close()}>${texts.close}</button>`,
      notice,
    );
  });
  close = () => {
    told = [];
    stop();
    notice.remove();
    removeEventListener('hashchange', close);
    removeEventListener('keydown', closeByKey);
  };
  const closeByKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };
  addEventListener('keydown', closeByKey);
  // What the next link lacks is told after that.
  addEventListener('hashchange', close);
}

function fieldsOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}

/** Of a list; another value is one part, or as many as it has words. */
function partsOf(value: string): readonly string[] {
  return value.split(/\s+/).filter((part) => part !== '');
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > kShown ? `${characters.slice(0, kShown).join('')}…` : text;
}
