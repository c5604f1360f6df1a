/** The tree on sheets of paper: on one as long as it can be read, else on several, each with whole steps. */

/** Pixels: a page of A4 between its margins. */
const kPaper = 640;
/** Pixels: as high as a sheet of letter between its margins, without what stands over the tree and under it. */
const kSheet = 960 - 120;
/** Below half of its size its type (11 pixels) is under the 4 points that can be read on paper: then it takes several sheets. */
const kLeastPercent = 50;
/** On several sheets it need not be as small: columns and percent, of which the first count where each step fits a column. */
const kOnSheets = [
  [2, 70],
  [1, 70],
  [1, kLeastPercent],
] as const;
/** Pixels: what stands over a list that is one of several sheets, and the space below one of its rows. */
const kSheetName = 70;
const kRowGap = 6;
/** Letters of the best text so far there. */
const kLongestText = 80;

/** The rows with which the sheets of a list begin, where there is one sheet. */
export const kOneSheet: readonly number[] = [0];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether a drawing of that size, in pixels of the usual type, is wider than paper or too high for a sheet: then it is a list there. */
export function isTooLarge({ width, height }: Size, type: number): boolean {
  return width * type > kPaper || (height * type * kLeastPercent) / 100 > kSheet;
}

export function lastOf(text: string): string {
  return text.length > kLongestText ? `…${text.slice(-kLongestText)}` : text;
}

/**
 * On paper what is shown is as small as it must be to stand on one sheet; a high list has two columns there, and one that is too high
 * even so is several lists, each as high as a sheet.
 *
 * @param begin draws a list of which sheets begin with these rows
 */
export function fitSheets(
  root: ParentNode,
  isPrinted: boolean,
  begin: (sheets: readonly number[]) => void,
): void {
  const shown = root.querySelector<HTMLElement>('.list, .scroller');
  if (shown === null) return;
  const isList = shown.classList.contains('list');
  let percent = 100;
  shown.classList.remove('folded');
  const isTooHigh = () => {
    setPaperWidth(shown, percent);
    return (shown.scrollHeight * percent) / 100 > kSheet;
  };
  if (isPrinted && isTooHigh()) shown.classList.toggle('folded', isList);
  while (isPrinted && percent >= kLeastPercent && isTooHigh()) percent -= 5;
  if (percent < kLeastPercent) {
    let sheets = kOneSheet;
    for (const [columns, smaller] of kOnSheets) {
      percent = smaller;
      shown.classList.toggle('folded', columns > 1);
      setPaperWidth(shown, percent);
      const rows = [...(shown.children as HTMLCollectionOf<HTMLElement>)];
      const heights = rows.map(({ offsetHeight }) => offsetHeight + kRowGap);
      const room = (kSheet * 100) / percent - kSheetName;
      sheets = filled(heights, room, columns);
      if (heights.every((height) => height <= room)) break;
    }
    begin(sheets);
  }
  shown.style.width = '';
  const isFolded = shown.classList.contains('folded');
  for (const each of root.querySelectorAll<HTMLElement>('.list, .scroller')) {
    each.classList.toggle('folded', isFolded);
    each.style.zoom = percent < 100 ? `${percent}%` : '';
    each.style.breakInside = isPrinted ? 'avoid' : '';
  }
}

/** In smaller type more rivals stand side by side. */
function setPaperWidth({ style }: HTMLElement, percent: number): void {
  style.width = `${(kPaper * 100) / percent}px`;
}

/** The rows with which sheets begin, where one column of a sheet is filled after the other. */
function filled(heights: readonly number[], room: number, columns: number): number[] {
  const sheets = [0];
  let [column, height] = [1, 0];
  for (const [row, added] of heights.entries()) {
    height += added;
    if (height <= room || height === added) continue;
    height = added;
    if (++column <= columns) continue;
    sheets.push(row);
    column = 1;
  }
  return sheets;
}
