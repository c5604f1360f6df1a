import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { SelfAttentionOptions, SelfAttentionResult } from '../../shared/attention-types.ts';
import type { Tensor } from '../../shared/run-types.ts';
import type { Axis } from '../../view/axis.ts';
import { signedExtent } from '../../view/extent.ts';
import type { Label } from '../../view/label.ts';
import { matrixOf, toTensor, transposedProduct } from '../../view/matrix.ts';
import { controls, leftOut, refuse, type Rule, under } from '../base/attributes.ts';
import { asTensors, type Rows } from '../base/json-attributes.ts';
import { aTensor } from '../base/kinds.ts';
import { loadEngine } from '../../client/engine.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import { GlassElement } from '../base/glass-element.ts';
import { LatestAnswer } from '../base/latest.ts';
import '../glass-matrix/glass-matrix.ts';
import { byHandStyles } from './glass-by-hand.styles.ts';
import { problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { sums } from '../i18n/subjects/sums.ts';

const kInputs = ['x', 'w_query', 'w_key', 'w_value'] as const;
const kExample = `options='{${kInputs.map((name) => `"${name}": …`).join(', ')}}'`;
type InputName = (typeof kInputs)[number];

const kKnown = under([...kInputs, 'scaled', 'causal'], () => undefined);

/** What is not there the engine tells. */
const haveShapes: Rule = (name, value) => {
  kKnown(name, value);
  const given = value as Partial<SelfAttentionOptions>;
  for (const each of kInputs) {
    const tensor = given[each];
    if (tensor !== undefined) checkShape(`${name}.${each}`, tensor, wantedShape(each, given));
  }
};

/** Of x (T, D), w_query and w_key (D, K), w_value (D, V); null where others do not say it. */
function wantedShape(name: InputName, { x, w_query }: Partial<SelfAttentionOptions>) {
  const rows = name === 'x' ? null : (x?.shape[1] ?? null);
  const columns = name === 'w_key' ? (w_query?.shape[1] ?? null) : null;
  return { rows, columns };
}

function checkShape(
  name: string,
  tensor: Tensor,
  wanted: { readonly rows: number | null; readonly columns: number | null },
): void {
  aTensor(name, tensor);
  const { shape } = tensor;
  const [rows = 0, columns = 0] = shape;
  if (shape.length !== 2 || rows * columns === 0)
    refuse(name, 'a matrix of at least one number', shape.join(' × '));
  const all = [wanted.rows ?? rows, wanted.columns ?? columns];
  if (all[0] !== rows || all[1] !== columns)
    refuse(name, `of the shape ${all.join(' × ')}`, shape.join(' × '));
}

interface Shown {
  readonly name: string;
  /** The name as it is seen. */
  readonly title?: TemplateResult;
  readonly values: Tensor;
  readonly rows?: readonly Label[];
  readonly columns?: readonly Label[];
  readonly rowsAs?: Axis;
  readonly columnsAs?: Axis;
  readonly scale?: 'signed' | 'probability';
  readonly extent?: number;
  readonly legend?: boolean;
  readonly editable?: InputName;
}

/** As the engine takes them, or with rows in place of tensors. */
export type ByHandOptions = {
  readonly [Name in keyof SelfAttentionOptions]: Name extends InputName
    ? Tensor | Rows
    : SelfAttentionOptions[Name];
};

const kVocabulary = common.with(sums);

/**
 * Self-attention small enough to compute by hand: inputs and weights can be edited, all products are updated.
 * Beside the outputs α·v it can show αᵀ·v, which is what code computes in which a transpose is missing.
 *
 * @element glass-by-hand
 * @slot comparison - what is said about the second result
 * @fires glass-change - an input or a weight was edited; detail: the new options
 * @csspart comparison - the second result with its words
 */
export class GlassByHand extends GlassElement {
  static override readonly hasSlot = true;
  static override styles = [...[GlassElement.styles].flat(), byHandStyles];
  static override readonly rules = {
    modelName: leftOut('glass-by-hand'),
    options: haveShapes,
    fixed: controls('numbers'),
  };

  /** Inputs, weights, and whether scores are divided by √K; a matrix is a tensor, or rows `[[1, 0], [0, 2]]`, which the attribute has. */
  @property({ converter: asTensors }) options: ByHandOptions | null = null;
  /** Shows αᵀ·v too. */
  @property({ type: Boolean, attribute: 'with-comparison' }) withComparison = false;

  @state() private result: SelfAttentionResult | null = null;
  readonly #results = new LatestAnswer<SelfAttentionOptions, SelfAttentionResult>(this, {
    answer: async (options) => (await loadEngine()).selfAttention(options),
    take: (result) => ([this.result, this.problem] = [result, '']),
    fail: (error) => (this.problem = problemOf(error)),
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get ownsFigure(): boolean {
    return true;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('options') && this.#options !== null) this.#results.ask(this.#options);
  }

  /** Rows were read as they were given. */
  get #options(): SelfAttentionOptions | null {
    return this.options as SelfAttentionOptions | null;
  }

  /** @ignore */
  override get needsModel(): boolean {
    return false;
  }

  protected override render(): TemplateResult {
    const { result } = this;
    const options = this.#options;
    const isWhole = options !== null && kInputs.every((name) => (options[name] ?? null) !== null);
    const emptyText = this.words.noNumbers(kExample);
    const placeholder = this.renderPlaceholder(!isWhole || result === null, emptyText, isWhole);
    if (placeholder || options === null || result === null) return html`${placeholder}`;
    const { byHand } = this.words;
    const rows = labels('x', options.x.shape[0] ?? 0);
    const comparison = this.withComparison ? otherProduct(result) : null;
    const extent = extentOf(options, result, comparison);
    return html`<div class="products" role="group" aria-label=${this.words.byHandFigure}>
        ${this.#figure({ name: byHand.x, values: options.x, rows, rowsAs: 'token', editable: 'x', extent, legend: true })}
        ${this.#figure({ name: byHand.weightsOf.query, title: weightName('query'), values: options.w_query, editable: 'w_query', extent })}
        ${this.#figure({ name: byHand.query, values: result.query, rows, rowsAs: 'query', extent })}
        ${this.#figure({ name: byHand.weightsOf.key, title: weightName('key'), values: options.w_key, editable: 'w_key', extent })}
        ${this.#figure({ name: byHand.key, values: result.key, rows, rowsAs: 'key', extent })}
        ${this.#figure({ name: byHand.weightsOf.value, title: weightName('value'), values: options.w_value, editable: 'w_value', extent })}
        ${this.#figure({ name: byHand.value, values: result.value, rows, rowsAs: 'key', extent })}
      </div>
      <div class="stage">
        ${this.#figure({ name: byHand.scores, values: result.raw_scores, rows, columns: rows, rowsAs: 'query', columnsAs: 'key', legend: true })}
        <span class="sign">→</span>
        ${this.#figure({ name: byHand.weights, values: result.pattern, rows, columns: rows, rowsAs: 'query', columnsAs: 'key', scale: 'probability', legend: true })}
        <span class="sign">→</span>
        ${this.#figure({ name: byHand.output, values: result.z, rows, rowsAs: 'query', extent, legend: true })}
      </div>
      ${comparison === null ? nothing : this.#comparison(comparison, rows, extent)}`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return { given: jsonOf(this.#options) ?? null, computed: jsonOf(this.result) ?? null };
  }

  #comparison(values: Tensor, rows: readonly Label[], extent: number): TemplateResult {
    return html`<div class="stage faulty" part="comparison">
      ${this.#figure({ name: this.words.byHand.articleCode, values, rows, rowsAs: 'token', extent })}
      <slot name="comparison"></slot>
    </div>`;
  }

  #figure({
    name,
    title,
    values,
    rows,
    columns,
    rowsAs = 'none',
    columnsAs = 'none',
    scale = 'signed',
    extent = 0,
    legend = false,
    editable,
  }: Shown): TemplateResult {
    return html`<figure>
      <figcaption>
        <b>${title ?? name}</b> <span aria-hidden="true">${values.shape.slice(-2).join('×')}</span>
      </figcaption>
      <glass-matrix
        data-name=${name}
        .values=${values}
        .rowLabels=${rows ?? null}
        .columnLabels=${columns ?? null}
        .rowsAs=${rowsAs}
        .columnsAs=${columnsAs}
        .scale=${scale}
        .extent=${extent}
        ?legend=${legend}
        .digits=${4}
        .caption=${name}
        ?editable=${editable !== undefined}
        .fixed=${this.hasFixed('numbers')}
        @glass-edit=${(event: CustomEvent<Edit>) => editable && this.#edit(editable, event)}
      ></glass-matrix>
    </figure>`;
  }

  #edit(name: InputName, event: CustomEvent<Edit>): void {
    event.stopPropagation();
    const { row, column, value } = event.detail;
    const options = this.#options as SelfAttentionOptions;
    const before = options[name];
    const data = before.data.slice();
    data[row * (before.shape.at(-1) ?? 0) + column] = value;
    const edited = { ...options, [name]: { shape: before.shape, data } };
    this.options = edited;
    this.send('glass-change', edited);
  }
}

interface Edit {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** αᵀ·v. */
function otherProduct({ pattern, value }: SelfAttentionResult): Tensor {
  return toTensor(transposedProduct(matrixOf(pattern), matrixOf(value)));
}

/** One scale for all vectors and weights; only the scores, which are sums of products, have one of their own. */
function extentOf(
  options: SelfAttentionOptions,
  result: SelfAttentionResult,
  comparison: Tensor | null,
): number {
  const { x, w_query, w_key, w_value } = options;
  const { query, key, value, z } = result;
  const all = [x, w_query, w_key, w_value, query, key, value, z];
  return signedExtent(...all.map(({ data }) => data), comparison?.data ?? []);
}

function weightName(name: string): TemplateResult {
  return html`W<sub>${name}</sub>`;
}

function labels(letter: string, count: number): Label[] {
  return Array.from({ length: count }, (_, i) => ({
    text: `${letter}${subscript(i + 1)}`,
    position: i,
  }));
}

function subscript(number: number): string {
  return [...String(number)].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('');
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-by-hand': GlassByHand;
  }
}
