import type { Model } from '../../index.ts';

/** Whether the model is an encoder–decoder: its text is a source, and a run needs a target too. */
export function isPair(model: Model): boolean {
  return model.config.resolved.architecture === 'encoder-decoder';
}
