import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Beam, GenerationStep } from '../../shared/generation-types.ts';
import {
  type BeamFate,
  type BeamNode,
  type BeamTree,
  beamTree,
  bestNode,
  canForce,
  lineage,
  neighbour,
  nodeOf,
  pathTo,
} from '../../view/beam-tree.ts';
import { cornerOf, drawBeamTree, treeSize } from '../../view/drawings/beam-tree.ts';
import { shorten, visibleText, wholeText } from '../../view/label.ts';
import { formatBrief } from '../../view/number.ts';
import { asJson, controls } from '../base/attributes.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { someIds, someSteps } from '../base/kinds.ts';
import { WhenSeen } from '../base/nearness.ts';
import { styles } from '../base/styles-directive.ts';
import { nameWithBlank, type TokenName, tokenName } from '../base/token-name.ts';
import { inType, WidthController } from '../base/width.ts';
import { common } from '../i18n/subjects/common.ts';
import { generating } from '../i18n/subjects/generating.ts';
import { beamTreeStyles } from './glass-beam-tree.styles.ts';
import { drawKeys, drawReadout } from './legend.ts';
import { beamList, neighbourInList, prepareList } from './list.ts';
import { OwnSearch } from './own-search.ts';
import { ofSearch, type SearchSettings } from './search-settings.ts';
import { scrollInto, scrollToEnd } from './scrolling.ts';
import type { fitSheets, Sheet } from './sheets.ts';

/** Pixels of the usual type. In less room the tree would be seen in pieces only: what it says is then a list. */
const kRoomForTree = 640;
/** A list of more tokens is several screens of a phone high: it begins with so many rivals of each, which stand in one row there. */
const kLongList = 30;
const kFewRivals = 3;
/** Pixels: a page of A4 between its margins, and as high as one of letter, without what stands over the tree and under it. */
const kSheet: Sheet = { width: 640, height: 960 - 120 };
/** Where it takes several: letters of the best text so far that stand over each. */
const kLongestText = 80;
/** The rows with which the sheets of a list begin, where there is one sheet. */
const kOneSheet: readonly number[] = [0];
/** Comes with the first tree that is larger than a sheet. */
let fit: typeof fitSheets | null = null;

const kVocabulary = common.with(generating);

const kNoSteps: readonly GenerationStep[] = [];

/**
 * A beam search as it grows: a column per step, kept hypotheses in solid frames, ended ones in round ones, pruned ones
 * dashed, those that another one was given for dotted, the best one's way in the accent colour. Of a search that grows,
 * or that a reader steers, the end of that way scrolls into view; of one that is given as a whole, its beginning. Under each token stand its log-probability, the sum up to it, and the length-normalised score by which beams compete.
 * Where it does not fit into less than 40rem, the best path stands as a list, a token in each row, with those that compete
 * with it beside it, of many the likeliest and a button that shows all; it is saved as the tree. On paper it is made small enough for one sheet,
 * as far as half its size; one that takes several sheets has whole steps on each, and says which these are.
 * With a model of its own (`model`), or inside a `<glass-model>`, it searches by itself, from the text on or for its translation,
 * unless a script gives it the `steps` of another search.
 * With `forceable` a click (or Enter) on a node asks that the search go on from there alone: its own does so, until the root
 * is chosen, or the text is another. Arrow keys move in the tree.
 *
 * @element glass-beam-tree
 * @fires glass-look - a node is looked at, or none any longer; detail: { ids }, the tokens up to it, or null
 * @fires glass-force - with `forceable`, a node was chosen; detail: { ids }, the tokens up to it (of the root none)
 * @csspart tree - the drawing, or the list in its place
 * @csspart readout - the numbers of the node that is looked at
 * @cssprop [--glass-beam-tree-max-height=30rem] - height from which the tree scrolls
 */
