/** The tree as a list, where there is no room for it: a token of the best path in each row, what competes with it beside it. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  type BeamDepth,
  type BeamNode,
  type BeamTree,
  depthsOf,
  waysBefore,
} from '../../view/beam-tree.ts';
import { moveInGrid } from '../../view/grid.ts';

export interface BeamList {
  readonly tree: BeamTree;
  readonly label: string;
  /** Where the keyboard stands. */
  readonly focused: number;
  /** How many rivals are shown of each row, unless all are. */
  readonly rivals: number;
  readonly showsAll: boolean;
  /** Shows all, or only those rivals again. */
  readonly more: TemplateResult;
  /** At which rows it begins on another sheet, on paper; the first one is 0. */
  readonly sheets: readonly number[];
  /** What stands over each of several sheets, which begins with row `from` and ends before row `to`. */
  sheetName(depths: readonly BeamDepth[], from: number, to: number): string;
  /** Above the first row that the best path does not reach. */
  readonly othersGoOn: string;
  nameOf(node: BeamNode): string;
  /** @param before tokens that tell it from its rivals */
  node(node: BeamNode, before: readonly string[] | undefined): TemplateResult;
  onKey(event: KeyboardEvent): void;
}

/** Of each depth the likeliest rivals; those that were given, and where the keyboard stands, are shown in any case. */
function rowsOf(tree: BeamTree, count: number, focused: number): readonly BeamDepth[] {
  return depthsOf(tree).map(({ best, rivals }) => ({
    best,
    rivals: rivals.filter(({ forced, index }, i) => forced || index === focused || i < count),
  }));
}

export function beamList({ tree, label, othersGoOn, sheets, ...of }: BeamList): TemplateResult {
  const few = rowsOf(tree, of.rivals, of.focused);
  const shown = few.reduce((sum, { best, rivals }) => sum + rivals.length + (best ? 1 : 0), 0);
  const depths = of.showsAll ? depthsOf(tree) : few;
  const after = depths.findIndex(({ best }) => best === null);
  const row = ({ best, rivals }: BeamDepth, depth: number) => {
    const ways = waysBefore(tree, best === null ? rivals : [best, ...rivals], of.nameOf);
    const node = (each: BeamNode) => of.node(each, ways.get(each));
    return html`<li>
      ${depth === after ? html`<p class="after">${othersGoOn}</p>` : nothing}
      ${best === null ? nothing : node(best)}
      ${
        rivals.length === 0
          ? nothing
          : html`<div class="rivals">${repeat(rivals, ({ index }) => index, node)}</div>`
      }
    </li>`;
  };
  return html`${sheets.map((from, i) => {
    const to = sheets[i + 1] ?? depths.length;
    return html`<ol
      class="list"
      part="tree"
      aria-label=${label}
      data-sheet=${sheets.length === 1 ? nothing : of.sheetName(depths, from, to)}
      @keydown=${(event: KeyboardEvent) => of.onKey(event)}
    >
      ${depths.slice(from, to).map((each, at) => row(each, from + at))}
    </ol>`;
  })}
  ${shown < tree.nodes.length ? of.more : nothing}`;
}

let isPrepared = false;

/**
 * While a page is printed Chromium runs no callback of a Trusted Types policy, without which Lit makes no template that it
 * has not made before: those of the list are made when the first tree stands that paper is too narrow for.
 */
export function prepareList(list: () => TemplateResult): void {
  if (isPrepared) return;
  isPrepared = true;
  render(list(), document.createElement('div'));
}

/** Up and down to the next token of the best path, left and right to what competes with it. */
export function neighbourInList(
  tree: BeamTree,
  focused: number,
  event: KeyboardEvent,
  rivals: number,
): number | null {
  const rows = rowsOf(tree, rivals, focused).map(({ best, rivals }) =>
    best === null ? rivals : [best, ...rivals],
  );
  const columnOf = (each: readonly BeamNode[]) => each.findIndex(({ index }) => index === focused);
  const row = rows.findIndex((each) => columnOf(each) >= 0);
  const here = rows[row];
  if (here === undefined) return null;
  const to = moveInGrid({ row, column: columnOf(here) }, event, rows.length, here.length);
  const next = to && (to.row === row ? here[to.column] : rows[to.row]?.[0]);
  return next?.index ?? null;
}
