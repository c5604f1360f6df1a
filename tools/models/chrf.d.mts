export interface ChrfOptions {
  longest?: number;
  beta?: number;
}
export function chrf(translation: string, references: string[], options?: ChrfOptions): number;
export function corpusChrf(
  pairs: { translation: string; references: string[] }[],
  options?: ChrfOptions,
): number;
