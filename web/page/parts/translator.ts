/** The model that translates: wherever it stands, it shows the same sentence, with the same heads picked and switched off. */
import { html, type TemplateResult } from 'lit';
import type { Ablation } from 'glassformer';
import type { GlassEvents, Picks, PinnedTokens } from 'glassformer/elements';
import { aboutModel } from './contents.ts';
import type { Shared } from '../chapter.ts';

export function translatorModel(
  { language, translator }: Pick<Shared, 'language' | 'translator'>,
  content: TemplateResult,
  className = '',
): TemplateResult {
  const { layer, head } = translator.picks.value.encoder ?? { layer: 0, head: 0 };
  const { facts } = language.texts.value.sources;
  return html`<glass-model
    src=${translator.model.value}
    about=${aboutModel(translator.model.value)}
    about-text=${facts[translator.model.value]}
    lazy
    class=${className}
    layer=${layer}
    head=${head}
    .text=${translator.translated.value}
    .ablations=${translator.ablations.value}
    @glass-ablate=${({ detail }: CustomEvent<{ ablations: readonly Ablation[] }>) => translator.setAblations(detail.ablations)}
    @glass-pinned=${({ detail }: CustomEvent<{ pinned: PinnedTokens | null }>) => translator.setPinned(detail.pinned)}
    @glass-settings=${({ detail }: CustomEvent<{ settings: { num_beams: number } }>) => translator.setBeams(detail.settings.num_beams)}
    @glass-translated=${({ detail }: CustomEvent<GlassEvents['glass-translated']>) => translator.hasTranslated(detail)}
    @glass-picks=${({ detail }: CustomEvent<{ picks: Picks }>) => translator.setPicks(detail.picks)}
  >
    ${content}
  </glass-model>`;
}
