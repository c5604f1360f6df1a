/** What the table of options (options.ts) says of an option. */

/** What an option's value may be. */
export type OptionRule =
  | { readonly type: 'flag' | 'token' | 'tokens' | 'token_or_tokens' | 'text_or_texts' }
  | { readonly type: 'choice'; readonly values: readonly (string | boolean)[] }
  | {
      readonly type: 'whole' | 'number' | 'pair';
      readonly min?: number;
      readonly max?: number;
      /** Exclusive bounds. */
      readonly above?: number;
      readonly below?: number;
      /** The range in words. */
      readonly expected: string;
    };

/** How far a figure's control of an option goes, and where it is at first. */
export interface OptionControl {
  readonly min: number;
  readonly max: number;
  /** Of a slider; where it goes by factors, of the logarithm to base 10. */
  readonly step: number;
  readonly initial: number;
}
