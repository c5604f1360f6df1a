import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { ForwardOptions, Run } from '../../shared/types.ts';
import { loadEngine } from '../base/engine.ts';
import { GlassElement } from '../base/glass-element.ts';

/**
 * Provides a model, its run on a text and the reader's selection to all elements inside. Without `src` it provides the
 * `run` that it is given: a figure whose elements light up together, with numbers from anywhere.
 *
 * @element glass-model
 * @slot - the figures, and any other content
 * @fires glass-ready - the model is loaded; detail: { model }
 * @fires glass-run - the model has read the text; detail: { run }
 * @fires glass-error - loading or running failed; detail: { error }
 * @csspart message - the sentence shown while loading and after a failure
 */
export class GlassModel extends GlassElement {
  /** A shipped model's name or the URL of a model's folder. */
  @property() src = '';
  /** What the model reads. An input inside changes it. */
  @property() text = '';
  /** Hooks to record, as names or globs, separated by blanks. */
  @property() capture = '*';
  /** Options for every run, besides `capture`. */
  @property({ attribute: false }) options: ForwardOptions = {};
  /** A model that is already loaded (in place of `src`). */
  @property({ attribute: false }) model: Model | null = null;
  /** A run that is already there (in place of a model). */
  @property({ attribute: false }) run: Run | null = null;

  #loadedHere: Model | null = null;
  #reading = false;

  protected override get ownsFigure(): boolean {
    return true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#closeOwn();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src')) void this.#load(this.src);
    if (changed.has('loading'))
      this.figure.change({ status: this.loading ? 'loading' : this.run ? 'ready' : 'empty' });
    if (changed.has('model') && this.model) this.figure.change({ model: this.model });
    if (changed.has('run') && this.run) this.figure.change({ run: this.run, status: 'ready' });
    if (changed.has('text')) this.figure.write(this.text);
    if (changed.has('text') || changed.has('model') || changed.has('options')) void this.#read();
  }

  protected override textChanged(): void {
    this.text = this.figure.state.text;
  }

  protected override render(): TemplateResult {
    const { status, problem } = this.figure.state;
    return html`${status === 'loading' && this.src ? html`<p class="face" part="message">${this.words.loading}</p>` : ''}
      ${status === 'failed' ? html`<p class="face failed" role="alert" part="message">${problem}</p>` : ''}<slot
      ></slot>`;
  }

  async #load(src: string): Promise<void> {
    this.#closeOwn();
    if (!src) return;
    this.figure.change({ status: 'loading' });
    try {
      const { loadModel } = await loadEngine();
      const model = await loadModel(src);
      if (src !== this.src || !this.isConnected) return void model.close();
      this.#loadedHere = model;
      this.model = model;
      this.figure.change({ status: 'empty' });
      this.send('glass-ready', { model });
    } catch (error) {
      if (src === this.src) this.#fail(error);
    }
  }

  /** Reads the text; while one run is under way only the newest text waits. */
  async #read(): Promise<void> {
    const model = this.model;
    if (model === null || this.run !== null || this.#reading || this.text === '') return;
    this.#reading = true;
    const { text, options } = this;
    try {
      const run = await model.forward(text, { ...options, capture: this.capture.split(' ') });
      this.figure.change({ run, status: 'ready', problem: '' });
      this.send('glass-run', { run });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#reading = false;
      if (this.model !== model || this.text !== text || this.options !== options) void this.#read();
    }
  }

  #fail(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    this.figure.change({ status: 'failed', problem });
    this.send('glass-error', { error });
  }

  #closeOwn(): void {
    void this.#loadedHere?.close();
    if (this.model === this.#loadedHere) this.model = null;
    this.#loadedHere = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-model': GlassModel;
  }
}
