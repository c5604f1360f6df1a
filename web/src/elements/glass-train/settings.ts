/** What the reader sets of a model that learns: the rate, the seed, and where there is a choice, norm and positions. */
import { html, nothing, type TemplateResult } from 'lit';
import { trainingControls } from '../../shared/options.ts';
import { formatShort } from '../../view/number.ts';
import { segments } from '../base/segments.ts';
import type { train } from '../i18n/en/learning.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { kNorms, kPositions, type Norm, type Positions } from './shape.ts';

const { lr: kRate, seed: kSeed } = trainingControls;

interface Settings {
  readonly lr: number;
  readonly seed: number;
  readonly norm: Norm | '';
  readonly positions: Positions | '';
}

interface TrainSettings extends Pick<Settings, 'lr' | 'seed'> {
  readonly words: Pick<Common, 'seed'> & { readonly train: typeof train };
  /** Null: there is none. */
  readonly choice: Pick<Settings, 'norm' | 'positions'> | null;
  /** The reader has set one of them. */
  set(settings: Partial<Settings>): void;
}

export function trainSettings(settings: TrainSettings): TemplateResult {
  const { words, lr, seed, choice, set } = settings;
  const { train } = words;
  const shown = formatShort(lr, 4);
  const seedFrom = (value: number) => Math.min(kSeed.max, Math.max(kSeed.min, Math.trunc(value)));
  const onRate = ({ target }: Event) =>
    set({ lr: Number((10 ** (target as HTMLInputElement).valueAsNumber).toPrecision(2)) });
  const onSeed = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const typed = input.valueAsNumber;
    const next = Number.isFinite(typed) ? seedFrom(typed) : seed;
    input.value = String(next);
    if (next !== seed) set({ seed: next });
  };
  return html`<div class="control" data-control="lr">
      <label for="rate">${train.learningRate}</label>
      <input
        id="rate"
        type="range"
        min=${Math.log10(kRate.min)}
        max=${Math.log10(kRate.max)}
        step=${kRate.step}
        .value=${String(Math.log10(lr))}
        aria-valuetext=${shown}
        @change=${onRate}
      />
      <output for="rate">${shown}</output>
    </div>
    <div class="control" data-control="seed">
      <label for="seed">${words.seed}</label>
      <input
        id="seed"
        type="number"
        min=${kSeed.min}
        max=${kSeed.max}
        step=${kSeed.step}
        .value=${String(seed)}
        @change=${onSeed}
      />
      <button class="next" data-control @click=${() => set({ seed: seedFrom(seed + 1) })}>
        ${train.nextSeed}
      </button>
    </div>
    ${choice === null ? nothing : choices(choice, settings)}`;
}

function choices(
  { norm, positions }: Pick<Settings, 'norm' | 'positions'>,
  { words: { train }, set }: TrainSettings,
): TemplateResult {
  const named = <Value extends string>(all: readonly Value[], names: Record<Value, string>) =>
    all.map((each) => [each, names[each]] as const);
  const row = (name: string, label: string, segment: TemplateResult) =>
    html`<div class="choice" data-control=${name}><span>${label}</span>${segment}</div>`;
  return html`${row(
    'norm',
    train.norm,
    segments<Settings['norm']>(train.norm, 'norm', named(kNorms, train.norms), norm, (chosen) =>
      set({ norm: chosen }),
    ),
  )}
  ${row(
    'positions',
    train.places,
    segments<Settings['positions']>(
      train.places,
      'positions',
      named(kPositions, train.positions),
      positions,
      (chosen) => set({ positions: chosen }),
    ),
  )}`;
}
