/** What of a text its figures leave out, and what stands in it that is not among the model's tokens. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Token } from '../../shared/run-types.ts';
import { inBytesIn, unknownIn, visibleText } from '../../view/label.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { FigureState } from './figure-context.ts';

type Note = TemplateResult | typeof nothing;

export function cutNote({ cut }: Pick<FigureState, 'cut'>, words: Common): Note {
  return cut === null ? nothing : note(words.readsLast(cut.count, cut.limit));
}

export function unreadNote({ run, read }: Pick<FigureState, 'run' | 'read'>, words: Common): Note {
  return run === null || read === null
    ? nothing
    : unreadIn([{ text: read, tokens: run.tokens }], words);
}

/** What stands in several texts, each once. */
export function unreadIn(
  texts: readonly { readonly text: string; readonly tokens: readonly Token[] }[],
  { unknown, inBytes }: Common,
): Note {
  const say = (find: typeof unknownIn, sentence: typeof unknown) => {
    const found = new Set(texts.flatMap(({ text, tokens }) => find(text, tokens)));
    return found.size === 0 ? nothing : note(sentence([...found].map(visibleText)));
  };
  return html`${say(unknownIn, unknown)}${say(inBytesIn, inBytes)}`;
}

const note = (sentence: string): TemplateResult =>
  html`<p class="placeholder" part="message" role="status">${sentence}</p>`;
