import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Dtype } from '../../shared/model-types.ts';
import type { Ablation, ForwardOptions, Run } from '../../shared/run-types.ts';
import type { Spot } from '../../view/selection.ts';
import { depthOf } from '../../shared/architecture.ts';
import {
  asAddress,
  asJson,
  checkWhole,
  controls,
  leftOut,
  oneOf,
  type Rule,
  whole,
} from '../base/attributes.ts';
import { contentStyles } from '../base/content.styles.ts';
import type { Json } from '../base/export/json.ts';
import type { Preview, Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { aModel, anObject, aPreview, aRun, aSpot, objects, strings } from '../base/kinds.ts';
import { ModelProvider } from '../base/provider/model-provider.ts';
import { RetryFocus } from '../base/provider/retry-focus.ts';

/** Names or globs of hooks: in one text with blanks between them, or in a list. */
const someHooks: Rule = (name, value) => {
  if (typeof value !== 'string') strings(name, value);
};

/**
 * Provides a model, its run on a text and the reader's selection to all elements inside. Without `src` it provides the
 * `run` that it is given: elements with one selection and numbers from elsewhere. Figures with the same
 * `src` and `dtype` share one loaded model. An encoder–decoder is run by the `<glass-translate>` inside.
 *
 * @element glass-model
 * @slot - the figures, and any other content
 */
export class GlassModel extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), contentStyles];
  static override readonly hasSlot = true;
  static override readonly subjects: readonly Subject[] = [];
  static override readonly rules = {
    modelName: leftOut('glass-model', 'src'),
    dtype: oneOf('fp32', 'fp16', 'int8'),
    layer: whole(0),
    head: whole(0),
    capture: someHooks,
    maxTokens: whole(1),
    preview: aPreview,
    run: aRun,
    model: aModel,
    ablations: objects,
    options: anObject,
    pinned: aSpot,
    fixed: controls(),
  };

  /** A shipped model's name or the URL of a model's folder. */
  @property({ converter: asAddress }) src = '';
  /** How the engine keeps the model of `src`: "fp32", "fp16" (half the memory) or "int8" (a quarter). */
  @property() dtype: Dtype = 'fp32';
  /** Address of what tells more about the model: figures that can be saved link there. */
  @property({ reflect: true, useDefault: true }) about = '';
  /** What its figures say of it besides its size, or, with `about`, in place of it: what it is called, or has learned from. */
  @property({ attribute: 'about-text' }) aboutText = '';
  /** Loads the model only when the element comes near the viewport. */
  @property({ type: Boolean }) override lazy = false;
  /** What the model reads. An input inside changes it. */
  @property() override text = '';
  /**
   * Hooks to capture, as names or globs, separated by blanks, in place of those that the elements inside need. "*" captures
   * all: their arrays are then in the run of `glass-run`. As a property it may also be a list.
   */
  @property() capture: string | readonly string[] | null = null;
  /** The layer that its figures show at first. */
  @property({ type: Number }) layer = 0;
  /** The head that its figures show at first. */
  @property({ type: Number }) head = 0;
  /**
   * The token that is pinned, with `query` and `key` (tokens counted from 0, or null); null: none. It is pinned when the text
   * has been read. As an attribute it is JSON.
   */
  @property({ converter: asJson }) pinned: Spot | null = null;
  /** Heads that are switched off or scaled at first. As an attribute it is JSON. */
  @property({ converter: asJson }) ablations: readonly Ablation[] = [];
  /** Of a longer text only the last so many tokens are read (null: as many as the model's context holds; 512 if it has no end). */
  @property({ type: Number, attribute: 'max-tokens' }) maxTokens: number | null = null;
  /** Options for every run, without `capture`. Where they edit or ablate, figures have no `recipe()`. */
  @property({ attribute: false }) options: ForwardOptions = {};
  /** A model that is already loaded (in place of `src`). */
  @property({ attribute: false }) model: Model | null = null;
  /**
   * What the model of `src` made of a text at another time: `{ text, run, candidates }`. While `text` is that text and all heads
   * are unchanged, the figures show it until the model has come.
   */
  @property({ attribute: false }) preview: Preview | null = null;
  /** A run that is already there (in place of a model). */
  @property({ attribute: false }) run: Run | null = null;

  readonly #provider = new ModelProvider(this, this);

  static {
    this.addInitializer((element) => new RetryFocus(element as GlassModel));
  }

  override get ownsFigure(): boolean {
    return true;
  }

  protected override get keepsContent(): boolean {
    return true;
  }

  /** Loads the model of `src` again, where it did not come or was lost; as the button in its place does. */
  retry(): void {
    this.#provider.retry();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('loading'))
      this.figure.change({ status: this.loading ? 'loading' : this.run ? 'ready' : 'empty' });
    // The lines under the figures are written from them.
    if (changed.has('about') || changed.has('aboutText')) this.figure.change({});
  }

  protected override render(): TemplateResult {
    this.#checkHead();
    const { state, reading } = this.#provider.messages();
    return html`${state}<slot></slot>${reading}`;
  }

  /** An author's choice: what the reader chooses is in the figures. */
  #checkHead(): void {
    const { model } = this;
    if (model === null) return;
    const { num_heads } = model.config.resolved;
    checkWhole('layer', this.layer, 0, Math.max(0, depthOf(model) - 1));
    checkWhole('head', this.head, 0, Math.max(0, num_heads - 1));
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return {
      model: this.src,
      text: this.text,
      figures: this.innerElements.map((each) => each.toJSON() as unknown as Json),
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-model': GlassModel;
  }
}
