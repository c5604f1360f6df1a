/** Misspelt names: one letter too many, too few or another, or two in the other order. */

/**
 * The name of `known` that was likely meant by one that is none of them; undefined where none is near. The first letter is
 * seldom wrong: what differs in it (`type`) is another name.
 */
export function nearName(name: string, known: readonly string[]): string | undefined {
  return known.find((each) => {
    let at = 0;
    while (at < name.length && name[at] === each[at]) at += 1;
    const same = (left: number, right: number) => name.slice(at + left) === each.slice(at + right);
    const isTurned = name[at] === each[at + 1] && name[at + 1] === each[at];
    return at > 0 && (same(1, 1) || same(0, 1) || same(1, 0) || (isTurned && same(2, 2)));
  });
}
