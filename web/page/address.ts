/** What the address holds, so that a link shares the figure; and what is remembered between visits. */
import type { Ablation } from 'glassformer';
import type { Picks, Settings } from 'glassformer/elements';
import { readBeams, readGeneration, writeGeneration } from './generation.ts';
import { type Language, languages } from './i18n/texts.ts';

export type View = 'matrix' | 'lines';
export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

/** Worked examples that open with a click. */
export const workedExamples = ['life', 'by-hand', 'beam'] as const;
export type Worked = (typeof workedExamples)[number];

/** Absent where the reader has chosen nothing. */
export interface Choices {
  readonly language?: Language;
  readonly text?: string;
  readonly head?: HeadPlace;
  readonly ablations?: readonly Ablation[];
  readonly view?: View;
  /** The heads of the translator that were picked, of each kind of attention. */
  readonly picks?: Picks;
  /** Those of its heads that were switched off or scaled. */
  readonly translatorAblations?: readonly Ablation[];
  /** What is translated. */
  readonly source?: string;
  /** How a model chooses what it writes, as far as the reader has set it. */
  readonly generation?: Partial<Settings>;
  /** Width of the translator's beam. */
  readonly beams?: number;
  readonly opened?: readonly Worked[];
  readonly life?: string;
  readonly seed?: number;
  readonly letters?: string;
  /** The chapter that the reader went to. */
  readonly at?: string;
}

/** As many as the line takes that is typed (the default of `<glass-input>`). */
const kMaxCharacters = 20_000;

export function readAddress(hash: string): Choices {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const language = languages.find((each) => each === fields.get('lang'));
  const view = (['matrix', 'lines'] as const).find((each) => each === fields.get('view'));
  const head = readHead(fields.get('head') ?? '');
  const ablations = readAblations(fields.get('off') ?? '', 'decoder');
  const picks = readPicks(fields.get('translator') ?? '');
  const translatorAblations = stacks.flatMap((stack) =>
    readAblations(ofStack(fields.get('translator-off') ?? '', stack), stack),
  );
  const generation = readGeneration(fields.get('generation') ?? '');
  const beams = readBeams(fields.get('beams') ?? '');
  const seed = readSeed(fields.get('seed') ?? '');
  const opened = workedExamples.filter((each) => fields.get('open')?.split(' ').includes(each));
  const texts = (['text', 'source', 'life', 'letters', 'at'] as const).flatMap((name) => {
    const text = fields.get(name);
    return text === null ? [] : [[name, text.slice(0, kMaxCharacters)] as const];
  });
  return {
    ...(language && { language }),
    ...Object.fromEntries(texts),
    ...(head && { head }),
    ...(ablations.length > 0 && { ablations }),
    ...(view && { view }),
    ...(Object.keys(picks).length > 0 && { picks }),
    ...(translatorAblations.length > 0 && { translatorAblations }),
    ...(Object.keys(generation).length > 0 && { generation }),
    ...(beams !== null && { beams }),
    ...(opened.length > 0 && { opened }),
    ...(seed !== null && { seed }),
  };
}

export function writeAddress(choices: Choices): string {
  const { language, text, head, ablations = [], view, source, opened = [], life, seed } = choices;
  const fields = new URLSearchParams();
  if (language !== undefined) fields.set('lang', language);
  if (text !== undefined) fields.set('text', text);
  if (head !== undefined) fields.set('head', writeHead(head));
  if (ablations.length > 0) fields.set('off', ablations.map(writeAblation).join(' '));
  if (view !== undefined) fields.set('view', view);
  const { picks = {}, translatorAblations = [], generation = {}, beams } = choices;
  if (Object.keys(picks).length > 0) fields.set('translator', writePicks(picks));
  if (translatorAblations.length > 0)
    fields.set('translator-off', writeStacks(translatorAblations));
  if (source !== undefined) fields.set('source', source);
  if (Object.keys(generation).length > 0) fields.set('generation', writeGeneration(generation));
  if (beams !== undefined) fields.set('beams', String(beams));
  if (opened.length > 0) fields.set('open', opened.join(' '));
  if (life !== undefined) fields.set('life', life);
  if (seed !== undefined) fields.set('seed', String(seed));
  if (choices.letters !== undefined) fields.set('letters', choices.letters);
  if (choices.at !== undefined) fields.set('at', choices.at);
  const written = fields.toString();
  return written === '' ? '' : `#${written}`;
}

/** Layer and head as the page counts them, from 1: "5.3". */
function readHead(text: string): HeadPlace | null {
  const match = /^([1-9]\d?)\.([1-9]\d?)$/.exec(text);
  return match && { layer: Number(match[1]) - 1, head: Number(match[2]) - 1 };
}

function writeHead({ layer, head }: HeadPlace): string {
  return `${layer + 1}.${head + 1}`;
}

/** Heads and their strengths: "5.3*0 1.2*0.5". */
function readAblations(text: string, stack: Stack): Ablation[] {
  return text.split(' ').flatMap((each) => {
    const [place = '', strength = ''] = each.split('*');
    const head = readHead(place);
    const factor = /^[0-2](\.\d)?$/.test(strength) ? Number(strength) : null;
    return head === null || factor === null ? [] : [{ ...head, factor, stack }];
  });
}

function writeAblation({ factor = 0, ...place }: Ablation): string {
  return `${writeHead(place)}*${factor}`;
}

/** The translator has three kinds of attention, which stand before their heads: "cross.3.1". */
const stacks = ['encoder', 'decoder', 'cross'] as const;
type Stack = (typeof stacks)[number];

/** What is said of one kind, without its name. */
function ofStack(text: string, stack: Stack): string {
  const own = text.split(' ').filter((each) => each.startsWith(`${stack}.`));
  return own.map((each) => each.slice(stack.length + 1)).join(' ');
}

function readPicks(text: string): Picks {
  const picks = stacks.flatMap((stack) => {
    const head = readHead(ofStack(text, stack));
    return head === null ? [] : [[stack, head] as const];
  });
  return Object.fromEntries(picks);
}

function writePicks(picks: Picks): string {
  const all = stacks.map((stack) => [stack, picks[stack]] as const);
  return all.flatMap(([stack, head]) => (head ? [`${stack}.${writeHead(head)}`] : [])).join(' ');
}

function writeStacks(ablations: readonly Ablation[]): string {
  return ablations.map((each) => `${each.stack ?? 'decoder'}.${writeAblation(each)}`).join(' ');
}

/** A seed as PyTorch takes it within 32 bits; null for anything else. */
export function readSeed(text: string): number | null {
  if (!/^\d{1,10}$/.test(text.trim())) return null;
  const seed = Number(text);
  return seed < 2 ** 32 ? seed : null;
}

/** The first of the reader's languages that the page has. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const each of preferred) {
    const match = languages.find((language) => each.toLowerCase().startsWith(language));
    if (match) return match;
  }
  return 'en';
}

/** Storage that may be forbidden: then nothing is remembered. */
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`glassformer.${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`glassformer.${key}`, value);
    } catch {
      // A browser that forbids it has a reader who wants it so.
    }
  },
};
