/** Texts of a matrix for assistive technology: names of its cells, and the strongest weights of the focused row. */
import type { GridPlace } from '../../view/grid.ts';
import { type Label, ordinalsOf } from '../../view/label.ts';
import { at, largest, type Matrix, rowOf } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import type { SpokenToken, Words } from '../i18n/en.ts';

/** How many of a token's weights are named. */
const kStrongest = 3;

interface Spoken {
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  /** Rows look at columns. */
  readonly isAttention: boolean;
}

export class Aloud {
  readonly isAttention: boolean;
  /** The names of a row and of a column. */
  readonly #row: (row: number) => SpokenToken;
  readonly #column: (column: number) => SpokenToken;
  readonly #rows: readonly Label[];
  readonly #columns: readonly Label[];
  readonly #words: Words;

  constructor(words: Words, { rows, columns, isAttention }: Spoken) {
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
    const seen = [...weights.entries()].filter(([column]) => !isHidden(at(mask, row, column)));
    const places = largest(
      seen.map(([, weight]) => weight),
      kStrongest,
    );
    const most = places.flatMap((place) => seen.slice(place, place + 1));
    return this.#words.strongestFrom(
      this.#row(row),
      most.map(([column, weight]) => ({ token: this.#column(column), weight })),
    );
  }
}

/** Labels by their texts, and where several are written alike, which of them each is. */
function namesOf(labels: readonly Label[]): (place: number) => SpokenToken {
  const names: SpokenToken[] = [];
  return (place) =>
    (names[place] ??= { text: labels[place]?.text ?? '', ordinal: ordinalsOf(labels)[place] ?? 0 });
}
