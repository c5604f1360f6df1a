/** The bars beside a generation: what may come next, and what might stand in a token's place. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Candidate } from '../../shared/generation-types.ts';
import '../glass-next-token/glass-next-token.ts';

/** Of a few probabilities, the most that are shown. */
const kFew = 5;

export type Choose = (event: CustomEvent<{ id: number }>) => void;

export interface NextBars {
  readonly caption: string;
  /** "Step 3 of 20". */
  readonly step: string;
  readonly candidates: readonly Candidate[];
  readonly chosen: number;
  readonly keptCount: number;
  /** What cut the rest off; empty: nothing. */
  readonly cut: string;
  /** Beside the model's own probabilities, which the settings have changed. */
  readonly withOwn: boolean;
  readonly isOver: boolean;
  readonly isReadOnly: boolean;
  readonly choose: Choose;
}

/** What the next token is taken from. */
export const nextView = (bars: NextBars): TemplateResult =>
  html`<p class="caption"><span>${bars.caption}</span><span>${bars.step}</span></p>
    <glass-next-token
      class=${bars.isOver ? 'over' : ''}
      .candidates=${bars.candidates}
      .chosen=${bars.chosen}
      .keptCount=${bars.keptCount}
      .cutLabel=${bars.cut}
      ?with-own=${bars.withOwn}
      ?read-only=${bars.isReadOnly}
      @glass-choose=${bars.choose}
    ></glass-next-token>`;

export interface FewBars {
  /** Bars in place of a token that was taken, or after the best hypothesis. */
  readonly where: 'instead' | 'after';
  readonly caption: string;
  /** "Step 3 of 20", where there is one to tell. */
  readonly step: string | null;
  readonly candidates: readonly Candidate[];
  readonly chosen: number;
  /** The search has ended: the bars are dimmed. */
  readonly isOver: boolean;
  readonly isReadOnly: boolean;
  readonly choose: Choose;
}

/** The likeliest tokens of one place, of which another may be taken. */
export function fewView(bars: FewBars): TemplateResult {
  const few = html`<p class="caption">
      <span>${bars.caption}</span>${bars.step === null ? nothing : html`<span>${bars.step}</span>`}
    </p>
    <glass-next-token
      limit=${kFew}
      class=${bars.isOver ? 'over' : ''}
      ?read-only=${bars.isReadOnly}
      .chosen=${bars.chosen}
      .candidates=${bars.candidates}
      @glass-choose=${bars.choose}
    ></glass-next-token>`;
  return bars.where === 'instead'
    ? html`<div class="instead" part="instead">${few}</div>`
    : html`<div class="after">${few}</div>`;
}
