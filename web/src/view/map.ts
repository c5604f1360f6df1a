/** Fits points of a plane into a figure, with one scale for both directions, and places their labels without overlap. */
import { extent } from 'd3-array';

export interface MapFrame {
  readonly width: number;
  readonly height: number;
  /** Where every point lies, in pixels: x and y by turns. */
  readonly places: Float32Array;
  /** Points that lie farther out than is drawn and stand at the edge. */
  readonly outside: readonly number[];
}

export interface MapRoom {
  readonly width: number;
  readonly minHeight: number;
  readonly maxHeight: number;
  readonly margin: number;
}

/** Of the whole map's width, the least that a part of it shows. */
const kSmallestPart = 0.12;
/** So many widths of the middle half may lie beside it on either side; what lies farther out stands at the edge. */
const kFarOut = 1.75;
/** Pixels between the edge and the points that stand at it. */
const kEdge = 6;

/**
 * Fits points (n, 2) into a room as wide as given and as high as they need; the second direction points up. The few
 * that lie far from all others stand at the edge, except those to `keep`. With `shown` the room holds the surroundings of
 * these points, and others may lie outside.
 */
export function fitMap(
  points: Float32Array,
  room: MapRoom,
  shown: readonly number[] | null = null,
  keep: readonly number[] = [],
): MapFrame {
  const [[left, right], [low, high]] =
    shown === null
      ? [bulkOf(points, 0, keep), bulkOf(points, 1, keep)]
      : aroundOf(points, shown, rangeOf(points, 0));
  const across = Math.max(right - left, 1e-9);
  const upward = Math.max(high - low, 1e-9);
  const inner = Math.max(1, room.width - 2 * room.margin);
  const wanted = (inner * upward) / across + 2 * room.margin;
  const height = Math.round(Math.min(room.maxHeight, Math.max(room.minHeight, wanted)));
  const scale = Math.min(inner / across, (height - 2 * room.margin) / upward);
  const places = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    places[i] = room.width / 2 + ((points[i] as number) - (left + right) / 2) * scale;
    places[i + 1] = height / 2 - ((points[i + 1] as number) - (low + high) / 2) * scale;
  }
  const outside = shown === null ? clamp(places, room.width, height) : [];
  return { width: room.width, height, places, outside };
}

/** Moves what lies outside to the edge; gives the points that were moved. */
function clamp(places: Float32Array, width: number, height: number): number[] {
  const moved: number[] = [];
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i] as number, places[i + 1] as number];
    places[i] = Math.min(width - kEdge, Math.max(kEdge, x));
    places[i + 1] = Math.min(height - kEdge, Math.max(kEdge, y));
    if (places[i] !== x || places[i + 1] !== y) moved.push(i / 2);
  }
  return moved;
}

/** Where nearly all points lie, and all to `keep`. */
function bulkOf(points: Float32Array, offset: number, keep: readonly number[]): Range {
  const values = points.filter((_, i) => i % 2 === offset).sort();
  const [min = 0, max = 0] = [values[0], values.at(-1)];
  const quartile = (part: number) => values[Math.round(part * (values.length - 1))] ?? 0;
  const [low, high] = [quartile(0.25), quartile(0.75)];
  const far = (high - low) * kFarOut;
  if (far === 0) return [min, max];
  const kept = keep.map((i) => points[2 * i + offset] ?? low);
  return [
    Math.min(Math.max(min, low - far), ...kept),
    Math.max(Math.min(max, high + far), ...kept),
  ];
}

function aroundOf(
  points: Float32Array,
  shown: readonly number[],
  [left, right]: Range,
): readonly [Range, Range] {
  const part = Float32Array.from(
    shown.flatMap((i) => [points[2 * i] ?? 0, points[2 * i + 1] ?? 0]),
  );
  const least = (right - left) * kSmallestPart;
  const widened = ([from, to]: Range): Range => {
    const half = Math.max((to - from) * 0.62, least / 2);
    return [(from + to) / 2 - half, (from + to) / 2 + half];
  };
  return [widened(rangeOf(part, 0)), widened(rangeOf(part, 1))];
}

type Range = readonly [min: number, max: number];

function rangeOf(points: Float32Array, offset: number): Range {
  const [min = 0, max = 0] = extent(points.filter((_, i) => i % 2 === offset));
  return [min, max];
}

/** The point nearest to (x, y) within a radius; of those in `preferred` one may lie twice as far. -1: none. */
export function pointAt(
  { places }: MapFrame,
  x: number,
  y: number,
  radius: number,
  preferred: ReadonlySet<number>,
): number {
  let best = -1;
  let least = radius * radius;
  for (let i = 0; i < places.length / 2; ++i) {
    const dx = (places[2 * i] as number) - x;
    const dy = (places[2 * i + 1] as number) - y;
    const distance = (dx * dx + dy * dy) / (preferred.has(i) ? 4 : 1);
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

/** Where a point lies, in pixels. */
export function placeOf({ places }: Pick<MapFrame, 'places'>, id: number): LabelPlace {
  return { x: places[2 * id] ?? 0, y: places[2 * id + 1] ?? 0 };
}

export interface LabelRequest {
  /** The point it belongs to. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A label's top left corner. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
}

interface Box extends LabelPlace {
  readonly width: number;
  readonly height: number;
}

const kDistances = [7, 20, 36, 54];
/** Right, left, above, below, and between: where a reader looks first. */
const kWays: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0.8, -0.8],
  [-0.8, -0.8],
  [0.8, 0.8],
  [-0.8, 0.8],
];
const kPoint = 5;

/**
 * A place for each label, the first ones first: beside its point, farther off where that is taken, null where there is
 * no room at all. No two overlap; points are covered only by labels that find no other place.
 * @param steady so many of the first have their place whatever comes behind them
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  { width, height }: Pick<MapFrame, 'width' | 'height'>,
  steady = 0,
): (LabelPlace | null)[] {
  const points = requests.map(({ x, y }) => ({
    x: x - kPoint,
    y: y - kPoint,
    width: 2 * kPoint,
    height: 2 * kPoint,
  }));
  const taken: Box[] = [];
  return requests.map((request, i) => {
    const avoided = i < steady ? points.slice(0, steady) : points;
    const boxes = candidates(request).filter(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= width &&
        box.y + box.height <= height &&
        !taken.some((other) => overlap(box, other)),
    );
    const chosen = boxes.find((box) => !avoided.some((point) => overlap(box, point))) ?? boxes[0];
    if (chosen === undefined) return null;
    taken.push(chosen);
    return { x: chosen.x, y: chosen.y };
  });
}

function candidates({ x, y, width, height }: LabelRequest): Box[] {
  return kDistances.flatMap((distance) =>
    kWays.map(([right, down]) => ({
      x: x + right * distance + (Math.sign(right) - 1) * (width / 2),
      y: y + down * distance + (Math.sign(down) - 1) * (height / 2),
      width,
      height,
    })),
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
