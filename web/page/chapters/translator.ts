/** The model that translates: wherever it stands, it shows the same sentence, with the same heads picked and switched off. */
import { html, type TemplateResult } from 'lit';
import type { Ablation, Change } from 'glassformer';
import type { Picks, PinnedTokens } from 'glassformer/elements';
import { translated } from '../source.ts';
import type { Actions, PageState } from '../state.ts';

export function translator(
  state: PageState,
  actions: Actions,
  content: TemplateResult,
  className = '',
): TemplateResult {
  const { layer, head } = state.picks.encoder ?? { layer: 0, head: 0 };
  return html`<glass-model
    src="en-zh"
    lazy
    class=${className}
    layer=${layer}
    head=${head}
    .text=${translated(state)}
    .ablations=${state.translatorAblations}
    @glass-ablate=${({ detail }: CustomEvent<{ ablations: readonly Ablation[] }>) => actions.setTranslatorAblations(detail.ablations)}
    @glass-pinned=${({ detail }: CustomEvent<{ pinned: PinnedTokens | null }>) => actions.setPinned(detail.pinned)}
    @glass-settings=${({ detail }: CustomEvent<{ settings: { num_beams: number } }>) => actions.setBeams(detail.settings.num_beams)}
    @glass-translated=${({ detail }: CustomEvent<{ changes: readonly Change[] }>) => actions.hasTranslated(detail.changes)}
    @glass-picks=${({ detail }: CustomEvent<{ picks: Picks }>) => actions.setPicks(detail.picks)}
  >
    ${content}
  </glass-model>`;
}
