import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { fillOf, inkOf, tokenColour } from '../../view/colour.ts';
import { type GridPlace, moveInGrid } from '../../view/grid.ts';
import { alone, shorten, visibleText } from '../../view/label.ts';
import { classifies } from '../../shared/architecture.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { controls, whole } from '../base/attributes.ts';
import { GlassElement } from '../base/glass-element.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { WhenSeen } from '../base/nearness.ts';
import { styles } from '../base/styles-directive.ts';
import '../glass-matrix/glass-matrix.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { blockStyles } from './glass-block.styles.ts';
import { type Guess, type Lens, type Level, readLens } from './lens.ts';
import { type Stream, streamOf } from './stream.ts';
import { common } from '../i18n/subjects/common.ts';
import { layers } from '../i18n/subjects/layers.ts';

/** Pixels between a column that comes into view and the edge. */
const kMargin = 4;

interface Question {
  readonly model: Model;
  readonly run: Run;
  readonly columns: number;
}

const kVocabulary = common.with(layers);

/**
 * The residual stream from layer to layer. A column is a token of the text, a row the stream after a layer; a cell holds
 * what the model would write next if its last norm and its head read the stream there, shaded by how sure it is. The
 * sentence below has the runners-up, and how long the vectors are that attention and feed-forward added. Cells are a grid
 * for the keyboard: arrows, Home, End, Enter pins the token.
 *
 * @element glass-block
 * @csspart grid - the cells with their labels
 * @csspart readout - the sentence about the cell that is looked at
 */
