/** What each patched vector brings back, as a table: a row for each token, a column for each layer. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Cell, PatchedRuns } from '../../study/patched-runs.ts';
import { fillOf, inkOf, type Shades, tokenColour } from '../../view/colour.ts';
import { shorten } from '../../view/label.ts';
import { formatFixed } from '../../view/number.ts';
import type { CellButtons } from '../base/cell-buttons.ts';
import { legend } from '../base/legend.ts';
import { scrollBox } from '../base/scroll-hint.ts';
import { styles } from '../base/styles-directive.ts';
import type { PatchNames } from './names.ts';

/** Characters of a token beside its row. */
const kShownText = 10;

export interface PatchTable {
  readonly runs: PatchedRuns;
  /** For each layer, at each place. */
  readonly restored: readonly (readonly number[])[];
  readonly title: string;
  readonly names: PatchNames;
  /** Over the columns. */
  readonly layerName: string;
  /** Its buttons are numbered as `numberOfCell` does. */
  readonly cells: CellButtons;
  readonly shades: Shades;
  choose(cell: Cell): void;
}

export function patchTable(table: PatchTable): TemplateResult {
  const { runs, restored, title, names, layerName, cells } = table;
  return html`${scrollBox(
      html`<table
        aria-label=${title}
        @keydown=${cells.onKey}
        @pointerleave=${() => cells.look(null)}
      >
        <thead>
          <tr>
            <td></td>
            <th scope="colgroup" colspan=${restored.length}>${layerName}</th>
          </tr>
          <tr>
            <th scope="col">${names.words.token}</th>
            ${restored.map((_all, layer) => html`<th scope="col">${layer + 1}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${runs.corrupted.tokens.map((_token, place) => row(table, place))}
        </tbody>
      </table>`,
    )}
    <div class="foot">
      ${legend('signed', 1, null, table.shades)}<span>${names.words.scale}</span>
    </div>`;
}

function row(table: PatchTable, place: number): TemplateResult {
  const [from, own] = table.names.tokensAt(place);
  return html`<tr>
    <th scope="row" ${styles({ '--hue': tokenColour(place) })}>
      ${from === own ? nothing : html`<bdi class="from">${shorten(from, kShownText)}</bdi><span aria-hidden="true"> → </span>`}<bdi
        >${shorten(own, kShownText)}</bdi
      >
    </th>
    ${table.restored.map((all, layer) => html`<td>${button(table, { layer, place }, all[place] as number)}</td>`)}
  </tr>`;
}

function button(table: PatchTable, cell: Cell, value: number): TemplateResult {
  const { runs, names, cells, shades } = table;
  const [from] = names.tokensAt(cell.place);
  const at = numberOfCell(runs, cell);
  return html`<button
    part="cell"
    aria-label=${names.words.cell(from, names.where(cell.layer), value)}
    ${styles({ '--fill': fillOf(value, 1, 'signed', shades), '--ink': inkOf(value, 1, 'signed', shades) })}
    @pointerenter=${() => cells.look(at)}
    @focus=${() => cells.focus(at)}
    @blur=${() => cells.look(null)}
    @click=${() => table.choose(cell)}
  >
    ${formatFixed(value, 2)}
  </button>`;
}

/** The cells are counted from 0, row by row: a place has one for each layer. */
export const numberOfCell = ({ logits }: PatchedRuns, { layer, place }: Cell): number =>
  place * logits.length + layer;

export const cellAt = ({ logits: { length } }: PatchedRuns, at: number): Cell => ({
  layer: at % length,
  place: Math.floor(at / length),
});
