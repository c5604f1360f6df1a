/** The map of embeddings as a drawing: a dot for every token, and marks, lines and rings for those that are told apart. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { NearToken } from '../../shared/model-types.ts';
import { tokenColour } from '../colour.ts';
import { shorten, textWidth, visibleText } from '../label.ts';
import { type LabelPlace, type LabelRequest, type MapFrame, placeOf } from '../map.ts';

const kFontSize = 13;
const kLabelHeight = 20;
const kLongestLabel = 16;
/** Pixels; the style cuts labels there. */
const kWidestLabel = 144;
/** Labels farther off than this are joined to their points. */
const kApart = 16;
/** The dots are dealt to so many paths: where several lie over each other, the map is darker. */
const kLayers = 8;

/** A token on the map that is told apart from the others. */
export interface Mark {
  readonly id: number;
  readonly text: string;
  /** Place of a typed token in the text; null: a neighbour. */
  readonly position: number | null;
}

/** Who is looked at, and who is near. */
export interface Neighbourhood {
  readonly id: number;
  readonly list: readonly NearToken[];
}

export interface MarksDrawing {
  readonly frame: MapFrame;
  readonly marks: readonly Mark[];
  /** Of their labels. */
  readonly places: readonly (LabelPlace | null)[];
  readonly near: Neighbourhood | null;
  /** The colour of who is looked at. */
  readonly colour: string;
}

/** Every token. A drawing of its own, which no hover changes: a browser takes 0.1 s to paint 50,000 dots. */
export function drawDots(frame: MapFrame): TemplateResult {
  const { width, height } = frame;
  const { dots, outward } = pointPaths(frame);
  return html`<svg
    class="points"
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    aria-hidden="true"
  >
    ${dots.map(
      (d) =>
        svg`<path class="dots" d=${d} fill="none" stroke="var(--gf-ink)" stroke-width="3" stroke-linecap="round" stroke-opacity="0.22"></path>`,
    )}
    ${outward.map((d) => svg`<path class="outward" d=${d} fill="var(--gf-ink)" fill-opacity="0.22"></path>`)}
  </svg>`;
}

/** The tokens that are told apart, lines from the one that is looked at to its neighbours, and a ring around it. */
export function drawMarks(drawing: MarksDrawing): TemplateResult {
  const { frame, marks, places, near, colour } = drawing;
  const { width, height } = frame;
  const centre = near === null ? null : placeOf(frame, near.id);
  const isNear = (id: number) => near?.list.some((each) => each.id === id) ?? false;
  return html`<svg
    class="marks"
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    aria-hidden="true"
  >
    ${
      centre === null
        ? nothing
        : svg`<g stroke=${colour} stroke-opacity="0.45">
            ${marks.filter(({ id }) => isNear(id)).map(({ id }) => line(centre, placeOf(frame, id)))}
          </g>`
    }
    ${marks.map(({ id, position }, i) => {
      const at = placeOf(frame, id);
      const own = position === null ? 'var(--gf-ink)' : tokenColour(position);
      return svg`${leader(at, places[i] ?? null, position === null ? 'var(--gf-soft)' : own)}<circle
          class=${position === null ? 'near' : 'token'} cx=${at.x} cy=${at.y} r=${position === null ? 3 : 4.5}
          fill=${own} stroke="var(--gf-paper)" stroke-width="1.5"></circle>`;
    })}
    ${
      centre === null
        ? nothing
        : svg`<circle class="ring" cx=${centre.x} cy=${centre.y} r="8" fill="none" stroke=${colour} stroke-width="2"></circle>`
    }
  </svg>`;
}

/** Every point as path data: dots, and small arrowheads for those that stand at the edge, outward to where they are. */
export interface PointPaths {
  readonly dots: readonly string[];
  readonly outward: readonly string[];
}

export function pointPaths(frame: MapFrame): PointPaths {
  const known = pathsOf.get(frame);
  if (known !== undefined) return known;
  const far = new Set(frame.outside);
  const near = Array.from({ length: frame.places.length / 2 }, (_, id) => id).filter(
    (id) => !far.has(id),
  );
  const dot = ({ x, y }: LabelPlace) => `M${tenth(x)},${tenth(y)}h0`;
  const paths = {
    dots: layered(near.map((id) => dot(placeOf(frame, id)))),
    outward: layered(frame.outside.map((id) => arrowhead(placeOf(frame, id), frame))),
  };
  pathsOf.set(frame, paths);
  return paths;
}

/** A hover draws the map anew, and a vocabulary may have 50,000 tokens. */
const pathsOf = new WeakMap<MapFrame, PointPaths>();

function layered(parts: readonly string[]): readonly string[] {
  const layers = Array.from({ length: Math.min(kLayers, parts.length) }, () => '');
  parts.forEach((part, i) => (layers[i % kLayers] += part));
  return layers;
}

function arrowhead({ x, y }: LabelPlace, { width, height }: MapFrame): string {
  const distances = [x, width - x, y, height - y];
  const [dx, dy] = kOutward[distances.indexOf(Math.min(...distances))] ?? [0, 0];
  const corner = (out: number, aside: number) =>
    `${tenth(x + out * dx + aside * dy)},${tenth(y + out * dy + aside * dx)}`;
  return `M${corner(4, 0)}L${corner(-1, 2.5)}L${corner(-1, -2.5)}Z`;
}

/** Left, right, up, down. */
const kOutward: readonly (readonly [number, number])[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

/** Joins a point to its label, where that stands apart. */
function leader(
  { x, y }: LabelPlace,
  label: LabelPlace | null,
  colour: string,
): TemplateResult | typeof nothing {
  if (label === null) return nothing;
  const edge = { x: label.x < x ? x : label.x, y: label.y + kLabelHeight / 2 };
  if (Math.hypot(edge.x - x, edge.y - y) <= kApart) return nothing;
  return svg`<g stroke=${colour} stroke-opacity="0.7">${line({ x, y }, edge)}</g>`;
}

function line(from: LabelPlace, to: LabelPlace): TemplateResult {
  return svg`<line x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y}></line>`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

export function labelWidth(text: string): number {
  return Math.min(kWidestLabel, textWidth(labelOf(text)) * kFontSize * 1.06 + 10);
}

export function labelRequest({ id, text }: Mark, frame: MapFrame): LabelRequest {
  return { ...placeOf(frame, id), width: labelWidth(text), height: kLabelHeight };
}

export function labelOf(text: string): string {
  return shorten(visibleText(text), kLongestLabel);
}
