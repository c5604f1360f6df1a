import { GlassMatrix } from '../glass-matrix/glass-matrix.element.ts';

/**
 * One row of numbers per token: a matrix that reads the surrounding figure's embeddings, with the tokens as rows.
 * Everything a `<glass-matrix>` takes may be set here too.
 *
 * @element glass-embeddings
 * @fires glass-pin - a cell was chosen; detail: { row, column }
 * @fires glass-edit - with `editable`, a number was changed; detail: { row, column, value }
 * @fires glass-refuse - with `editable`, what was typed is no number (or too large for float32), and the old one counts; detail: { row, column }
 * @csspart grid - the cells with their labels
 * @csspart complaint - with `editable`, what is wrong with what was typed
 * @cssprop [--glass-matrix-max-height=26rem] - height from which the rows scroll
 */
export class GlassEmbeddings extends GlassMatrix {
  constructor() {
    super();
    this.beginWith<GlassMatrix>({ hook: 'embed', rowsAs: 'token', digits: 4, legend: true });
  }

  protected override get name(): string {
    return this.caption || this.words.embeddings;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-embeddings': GlassEmbeddings;
  }
}