export class GlassBlock extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), legendStyles, blockStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin', 'changes'];
  static override readonly rules = { columns: whole(1), fixed: controls() };
  static override readonly needs: readonly string[] = [
    'blocks.*.resid_*',
    'blocks.*.ln1',
    'blocks.*.ln2',
    'blocks.*.attn_out',
    'blocks.*.mlp_out',
  ];

  /** How many tokens are shown: the text's last ones. */
  @property({ type: Number }) columns = 24;
  /** What the grid is called for assistive technology. */
  @property() caption = '';

  @query('.scroller') private readonly scroller!: HTMLElement | null;
  readonly #answers = new FigureAnswer<Question, Lens>(this, {
    answer: ({ model, run, columns }) => readLens(model, run, columns),
    same: (a, b) => a.run === b.run && a.columns === b.columns,
    keepsLast: () => true,
    changes: () => (this.#looked = null),
  });
  /** The cell that is looked at. */
  #looked: GridPlace | null = null;
  /** The cell where the keyboard stands. */
  #place: GridPlace | null = null;
  /** The column that was brought into view, of how many. */
  #shown = '';
  readonly #column = new WhenSeen(this, () => this.#bringIntoView());

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { model, run } = this.figure.state;
    if (model !== null && run !== null) this.#answers.ask({ model, run, columns: this.columns });
  }

  protected override afterDrawing(): void {
    const lens = this.#answers.shown;
    if (lens === null) return;
    this.#mark(lens);
    this.#follow(lens);
  }

  /** Marks the column's token and the cell that the sentence is about, and the cell where the keyboard stands. */
  #mark(lens: Lens): void {
    const at = this.#at(lens);
    const focus = this.#focus(lens);
    const query = this.figure.spot?.query;
    this.renderRoot.querySelectorAll('thead th.token').forEach((head, column) => {
      head.classList.toggle('on', query === lens.first + column);
    });
    for (const cell of this.renderRoot.querySelectorAll<HTMLElement>('td')) {
      const place = placeOf(cell);
      cell.classList.toggle('on', samePlace(place, at));
      cell.tabIndex = samePlace(place, focus) ? 0 : -1;
    }
  }

  /** The column that the sentence is about comes into view, unless the reader is in the grid. */
  #follow(lens: Lens): void {
    if (this.#looked !== null) return;
    const { column } = this.#at(lens);
    const shown = `${column} ${lens.levels[0]?.guesses.length}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#column.ask();
  }

  protected override render(): TemplateResult {
    const lens = this.#answers.shown;
    const placeholder = this.renderPlaceholder(
      lens === null,
      this.words.empty,
      this.#answers.isBusy,
    );
    if (placeholder || lens === null) return html`${placeholder}`;
    const tokens = lens.run.tokens.slice(lens.first);
    return html`<div class="scroller">
        <table
          part="grid"
          role="grid"
          aria-label=${this.caption || this.words.lens}
          @keydown=${(event: KeyboardEvent) => this.#onKey(event, lens)}
          @pointerleave=${() => this.#look(null)}
        >
          <thead>
            <tr>
              <th scope="col"><span class="unseen">${this.words.layer}</span></th>
              ${tokens.map(
                ({ text }, column) =>
                  html`<th
                    scope="col"
                    class="token"
                    ${styles({ '--hue': tokenColour(lens.first + column) })}
                  >
                    <bdi>${shorten(visibleText(text), 12)}</bdi>
                  </th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${lens.levels.map((level, row) => this.#row(level, row, lens))}
          </tbody>
        </table>
      </div>
      ${this.tracked.value(() => this.#readout(lens))}
      <div class="foot">${legend('probability', 1, null, this.shades)}</div>
      ${this.tracked.value(() => this.#stream(lens))}`;
  }

  /** The stream of the hovered token through the layer of the hovered cell, else through the last one. */
  #stream(lens: Lens): TemplateResult | typeof nothing {
    const spot = this.figure.spot?.query ?? lens.run.tokens.length - 1;
    const looked = this.#looked;
    const token = looked === null ? spot : lens.first + looked.column;
    const layers = lens.levels.length - 1;
    const layer = looked === null ? layers - 1 : Math.max(0, looked.row - 1);
    const config = this.figure.state.model?.config.resolved;
    const stream = config ? streamOf(config, lens.run, layer, token) : null;
    if (stream === null) return nothing;
    const text = visibleText(lens.run.tokens[token]?.text ?? '');
    const caption = this.words.streamOf(text, layer + 1);
    return html`<p class="title">${caption}${this.#changes(layer)}</p>
      ${this.#strips(stream.sum, 'stream', caption)}
      ${
        stream.reads === null
          ? nothing
          : html`<p class="reads">${this.words.readOf}</p>
              ${this.#strips(stream.reads, 'read', this.words.readOf)}`
      }`;
  }

  #strips({ values, parts }: Stream, className: string, caption: string): TemplateResult {
    return html`<glass-matrix
      class=${className}
      legend
      .values=${values}
      .rowLabels=${parts.map((part) => ({ text: this.words.streamPart[part] }))}
      .caption=${caption}
    ></glass-matrix>`;
  }

  /** Which heads of the layer are switched off or scaled; empty: none. */
  #changed(layer: number): string {
    const own = this.figure.ablations.filter(
      (each) => each.layer === layer && (each.stack ?? 'decoder') === 'decoder',
    );
    const { headChanged, listed } = this.words;
    return listed(...own.map(({ head, factor = 0 }) => headChanged(head + 1, factor)));
  }

  #changes(layer: number): TemplateResult | typeof nothing {
    const changed = this.#changed(layer);
    return changed === '' ? nothing : html` <span class="changed">${changed}</span>`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    if (this.#answers.shown === null) return {};
    const { run, first, levels } = this.#answers.shown;
    const tokens = run.tokens.slice(first).map(({ text }) => text);
    return { tokens, levels: jsonOf(levels) ?? null };
  }

  #row(level: Level, row: number, lens: Lens): TemplateResult {
    return html`<tr>
      <th scope="row">${this.#name(level)}${this.#changes(level.layer - 1)}</th>
      ${level.guesses.map(([guess], column) => this.#cell(guess, { row, column }, lens))}
    </tr>`;
  }

  #cell(guess: Guess | undefined, place: GridPlace, lens: Lens): TemplateResult | typeof nothing {
    if (guess === undefined) return nothing;
    const { probability } = guess;
    return html`<td
      role="gridcell"
      data-row=${place.row}
      data-column=${place.column}
      aria-label=${this.#sentence(lens, place)}
      ${styles({
        background: fillOf(probability, 1, 'probability', this.shades),
        color: inkOf(probability, 1, 'probability', this.shades),
      })}
      @pointerenter=${() => this.#look(place, lens)}
      @focus=${() => this.#look(place, lens)}
      @blur=${() => this.#look(null)}
      @click=${() => this.#pin(place, lens)}
    >
      <bdi>${alone(guess.text)}</bdi>
    </td>`;
  }

  #readout(lens: Lens): TemplateResult {
    const { row, column } = this.#at(lens);
    const { stream, attention, feedForward } = lens.levels[row] as Level;
    const lengths = this.words.lengths(
      stream[column] ?? 0,
      attention?.[column] ?? null,
      feedForward?.[column] ?? null,
    );
    return html`<p class="readout" part="readout">
      ${this.#sentence(lens, { row, column })}${this.words.following(lengths)}
    </p>`;
  }

  #sentence({ run, first, levels }: Lens, { row, column }: GridPlace): string {
    const level = levels[row] as Level;
    const token = visibleText(run.tokens[first + column]?.text ?? '');
    const guesses = (level.guesses[column] ?? []).map(({ text, probability }) => ({
      text: alone(text),
      probability,
    }));
    const { model } = this.figure.state;
    const { wouldSay, wouldClass } = this.words;
    const say = model !== null && classifies(model) ? wouldClass : wouldSay;
    return say(this.#name(level), token, guesses);
  }

  #name({ layer }: Level): string {
    return layer === 0 ? this.words.beforeLayers : this.words.afterLayer(layer);
  }

  /** The cell that the sentence describes: the hovered one, else that of the selected token, else the last one. */
  #at(lens: Lens): GridPlace {
    if (this.#looked !== null) return this.#looked;
    const last = this.#last(lens);
    const chosen = (this.figure.spot?.query ?? -1) - lens.first;
    return chosen < 0 ? last : { row: last.row, column: Math.min(chosen, last.column) };
  }

  #last({ levels }: Lens): GridPlace {
    return { row: levels.length - 1, column: (levels[0]?.guesses.length ?? 1) - 1 };
  }

  /** Where the keyboard stands, within what there is. */
  #focus(lens: Lens): GridPlace {
    const last = this.#last(lens);
    const { row, column } = this.#place ?? last;
    return { row: Math.min(row, last.row), column: Math.min(column, last.column) };
  }

  /** Scrolls horizontally only, so that the page does not move. */
  #bringIntoView(): void {
    const { scroller } = this;
    const lens = this.#answers.shown;
    if (lens === null || scroller === null) return;
    const { column } = this.#at(lens);
    const cell = scroller.querySelector<HTMLElement>(`[data-column="${column}"]`);
    const names = scroller.querySelector<HTMLElement>('th[scope="row"]');
    if (cell === null || names === null || scroller.scrollWidth <= scroller.clientWidth) return;
    const [box, view] = [cell.getBoundingClientRect(), scroller.getBoundingClientRect()];
    const left = view.left + names.offsetWidth;
    if (box.left < left) scroller.scrollLeft -= left - box.left + kMargin;
    else if (box.right > view.right) scroller.scrollLeft += box.right - view.right + kMargin;
  }

  #look(place: GridPlace | null, lens?: Lens): void {
    this.#looked = place;
    if (place !== null) this.#place = place;
    this.figure.look(place && lens ? { query: lens.first + place.column, key: null } : null);
    this.tracked.write(); // another row of the same column
  }

  #pin(place: GridPlace, lens: Lens): void {
    this.figure.pin({ query: lens.first + place.column, key: null });
  }

  #onKey(event: KeyboardEvent, lens: Lens): void {
    const { row, column } = this.#focus(lens);
    if (event.key === 'Enter') return this.#pin({ row, column }, lens);
    const last = this.#last(lens);
    const to = moveInGrid({ row, column }, event, last.row + 1, last.column + 1);
    if (to === null) return;
    event.preventDefault();
    this.renderRoot
      .querySelector<HTMLElement>(`[data-row="${to.row}"][data-column="${to.column}"]`)
      ?.focus();
  }
}

function placeOf({ dataset }: HTMLElement): GridPlace {
  return { row: Number(dataset['row']), column: Number(dataset['column']) };
}

function samePlace(a: GridPlace, b: GridPlace): boolean {
  return a.row === b.row && a.column === b.column;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-block': GlassBlock;
  }
}
