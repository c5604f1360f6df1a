import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { NearToken } from '../../shared/model-types.ts';
import type { Side, Token } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { drawDots, drawMarks, type Mark, type Neighbourhood } from '../../view/drawings/map.ts';
import { moveInGrid } from '../../view/grid.ts';
import { type MapFrame, pointAt } from '../../view/map.ts';
import type { Spot } from '../../view/selection.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { checkWhole, controls, oneOf, whole } from '../base/attributes.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { MapView } from '../event-types.ts';
import type { Listening } from '../events.ts';
import { someTokens } from '../base/kinds.ts';
import { LatestAnswer } from '../base/latest.ts';
import { segments } from '../base/segments.ts';
import { styles } from '../base/styles-directive.ts';
import { tokenName } from '../base/token-name.ts';
import { inType, WidthController } from '../base/width.ts';
import { wordStyles } from '../base/word.ts';
import { FittedMap } from './fitted-map.ts';
import { mapStyles } from './glass-map.styles.ts';
import { placesOf, renderHovered, renderLabels, type Typed } from './labels.ts';
import { renderNearest } from './nearest-list.ts';
import type { EncodeQuestion, NearQuestion, SpaceQuestion } from './space.ts';
import { readersSide, readSpace, type Space } from './space.ts';
import { problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { vectors } from '../i18n/subjects/vectors.ts';

/** Pixels of the usual type. Below this width the list stands under the map. */
const kNarrow = 620;
const kListWidth = 290;
const kReach = 14;
/** How broad what a finger presses is. */
const kFinger = 44;

/** A list of more is read by nobody. */
const kMaxNeighbours = 1000;

/** The neighbours of punctuation are not informative. */
const kWord = /\p{L}|\p{N}/u;

export type { MapView };

const kVocabulary = common.with(vectors);

/**
 * The map of all embeddings: every token of the vocabulary as a dot on the two directions in which embeddings vary
 * most, the reader's tokens in their colours, and the nearest neighbours (by cosine, in all dimensions) of the one
 * that is looked at, at first the text's last word. Tokens far from all others stand at the edge, as arrowheads. A dot
 * or a neighbour that is clicked shows its own neighbours. Arrow keys go through the reader's tokens.
 *
 * @element glass-map
 * @fires glass-pin - a token of the text was chosen; detail: { token: number } (its position)
 * @fires glass-choose-other - a token that is not in the text was chosen; detail: { id, text }
 * @fires glass-view - the reader chose the whole map or the part around the text; detail: { view }
 * @csspart map - the picture
 * @csspart neighbour - one neighbour's bar
 * @csspart shadow - the line about how much of the variance is seen
 */
export class GlassMap extends GlassElement {
  declare addEventListener: Listening<'glass-map', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-map', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), wordStyles, mapStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'hover', 'pin'];
  static override readonly rules = {
    tokens: someTokens,
    side: oneOf('', 'source', 'target'),
    view: oneOf('all', 'text'),
    neighbours: whole(1, kMaxNeighbours),
    token: whole(0),
    fixed: controls('view', 'token'),
  };

  /** In place of the surrounding figure's tokens. */
  @property({ attribute: false }) tokens: readonly Token[] | null = null;
  /** Which table of an encoder–decoder (its source's, where absent). */
  @property() side: Side | '' = '';
  /** The whole map, or the part around the reader's tokens. */
  @property({ reflect: true, useDefault: true }) view: MapView = 'all';
  /** How many neighbours are shown. */
  @property({ type: Number }) neighbours = 8;
  /** The token whose neighbours are shown at first, by its id (the text's last word, where absent). */
  @property({ type: Number }) token: number | null = null;

  @state() private space: Space | null = null;
  /** A token off the text whose neighbours the reader has asked for. */
  @state() private chosenOther: number | null = null;
  /** Source tokens of an encoder–decoder, which are in no run. */
  @state() private encoded: readonly Token[] = [];
  @query('.map') private readonly map!: HTMLElement | null;
  /** The token whose neighbours are shown. */
  #near: Neighbourhood | null = null;
  /** The token whose dot, or whose bar in the list, is under the pointer; -1: none. */
  #hovered = -1;

  readonly #spaces = new LatestAnswer<SpaceQuestion, Space>(this, {
    answer: ({ model, side, neighbours }) => readSpace(model, side, neighbours),
    same: (a, b) => a.model === b.model && a.side === b.side && a.neighbours === b.neighbours,
    isReady: () => this.isConnected && this.figure.modelToAsk() !== null,
    take: (space) => this.#takeSpace(space),
    fail: (error, { model }) => this.#fail(error, model),
  });
  readonly #neighbourhood = { requestUpdate: () => this.#showNeighbours() };
  readonly #nearest = new LatestAnswer<NearQuestion, readonly NearToken[]>(this.#neighbourhood, {
    answer: ({ space, id }) => space.near(id),
    same: (a, b) => a.space === b.space && a.id === b.id,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (list, { space, id }) => {
      this.problem = '';
      if (space === this.space && id === this.#asked) this.#near = { id, list };
      else this.#nearest.forget(); // it may be asked again
    },
    fail: (error, { model }) => this.#fail(error, model),
  });
  readonly #encodings = new LatestAnswer<EncodeQuestion, readonly Token[]>(this, {
    answer: ({ space, text }) => space.encode(text).catch(() => []),
    same: (a, b) => a.space === b.space && a.text === b.text,
    take: (tokens) => (this.encoded = tokens),
    fail: () => undefined,
  });
  readonly #fitted = new FittedMap();
  #pinned: Spot | null = null;
  readonly #room = new WidthController(this);

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#readSpace();
    const { pinned } = this.figure.selection;
    if (pinned !== this.#pinned && pinned !== null) this.chosenOther = null;
    this.#pinned = pinned;
    const { space, token } = this;
    if (space !== null && token !== null)
      checkWhole('token', this.asWritten('token', token), 0, space.texts.length - 1);
    if (changed.has('token')) this.chosenOther = token;
    this.#readNeighbours();
  }

  protected override figureChanged(subject: Subject): void {
    if (subject === 'text') this.#encode();
    else if (subject === 'hover') this.#showNeighbours();
    else super.figureChanged(subject);
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { space } = this;
    if (space === null) return {};
    const near = this.#near;
    const { points, explained } = space;
    return {
      explained: explained.map(numberOf),
      tokens: this.#typed().map(({ id, text }) => ({
        id,
        text,
        place: [numberOf(points[2 * id]!), numberOf(points[2 * id + 1]!)],
      })),
      nearest: near && {
        id: near.id,
        text: this.#textOf(space, near.id),
        neighbours: near.list.map(({ id, text, similarity }) => ({
          id,
          text,
          similarity: numberOf(similarity),
        })),
      },
    };
  }

  /** @ignore One of the text is chosen in the surrounding figure. */
  override get chosenAttributes(): Readonly<Record<string, string | null>> {
    const { chosenOther } = this;
    return { token: chosenOther === null ? null : String(chosenOther) };
  }

  protected override render(): TemplateResult {
    const { space } = this;
    const placeholder = this.renderPlaceholder(
      space === null,
      this.words.empty,
      this.#spaces.isBusy,
    );
    if (placeholder || space === null) return html`${placeholder}`;
    const { map } = this.words;
    const isNarrow = this.#room.width < kNarrow;
    const [first = 0, second = 0] = space.explained;
    // Drawn first: what stands above it says how much of it lies outside.
    const drawn = this.#map(space, isNarrow);
    // The choice stands above what it changes the height of, so that it stays under the pointer.
    return html`<p class="shadow" part="shadow">${map.shadow(space.dimensions, first, second)}</p>
      <div class="head">
        ${this.#choice()}<span><span class="how">${map.hint}</span>${this.#farOut()}</span>
      </div>
      <div class="sides ${isNarrow ? 'narrow' : ''}">
        ${drawn}${this.tracked.value(() => this.#list(space))}
      </div>`;
  }

  /** How many tokens stand at the edge instead of where they are; '' for none. */
  #farOut(): string {
    const count = this.#fitted.frame?.outside.length ?? 0;
    return count === 0 ? '' : this.words.following(this.words.map.farOut(count));
  }

  #choice(): TemplateResult {
    const { map, view } = this.words;
    const views: readonly [MapView, string][] = [
      ['all', map.whole],
      ['text', map.aroundText],
    ];
    return segments(view, 'view', views, this.view, (name) => this.#show(name));
  }

  #show(view: MapView): void {
    this.view = view;
    this.send('glass-view', { view });
  }

  #map(space: Space, isNarrow: boolean): TemplateResult {
    const width =
      Math.max(240, Math.floor(isNarrow ? this.#room.width : this.#room.width - kListWidth)) - 2;
    const typed = this.#typed();
    const frame = this.#fit(space, width, typed);
    return html`<div
      class="map"
      part="map"
      @pointermove=${this.#onMove}
      @pointerleave=${this.#onLeave}
      @click=${this.#onClick}
      ${styles({ width: inType(frame.width), height: inType(frame.height) })}
    >
      ${drawDots(frame)} ${this.tracked.value(() => this.#marks(space, frame, typed))}
    </div>`;
  }

  /** What is told apart on the map: the reader's tokens, the one that is looked at, and its neighbours. */
  #marks(space: Space, frame: MapFrame, typed: readonly Typed[]): TemplateResult {
    const shown = this.#near;
    const neighbours: Mark[] = (shown?.list ?? [])
      .filter(({ id }) => !typed.some((mark) => mark.id === id))
      .map((token) => ({ id: token.id, text: this.#name(token), position: null }));
    const others = typed.some((mark) => mark.id === shown?.id) || shown === null ? [] : [shown];
    const own = others.map(({ id }) => ({ id, text: this.#textOf(space, id), position: null }));
    const marks = [...typed, ...own, ...neighbours];
    const looked = shown?.id ?? null;
    const places = placesOf(marks, looked, frame);
    return html`${drawMarks({ frame, marks, places, near: shown, colour: this.#hue })}
      <div role="group" aria-label=${this.words.map.name} @keydown=${this.#onKey}>
        ${renderLabels({
          marks,
          places,
          typed,
          frame,
          looked,
          onLook: (position) => this.#look(position),
          onLeave: () => this.figure.look(null),
          onPin: (position) => this.#pin(position),
        })}
      </div>
      ${this.#hoveredLabel(space, frame, marks)}`;
  }

  #fit(space: Space, width: number, typed: readonly Mark[]): MapFrame {
    const keep = typed.map(({ id }) => id);
    const own = this.chosenOther === null ? keep : [...keep, this.chosenOther];
    return this.#fitted.fit({ space, width, around: this.view === 'all' ? null : own, keep });
  }

  #name(token: Pick<Token, 'id' | 'text'>): string {
    return tokenName(this.figure.state.model, this.words, token).text;
  }

  #textOf(space: Space, id: number): string {
    return this.#name({ id, text: space.texts[id] ?? '' });
  }

  /** The reader's tokens, each once. */
  #typed(): readonly Typed[] {
    const marks = new Map<number, Typed>();
    this.#tokens.forEach(({ id, text }, position) => {
      if (!marks.has(id)) marks.set(id, { id, text: this.#name({ id, text }), position });
    });
    return [...marks.values()];
  }

  get #tokens(): readonly Token[] {
    if (this.tokens !== null) return this.tokens;
    const { run } = this.figure.state;
    return run !== null && run.tokens.length > 0 ? run.tokens : this.encoded;
  }

  #hoveredLabel(
    space: Space,
    frame: MapFrame,
    marks: readonly Mark[],
  ): TemplateResult | typeof nothing {
    if (space.texts[this.#hovered] === undefined || marks.some(({ id }) => id === this.#hovered))
      return nothing;
    return renderHovered(this.#hovered, this.#textOf(space, this.#hovered), frame);
  }

  #list(space: Space): TemplateResult | typeof nothing {
    const { words } = this;
    const near = this.#near;
    if (near === null) return nothing;
    return renderNearest({
      list: near.list,
      title: words.map.nearest(this.#textOf(space, near.id), space.dimensions),
      hue: this.#hue,
      words,
      name: (token) => this.#name(token),
      onHover: (id) => this.#hover(id),
      onChoose: (id) => this.#choose(id),
    });
  }

  /** The colour of the token whose neighbours are shown. */
  get #hue(): string {
    const position = this.#tokens.findIndex(({ id }) => id === this.#near?.id);
    return position < 0 ? 'var(--gf-ink)' : tokenColour(position);
  }

  /** The token whose neighbours are shown: hovered, chosen off the text, pinned, or the last word of the text. */
  get #asked(): number | null {
    const tokens = this.#tokens;
    const { looked, pinned } = this.figure.selection;
    const of = (spot: Spot | null) => tokens[spot?.query ?? spot?.key ?? -1]?.id;
    const last = [...tokens].reverse().find(({ text }) => kWord.test(text)) ?? tokens.at(-1);
    const id = of(looked) ?? this.chosenOther ?? of(pinned) ?? last?.id ?? null;
    // The run may still be that of the model before.
    return id !== null && id < (this.space?.texts.length ?? 0) ? id : null;
  }

  #hover(id: number): void {
    this.#hovered = id;
    this.tracked.write();
  }

  #look(position: number): void {
    this.figure.look({ query: position, key: null });
  }

  #pin(position: number): void {
    if (this.chosenOther !== null) {
      this.chosenOther = null;
      this.tellChosen('token');
    }
    this.figure.pin({ query: position, key: null });
    this.send('glass-pin', { token: position });
  }

  /** Pins a token of the text; shows the neighbours of any other token. */
  #choose(id: number): void {
    const position = this.#tokens.findIndex((token) => token.id === id);
    if (position >= 0) return this.#pin(position);
    if (this.hasFixed('token')) return;
    this.chosenOther = id;
    this.tellChosen('token');
    this.figure.look(null);
    this.send('glass-choose-other', { id, text: this.space?.texts[id] ?? '' });
  }

  get #labels(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.label.token')];
  }

  /** The label that a finger means: its own box is lower than a finger is broad. -1: none is near enough. */
  #labelAt({ clientX, clientY }: MouseEvent): number {
    let [nearest, away] = [-1, Infinity];
    for (const label of this.#labels) {
      const { left, top, width, height } = label.getBoundingClientRect();
      const [x, y] = [clientX - left - width / 2, clientY - top - height / 2].map(Math.abs);
      if (x! > Math.max(kFinger, width) / 2 || y! > Math.max(kFinger, height) / 2) continue;
      const distance = Math.hypot(Math.max(0, x! - width / 2), Math.max(0, y! - height / 2));
      if (distance < away) [nearest, away] = [Number(label.dataset['id']), distance];
    }
    return nearest;
  }

  #at(event: MouseEvent): number {
    const { frame } = this.#fitted;
    if (this.map === null || frame === null) return -1;
    const { left, top } = this.map.getBoundingClientRect();
    const preferred = new Set(this.#tokens.map(({ id }) => id));
    const { clientLeft, clientTop } = this.map;
    const { type } = this.#room;
    const x = (event.clientX - left - clientLeft) / type;
    const y = (event.clientY - top - clientTop) / type;
    return pointAt(frame, x, y, kReach, preferred);
  }

  readonly #onMove = (event: PointerEvent): void => {
    if ((event.target as Element).closest('.token') !== null) return;
    const id = this.#at(event);
    if (id === this.#hovered) return;
    this.#hover(id);
    const position = this.#tokens.findIndex((token) => token.id === id);
    this.figure.look(position < 0 ? null : { query: position, key: null });
  };

  readonly #onLeave = (): void => {
    this.#hover(-1);
    this.figure.look(null);
  };

  readonly #onClick = (event: MouseEvent): void => {
    const label = matchMedia('(pointer: coarse)').matches ? this.#labelAt(event) : -1;
    const id = label < 0 ? this.#at(event) : label;
    if (id >= 0) this.#choose(id);
    // From it a finger steps to the next one.
    if (label >= 0) this.#labels.find((each) => each.dataset['id'] === String(label))?.focus();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // From the focused label: the neighbours of its token may not be computed yet.
    const labels = this.#labels;
    const column = labels.indexOf(event.target as HTMLElement);
    const to = moveInGrid({ row: 0, column }, event, 1, labels.length);
    if (to === null || column < 0) return;
    event.preventDefault();
    labels[to.column]?.focus();
  };

  #readSpace(): void {
    const { model } = this.figure.state;
    if (model === null) return;
    const side = this.side || readersSide(model);
    this.#spaces.ask({ model, side, neighbours: this.neighbours });
  }

  #takeSpace(space: Space): void {
    // The same model may only have been loaded again.
    const isOther = this.space !== null && String(space.texts) !== String(this.space.texts);
    this.space = space;
    this.#near = null;
    if (isOther) this.chosenOther = null;
    this.problem = '';
    this.#encode();
  }

  #fail(error: unknown, model: Model): void {
    if (model === this.figure.state.model) this.problem = problemOf(error);
  }

  protected override get tryAgain(): () => void {
    return () => {
      this.#spaces.forget();
      this.#nearest.forget();
      this.#readSpace();
    };
  }

  /** Tokens of the text where no run has them. */
  #encode(): void {
    const { space } = this;
    if (space?.side === 'source') this.#encodings.ask({ space, text: this.figure.state.text });
  }

  /** Of the token that is looked at, without an update. */
  #showNeighbours(): void {
    this.#readNeighbours();
    this.tracked.write();
  }

  #readNeighbours(): void {
    const { space } = this;
    const { model } = this.figure.state;
    const id = this.#asked;
    if (space === null || model === null || id === null) return;
    if (id !== this.#near?.id) this.#nearest.ask({ model, space, id });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-map': GlassMap;
  }
}
