/** How the reader lets a model choose: set in one chapter, it holds in the others, and in the address. */
import { computed, signal } from '@preact/signals-core';
import {
  type ChoiceSettings,
  generationControls,
  generationTranslationControls,
  type OptionControl,
  type Settings,
} from 'glassformer/elements';
import { type Codec, type Field, field } from './address.ts';

/** The chapter that introduces the probabilities shows them unchanged. */
const kAsLearned: ChoiceSettings = { temperature: 1, top_k: 0, top_p: 1 };
const kWriting: Settings = {
  max_new_tokens: 24,
  num_beams: 3,
  length_penalty: 1,
  temperature: 0.8,
  top_p: 0.9,
  top_k: 0,
  seed: 1,
};
export const kTranslatorBeams = generationTranslationControls.num_beams.initial;
/** A poem of eight verses of seven characters, with their marks. */
export const kLongest = 64;

export class GenerationChoice {
  /** As far as the reader has set it. */
  readonly #set = signal<Partial<Settings> | null>(null);
  /** For the chapter of the next token. */
  readonly choice = computed<ChoiceSettings>(() => {
    const { temperature, top_k, top_p } = { ...kAsLearned, ...this.#set.value };
    return { temperature, top_k, top_p };
  });
  /** For the chapter of writing on. */
  readonly writing = computed<Settings>(() => ({ ...kWriting, ...this.#set.value }));
  readonly fields: readonly Field[] = [
    field<Partial<Settings>>('generation', this.#set, {
      read: readGeneration,
      write: (set) => writeGeneration(set) || null,
    }),
  ];

  setChoice(now: ChoiceSettings): void {
    this.#set.value = withChoice(this.#set.peek() ?? {}, now);
  }

  setWriting(now: Settings): void {
    this.#set.value = withWriting(this.#set.peek() ?? {}, now);
  }
}

/** What the reader has set now, beside what they had set before. */
export function withChoice(set: Partial<Settings>, now: ChoiceSettings): Partial<Settings> {
  return withChanges(set, { ...kAsLearned, ...set }, now);
}

export function withWriting(set: Partial<Settings>, now: Settings): Partial<Settings> {
  return withChanges(set, { ...kWriting, ...set }, now);
}

function withChanges(
  set: Partial<Settings>,
  before: Partial<Settings>,
  now: Partial<Settings>,
): Partial<Settings> {
  const changes = entriesOf(now).filter(([name, value]) => before[name] !== value);
  return changes.length === 0 ? set : { ...set, ...Object.fromEntries(changes) };
}

/** What the controls reach. */
const kReach: Readonly<Record<keyof Settings, OptionControl>> = {
  ...generationControls,
  max_new_tokens: { ...generationControls.max_new_tokens, max: kLongest },
};
const kBeams = generationTranslationControls.num_beams;

const isReached = (value: number, { min, max, step }: OptionControl) =>
  value >= min && value <= max && (!Number.isInteger(step) || Number.isInteger(value));

/** As in the address: "temperature:0.7 num_beams:5". What is none of it is left out. */
export function readGeneration(text: string): Partial<Settings> {
  const found = text.split(' ').flatMap((each) => {
    const [name = '', written = ''] = each.split(':');
    const control = Object.hasOwn(kReach, name) ? kReach[name as keyof Settings] : null;
    const value = /^\d{1,10}(\.\d{1,3})?$/.test(written) ? Number(written) : Number.NaN;
    return control !== null && isReached(value, control) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}

export function writeGeneration(set: Partial<Settings>): string {
  return entriesOf(set)
    .map(([name, value]) => `${name}:${Number(value.toFixed(3))}`)
    .join(' ');
}

/** Width of the translator's beam; null where there is none. */
export function readBeams(text: string): number | null {
  const beams = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return isReached(beams, kBeams) ? beams : null;
}

export const beamsCodec: Codec<number> = { read: readBeams, write: String };

function entriesOf(set: Partial<Settings>): [keyof Settings, number][] {
  return Object.entries(set) as [keyof Settings, number][];
}
