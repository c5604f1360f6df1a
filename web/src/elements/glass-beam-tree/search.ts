/** A beam search of a tree's own. */
import type { Model } from '../../index.ts';
import type { GenerationStep } from '../../shared/generation-types.ts';
import type { Ablation, Run } from '../../shared/run-types.ts';
import { markOf, visibleText } from '../../view/label.ts';
import { controlsOf, defaultSettings, optionsOf } from '../base/controls.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { SearchSettings } from './search-settings.ts';

export interface Search {
  readonly model: Model;
  /** The tokens that are continued, or the text that is translated. */
  readonly source: Run['tokens'] | string;
  readonly settings: SearchSettings | null;
  readonly ablate: readonly Ablation[];
}

export interface Found {
  readonly steps: readonly GenerationStep[];
  /** The search's, with those that the settings did not name. */
  readonly options: Readonly<Record<string, number>>;
  /** The end of the text that is continued, short enough for the root; '' of a translation, which begins with nothing. */
  readonly ending: string;
  /** The options in words. */
  linesIn(words: Common): readonly string[];
}

/** Characters that a node has room for. */
const kLongestEnding = 11;
const kNoLimits = { temperature: Infinity, length: Infinity, vocabulary: Infinity };

/** The whole search. */
export async function search({ model, source, settings, ablate }: Search): Promise<Found> {
  const all = { ...defaultSettings, ...settings };
  const options = optionsOf('beam', all);
  const changes = {
    ...(ablate.length > 0 && { ablate }),
    ...(settings?.forced_tokens && { forced_tokens: settings.forced_tokens }),
  };
  const steps: GenerationStep[] = [];
  for await (const step of model.generate(source, { ...options, ...changes })) steps.push(step);
  return {
    steps,
    options: options as Record<string, number>,
    ending: typeof source === 'string' ? '' : endingOf(source, model),
    linesIn: (words) =>
      controlsOf('beam', words, kNoLimits).map(({ name, label, show }) =>
        words.labelled(label, show(all[name])),
      ),
  };
}

/** The last tokens that fit; the last one in any case, which its node cuts. */
function endingOf(tokens: Run['tokens'], { config }: Model): string {
  let ending = '';
  for (const { id, text } of [...tokens].reverse()) {
    const longer = text + ending;
    if (markOf(id, text, config.resolved) !== null) break;
    if (ending !== '' && `…${longer.trim()}`.length > kLongestEnding)
      return `…${visibleText(ending)}`;
    ending = longer;
  }
  return visibleText(ending);
}
