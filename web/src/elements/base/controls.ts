/** What the reader may set for each way of choosing, and what the engine is told of it. */
import type { Candidate, GenerationOptions } from '../../shared/generation-types.ts';
import type { OptionControl } from '../../shared/option-types.ts';
import { generationControls, generationDefaults, generationOff } from '../../shared/options.ts';
import { formatShort } from '../../view/number.ts';
import type { Common } from '../i18n/subjects/common.ts';

export type Mode = 'greedy' | 'sample' | 'beam';

/** Of GenerationOptions those that have a control. */
export type Settings = Readonly<Record<keyof typeof generationControls, number>>;

const entries = Object.entries(generationControls) as [keyof Settings, OptionControl][];
export const defaultSettings = Object.fromEntries(
  entries.map(([name, { initial }]) => [name, initial]),
) as unknown as Settings;

/** What shapes the probabilities; names as in GenerationOptions. */
export type ChoiceSettings = Pick<Settings, 'temperature' | 'top_k' | 'top_p'>;

/** Leaves the probabilities as the model has learned them. */
export const asLearned: ChoiceSettings = {
  temperature: generationDefaults.temperature,
  top_k: generationOff.top_k,
  top_p: generationOff.top_p,
};

/** Whether the probabilities are the model's own. */
export function isAsLearned(settings: ChoiceSettings): boolean {
  const names = Object.keys(asLearned) as (keyof ChoiceSettings)[];
  return names.every((name) => settings[name] === asLearned[name]);
}

/** The options of each way of choosing, in the order of their controls. */
const optionsIn = {
  greedy: ['max_new_tokens'],
  sample: ['max_new_tokens', 'temperature', 'top_k', 'top_p', 'seed'],
  beam: ['max_new_tokens', 'num_beams', 'length_penalty'],
} as const satisfies Readonly<Record<Mode, readonly (keyof Settings)[]>>;

export interface Control {
  readonly name: keyof Settings;
  readonly label: string;
  readonly kind: 'range' | 'number';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  show(value: number): string;
  toSlider(value: number): number;
  fromSlider(slider: number): number;
}

/** How far the controls go. */
export interface Limits {
  readonly temperature: number;
  readonly length: number;
  /** How many tokens there are: top-k ends below that. */
  readonly vocabulary: number;
}

export function controlsOf(mode: Mode, words: Common, limits: Limits): Control[] {
  return optionsIn[mode].map((name) => controlOf(name, words, limits));
}

/** What shapes the probabilities that are drawn from. */
export function filterControls(words: Common, limits: Omit<Limits, 'length'>): Control[] {
  const names = optionsIn.sample.filter((name) => Object.hasOwn(asLearned, name));
  return names.map((name) => controlOf(name, words, { length: Infinity, ...limits }));
}

function controlOf(name: keyof Settings, words: Common, limits: Limits): Control {
  switch (name) {
    case 'max_new_tokens':
      return range(name, words.maxNewTokens, { max: limits.length });
    case 'temperature':
      return temperature(words.temperature, limits.temperature);
    case 'top_k':
      return topK(words, limits.vocabulary);
    case 'top_p':
      return {
        ...range(name, words.topP),
        show: (value) => (value === asLearned.top_p ? words.off : plain(value)),
      };
    case 'seed':
      return { ...range(name, words.seed), kind: 'number', fromSlider: wholeSeed };
    case 'num_beams':
      return range(name, words.beams);
    case 'length_penalty':
      return range(name, words.lengthPenalty);
  }
}

function range(
  name: keyof Settings,
  label: string,
  own: Partial<Pick<Control, 'max'>> = {},
): Control {
  const { min, max, step } = generationControls[name];
  return {
    name,
    label,
    min,
    max,
    step,
    ...own,
    kind: 'range',
    show: plain,
    toSlider: (value) => value,
    fromSlider: (slider) => slider,
  };
}

/** A slider whose steps lead from one of these numbers to the next one. */
function among(control: Control, values: readonly number[]): Control {
  const last = values.length - 1;
  return {
    ...control,
    min: 0,
    max: last,
    step: 1,
    toSlider: (value) => {
      const place = values.findIndex((each) => each >= value);
      return place < 0 ? last : place;
    },
    fromSlider: (slider) => values[Math.round(slider)] as number,
  };
}

/** Small steps where one token more is much, large ones where it is little; all the way to the right it is off. */
const kTopKSteps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 70].concat(
  generationControls.top_k.max,
);

function topK(words: Common, vocabulary: number): Control {
  const steps = kTopKSteps.filter((k) => k < vocabulary);
  const control = among(range('top_k', words.topK), [...steps, Infinity]);
  return {
    ...control,
    show: (value) => (value === 0 ? words.off : plain(value)),
    toSlider: (value) => control.toSlider(value || Infinity),
    fromSlider: (slider) => steps[Math.round(slider)] ?? 0,
  };
}

/** The filter that cut, told by the first candidate below the cut; all that are on, where that one is not known. */
export function cutName(
  words: Common,
  { top_k, top_p }: Omit<ChoiceSettings, 'temperature'>,
  removed: Candidate | undefined,
): string {
  const isUnknown = removed === undefined;
  const byTopK = top_k !== asLearned.top_k && (isUnknown || removed.after_top_k === 0);
  const byTopP = top_p !== asLearned.top_p && (isUnknown || !byTopK);
  const filters = [byTopK ? [words.cutAtTopK(top_k)] : [], byTopP ? [words.cutAt(top_p)] : []];
  return words.listed(...filters.flat());
}

/** The options of one way of choosing; the others' are left away. */
export function optionsOf(mode: Mode, settings: Settings): GenerationOptions {
  const own = Object.fromEntries(optionsIn[mode].map((name) => [name, settings[name]]));
  return mode === 'sample' ? { ...own, do_sample: true } : own;
}

/** Temperature goes by factors: about as much room between 0.1 and 1 as between 1 and 10. */
function temperature(label: string, max: number): Control {
  const values: number[] = [];
  for (let value: number = generationControls.temperature.min; value < max; value = warmer(value))
    values.push(value);
  return {
    ...among(range('temperature', label), [...values, max]),
    show: (value) => formatShort(value, value < 10 ? 2 : 0),
  };
}

/** The next one of numbers with two digits that are 4 to 10 % apart: as many as are written, so that each step shows. */
function warmer(value: number): number {
  const [figures, power] = value.toExponential(1).split('e').map(Number) as [number, number];
  const step = figures < 2 ? 1 : figures < 5 ? 2 : 5;
  return Number((value + step * 10 ** (power - 1)).toPrecision(2));
}

function plain(value: number): string {
  return formatShort(value, 2);
}

function wholeSeed(value: number): number {
  const { min, max } = generationControls.seed;
  return Math.min(max, Math.max(min, Math.trunc(value)));
}
