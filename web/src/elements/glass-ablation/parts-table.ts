/** All parts of a model as a table: a row for the heads of each attention, with its feed-forward and its layer beside them. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelPart, PartRow } from '../../view/ablation.ts';
import { fillOf, inkOf, type Shades } from '../../view/colour.ts';
import { formatPercent } from '../../view/number.ts';
import type { CellButtons } from '../base/cell-buttons.ts';
import { legend } from '../base/legend.ts';
import { scrollBox } from '../base/scroll-hint.ts';
import { styles } from '../base/styles-directive.ts';
import type { Study } from '../i18n/subjects/study.ts';
import type { Worth } from '../../study/worths.ts';

export interface PartsTable {
  readonly rows: readonly PartRow[];
  readonly worths: readonly Worth[];
  /** The probability with all parts. */
  readonly before: number;
  readonly title: string;
  readonly words: Study['study']['ablation'];
  rowName(row: PartRow): string;
  nameOf(part: ModelPart): string;
  /** Its buttons stand in the order of the parts. */
  readonly cells: CellButtons;
  readonly shades: Shades;
  choose(worth: Worth): void;
}

export function partsTable(table: PartsTable): TemplateResult {
  const { rows, worths, before, title, words } = table;
  const heads = rows[0]?.heads.length ?? 0;
  const hasMlp = rows.some(({ mlp }) => mlp !== null);
  const extent = Math.max(...worths.map(({ probability }) => Math.abs(probability - before)));
  const cell = (part: ModelPart | null, kind = '', rowspan = 1) => {
    const worth = worths.find((each) => each.part === part);
    return worth === undefined
      ? nothing
      : html`<td class=${kind} rowspan=${rowspan}>${button(table, worth, extent)}</td>`;
  };
  return html`${scrollBox(
      html`<table
        aria-label=${title}
        @keydown=${table.cells.onKey}
        @pointerleave=${() => table.cells.look(null)}
      >
        <thead>
          <tr>
            <td></td>
            ${Array.from({ length: heads }, (_, head) => html`<th scope="col">${words.head(head + 1)}</th>`)}
            ${hasMlp ? html`<th scope="col" class="apart">${words.mlp}</th>` : nothing}
            <th scope="col" class="apart">${words.whole}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row, i) => {
            const span = rows[i + 1]?.stack === 'cross' ? 2 : 1;
            return html`<tr>
              <th scope="row">${table.rowName(row)}</th>
              ${row.heads.map((part) => cell(part))} ${cell(row.mlp, 'apart', span)}
              ${cell(row.whole, 'apart', span)}
            </tr>`;
          })}
        </tbody>
      </table>`,
    )}
    <div class="foot">
      ${legend('signed', Math.ceil(100 * extent), null, table.shades)}<span>${words.scale}</span>
    </div>`;
}

function button(
  { before, words, nameOf, cells, shades, choose }: PartsTable,
  worth: Worth,
  extent: number,
): TemplateResult {
  const { at, part, probability } = worth;
  const change = probability - before;
  return html`<button
    part="cell"
    aria-label=${words.cell(nameOf(part), probability)}
    ${styles({ '--fill': fillOf(change, extent, 'signed', shades), '--ink': inkOf(change, extent, 'signed', shades) })}
    @pointerenter=${() => cells.look(at)}
    @focus=${() => cells.focus(at)}
    @blur=${() => cells.look(null)}
    @click=${() => choose(worth)}
  >
    ${formatPercent(probability)}
  </button>`;
}
