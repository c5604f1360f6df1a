/** Figures as pictures without their elements: for a page that is read before any script has come, and without one. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Candidate } from '../../shared/generation-types.ts';
import type { Tensor, Token } from '../../shared/run-types.ts';
import { barsOf } from '../bars.ts';
import { fillOf, inkOf, tokenColour } from '../colour.ts';
import { beginsWithBlank, shorten, tokenLabels, visibleText } from '../label.ts';
import type { HeadPlace } from '../heads.ts';
import { at, headsOf, type Matrix, matrixOf } from '../matrix.ts';
import { formatFixed, formatPercent, isHidden } from '../number.ts';

/** Pixels, as in the live figures of a page that is wide enough. */
const kCell = { width: 37, height: 27 };
/** Above the cells: names of one character stand upright, others aslant. */
const kTop = { upright: 26, aslant: 52 };
const kLetter = 7.5;
const kMaxLabel = 10;
const kBar = { row: 31, label: 80, width: 160, share: 56 };
const kHead = 36;
const kHeadGap = 7;
/** Steps of the scale: a class for each keeps the pictures short. */
const kShades = 16;

/** The rules that the pictures need, for the page's style sheet. */
export const stillStyles = Array.from({ length: kShades + 1 }, (_, shade) => {
  const [fill, ink] = [fillOf, inkOf].map((of) => of((shade / kShades) ** 2, 1, 'probability'));
  return `.gf-shade-${shade} { fill: ${fill}; } .gf-on-shade-${shade} { fill: ${ink}; }`;
}).join('\n');

/** Small weights differ, too. */
const shadeOf = (weight: number): number => Math.round(Math.sqrt(weight) * kShades);

export interface StillAttention {
  /** (H, T, T) */
  readonly pattern: Tensor;
  /** Of the same shape: what hides weights. */
  readonly scores: Tensor;
  readonly head: number;
  readonly tokens: readonly Token[];
  readonly label: string;
}

/** The weights of one head as a table: a row looks, a column is looked at. */
export function stillAttention(figure: StillAttention): TemplateResult {
  const { tokens, head, label } = figure;
  const [weights, scores] = [matrixOf(figure.pattern, head), matrixOf(figure.scores, head)];
  const names = tokenLabels(tokens).map(({ text }) => shorten(text, kMaxLabel));
  const left = kLetter * Math.max(...names.map((name) => name.length)) + 16;
  const top = names.every(isShort) ? kTop.upright : kTop.aslant;
  const [width, height] = [left + kCell.width * names.length, top + kCell.height * names.length];
  const centre = (key: number) => left + (key + 0.5) * kCell.width;
  const cell = (query: number, key: number) => {
    const weight = at(weights, query, key);
    const [x, y] = [left + key * kCell.width, top + query * kCell.height];
    if (isHidden(at(scores, query, key))) return nothing;
    const shade = shadeOf(weight);
    return svg`<rect x=${x} y=${y} width=${kCell.width - 1} height=${kCell.height - 1} class="gf-shade-${shade}"></rect><text x=${centre(key)} y=${y + 18} class="gf-on-shade-${shade}">${formatFixed(weight, 2)}</text>`;
  };
  /** What the mask hides at the end of each row is hatched, as in the live figure. */
  const hatched = names.map((_, query) => {
    let seen = names.length;
    while (seen > 0 && isHidden(at(scores, query, seen - 1))) --seen;
    const x = left + seen * kCell.width;
    return `M${x} ${top + query * kCell.height}H${width}v${kCell.height - 1}H${x}z`;
  });
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    role="img"
    aria-label=${label}
  >
    <rect
      x=${left}
      y=${top}
      width=${width - left}
      height=${height - top}
      fill="var(--gf-wash)"
    ></rect>
    <pattern id="gf-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
      <path d="M0 6l6-6" stroke="var(--gf-line)"></path>
    </pattern>
    <path d=${hatched.join('')} fill="url(#gf-hatch)"></path>
    ${names.map(
      (name, place) =>
        svg`<text x=${left - 8} y=${top + place * kCell.height + 18} text-anchor="end" fill=${tokenColour(place)}>${name}</text><text transform=${above(name, centre(place), top)} fill=${tokenColour(place)}>${name}</text><g text-anchor="middle">${names.map((_, key) => cell(place, key))}</g>`,
    )}
  </svg>`;
}

/**
 * All heads, a row of small pictures for each layer, with its name before it, and a frame around the picked one. `patterns`:
 * (H, T, T) each.
 */
export function stillHeads(
  patterns: readonly Tensor[],
  label: string,
  layerName: (layer: number) => string,
  picked: HeadPlace,
): TemplateResult {
  const columns = Math.max(...patterns.map(headsOf));
  const place = (index: number) => index * (kHead + kHeadGap);
  const [width, height] = [place(columns) - kHeadGap, place(patterns.length) - kHeadGap];
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    role="img"
    aria-label=${label}
    shape-rendering="crispEdges"
  >
    <g text-anchor="end" fill="var(--gf-soft)">
      ${patterns.map((_, layer) => svg`<text x="-9" y=${place(layer) + kHead / 2 + 4}>${layerName(layer + 1)}</text>`)}
    </g>
    ${patterns.map((pattern, layer) =>
      Array.from({ length: headsOf(pattern) }, (_, head) => {
        const matrix = matrixOf(pattern, head);
        return svg`<g transform="translate(${place(head)} ${place(layer)}) scale(${(kHead / matrix.columns).toFixed(3)})"><rect width=${matrix.columns} height=${matrix.rows} class="gf-shade-0"></rect>${Array.from({ length: kShades }, (_none, shade) => cellsOf(matrix, shade + 1))}</g>`;
      }),
    )}
    <rect
      x=${place(picked.head) - 2}
      y=${place(picked.layer) - 2}
      width=${kHead + 4}
      height=${kHead + 4}
      rx="4"
      fill="none"
      stroke="var(--gf-accent)"
      stroke-width="2"
      shape-rendering="auto"
    ></rect>
  </svg>`;
}

