/** The beam search on paper: the table that the reader edits, and the search over the last one that is valid. */
import { batch, computed, signal } from '@preact/signals-core';
import { beamSearchOverTable, type GenerateOptions, type Tensor } from 'glassformer';
import { checkTable, kArticleTable, kBeamWinsTable, toProbabilityTable } from './table.ts';

export class TableSearch {
  readonly #table = signal(kArticleTable);
  readonly #valid = signal(kArticleTable);
  readonly table = computed(() => this.#table.value);
  readonly problem = computed(() => checkTable(this.#table.value));
  readonly isArticles = computed(() => this.#table.value === kArticleTable);
  readonly isBeams = computed(() => this.#table.value === kBeamWinsTable);
  /** Another function only for another table: with it the search begins anew. */
  readonly start = computed(() => {
    const table = toProbabilityTable(this.#valid.value);
    // A head of the line's model that is switched off changes nothing here.
    return ({ ablate: _heads, ...options }: GenerateOptions) => beamSearchOverTable(table, options);
  });

  edit(row: number, column: number, value: number): void {
    const { shape, data } = this.#table.peek();
    const changed = data.slice();
    changed[row * (shape[1] ?? 0) + column] = value;
    this.#set({ shape, data: changed });
  }

  letBeamWin(): void {
    this.#set(kBeamWinsTable);
  }

  restore(): void {
    this.#set(kArticleTable);
  }

  #set(table: Tensor): void {
    batch(() => {
      this.#table.value = table;
      if (checkTable(table) === null) this.#valid.value = table;
    });
  }
}
