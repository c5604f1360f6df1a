export interface UsualWord {
  readonly meaning: string;
  /** null: as it is counted */
  readonly reading: string | null;
}

export const usualWords: {
  readonly chinese: ReadonlyMap<string, UsualWord>;
  readonly english: ReadonlyMap<string, UsualWord>;
};

export function isPhrase(word: string, known: ReadonlyMap<string, string>): boolean;
export function withoutPhrases(counted: ReadonlyMap<string, string>): Map<string, string>;
