export function linesOf(text: string): string[];
export function metreFault(text: string): string | null;
export function rhymeWords(text: string): string[];
export class Rhymes {
  constructor(poems: string[]);
  rhyme(a: string, b: string): boolean | null;
  isRhymed(text: string): boolean;
}
