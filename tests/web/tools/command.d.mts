export const cli: string;

interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly sentence: string;
}

export function glassformer(
  args: readonly string[],
  options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
): Ended;

export function glassformerWithin(kilobytes: number, args: readonly string[]): Ended;
