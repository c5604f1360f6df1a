/** What a `<glass-model>`, or an element with a model of its own, provides its figures with. */
import type { Model } from '../../../index.ts';
import type { Dtype } from '../../../shared/model-types.ts';
import type { Ablation, ForwardOptions, Run } from '../../../shared/run-types.ts';
import type { Spot } from '../../../view/selection.ts';
import type { Preview } from '../figure-context.ts';

/** The provider writes the model that it has loaded, and what a reader types. */
export interface Provided {
  readonly src: string;
  readonly dtype: Dtype;
  readonly lazy: boolean;
  text: string;
  readonly capture: string | readonly string[] | null;
  readonly layer: number;
  readonly head: number;
  /** The token that is pinned when the text has been read. */
  pinned: Spot | null;
  readonly ablations: readonly Ablation[];
  readonly maxTokens: number | null;
  readonly options: ForwardOptions;
  model: Model | null;
  readonly preview: Preview | null;
  readonly run: Run | null;
}

const kNames: Readonly<Record<keyof Provided, true>> = {
  src: true,
  dtype: true,
  lazy: true,
  text: true,
  capture: true,
  layer: true,
  head: true,
  pinned: true,
  ablations: true,
  maxTokens: true,
  options: true,
  model: true,
  preview: true,
  run: true,
};

export function copyOf(provided: Provided): Provided {
  const names = Object.keys(kNames) as (keyof Provided)[];
  return Object.fromEntries(names.map((name) => [name, provided[name]])) as unknown as Provided;
}
