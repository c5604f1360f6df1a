/** The tree on sheets of paper: on one as long as it can be read, else on several, each with whole steps. */

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

/** Pixels. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
}

/**
 * On paper what is shown is as small as it must be to stand on one sheet; a high list has two columns there, and one that is too high
 * even so is several lists, each as high as a sheet.
 *
 * @param sheet null: what is shown is not printed any longer
 * @param begin draws a list of which sheets begin with these rows
 */
export function fitSheets(
  root: ParentNode,
  sheet: Sheet | null,
  begin: (sheets: readonly number[]) => void,
): void {
  const shown = root.querySelector<HTMLElement>('.list, .scroller');
  if (shown === null) return;
  const isList = shown.classList.contains('list');
  let percent = 100;
  let isOfSeveral = false;
  shown.classList.remove('folded');
  const isTooHigh = (on: Sheet, smaller: number) => {
    setWidth(shown, on, smaller);
    return (shown.scrollHeight * smaller) / 100 > on.height;
  };
  if (sheet && isTooHigh(sheet, percent)) {
    shown.classList.toggle('folded', isList);
    isOfSeveral = isTooHigh(sheet, kLeastPercent);
    while (!isOfSeveral && isTooHigh(sheet, percent)) percent -= 5;
  }
  if (sheet && isOfSeveral) {
    let sheets: readonly number[] = [];
    for (const [columns, smaller] of kOnSheets) {
      percent = smaller;
      shown.classList.toggle('folded', columns > 1);
      setWidth(shown, sheet, percent);
      const rows = [...(shown.children as HTMLCollectionOf<HTMLElement>)];
      const heights = rows.map(({ offsetHeight }) => offsetHeight + kRowGap);
      const room = (sheet.height * 100) / percent - kSheetName;
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
  }
}

/** In smaller type more rivals stand side by side. */
function setWidth({ style }: HTMLElement, { width }: Sheet, percent: number): void {
  style.width = `${(width * 100) / percent}px`;
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
