/** Labels on the map: buttons for the reader's tokens, texts for their neighbours and for the dot under the pointer. */
import { html, nothing, type TemplateResult } from 'lit';
import { tokenColour } from '../../view/colour.ts';
import { labelOf, labelRequest, labelWidth, type Mark } from '../../view/drawings/map.ts';
import { type LabelPlace, type MapFrame, placeLabels, placeOf } from '../../view/map.ts';
import { styles } from '../base/styles-directive.ts';
import { inType } from '../base/width.ts';

/** More typed tokens than this are dots without a label. */
const kMaxLabels = 40;

/** A token of the reader's text. */
export type Typed = Mark & { readonly position: number };

export interface Labels {
  readonly marks: readonly Mark[];
  readonly places: readonly (LabelPlace | null)[];
  readonly typed: readonly Typed[];
  readonly frame: MapFrame;
  /** The token whose neighbours are shown. */
  readonly looked: number | null;
  /** Called with a position in the text. */
  onLook(position: number): void;
  onLeave(): void;
  onPin(position: number): void;
}

/**
 * Labels are placed in the order of the marks, with the reader's tokens first: theirs stay under the pointer that comes to one.
 * Only where that leaves no room for the token that is looked at, its label is placed before all others.
 */
export function placesOf(
  marks: readonly Mark[],
  looked: number | null,
  frame: MapFrame,
): readonly (LabelPlace | null)[] {
  const places = placedIn(marks, marks, frame);
  const isLooked = (mark: Mark) => mark.id === looked;
  const isWithout = marks.some((mark, i) => isLooked(mark) && places[i] === null);
  if (!isWithout) return places;
  const order = [...marks.filter(isLooked), ...marks.filter((mark) => !isLooked(mark))];
  return placedIn(order, marks, frame);
}

function placedIn(
  order: readonly Mark[],
  marks: readonly Mark[],
  frame: MapFrame,
): readonly (LabelPlace | null)[] {
  const labelled = order.slice(0, kMaxLabels);
  const requests = labelled.map((mark) => labelRequest(mark, frame));
  const steady = labelled.findIndex(({ position }) => position === null);
  const places = placeLabels(requests, frame, steady < 0 ? labelled.length : steady);
  return marks.map((mark) => places[order.indexOf(mark)] ?? null);
}

export function renderLabels(labels: Labels): (TemplateResult | typeof nothing)[] {
  return labels.marks.map((mark, i) => {
    const place = labels.places[i] ?? null;
    const { position } = mark;
    return position === null
      ? nearLabel(mark, place)
      : typedLabel({ ...mark, position }, place, labels);
  });
}

function nearLabel({ text }: Mark, place: LabelPlace | null): TemplateResult | typeof nothing {
  return place === null
    ? nothing
    : html`<span class="label near" aria-hidden="true" ${styles(corner(place))}
        ><bdi>${labelOf(text)}</bdi></span
      >`;
}

function typedLabel(
  { id, text, position }: Typed,
  place: LabelPlace | null,
  { typed, frame, looked, onLook, onLeave, onPin }: Labels,
): TemplateResult {
  const isOn = looked === id;
  const isFocusable = isOn || (typed[0]?.id === id && !typed.some((each) => each.id === looked));
  const at = place ?? placeOf(frame, id);
  return html`<button
    class="label token ${isOn ? 'on' : ''} ${place === null ? 'placeless' : ''}"
    tabindex=${isFocusable ? 0 : -1}
    data-id=${id}
    aria-pressed=${isOn}
    aria-label=${text}
    ${styles({ ...corner(at), '--hue': tokenColour(position) })}
    @pointerenter=${() => onLook(position)}
    @focus=${() => onLook(position)}
    @blur=${onLeave}
    @click=${(event: Event) => {
      event.stopPropagation();
      onPin(position);
    }}
  >
    <bdi>${place === null ? nothing : labelOf(text)}</bdi>
  </button>`;
}

/** Of a dot that has no label yet. */
export function renderHovered(id: number, text: string, frame: MapFrame): TemplateResult {
  const { x, y } = placeOf(frame, id);
  const left = Math.min(x + 8, frame.width - labelWidth(text) - 6);
  return html`<span
    class="label hovered"
    aria-hidden="true"
    ${styles(corner({ x: Math.max(2, left), y: Math.max(2, y - 26) }))}
    ><bdi>${labelOf(text)}</bdi></span
  >`;
}

function corner({ x, y }: LabelPlace): Record<string, string> {
  return { left: inType(Number(x.toFixed(1))), top: inType(Number(y.toFixed(1))) };
}
