export type AttentionKind = 'causal' | 'both' | 'cross';
export interface JobScore {
  job: string;
  /** The mean share of attention that goes to the job's places. */
  score: number;
  /** The same of a head that looks everywhere alike. */
  uniform: number;
  /** How many queries had such a place. */
  count: number;
}
export function kindOf(hook: string): AttentionKind;
export class HeadScores {
  constructor(kind: AttentionKind);
  add(
    pattern: { shape: readonly number[]; data: Float32Array },
    context:
      | readonly { id: number; text: string }[]
      | { aligned: (i: number) => number[]; sourceLength: number },
  ): void;
  result(): { largest: number; jobs: JobScore[] }[];
}
export function isClear(score: { score: number; uniform: number }): boolean;
