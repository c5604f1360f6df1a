/** Cells of a grid of elements: which one an event happened at, and which ones are lit. */
import { type Axis, type AxisPlace, isLit } from '../../view/axis.ts';
import type { Spot } from '../../view/selection.ts';

/** The place that an event of the grid happened at. */
export function placeAt(event: Event): AxisPlace | null {
  const target = (event.target as Element).closest<HTMLElement>('[data-row], [data-column]');
  return target && placeOf(target);
}

/** Marks the cells, rows and columns that the spot names, without rendering them. */
export function markCells(
  root: ParentNode,
  rowsAs: Axis,
  columnsAs: Axis,
  spot: Spot | null,
): void {
  if (rowsAs === 'none' && columnsAs === 'none') return;
  const parts = '.head[data-column], .label[data-row], .cell[data-row][data-column]';
  for (const part of root.querySelectorAll<HTMLElement>(`.grid :is(${parts})`)) {
    const { row, column } = placeOf(part);
    const isOn =
      (row === null || isLit(rowsAs, row, spot)) &&
      (column === null || isLit(columnsAs, column, spot));
    part.classList.toggle('on', isOn);
    if (column === null) part.parentElement?.classList.toggle('on', isOn);
  }
}

function placeOf({ dataset: { row, column } }: HTMLElement): AxisPlace {
  return {
    row: row === undefined ? null : Number(row),
    column: column === undefined ? null : Number(column),
  };
}
