/** The whole page as a template: its chapters in their order, around the reader's line. */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Ablation } from 'glassformer';
import { problemSentence, type Spot, wordsFor } from 'glassformer/elements';
import type { HeadPlace } from './address.ts';
import { contents, followLink } from './chapters/contents.ts';
import { firstView } from './chapters/first-view.ts';
import { footer } from './chapters/footer.ts';
import { header } from './chapters/header.ts';
import { layers } from './chapters/layers.ts';
import { learning } from './chapters/learning.ts';
import { looking } from './chapters/looking.ts';
import { next } from './chapters/next.ts';
import { proof } from './chapters/proof.ts';
import { say } from './chapters/say.ts';
import { tokens } from './chapters/tokens.ts';
import { translating } from './chapters/translating.ts';
import { vectors } from './chapters/vectors.ts';
import { whatIf } from './chapters/what-if.ts';
import { writing } from './chapters/writing.ts';
import { translated } from './source.ts';
import type { Actions, LineReading, PageState } from './state.ts';
import { kMaxTokens, writerOf } from './writers.ts';

/** Everything that follows from the state. A part is drawn anew only when what it shows has changed. */
export function page(state: PageState, actions: Actions): TemplateResult {
  const { texts, failure, text, read, textProblem, head, view, opened, ablations } = state;
  const writer = writerOf(read);
  const source = translated(state);
  const { life, seed, isSeedWrong, reading, sentenceProblem, byHand } = state;
  const { table, tableProblem, picks, translatorAblations } = state;
  return html`${header(state, actions)}
    <main @click=${(event: MouseEvent) => followLink(event, actions)}>
      ${failure === null ? nothing : html`<p class="problem" role="alert">${problemSentence(failure, wordsFor(texts.language), texts.noEngine)}</p>`}
      <glass-model
        class=${textProblem === null ? '' : 'stale'}
        src=${writer}
        .text=${read}
        most-tokens=${kMaxTokens[writer]}
        layer=${head.layer}
        head=${head.head}
        .ablations=${ablations}
        @glass-run=${own((reading: LineReading) => actions.hasRead(reading))}
        @glass-selected=${own(({ pinned }: { pinned: Spot | null }) => actions.hasPinned(pinned))}
        @glass-head=${own((place: HeadPlace) => actions.pickHead(place))}
        @glass-ablate=${own((change: { ablations: readonly Ablation[] }) => actions.setAblations(change.ablations))}
      >
        ${guard([texts, text, textProblem, state.lineNotes], () => say(state, actions))}
        ${guard([texts, writer], () => firstView(state))} ${guard([texts], () => contents(state))}
        ${guard([texts, writer], () => tokens(state))}
        ${guard([texts, writer], () => vectors(state))}
        ${guard([texts, writer, source, picks, translatorAblations, head, view, opened, text, life, seed, isSeedWrong, reading, sentenceProblem, byHand, state.tokenCount], () => looking(state, actions))}
        ${guard([texts], () => layers(state))}
        ${guard([texts, state.generation], () => next(state, actions))}
        ${guard([texts, writer, opened, table, tableProblem, state.abreast, state.generation], () => writing(state, actions))}
        ${guard([texts, source, read, state.source, state.sourceNotes, picks, translatorAblations, state.pinned, state.beams], () => translating(state, actions))}
        ${guard([texts, state.aab, state.aabFailure, state.aabRun, state.lettersTyped, state.lettersProblem, state.predictions], () => learning(state, actions))}
        ${guard([texts, writer, source, picks, translatorAblations, state.pinned, state.beams], () => whatIf(state, actions))}
        ${guard([texts], () => proof(state))}
      </glass-model>
    </main>
    ${footer(state)}`;
}

/** News from the figures of this model, not from those of a model further inside. */
function own<Detail>(tell: (detail: Detail) => void) {
  return ({ target, currentTarget, detail }: CustomEvent<Detail>): void => {
    if (target instanceof Element && target.closest('glass-model') === currentTarget) tell(detail);
  };
}
