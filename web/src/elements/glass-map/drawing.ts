/** What is drawn on the map: dots, lines and the measures of labels. */
import { nothing, svg, type TemplateResult } from 'lit';
import type { NearToken } from '../../shared/types.ts';
import { tokenColour } from '../../view/colour.ts';
import { shorten, textWidth, visibleText } from '../../view/label.ts';
import type { LabelPlace, LabelRequest, MapFrame } from '../../view/map.ts';
import { styles } from '../base/styles-directive.ts';

const kFontSize = 13;
const kLabelHeight = 20;
const kLongestLabel = 16;
/** Pixels; the style cuts labels there. */
const kWidestLabel = 144;
const kNoHue: Readonly<Record<string, string>> = {};

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

export interface Strokes {
  readonly marks: readonly Mark[];
  /** Of their labels. */
  readonly places: readonly (LabelPlace | null)[];
  readonly frame: MapFrame;
  readonly near: Neighbourhood | null;
  /** The colour of who is looked at. */
  readonly hue: Readonly<Record<string, string>>;
}

/** Dots, lines to the neighbours, lines to labels that stand apart, and a ring around who is looked at. */
export function strokes({ marks, places, frame, near, hue }: Strokes): TemplateResult[] {
  const centre = near === null ? null : placeOf(frame, near.id);
  const isNear = (id: number) => near?.list.some((each) => each.id === id) ?? false;
  return [
    ...marks
      .filter(({ id }) => centre !== null && isNear(id))
      .map(({ id }) => {
        const { x, y } = placeOf(frame, id);
        return svg`<line x1=${centre?.x ?? 0} y1=${centre?.y ?? 0} x2=${x} y2=${y} ${styles(hue)}></line>`;
      }),
    ...marks.map(({ id, position }, i) => {
      const { x, y } = placeOf(frame, id);
      const place = places[i];
      const own = position === null ? kNoHue : { '--hue': tokenColour(position) };
      const label = place && nearestEdge(place, x, y);
      return svg`${label && label.distance > 16 ? svg`<line class="leader" x1=${x} y1=${y} x2=${label.x} y2=${label.y} ${styles(own)}></line>` : nothing}<circle
          class=${position === null ? 'near' : 'token'} cx=${x} cy=${y} r=${position === null ? 3 : 4.5} ${styles(own)}></circle>`;
    }),
    ...(centre === null
      ? []
      : [svg`<circle class="ring" cx=${centre.x} cy=${centre.y} r="8" ${styles(hue)}></circle>`]),
  ];
}

/** Paints all dots, unless `drawn` says that size, theme and points are as they were; gives what is drawn now. */
export function paintDots(
  canvas: HTMLCanvasElement,
  { width, height, places, part, outside }: MapFrame,
  color: string,
  drawn: string,
): string {
  const ratio = window.devicePixelRatio || 1;
  const key = [width, height, ratio, color, places.length, part].join(' ');
  const context = canvas.getContext('2d');
  if (key === drawn || context === null) return drawn;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  context.fillStyle = color;
  context.globalAlpha = 0.22;
  const far = new Set(outside);
  for (let i = 0; i < places.length / 2; ++i) {
    const [x, y] = [places[2 * i] as number, places[2 * i + 1] as number];
    context.beginPath();
    if (far.has(i)) outward(context, x, y, width, height);
    else context.arc(x, y, 1.5, 0, 2 * Math.PI);
    context.fill();
  }
  return key;
}

/** A small arrowhead that points out of the map, to where the token is. */
function outward(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const distances = [x, width - x, y, height - y];
  const side = distances.indexOf(Math.min(...distances));
  const [dx = 0, dy = 0] =
    (
      [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const
    )[side] ?? [];
  context.moveTo(x + 4 * dx, y + 4 * dy);
  context.lineTo(x - dx + 2.5 * dy, y - dy + 2.5 * dx);
  context.lineTo(x - dx - 2.5 * dy, y - dy - 2.5 * dx);
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

export function placeOf({ places }: MapFrame, id: number): LabelPlace {
  return { x: places[2 * id] ?? 0, y: places[2 * id + 1] ?? 0 };
}

export function corner({ x, y }: LabelPlace): Record<string, string> {
  return { left: `${x.toFixed(1)}px`, top: `${y.toFixed(1)}px` };
}

/** Where a line from the point meets its label, and how long it is. */
function nearestEdge(
  place: LabelPlace,
  x: number,
  y: number,
): { x: number; y: number; distance: number } {
  const edge = { x: place.x < x ? x : place.x, y: place.y + kLabelHeight / 2 };
  return { ...edge, distance: Math.hypot(edge.x - x, edge.y - y) };
}
