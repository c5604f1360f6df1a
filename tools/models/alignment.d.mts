export class WordAlignment {
  constructor(pairs: { words: string[]; characters: string[] }[], options?: { rounds?: number });
  wordFor(character: string, words: string[]): number;
}
