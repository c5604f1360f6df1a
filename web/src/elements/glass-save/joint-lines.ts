/** What figures in one frame are about, said of all of them or of each. */

type Figure = readonly [name: string, lines: readonly string[]];

/**
 * The lines of all figures, each once. Where more than one of them has lines that not all have (another head, other settings),
 * theirs stand below its name, which says some of them already.
 */
export function jointLines(figures: readonly Figure[]): readonly string[] {
  const isShared = (line: string) => figures.every(([, lines]) => lines.includes(line));
  const own = figures.map(
    ([name, lines]) => [name, lines.filter((line) => !isShared(line))] as const,
  );
  const differing = own.filter(([, lines]) => lines.length > 0);
  const all = figures.flatMap(([, lines]) => lines);
  if (new Set(differing.map(([, lines]) => lines.join('\n'))).size < 2) return [...new Set(all)];
  const ofEach = differing.map(([name, lines]) => [
    name,
    ...lines.filter((line) => !plain(name).includes(plain(line))),
  ]);
  return [...new Set(all.filter(isShared)), ...ofEach.flat()];
}

/** A setting in a name has no colon. */
const plain = (text: string): string => text.replace(/\s*[:：]\s*/g, ' ');
