import { html, type TemplateResult } from 'lit';
import { beamSearchOverTable, type GenerateOptions, type Tensor } from 'glassformer';
import type { Settings } from 'glassformer/elements';
import type { Actions, PageState } from '../state.ts';
import { atFirst } from './at-first.ts';
import { kArticleTable, kTableTokens, type TableProblem, toProbabilityTable } from '../table.ts';
import type { Texts } from '../i18n/texts.ts';

const kColumns = kTableTokens.map((text) => ({ text }));
const kSettings: Settings = {
  max_new_tokens: 2,
  num_beams: 2,
  length_penalty: 0,
  temperature: 1,
  top_p: 1,
  top_k: 0,
  seed: 1,
};

export function beam(
  { texts: { beam: texts }, table, goodTable, tableProblem }: PageState,
  actions: Actions,
): TemplateResult {
  const rows = [{ text: texts.start }, ...kColumns];
  return html`<div class="prose">${texts.body}</div>
    <figure class="flow side">
      <div class="panel">
        <h4>${texts.table}</h4>
        <p>${texts.tableText}</p>
        <glass-matrix
          editable
          scale="probability"
          .values=${table}
          .rowLabels=${rows}
          .columnLabels=${kColumns}
          .caption=${texts.table}
          .complaint=${tableProblem && { row: tableProblem.row, text: problemText(tableProblem, rows, texts) }}
          @glass-edit=${({ detail }: CustomEvent<Edit>) => actions.editTable(detail.row, detail.column, detail.value)}
        ></glass-matrix>
        <p class="field">
          <button ?disabled=${table === kArticleTable} @click=${() => actions.restoreTable()}>
            ${texts.restore}
          </button>
        </p>
      </div>
      <div class="panel wide">
        <glass-generate
          modes="beam"
          mode="beam"
          prompt=""
          length-max="5"
          .settings=${atFirst(kSettings)}
          .start=${starter(goodTable)}
        ></glass-generate>
      </div>
    </figure>`;
}

interface Edit {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** The same function for the same table, so that the search begins anew only when the table changes. */
let made: {
  readonly table: Tensor;
  readonly start: (options: GenerateOptions) => ReturnType<typeof beamSearchOverTable>;
} | null = null;

function starter(table: Tensor) {
  if (made?.table !== table)
    made = { table, start: (options) => beamSearchOverTable(toProbabilityTable(table), options) };
  return made.start;
}

function problemText(
  { kind, row, sum }: TableProblem,
  rows: readonly { readonly text: string }[],
  texts: Texts['beam'],
): string {
  const name = rows[row]?.text ?? '';
  return kind === 'negative'
    ? texts.negative(name)
    : texts.rowProblem(name, String(Number(sum.toFixed(4))));
}
