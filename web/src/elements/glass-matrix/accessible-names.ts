/** Texts of a matrix for assistive technology: names of its cells, and the strongest weights of the focused row. */
import type { GridPlace } from '../../view/grid.ts';
import { type Label, ordinalsOf } from '../../view/label.ts';
import { at, type Matrix, rowOf } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import { strongest } from '../../view/strongest.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { SpokenToken } from '../i18n/spoken.ts';

interface Spoken {
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  /** Rows look at columns. */
  readonly isAttention: boolean;
}

export class AccessibleNames {
  readonly isAttention: boolean;
  /** The names of a row and of a column. */
  readonly #row: (row: number) => SpokenToken;
  readonly #column: (column: number) => SpokenToken;
  readonly #rows: readonly Label[];
  readonly #columns: readonly Label[];
  readonly #words: Common;

  constructor(words: Common, { rows, columns, isAttention }: Spoken) {
    this.#words = words;
    this.isAttention = isAttention;
    [this.#rows, this.#columns] = [rows, columns];
    this.#row = namesOf(rows);
    this.#column = rows === columns ? this.#row : namesOf(columns);
  }

  row(row: number): string {
    return this.#nameOf(this.#row(row), this.#rows[row]);
  }

  column(column: number): string {
    return this.#nameOf(this.#column(column), this.#columns[column]);
  }

  /** Tokens are quoted, names of rows and columns are not. */
  #nameOf(name: SpokenToken, label: Label | undefined): string {
    return label?.position === undefined ? this.#words.nthOf(name) : this.#words.quoted(name);
  }

  cell(matrix: Matrix, { row, column }: GridPlace): string {
    const value = at(matrix, row, column);
    return this.isAttention
      ? this.#words.looksAt(this.#row(row), this.#column(column), value)
      : this.#words.cell(this.row(row), this.column(column), value);
  }

  hiddenCell({ row, column }: GridPlace): string {
    return this.#words.hiddenCell(this.row(row), this.column(column));
  }

  /** A token and its strongest weights, of those that the mask leaves it. */
  strongest(matrix: Matrix, mask: Matrix, row: number): string {
    const weights = rowOf(matrix, row);
    const places = strongest(weights, (column) => isHidden(at(mask, row, column)));
    if (places.length === 0) return this.row(row);
    return this.#words.strongestFrom(
      this.#row(row),
      places.map((column) => ({ token: this.#column(column), weight: weights[column] as number })),
    );
  }
}

/** Labels by their texts, and where several are written alike, which of them each is. */
function namesOf(labels: readonly Label[]): (place: number) => SpokenToken {
  const names: SpokenToken[] = [];
  return (place) =>
    (names[place] ??= { text: labels[place]?.text ?? '', ordinal: ordinalsOf(labels)[place] ?? 0 });
}
