/** What stands beside the text of a generation: the bars of its next token, or the tree of a beam search, and the alternatives. */
import { html, nothing, type TemplateResult } from 'lit';
import type { GenerationStep } from '../../shared/generation-types.ts';
import { visibleText, wholeText } from '../../view/label.ts';
import { cutName, isAsLearned, type Mode, type Settings } from '../base/controls.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Generating } from '../i18n/subjects/generating.ts';
import type { Translating } from '../i18n/subjects/translating.ts';
import '../glass-beam-tree/glass-beam-tree.ts';
import { type Choose, fewView, nextView } from './bars.ts';
import type { Continuations, GenerationSession } from './session.ts';

export interface Beside {
  readonly session: GenerationSession;
  readonly words: Common & Generating & Translating;
  readonly mode: Mode;
  readonly settings: Settings;
  readonly isRunning: boolean;
  /** The token of the output in whose place another might be taken; -1: none is looked at. */
  readonly reopened: number;
  /** It was pressed in the output: what might stand there comes at once below. Else below the bars, which then stay in place. */
  readonly isBelowOutput: boolean;
  /** How a token is called that is no text; null for text. */
  readonly mark: (id: number, text: string) => string | null;
  /** Another token in the place of one of the output, or after it. */
  readonly take: (event: CustomEvent<{ id: number }>, index: number) => void;
  /** In a beam search: begins anew with these tokens given. */
  readonly force: (event: Event, path: readonly number[]) => void;
}

export function besideView(beside: Beside): TemplateResult {
  return beside.mode === 'beam' ? tree(beside) : next(beside);
}

function next(beside: Beside): TemplateResult {
  const { session, words, mode, settings } = beside;
  const { done, steps } = session;
  const coming = session.next ?? steps.at(-1);
  if (coming === undefined) return html`${nothing}`;
  const removed = coming.candidates.find(({ kept }) => !kept);
  const cut = mode === 'sample' ? cutName(words, settings, removed) : '';
  const step = Math.min(steps.length + (done ? 0 : 1), settings.max_new_tokens);
  const bars = nextView({
    caption: done ? words.lastToken : words.nextToken,
    step: words.stepOf(step, settings.max_new_tokens),
    candidates: coming.candidates,
    chosen: coming.token,
    keptCount: coming.kept_count,
    cut,
    withOwn: mode === 'sample' && !isAsLearned(settings),
    isOver: done,
    isReadOnly: done || beside.isRunning,
    choose: (event) => beside.take(event, steps.length),
  });
  return beside.isBelowOutput ? html`${instead(beside)}${bars}` : html`${bars}${instead(beside)}`;
}

function instead(beside: Beside): TemplateResult | typeof nothing {
  const index = beside.reopened;
  const step = beside.session.steps[index];
  if (step === undefined) return nothing;
  return alternatives(beside, index, step, step.token_text, (event) => beside.take(event, index));
}

/** `index` tells apart a token that occurs twice. */
function alternatives(
  { words, settings, mark, isRunning }: Beside,
  index: number,
  { token, candidates }: Pick<GenerationStep, 'token' | 'candidates'>,
  text: string,
  choose: Choose,
): TemplateResult {
  return fewView({
    where: 'instead',
    caption: words.inPlaceOf(mark(token, text) ?? visibleText(text)),
    step: words.stepOf(index + 1, settings.max_new_tokens),
    candidates,
    chosen: token,
    isOver: false,
    isReadOnly: isRunning,
    choose,
  });
}

function tree(beside: Beside): TemplateResult {
  const { steps, continuations, instead: taken } = beside.session;
  const drawn = html`<glass-beam-tree
    forceable
    .steps=${steps}
    @glass-force=${(event: CustomEvent<{ ids: readonly number[] }>) => beside.force(event, event.detail.ids)}
  ></glass-beam-tree>`;
  return html`${steps.length > 0 ? drawn : html`<p class="caption">${beside.words.noSteps}</p>`}
    <div class="bars">
      ${continuations === null ? nothing : afterBest(beside, continuations)}
      ${taken === null ? nothing : insteadOf(beside, taken)}
    </div>`;
}

/** In a beam search: of the last token that was given. */
function insteadOf(beside: Beside, { ids, end, candidates }: Continuations): TemplateResult {
  const text = beside.session.steps[ids.length]?.beams[0]?.token_text ?? '';
  return alternatives(beside, ids.length, { token: end, candidates }, text, (event) => {
    if (event.detail.id === end) event.stopPropagation();
    else beside.force(event, [...ids, event.detail.id]);
  });
}

function afterBest(
  { session: { done }, words, force }: Beside,
  { ids, text, end, candidates }: Continuations,
): TemplateResult {
  const caption = done ? words.afterEnd : words.afterBest;
  return fewView({
    where: 'after',
    caption: ids.length === 0 ? words.nextToken : caption(visibleText(wholeText(text))),
    step: null,
    candidates,
    chosen: end,
    isOver: done,
    isReadOnly: done,
    choose: (event) => force(event, [...ids, event.detail.id]),
  });
}
