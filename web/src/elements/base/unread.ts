/** What of a text its figures leave out, and what stands in it that is not among the model's tokens. */
import { html, nothing, type TemplateResult } from 'lit';
import { inBytesIn, unknownIn, visibleText } from '../../view/label.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { FigureState } from './figure-context.ts';

type Note = TemplateResult | typeof nothing;

export function cutNote({ cut }: Pick<FigureState, 'cut'>, words: Common): Note {
  return cut === null ? nothing : note(words.readsLast(cut));
}

export function unreadNote(
  { run, read }: Pick<FigureState, 'run' | 'read'>,
  { unknown, inBytes }: Common,
): Note {
  if (run === null || read === null) return nothing;
  const say = (found: readonly string[], sentence: typeof unknown) =>
    found.length === 0 ? nothing : note(sentence(found.map(visibleText)));
  return html`${say(unknownIn(read, run.tokens), unknown)}${say(inBytesIn(read, run.tokens), inBytes)}`;
}

const note = (sentence: string): TemplateResult =>
  html`<p class="placeholder" part="message" role="status">${sentence}</p>`;
