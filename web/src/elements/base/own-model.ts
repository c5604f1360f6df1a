import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Problem, problemOf } from '../i18n/problem.ts';
import type { FigureContext } from './figure-context.ts';
import { parentOf } from './node-kinds.ts';
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

/** Whether an element, or one of ours around it, defined or not, names a model of its own: an empty name is none. */
export function namesModel(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const isOurs = at.localName.startsWith('glass-');
    if (isOurs && (at.getAttribute('model')?.trim() || isGiven(at))) return true;
  }
  return false;
}

/** By a script. */
function isGiven({ modelName }: Element & { readonly modelName?: unknown }): boolean {
  return Boolean(modelName);
}
