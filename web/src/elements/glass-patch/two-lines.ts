/** The two lines that a reader writes, why they cannot be compared, and what of them the model's list lacks. */
import { html, nothing, type TemplateResult } from 'lit';
import type { PatchedRuns, Refusal } from '../../study/patched-runs.ts';
import { typed } from '../base/typed.ts';
import { unreadNote } from '../base/unread.ts';
import { type Problem, problemSentence } from '../i18n/problem.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Study } from '../i18n/subjects/study.ts';

type Words = Study['study']['patch'];

/** Longer lines would take the square of the time: each place is a run of its own. */
export const kMaxTokens = 24;

/** As they were written: a token that the model's list lacks is no text. */
export const linesOf = ({ question: { clean, corrupted } }: PatchedRuns) =>
  [clean, corrupted] as [string, string];

export function lineFields(
  lines: { readonly clean: string; readonly corrupted: string },
  words: Words,
  choose: (name: 'clean' | 'corrupted', text: string) => void,
): TemplateResult {
  const field = (name: 'clean' | 'corrupted') =>
    html`<label data-control=${name}
      >${words[name]}
      <input
        type="text"
        autocomplete="off"
        spellcheck="false"
        ${typed(lines[name], (text) => choose(name, text))}
    /></label>`;
  return html`<div class="pair" data-control>${field('clean')}${field('corrupted')}</div>`;
}

/**
 * Why no result of the lines that stand there is shown.
 * @param failed what went wrong where they are not refused
 * @param isAlone whether no result of lines before them stands below
 */
export function refused(
  refusal: Refusal | null,
  failed: Problem,
  words: Common & Study,
  isAlone: boolean,
): TemplateResult {
  // A line that nobody has typed yet is no mistake.
  const isMistake = refusal?.why !== 'empty';
  const why = refusal === null ? failed : sentenceOf(refusal, words.study.patch);
  return html`<p
    class=${isMistake ? 'placeholder failed' : 'placeholder'}
    role="status"
    part="refusal"
  >
    ${problemSentence(why, words)}${isAlone ? nothing : words.following(words.study.former)}
  </p>`;
}

function sentenceOf(refusal: Refusal, words: Words): string {
  if (refusal.why === 'empty') return words.tooFew;
  if (refusal.why === 'tooLong') return words.tooLong(...refusal.counts, kMaxTokens);
  if (refusal.why === 'alike') return words.alike;
  return words.unequal(...refusal.counts);
}

/** Of both lines, as if they were one text, so that what both have is named once. */
export function unreadInBoth(runs: PatchedRuns, words: Common): TemplateResult | typeof nothing {
  const [clean, corrupted] = linesOf(runs);
  const moved = runs.corrupted.tokens.map((token) => ({
    ...token,
    start: token.start + clean.length,
    end: token.end + clean.length,
  }));
  const run = { tokens: [...runs.clean.tokens, ...moved], activations: {} };
  return unreadNote({ run, read: clean + corrupted }, words);
}
