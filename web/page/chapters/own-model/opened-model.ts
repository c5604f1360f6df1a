import { GlassformerError, type Model } from 'glassformer';
import type { OwnFiles } from './own-files.ts';
import { OwnTrouble } from './trouble.ts';

/** A model of the reader's own that stands open. */
export interface Opened {
  readonly model: Model;
  readonly own: OwnFiles;
  /** What its figures read at first. */
  readonly text: string;
  /** That is no text of its golden.json, and not the reader's line. */
  readonly isOwnText: boolean;
}

/** So many of its first tokens. */
const kTried = 4;

/** Runs it once. Numbers that become too large are told of before the reader types; a text may be none that it can read. */
export async function tryOut(model: Model): Promise<void> {
  const { architecture, vocab_size, source_vocab_size, max_positions } = model.config.resolved;
  const firstOf = (size: number): number[] =>
    Array.from({ length: Math.min(kTried, size, max_positions || kTried) }, (_, id) => id);
  const isEncoderDecoder = architecture === 'encoder-decoder';
  try {
    await model.forward(firstOf(vocab_size), {
      capture: ['*'],
      ...(isEncoderDecoder && { source: firstOf(source_vocab_size) }),
    });
  } catch (error) {
    const details = error instanceof GlassformerError ? error.details : undefined;
    throw details?.kind === 'notFinite'
      ? new OwnTrouble({ kind: 'overflows', name: details.name }, { cause: error })
      : error;
  }
}
