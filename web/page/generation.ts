/** How the reader lets a model choose: set in one chapter, it holds in the others, and in the address. */
import { computed, signal } from '@preact/signals-core';
import type { ChoiceSettings, OptionControl, Settings } from 'glassformer/elements';
import {
  asLearned,
  defaultSettings,
  generationControls,
  generationTranslationControls,
} from 'glassformer/elements/functions';
import { type Codec, type Field, field } from './address.ts';

/** What the chapter of writing on begins with. */
const kWriting: Settings = { ...defaultSettings, max_new_tokens: 24, temperature: 0.8 };
export const kTranslatorBeams = generationTranslationControls.num_beams.initial;
/** A poem of eight verses of seven characters, with their marks. */
export const kMaxWritten = 64;

export class GenerationChoice {
  /** As far as the reader has set it. */
  readonly #set = signal<Partial<Settings> | null>(null);
  /** For the chapter of the next token, which shows the probabilities unchanged at first. */
  readonly choice = computed<ChoiceSettings>(() => {
    const { temperature, top_k, top_p } = { ...asLearned, ...this.#set.value };
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
  return withChanges(set, asLearned, now);
}

export function withWriting(set: Partial<Settings>, now: Settings): Partial<Settings> {
  return withChanges(set, kWriting, now);
}

/** @param first what the chapter begins with: what is moved back to that is not set any longer */
export function withChanges(
  set: Partial<Settings>,
  first: Partial<Settings>,
  now: Partial<Settings>,
): Partial<Settings> {
  const before = { ...first, ...set };
  const changes = entriesOf(now).filter(([name, value]) => before[name] !== value);
  if (changes.length === 0) return set;
  const moved = new Set(changes.map(([name]) => name));
  const kept = entriesOf(set).filter(([name]) => !moved.has(name));
  return Object.fromEntries([...kept, ...changes.filter(([name, value]) => first[name] !== value)]);
}

export type Reach = Readonly<Record<keyof Settings, OptionControl>>;

/** What the controls reach. */
export const kReach: Reach = {
  ...generationControls,
  max_new_tokens: { ...generationControls.max_new_tokens, max: kMaxWritten },
};
const kBeams = generationTranslationControls.num_beams;

const isReached = (value: number, { min, max, step }: OptionControl) =>
  value >= min && value <= max && (!Number.isInteger(step) || Number.isInteger(value));

/** As in the address: "temperature:0.7 num_beams:5". What is none of it is left out. */
export function readGeneration(text: string, reach = kReach): Partial<Settings> {
  const found = text.split(' ').flatMap((each) => {
    const [name = '', written = ''] = each.split(':');
    const control = Object.hasOwn(reach, name) ? reach[name as keyof Settings] : null;
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
