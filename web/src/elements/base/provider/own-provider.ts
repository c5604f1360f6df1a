import { type ReactiveController, render } from 'lit';
import type { Model } from '../../../index.ts';
import type { Spot } from '../../../view/selection.ts';
import type { FigureState } from '../figure-context.ts';
import type { ModelHost } from '../own-model.ts';
import { ModelProvider } from './model-provider.ts';
import type { Provided } from './provided.ts';
import { RetryFocus } from './retry-focus.ts';

/** Provides an element with the model that it names, and says above its figure what a `<glass-model>` would say there. */
export class OwnProvider implements Provided, ReactiveController {
  readonly dtype = 'fp32';
  readonly capture = null;
  readonly layer = 0;
  readonly head = 0;
  pinned: Spot | null = null;
  readonly ablations = [];
  readonly maxTokens = null;
  readonly options = {};
  readonly preview = null;
  readonly run = null;

  readonly #host: ModelHost;
  readonly #provider: ModelProvider;
  /** Before the root of the element's template, which leaves it alone. */
  readonly #place = document.createElement('div');
  #model: Model | null = null;
  /** The state of the context before this update. */
  #before: FigureState | null = null;

  constructor(host: ModelHost) {
    this.#host = host;
    // Not a part of the figure that is saved.
    this.#place.dataset['control'] = '';
    host.renderRoot.prepend(this.#place);
    // Before its provider, whose changes it compares with.
    host.addController(this);
    this.#provider = new ModelProvider(host, this);
    new RetryFocus(host);
    // An update that is refused ends before `hostUpdated`.
    host.figure.addEventListener('run', () => this.#say());
    host.requestUpdate();
  }

  get src(): string {
    return this.#host.modelName;
  }

  get lazy(): boolean {
    return this.#host.lazy;
  }

  get text(): string {
    return this.#host.text;
  }

  set text(text: string) {
    this.#host.text = text;
  }

  get model(): Model | null {
    return this.#model;
  }

  set model(model: Model | null) {
    this.#model = model;
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    this.#before = this.#host.figure.state;
  }

  hostUpdated(): void {
    // What its provider has changed in this update, the element has not asked about yet.
    if (this.#host.figure.state !== this.#before) this.#host.requestUpdate();
    this.#say();
  }

  #say(): void {
    const { state, reading } = this.#provider.messages();
    render([state, reading], this.#place);
  }
}
