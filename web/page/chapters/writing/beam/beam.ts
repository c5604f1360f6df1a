import { html, type TemplateResult } from 'lit';
import type { GlassGenerate, Settings } from 'glassformer/elements';
import { defaultSettings } from 'glassformer/elements/functions';
import type { Texts } from '../../../i18n/texts.ts';
import { whenNew } from '../../../parts/when-new.ts';
import type { TableSearch } from './search.ts';
import { kTableTokens, type TableProblem } from './table.ts';

const kColumns = kTableTokens.map((text) => ({ text }));
const kSettings: Settings = {
  ...defaultSettings,
  max_new_tokens: 2,
  num_beams: 2,
  length_penalty: 0,
};

/** In a `<glass-model>` of its own: the example is not about the text of the page's model, and a saved picture must not say so. */
export function beamView(texts: Texts['beam'], search: TableSearch): TemplateResult {
  const problem = search.problem.value;
  const rows = [{ text: texts.start }, ...kColumns];
  return html`<div class="prose">${texts.body}</div>
    <figure>
      <glass-model class="flow side">
        <div class="panel">
          <h4>${texts.table}</h4>
          <p>${texts.tableText}</p>
          <glass-matrix
            editable
            scale="probability"
            .values=${search.table.value}
            .rowLabels=${rows}
            .columnLabels=${kColumns}
            .caption=${texts.table}
            .complaint=${problem && { row: problem.row, text: problemText(problem, rows, texts) }}
            @glass-edit=${({ detail }: CustomEvent<Edit>) => search.edit(detail.row, detail.column, detail.value)}
          ></glass-matrix>
          <p class="field">
            <button
              ?disabled=${search.isBeams.value}
              @click=${thenSearch(() => search.letBeamWin())}
            >
              ${texts.beamWins}
            </button>
            <button
              ?disabled=${search.isArticles.value}
              @click=${thenSearch(() => search.restore())}
            >
              ${texts.restore}
            </button>
          </p>
          <p role="status">${search.isBeams.value ? texts.beamWinsText : ''}</p>
        </div>
        <div class="panel wide">
          <glass-generate
            modes="beam"
            mode="beam"
            prompt=""
            length-max="5"
            .settings=${whenNew(kSettings)}
            .start=${search.start.value}
          ></glass-generate>
        </div>
      </glass-model>
    </figure>`;
}

/** The search over the other table runs by itself: what it finds is what the button says. */
function thenSearch(change: () => void) {
  return async ({ currentTarget }: Event): Promise<void> => {
    const around = (currentTarget as Element).closest('glass-model');
    const generate = around?.querySelector<GlassGenerate>('glass-generate');
    change();
    // The page is rendered when all changes are made, and gives the element the other table then.
    await Promise.resolve();
    await generate?.updateComplete;
    generate?.run();
  };
}

interface Edit {
  readonly row: number;
  readonly column: number;
  readonly value: number;
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
