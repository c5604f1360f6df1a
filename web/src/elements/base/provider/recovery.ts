import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { GlassformerError } from '../../../shared/error.ts';
import type { FigureContext } from '../figure-context.ts';

/** Events of the reader's input. */
const kReaderEvents = ['click', 'input', 'keydown'];
/** In the capture phase: what the elements inside do on the event already counts as the reader's request. */
const kCapture = { capture: true };
const kStopped = 'the engine has stopped again';

export interface RecoveryHost extends ReactiveControllerHost, HTMLElement {
  readonly figure: FigureContext;
}

export interface RecoveryOptions {
  /** Whether the engine of the host's own model has stopped. */
  isLost(): boolean;
  load(): void;
  fail(error: GlassformerError): void;
}

/**
 * Loads a model again whose engine has stopped, but only once until the reader's next input, since the request itself may
 * stop the engine.
 */
export class Recovery implements ReactiveController {
  readonly #host: RecoveryHost;
  readonly #options: RecoveryOptions;
  /** It was loaded again, and there was no input since. */
  #hasRecovered = false;

  constructor(host: RecoveryHost, options: RecoveryOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.figure.addEventListener('lost', this.#onLost);
    for (const name of kReaderEvents) this.#host.addEventListener(name, this.allow, kCapture);
  }

  /** There was input: the model may be loaded again. */
  readonly allow = (): void => {
    this.#hasRecovered = false;
  };

  /** False: the model is not lost, or not the host's own. */
  recover(): boolean {
    const { isLost, load, fail } = this.#options;
    if (!isLost()) return false;
    const { status } = this.#host.figure.state;
    if (status === 'loading') return true;
    if (!this.#hasRecovered) {
      this.#hasRecovered = true;
      load();
    } else if (status !== 'failed')
      fail(new GlassformerError('Closed', kStopped, { details: { kind: 'stopped' } }));
    return true;
  }

  readonly #onLost = (event: Event): void => {
    if (this.recover()) event.preventDefault();
  };
}
