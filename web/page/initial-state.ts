/** The state that the page begins with, and what of it the address says. */
import type { Choices } from './address.ts';
import { kArticleByHand } from './by-hand.ts';
import { kTranslatorBeams } from './generation.ts';
import { type Language, textsIn } from './i18n/texts.ts';
import { kNoNotes } from './line-notes.ts';
import { picksLike, withHeadsOf } from './own-heads.ts';
import { findProblem } from './sentence-check.ts';
import { findSourceProblem } from './source.ts';
import { kArticleSeed, kArticleSentence, kInitialLetters, type PageState } from './state.ts';
import { kArticleTable } from './table.ts';
import type { Theme } from './theme.ts';
import { firstWriter, kFirstHead, kInitialText, writerOf } from './writers.ts';

/** What does not depend on the address. */
export function initialState(
  language: Language,
  theme: Theme | null,
): Omit<PageState, keyof Shown> {
  return {
    language,
    texts: textsIn(language),
    theme,
    failure: null,
    abreast: {},
    lineNotes: kNoNotes,
    tokenCount: 0,
    sourceNotes: kNoNotes,
    isSeedWrong: false,
    reading: null,
    sentenceProblem: null,
    byHand: kArticleByHand,
    table: kArticleTable,
    goodTable: kArticleTable,
    tableProblem: null,
    pinned: null,
    aab: null,
    aabFailure: null,
    lettersProblem: null,
    aabRun: null,
    predictions: null,
    engine: null,
  };
}

type Shown = ReturnType<typeof shownBy>;

/** What the address says, or what stands there at first. */
export function shownBy(chosen: Choices, language: Language) {
  const { text, textProblem, read } = lineOf(chosen, language);
  return {
    text,
    read,
    textProblem,
    head: chosen.head ?? kFirstHead[writerOf(read)],
    ablations: chosen.ablations ?? [],
    view: chosen.view ?? ('lines' as const),
    picks: chosen.picks ?? (chosen.head ? picksLike(chosen.head) : {}),
    translatorAblations: chosen.translatorAblations ?? [],
    beams: chosen.beams ?? kTranslatorBeams,
    generation: chosen.generation ?? {},
    source: chosen.source ?? null,
    goodSource: goodSourceOf(chosen),
    opened: chosen.opened ?? [],
    life: chosen.life ?? kArticleSentence,
    seed: chosen.seed ?? kArticleSeed,
    lettersTyped: chosen.letters ?? kInitialLetters,
  };
}

/** What the address says, without heads that the models lack. */
export function fitting(chosen: Choices, language: Language): Choices {
  return withHeadsOf(writerOf(lineOf(chosen, language).read), chosen);
}

/** The reader's line at first, and what is read of it. */
function lineOf(chosen: Choices, language: Language) {
  const first = kInitialText[firstWriter(language)];
  const text = chosen.text ?? first;
  const textProblem = findProblem(text);
  return { text, textProblem, read: textProblem === null ? text.trimEnd() : first };
}

/** With these choices taken back. */
export function without(chosen: Choices, ...names: readonly (keyof Choices)[]): Choices {
  const rest = Object.entries(chosen).filter(([name]) => !names.includes(name as keyof Choices));
  return Object.fromEntries(rest);
}

function goodSourceOf({ source }: Choices): string | null {
  return source !== undefined && findSourceProblem(source) === null ? source : null;
}
