/** Waits for what a figure is drawn from: a picture has no "Loading…" in the figure's place. */
import type { FigureContext } from '../figure-context.ts';

/** What a figure tells of what it waits for. */
export interface Arriving extends HTMLElement {
  readonly figure: FigureContext;
  readonly modelName: string;
  readonly loading: boolean;
  readonly lazy: boolean;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly updateComplete: Promise<unknown>;
}

/** No event tells when the answers that an element waits for have come. */
const kBetweenMs = 50;

/**
 * Resolves when all parts of a figure show what they are to show, or say why not; a lazy model is loaded. Rejects with what
 * kept a model from coming.
 * @param parts those that are there at the moment
 */
export async function arrivalOf(parts: () => readonly Arriving[]): Promise<void> {
  for (let hasWaited = false; ; hasWaited = true) {
    await Promise.all(parts().map(({ updateComplete }) => updateComplete));
    const left = parts().filter(isComing);
    if (left.length === 0) return hasWaited ? expectDrawn(parts()) : undefined;
    await new Promise((done) => setTimeout(done, kBetweenMs));
  }
}

function expectDrawn(parts: readonly Arriving[]): void {
  for (const { figure } of parts) {
    const { status, run, problem } = figure.state;
    // What was read before is shown still.
    if (status === 'failed' && run === null)
      throw typeof problem === 'string' ? new Error(problem) : problem;
  }
}

function isComing(part: Arriving): boolean {
  const { status, isExtending, model } = part.figure.state;
  if (status === 'loading' || isExtending) return true;
  // Whoever waits for it, or for what is around it, to come near answers; in an element alone, when that has been fetched.
  const near = new Event('glass-figure-near', { bubbles: true, composed: true, cancelable: true });
  const isAsked = part.lazy && part.modelName !== '' && status === 'empty' && model === null;
  if (!part.dispatchEvent(near) || isAsked) return true;
  // What a script says to be loading has no end that is known here.
  return !part.loading && part.renderRoot.querySelector('.placeholder[aria-busy="true"]') !== null;
}