const isShort = (name: string): boolean => [...name].length === 1;

/** Where a name stands above its column. */
function above(name: string, x: number, top: number): string {
  return isShort(name)
    ? `translate(${x - 6} ${top - 8})`
    : `translate(${x - 6} ${top - 8}) rotate(-45)`;
}

/** The cells of one shade as one path, neighbours in a row together. */
function cellsOf(matrix: Matrix, shade: number): TemplateResult | typeof nothing {
  const squares: string[] = [];
  for (let row = 0; row < matrix.rows; ++row)
    for (let column = 0, end = 0; column < matrix.columns; column = end + 1) {
      end = column;
      while (end < matrix.columns && shadeOf(at(matrix, row, end)) === shade) ++end;
      if (end > column) squares.push(`M${column} ${row}h${end - column}v1h${column - end}z`);
    }
  if (squares.length === 0) return nothing;
  return svg`<path d=${squares.join('')} class="gf-shade-${shade}"></path>`;
}

/** The likeliest tokens to follow, a bar each. */
export function stillCandidates(candidates: readonly Candidate[], label: string): TemplateResult {
  const { bars } = barsOf(candidates, candidates.length);
  const [width, height] = [kBar.label + kBar.width + kBar.share, kBar.row * bars.length];
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    role="img"
    aria-label=${label}
  >
    ${bars.map(
      (bar, row) =>
        svg`<g><text x="6" y=${row * kBar.row + 20} fill="currentColor">${beginsWithBlank(bar.text) ? svg`<tspan fill="var(--gf-soft)">␣</tspan>` : nothing}${shorten(visibleText(bar.text), kMaxLabel)}</text><rect x=${kBar.label} y=${row * kBar.row + 8} width=${(bar.length * kBar.width).toFixed(1)} height="14" rx="2" fill="color-mix(in srgb, var(--gf-accent) 78%, var(--gf-paper))"></rect><text x=${width - 6} y=${row * kBar.row + 20} text-anchor="end" font-weight="600" fill="currentColor">${formatPercent(bar.shown)}</text></g>`,
    )}
  </svg>`;
}
