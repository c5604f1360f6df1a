import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Problem, problemOf } from '../i18n/problem.ts';
import type { FigureContext } from './figure-context.ts';
import type { Voice } from './voice.ts';

export interface ModelHost extends ReactiveControllerHost, HTMLElement {
  readonly figure: FigureContext;
  readonly voice: Voice;
  readonly renderRoot: HTMLElement | DocumentFragment;
  modelName: string;
  text: string;
  lazy: boolean;
  problem: Problem;
}

/**
 * The model of an element that names one (attribute `model`). What loads and reads it is fetched for the first such
 * element: those inside a `<glass-model>` do without.
 */
export class OwnModel implements ReactiveController {
  readonly #host: ModelHost;
  #isFetched = false;

  constructor(host: ModelHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    if (this.#isFetched || this.#host.modelName === '') return;
    this.#isFetched = true;
    if (!this.#host.lazy) this.#host.figure.change({ status: 'loading' });
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const host = this.#host;
    try {
      const { OwnProvider } = await import('./provider/own-provider.ts');
      new OwnProvider(host);
    } catch (error) {
      host.problem = problemOf(error);
    }
  }
}
