/** What a matrix says to those who do not see it: its cells by name, and whom the token in focus looks at most. */
import { html, nothing, type TemplateResult } from 'lit';
import type { GridPlace } from '../../view/grid.ts';
import { type Label, ordinalsOf } from '../../view/label.ts';
import { at, largest, type Matrix, rowOf } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import type { SpokenToken, Words } from '../i18n/en.ts';

/** So many of a token's weights are told. */
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
    const seen = [...weights.keys()].filter((column) => !isHidden(at(mask, row, column)));
    const most = largest(
      seen.map((column) => weights[column] as number),
      kStrongest,
    ).map((place) => seen[place] as number);
    return this.#words.strongestFrom(
      this.#row(row),
      most.map((column) => ({ token: this.#column(column), weight: weights[column] as number })),
    );
  }
}

/**
 * Tells of the row that is looked at, where the matrix shows attention by itself: a `<glass-attention>` around tells of
 * it already. Of figures side by side only that one speaks in which the reader is.
 */
export function renderStatus(
  element: Element,
  matrix: Matrix,
  { mask, aloud }: { readonly mask: Matrix; readonly aloud: Aloud },
  row: number | null,
): TemplateResult | typeof nothing {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  if (!aloud.isAttention || host?.localName === 'glass-attention') return nothing;
  const isMeant = row !== null && row < matrix.rows && element.matches(':focus-within');
  return html`<p class="unseen" role="status">
    ${isMeant ? aloud.strongest(matrix, mask, row) : nothing}
  </p>`;
}

/** Labels by their texts, and where several are written alike, which of them each is. */
function namesOf(labels: readonly Label[]): (place: number) => SpokenToken {
  const names: SpokenToken[] = [];
  return (place) =>
    (names[place] ??= { text: labels[place]?.text ?? '', ordinal: ordinalsOf(labels)[place] ?? 0 });
}
