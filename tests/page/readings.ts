/** Numbers as a figure's sentences have them, and what they are compared with. */
import { expect, expectNumbers, type Locator } from './fixture.ts';
import { activation } from './models.ts';

/** Numbers as they stand in a text, with their minus signs and their commas. */
export const numbersOf = (text: string) =>
  (text.match(/−?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/g) ?? []).map((number) =>
    Number(number.replace('−', '-').replaceAll(',', '')),
  );

export const numbersAt = async (place: Locator) => numbersOf((await place.textContent()) ?? '');

export const lengthOf = (row: readonly number[]) => Math.hypot(...row);

/** One row of an activation (T, D). */
export async function rowOf(
  model: Locator,
  text: string,
  hook: string,
  row: number,
): Promise<number[]> {
  const { shape, data } = await activation(model, text, hook);
  const width = shape[1] ?? 0;
  return data.slice(row * width, (row + 1) * width);
}

/** The cells of a table's body, row by row; null where the mask hides one. */
export const cellsOf = (table: Locator) =>
  table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => {
        if (cell.classList.contains('masked')) return null;
        // "<0.0001" lies between nothing and that.
        return Number(cell.textContent.trim().replace('−', '-').replace('<0.0001', '0'));
      }),
    ),
  );

type Cells = readonly (readonly (number | null)[])[];

/** What is hidden is hidden in both; all other numbers are equal. */
export function expectCells(shown: Cells, wanted: Cells): void {
  const hidden = (cells: Cells) => cells.map((row) => row.map((cell) => cell === null));
  const numbers = (cells: Cells) => cells.map((row) => row.map((cell) => cell ?? 0));
  expect(hidden(shown)).toEqual(hidden(wanted));
  expectNumbers(numbers(shown), numbers(wanted), 0.000051);
}
