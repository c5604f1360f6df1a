/** Finds entries by their names and descriptions. */

/** What of a text that is typed counts: a browser takes seconds to normalise tens of thousands of combining marks. */
const kMaxTyped = 200;

/** Whether a text has all words of what was typed, in any order and in any case; a star stands for anything. */
export function matches(text: string, typed: string): boolean {
  const folded = fold(text);
  return fold(typed.slice(0, kMaxTyped))
    .split(/[ *]/)
    .every((word) => folded.includes(word));
}

/** A layer, as it is written in a name of a tensor: by its number, a star, or a letter. */
const kLayer = /(?<=\b(?:blocks|layers|h|encoder|decoder)\.)(?:\d+|\*|[nl]|\{\w?\})(?![\w{])/g;
/** Of one stack the names are the same as of the other, and as of a model that has one. */
const kStack = /\b(?:encoder|decoder)\.(?=[a-z])/g;

const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'`‘’“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(kLayer, '{l}')
    .replace(kStack, '');

/**
 * Leaves what matches in view: an element whose name or purpose matches whole, as a guide of which a paragraph does; of another
 * entry the lines that do.
 * @returns how many entries are left
 */
export function filterEntries(root: ParentNode, typed: string): number {
  let count = 0;
  const wanted = typed.trim();
  for (const entry of root.querySelectorAll<HTMLElement>('.entry')) {
    const isWhole = wanted === '' || wholeOf(entry).some((text) => matches(text, wanted));
    let hasLine = false;
    for (const table of entry.querySelectorAll('table')) {
      let isInTable = false;
      for (const line of table.querySelectorAll<HTMLElement>('tbody tr')) {
        const isMatch = matches(`${line.textContent} ${line.dataset['names'] ?? ''}`, wanted);
        line.hidden = !isWhole && !isMatch;
        isInTable ||= !line.hidden;
      }
      hasLine ||= isInTable;
      table.hidden = !isInTable;
      const heading = table.previousElementSibling;
      if (heading instanceof HTMLElement && heading.localName === 'h3') heading.hidden = !isInTable;
    }
    entry.hidden = !isWhole && !hasLine;
    count += entry.hidden ? 0 : 1;
    const link = root.querySelector(`.index a[href="#${entry.id}"]`)?.parentElement;
    if (link) link.hidden = entry.hidden;
  }
  return count;
}

/** Texts of an entry: where one of them matches, all of it is shown. */
function wholeOf(entry: Element): readonly string[] {
  const texts = (selector: string) =>
    [...entry.querySelectorAll(selector)].map((each) => each.textContent);
  return entry.classList.contains('guide')
    ? texts(':scope > :is(h2, p, pre), tr')
    : [texts(':scope > h2, :scope > p:not(.also)').join(' ')];
}
