/** What was learned with each choice of a shape, a row for each; the colours are those of the lines in the chart. */
import { html, type TemplateResult } from 'lit';
import { formatFixed, formatShort } from '../../view/number.ts';
import { styles } from '../base/styles-directive.ts';
import type { train } from '../i18n/en/learning.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Choice } from './shape.ts';
import type { TrainPoint } from './training-run.ts';

/** What was learned with one choice: its record, to be compared with that of others. */
export interface ShapeRun extends Choice {
  readonly points: readonly TrainPoint[];
}

/** @param runs each with the colour of its line */
export function runsTable(
  runs: readonly (ShapeRun & { readonly colour: string })[],
  words: Common & { readonly train: typeof train },
): TemplateResult {
  const { train: own, labelled, listed } = words;
  return html`<table class="runs" part="runs" aria-label=${own.runs}>
    <thead>
      <tr>
        <th scope="col">${own.shape}</th>
        <th scope="col">${own.learningRate}</th>
        <th scope="col">${own.step}</th>
        <th scope="col">${own.loss}</th>
        <th scope="col">${own.test}</th>
      </tr>
    </thead>
    <tbody>
      ${runs.map((run) => {
        const last = run.points.at(-1);
        if (last === undefined) return html``;
        return html`<tr>
          <th scope="row">
            <i ${styles({ background: run.colour })}></i
            >${listed(labelled(own.norm, own.norms[run.norm]), labelled(own.places, own.positions[run.positions]))}
          </th>
          <td>${formatShort(run.lr, 4)}</td>
          <td>${last.step}</td>
          <td>${formatFixed(last.loss, 3)}</td>
          <td>${own.right(last.right, last.questions)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
