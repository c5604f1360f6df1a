/** Cells that can be written in: what is typed there, until the numbers follow or it turns out to be none. */
import { html, nothing, type TemplateResult } from 'lit';
import { GlassformerError } from '../../shared/error.ts';
import type { GridPlace } from '../../view/grid.ts';
import type { Matrix } from '../../view/matrix.ts';
import { parseNumber } from '../../view/number.ts';
import { isComposingKey, typed } from '../base/typed.ts';

/** More fields in a row would keep the page busy for seconds. */
const kMaxColumnsOfFields = 64;

interface Draft {
  readonly place: GridPlace;
  readonly text: string;
  readonly standing: 'typing' | 'sent' | 'refused';
}

export interface Field {
  readonly place: GridPlace;
  /** The current number, as it is written. */
  readonly written: string;
  /** Accessible name of the cell. */
  readonly label: string;
  /** Numbers below zero make sense here: the keys of a phone must have a minus. */
  readonly isSigned: boolean;
  /** What is wrong with the numbers of a row. */
  readonly complaint: Complaint | null;
}

/** What is wrong with a row, in words. */
export interface Complaint {
  readonly row: number;
  readonly text: string;
}

export interface FieldNews {
  changed(): void;
  accepted(place: GridPlace, value: number): void;
  refused(place: GridPlace): void;
}

/** The id of the line that says what is wrong. */
const kComplaint = 'complaint';

export class Fields {
  readonly #drafts = new Map<string, Draft>();
  readonly #news: FieldNews;

  constructor(news: FieldNews) {
    this.#news = news;
  }

  /** New numbers replace the drafts, except in the field that is being typed in. */
  settle(): void {
    for (const [key, { standing }] of this.#drafts)
      if (standing !== 'typing') this.#drafts.delete(key);
  }

  render(field: Field): TemplateResult {
    const { place, written, label, isSigned, complaint } = field;
    const draft = this.#drafts.get(keyOf(place));
    const isWrong = complaint?.row === place.row && !this.#isTyping(place.row);
    const isInvalid = isWrong || draft?.standing === 'refused';
    return html`<input
      class=${written === '0' ? 'zero' : ''}
      type="text"
      inputmode=${isSigned ? nothing : 'decimal'}
      autocomplete="off"
      spellcheck="false"
      aria-label=${label}
      aria-invalid=${isInvalid ? 'true' : 'false'}
      aria-describedby=${isInvalid ? kComplaint : nothing}
      data-row=${place.row}
      data-column=${place.column}
      ${typed(draft?.text ?? written, (text) => this.#write(place, text))}
      @change=${(event: Event) => this.#commit(place, textOf(event))}
      @blur=${(event: Event) => this.#leave(place, textOf(event), written)}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event, place)}
    />`;
  }

  /** The line below: of the first cell that holds no number (`notNumber` tells of it), else the complaint from outside. */
  renderComplaint(
    complaint: Complaint | null,
    notNumber: (place: GridPlace) => string,
  ): TemplateResult {
    const refused = this.#find((draft) => draft.standing === 'refused');
    const isMeant = complaint !== null && !this.#isTyping(complaint.row);
    const standing = isMeant ? complaint.text : '';
    return html`<p
      class="complaint"
      part="complaint"
      id=${kComplaint}
      role="status"
      data-control
      .textContent=${refused === null ? standing : notNumber(refused)}
    ></p>`;
  }

  /** Whether something is being typed in the row: a complaint about it waits. */
  #isTyping(row: number): boolean {
    return this.#find(({ place, standing }) => standing === 'typing' && place.row === row) !== null;
  }

  #find(isMeant: (draft: Draft) => boolean): GridPlace | null {
    for (const draft of this.#drafts.values()) if (isMeant(draft)) return draft.place;
    return null;
  }

  #write(place: GridPlace, text: string): void {
    this.#set({ place, text, standing: 'typing' });
  }

  #commit(place: GridPlace, text: string): void {
    const value = parseNumber(text);
    const isNumber = Number.isFinite(Math.fround(value));
    this.#set({ place, text, standing: isNumber ? 'sent' : 'refused' });
    if (isNumber) this.#news.accepted(place, value);
    else this.#news.refused(place);
  }

  /** A text that was typed and undone is no change: browsers fire no `change` for it. */
  #leave(place: GridPlace, text: string, written: string): void {
    if (this.#drafts.get(keyOf(place))?.standing !== 'typing') return;
    if (text === written) this.#forget(place);
    else this.#commit(place, text);
  }

  #onKey(event: KeyboardEvent, place: GridPlace): void {
    // Escape cancels a composition first, then the edit.
    if (event.key !== 'Escape' || isComposingKey(event) || !this.#drafts.has(keyOf(place))) return;
    event.stopPropagation();
    this.#forget(place);
  }

  #set(draft: Draft): void {
    this.#drafts.set(keyOf(draft.place), draft);
    this.#news.changed();
  }

  #forget(place: GridPlace): void {
    this.#drafts.delete(keyOf(place));
    this.#news.changed();
  }
}

function keyOf({ row, column }: GridPlace): string {
  return `${row},${column}`;
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement).value;
}

export function checkEditable({ columns }: Matrix): void {
  if (columns <= kMaxColumnsOfFields) return;
  throw new GlassformerError(
    'InvalidArgument',
    `editable takes a matrix of at most ${kMaxColumnsOfFields} columns, found ${columns}`,
    { details: { kind: 'invalidOption', option: 'editable' } },
  );
}
