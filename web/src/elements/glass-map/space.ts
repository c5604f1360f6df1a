/** The space of a model's embeddings as the map needs it: read once, queried for neighbours. */
import type { Model } from '../../index.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';
import type { NearToken } from '../../shared/model-types.ts';
import type { Side, Token } from '../../shared/run-types.ts';

export interface Space {
  readonly side: Side;
  readonly dimensions: number;
  /** Of every token: its place, x and y by turns, and its text. */
  readonly points: Float32Array;
  readonly texts: readonly string[];
  readonly explained: readonly number[];
  near(id: number): Promise<readonly NearToken[]>;
  encode(text: string): Promise<readonly Token[]>;
}

export interface SpaceQuestion {
  readonly model: Model;
  readonly side: Side;
  readonly neighbours: number;
}

export interface NearQuestion {
  readonly model: Model;
  readonly space: Space;
  readonly id: number;
}

export interface EncodeQuestion {
  readonly space: Space;
  readonly text: string;
}

/** `count`: how many neighbours `near` gives. */
export async function readSpace(model: Model, side: Side, count: number): Promise<Space> {
  const { positions, explained } = await model.embeddingMap({ side });
  const tokenizer = side === 'source' ? model.sourceTokenizer : model.tokenizer;
  const ids = Array.from({ length: positions.shape[0] as number }, (_, id) => id);
  const found = new Map<number, Promise<readonly NearToken[]>>();
  return {
    side,
    dimensions: model.config.resolved.d_model,
    points: positions.data,
    texts: await tokenizer.texts(ids),
    explained,
    near(id) {
      const near = found.get(id) ?? model.nearestTokens(id, { side, count });
      found.set(id, near);
      return near;
    },
    encode: (text) => tokenizer.encode(text),
  };
}

/** The text is the source of an encoder–decoder. */
export function readersSide(model: Model): Side {
  return isEncoderDecoder(model) ? 'source' : 'target';
}