export class GlassBeamTree extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), beamTreeStyles];
  static override readonly ofWriters = true;
  static override readonly rules = {
    steps: someSteps,
    settings: ofSearch,
    path: someIds,
    fixed: controls('forceable'),
  };
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'changes'];

  /** The steps so far of a script's search, as the generation gave them; null: it searches by itself. */
  @property({ attribute: false }) steps: readonly GenerationStep[] | null = null;
  /**
   * Options of a search of its own: "num_beams" (2 to 20), "max_new_tokens" (1 to 100), "length_penalty", and the "forced_tokens" that it
   * goes on from. What is not said is as `<glass-generate>` has it at first.
   */
  @property({ converter: asJson }) settings: SearchSettings | null = null;
  /** What the root is called; if it is not given, by the end of the text that a search of its own goes on from. */
  @property() start = '';
  /** Tokens that are looked at elsewhere: the node that they lead to is highlighted and scrolled into view. */
  @property({ attribute: false, noAccessor: true })
  get path(): readonly number[] | null {
    return this.#path;
  }
  set path(path: readonly number[] | null) {
    this.#path = path ?? null;
    this.#isOtherPath = true;
    this.tracked.write();
  }
  /** A node can be chosen. Those that were given are marked either way. */
  @property({ type: Boolean }) forceable = false;

  @state() private focused = 0;
  /** It is saved, which is done with the tree. */
  @state() private isSaved = false;
  /** The reader has asked for all that the list has. */
  @state() private showsAll = false;
  /** It is printed: on paper nothing scrolls. */
  @state() private isPrinted = false;
  /** The steps with which its sheets begin. */
  @state() private sheets: readonly number[] = kOneSheet;
  readonly #width = new WidthController(this);
  #path: readonly number[] | null = null;
  /** The path was set, and has not been scrolled to. */
  #isOtherPath = false;
  /** The node that is looked at here; -1: none. */
  #looked = -1;
  #grown = beamTree(kNoSteps);
  /** The steps of `#grown`. */
  #grownFrom = kNoSteps;
  /** The update that is under way draws another tree than the one before. */
  #isOtherTree = false;
  /** Steps were added to those before, or a reader steers the search. */
  #isGrowing = false;
  #chosenByKey = false;
  readonly #best = new WhenSeen(this, () => this.#showBest());
  readonly #way = new WhenSeen(this, () => this.#showPath());
  @query('.scroller') private readonly scroller!: HTMLElement | null;
  readonly #own = new OwnSearch(this);

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  constructor() {
    super();
    this.whenEmptied(() => this.#own.forget());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.needsModel && !this.isOfWriter) this.#search();
    const shown = this.#shown;
    this.#isOtherTree = shown !== this.#grownFrom;
    if (!this.#isOtherTree) return;
    this.#grown = beamTree(shown);
    this.#grownFrom = shown;
    const first = this.steps?.[0];
    this.#isGrowing =
      this.#isSteered || (first !== undefined && changed.get('steps')?.[0] === first);
  }

  /** Whether the reader has chosen a node from which it goes on. */
  get #isSteered(): boolean {
    const isByReader = this.steps !== null || this.isByReader('settings');
    return this.forceable && isByReader && this.#isForced;
  }

  /** What a script gives comes before what it has searched for itself. */
  get #shown(): readonly GenerationStep[] {
    return this.steps ?? this.#own.steps ?? kNoSteps;
  }

  /** @ignore */
  override get needsModel(): boolean {
    return this.steps === null;
  }

  /** What the reader has forced in one text means nothing in another; what the author has written stays. */
  #search(): void {
    const isOther = this.#own.follow();
    if (isOther && this.settings?.forced_tokens && this.isByReader('settings')) this.#forceOwn([]);
    this.#own.ask(this.settings);
  }

  #forceOwn(ids: readonly number[]): void {
    const { forced_tokens: _, ...others } = this.settings ?? {};
    const settings = ids.length > 0 ? { ...others, forced_tokens: ids } : others;
    this.choose('settings', Object.keys(settings).length > 0 ? settings : null);
  }

  protected override figureChanged(subject: Subject): void {
    if (subject === 'run' || this.needsModel) super.figureChanged(subject);
  }

  override get shownSettings(): ShownSettings {
    return this.needsModel ? this.#own.options : {};
  }

  protected override get settingLines(): readonly string[] {
    return this.needsModel ? this.#own.linesIn(this.words) : [];
  }

  protected override render(): TemplateResult {
    const placeholder = this.renderPlaceholder(
      this.#shown.length === 0,
      this.needsModel ? this.words.empty : this.words.noSteps,
      this.#own.isBusy,
    );
    if (placeholder) return placeholder;
    const tree = this.#grown;
    return html`${this.#isList ? this.#list(tree) : this.#drawing(tree)}
    ${this.tracked.value(() => this.#readout(tree))}
    ${drawKeys(tree, { isForced: this.#isForced, isForceable: this.forceable }, this.words)}`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { settings, ...others } = super.numbers();
    // The property is null where it has searched by itself.
    return { settings: { ...(settings as object), steps: jsonOf(this.#shown) ?? [] }, ...others };
  }

  override showWhole(whole: boolean): void {
    this.isSaved = whole;
  }

  /** @ignore */
  override showPrinted(isPrinted: boolean): void {
    const wasList = this.#isList;
    this.isPrinted = isPrinted;
    this.sheets = kOneSheet;
    this.performUpdate();
    fit?.(this.renderRoot, isPrinted ? kSheet : null, (sheets) => {
      this.sheets = sheets;
      this.performUpdate();
    });
    // The drawing that comes back has a scroller of its own, which begins at the root.
    if (wasList && !this.#isList) this.#showBest();
  }

  get #isList(): boolean {
    const { width } = this.#width;
    if (this.isSaved) return false;
    if (this.isPrinted) return this.#isBeyond(kSheet.height * 2);
    if (width >= kRoomForTree) return false;
    // On a phone at once, so that a search that grows does not change its form; elsewhere where the tree does not fit.
    return this.isNarrow || (width > 0 && treeSize(this.#grown).width > width);
  }

  /** Whether it is wider than paper, or higher than that; to half of its size it can be made smaller. */
  #isBeyond(most: number): boolean {
    const { width, height } = treeSize(this.#grown);
    const { type } = this.#width;
    return width * type > kSheet.width || height * type > most;
  }

  #drawing(tree: BeamTree): TemplateResult {
    const { width, height } = treeSize(tree);
    const focused = this.#focusedOf(tree);
    return html`<div class="scroller">
      <div
        class="tree"
        part="tree"
        role="group"
        aria-label=${this.words.beamTree}
        ${styles({ width: inType(width), height: inType(height) })}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, tree)}
      >
        ${this.tracked.value(() => drawBeamTree(tree, this.#line))}
        ${repeat(
          tree.nodes,
          (node) => node.index,
          (node) => this.#node(node, node.index === focused, cornerOf(node)),
        )}
      </div>
    </div>`;
  }

  #list(tree: BeamTree): TemplateResult {
    const focused = this.#focusedOf(tree);
    return beamList({
      tree,
      label: this.words.beamTree,
      othersGoOn: this.words.othersGoOn,
      focused,
      rivals: this.#rivalsOf(tree),
      showsAll: this.showsAll,
      more: html`<button class="more" @click=${(event: Event) => void this.#showMore(event)}>
        ${this.showsAll ? this.words.showFewer : this.words.showAll(tree.nodes.length)}
      </button>`,
      sheets: this.sheets,
      sheetName: (depths, from, to) => {
        const { best } = depths[from - 1] ?? {};
        const text = best?.beam ? visibleText(wholeText(best.beam.text)) : '';
        const after = text.length > kLongestText ? `…${text.slice(-kLongestText)}` : text;
        const last = depths.length - 1;
        return this.words.sheet(this.#name(null).text, Math.max(1, from), to - 1, last, after);
      },
      nameOf: ({ beam }) => this.#name(beam).text,
      node: (node, before) => this.#node(node, node.index === focused, null, before),
      onKey: (event) => this.#onKey(event, tree),
    });
  }

  #rivalsOf({ nodes }: BeamTree): number {
    return this.isPrinted || nodes.length <= kLongList ? Infinity : kFewRivals;
  }

  /** What has become lower ends where the reader is. */
  async #showMore({ currentTarget }: Event): Promise<void> {
    this.showsAll = !this.showsAll;
    await this.updateComplete;
    if (!this.showsAll) (currentTarget as HTMLElement).scrollIntoView({ block: 'nearest' });
  }

  #focusedOf({ nodes }: BeamTree): number {
    return Math.min(this.focused, nodes.length - 1);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#shown.length > 0 && this.#isBeyond(kSheet.height)) {
      prepareList(() => this.#list(this.#grown));
      void import('./sheets.ts').then(({ fitSheets }) => (fit = fitSheets));
    }
    if (this.#isOtherTree) this.#best.ask();
    super.updated(changed);
    if (this.#isOtherTree && this.#chosenByKey) void this.#focusForced();
  }

  /** Marks the nodes up to the one that is looked at. */
  protected override afterDrawing(): void {
    const line = this.#line;
    for (const node of this.renderRoot.querySelectorAll<HTMLElement>('.node'))
      node.classList.toggle('looked', line.has(Number(node.dataset['node'])));
    // After the best one: the hovered node has precedence.
    if (this.#isOtherPath) this.#way.ask();
    this.#isOtherPath = false;
  }

  /** The nodes up to the one that is looked at. */
  get #line(): ReadonlySet<number> {
    return new Set(lineage(this.#grown, this.#lit(this.#grown)));
  }

  /** The node that is looked at, here or elsewhere; -1: none. */
  #lit(tree: BeamTree): number {
    if (this.#looked >= 0) return this.#looked;
    return this.path === null || this.path.length === 0 ? -1 : nodeOf(tree, this.path);
  }

  #look(index: number): void {
    if (index === this.#looked) return;
    this.#looked = index;
    this.tracked.write();
    this.send('glass-look', { ids: index < 0 ? null : pathTo(this.#grown, index) });
  }

  /** Not while a node is hovered here. */
  #showPath(): void {
    const node = this.#grown.nodes[this.#lit(this.#grown)];
    if (this.scroller !== null && node !== undefined && this.#looked < 0)
      scrollInto(this.scroller, node, this.#width.type);
  }

  /** To where the best path ends, or begins. */
  #showBest(): void {
    const node = this.#isGrowing ? bestNode(this.#grown) : this.#grown.nodes[0];
    if (this.scroller !== null && node !== undefined)
      scrollToEnd(this.scroller, this.#grown, node, this.#width.type);
  }

  /** In the new tree the focus stays on the node that was chosen by the keyboard. */
  async #focusForced(): Promise<void> {
    this.#chosenByKey = false;
    const { nodes } = this.#grown;
    this.focused = nodes.reduce((last, { forced, index }) => (forced ? index : last), 0);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-node="${this.focused}"]`)?.focus();
  }

  /**
   * @param corner its place in the drawing; null in the list
   * @param before in the list: tokens that tell it from its rivals
   */
  #node(
    node: BeamNode,
    isFocused: boolean,
    corner: { readonly left: number; readonly top: number } | null,
    before: readonly string[] = [],
  ): TemplateResult {
    const { beam } = node;
    const { text, isMark } = this.#name(beam);
    const fate = this.words.beamFate[node.fate];
    // A button is named by what stands in it, an image by its label.
    const label = this.#label(node, [...before, text].join(' › '), fate);
    const isForceable = this.#canForce(node);
    const place: Readonly<Record<string, string>> = corner
      ? { left: inType(corner.left), top: inType(corner.top) }
      : {};
    const marks = [
      node.fate,
      node.best && 'best',
      node.forced && 'forced',
      isForceable && 'forceable',
      isMark && 'mark',
    ];
    // In the tree over its frame in the drawing, as HTML: a browser lays out texts in an SVG several times slower.
    return html`<div
      class="node ${marks.filter(Boolean).join(' ')}"
      role=${isForceable ? 'button' : 'img'}
      aria-label=${isForceable ? nothing : label}
      aria-description=${isForceable ? label : nothing}
      tabindex=${isFocused ? 0 : -1}
      data-node=${node.index}
      ${styles(place)}
      @pointerenter=${() => this.#look(node.index)}
      @pointerleave=${() => this.#look(-1)}
      @focus=${() => {
        this.focused = node.index;
        this.#look(node.index);
      }}
      @blur=${() => this.#look(-1)}
      @click=${() => this.#force(node)}
    >
      ${before.length === 0 ? nothing : html`<bdi class="before">${before.map((each) => `${shorten(each, 9)} ›`).join(' ')}</bdi>`}
      <bdi class="token">${shorten(text, 11)}</bdi>
      ${beam === null ? nothing : this.#numbers(beam, node.fate)}
    </div>`;
  }

  #name(beam: Beam | null): TokenName {
    if (beam === null) {
      const ending = this.needsModel ? this.#own.ending : '';
      return { text: this.start || ending || this.words.beamStart, isMark: false };
    }
    const { model } = this.figure.state;
    const token = { id: beam.token, text: beam.token_text };
    const { isMark } = tokenName(model, this.words, token);
    return { text: nameWithBlank(model, this.words, token), isMark };
  }

  #label({ beam, forced }: BeamNode, text: string, fate: string): string {
    if (beam === null) return text;
    const label = this.words.beamNode(text, fate, beam.log_probability, beam.score);
    return forced ? this.words.apart(label, this.words.forced) : label;
  }

  /** One text node, since a tree may have hundreds of nodes. A node that was passed over has no score. */
  #numbers({ log_probability, score, normalized_score }: Beam, fate: BeamFate): TemplateResult {
    const sum = `${formatBrief(log_probability)}\u2002Σ ${formatBrief(score)}`;
    const place =
      fate === 'passed' ? '' : `\n${this.words.normalizedScore} ${formatBrief(normalized_score)}`;
    return html`<span class="numbers">${sum + place}</span>`;
  }

  /** The root of a search of its own, too, which then goes on from nothing that is given. */
  #canForce(node: BeamNode): boolean {
    const isWayBack = this.needsModel && node.beam === null && this.#isForced;
    return this.forceable && !this.hasFixed('forceable') && (canForce(node) || isWayBack);
  }

  get #isForced(): boolean {
    return this.#shown.some(({ forced }) => forced);
  }

  #force(node: BeamNode): boolean {
    if (!this.#canForce(node)) return false;
    const ids = node.beam?.ids ?? [];
    this.send('glass-force', { ids });
    if (this.needsModel) this.#forceOwn(ids);
    return true;
  }

  #readout(tree: BeamTree): TemplateResult {
    const node = tree.nodes[this.#lit(tree)] ?? bestNode(tree);
    return drawReadout(node, this.#name(node.beam), this.words);
  }

  #onKey(event: KeyboardEvent, tree: BeamTree): void {
    const here = tree.nodes[this.focused];
    if ((event.key === 'Enter' || event.key === ' ') && this.forceable && here) {
      event.preventDefault();
      this.#chosenByKey = this.#force(here);
      return;
    }
    const to = this.#isList
      ? neighbourInList(tree, this.focused, event, this.showsAll ? Infinity : this.#rivalsOf(tree))
      : neighbour(tree, this.focused, event.key);
    if (to === null) return;
    event.preventDefault();
    this.renderRoot.querySelector<HTMLElement>(`[data-node="${to}"]`)?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-beam-tree': GlassBeamTree;
  }
}
