/** What the address holds, so that a link shares the figure; and what is remembered between visits. */
import type { Ablation } from 'glassformer';
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
  /** What is translated. */
  readonly source?: string;
  readonly opened?: readonly Worked[];
  readonly life?: string;
  readonly seed?: number;
  readonly letters?: string;
  /** The chapter that the reader went to. */
  readonly at?: string;
}

export function readAddress(hash: string): Choices {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const language = languages.find((each) => each === fields.get('lang'));
  const view = (['matrix', 'lines'] as const).find((each) => each === fields.get('view'));
  const head = readHead(fields.get('head') ?? '');
  const ablations = readAblations(fields.get('off') ?? '');
  const seed = readSeed(fields.get('seed') ?? '');
  const opened = workedExamples.filter((each) => fields.get('open')?.split(' ').includes(each));
  const texts = (['text', 'source', 'life', 'letters', 'at'] as const).flatMap((name) => {
    const text = fields.get(name);
    return text === null ? [] : [[name, text] as const];
  });
  return {
    ...(language && { language }),
    ...Object.fromEntries(texts),
    ...(head && { head }),
    ...(ablations.length > 0 && { ablations }),
    ...(view && { view }),
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
  if (source !== undefined) fields.set('source', source);
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
function readAblations(text: string): Ablation[] {
  return text.split(' ').flatMap((each) => {
    const [place = '', strength = ''] = each.split('*');
    const head = readHead(place);
    const factor = /^[0-2](\.\d)?$/.test(strength) ? Number(strength) : null;
    return head === null || factor === null ? [] : [{ ...head, factor, stack: 'decoder' as const }];
  });
}

function writeAblation({ factor = 0, ...place }: Ablation): string {
  return `${writeHead(place)}*${factor}`;
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
