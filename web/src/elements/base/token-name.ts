/** A token as every element calls it: its text made visible, or, of a token that only marks something, what it marks. */
import type { Model } from '../../index.ts';
import { beginsWithBlank, type Mark, markOf, visibleText } from '../../view/label.ts';
import type { Common } from '../i18n/subjects/common.ts';

export interface TokenName {
  readonly text: string;
  /** It is no text: the end, the start, padding. */
  readonly isMark: boolean;
}

/** Without a model (or where its tokens are no marks) the text itself. */
export function tokenName(
  model: Model | null,
  words: Common,
  { id, text }: { readonly id: number; readonly text: string },
): TokenName {
  const mark = model === null ? null : markOf(id, text, model.config.resolved);
  if (mark === null) return { text: visibleText(text), isMark: false };
  const names: Record<Mark, string> = {
    end: words.endOfText,
    start: words.startOfText,
    pad: words.pad,
  };
  return { text: names[mark], isMark: true };
}

/** For what has room for a text alone, as the lists that fold out have: with the sign of the blank that it begins with. */
export const nameWithBlank: (...of: Parameters<typeof tokenName>) => string = (...of) =>
  (beginsWithBlank(of[2].text) ? '␣' : '') + tokenName(...of).text;
