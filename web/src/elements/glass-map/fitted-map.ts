/** The frame of the map, which is computed again only where what it shows has changed. */
import { fitMap, type MapFrame } from '../../view/map.ts';
import type { Space } from './space.ts';

export interface Fit {
  readonly space: Space;
  readonly width: number;
  /** The tokens that it is fitted around; null: all of them. */
  readonly around: readonly number[] | null;
  /** The reader's tokens, which stand where they are, however far from the others. */
  readonly keep: readonly number[];
}

export class FittedMap {
  #frame: MapFrame | null = null;
  #space: Space | null = null;
  #key = '';

  /** As it was fitted last. */
  get frame(): MapFrame | null {
    return this.#frame;
  }

  fit({ space, width, around, keep }: Fit): MapFrame {
    const key = [width, around === null ? 'all' : 'text', ...(around ?? keep)].join(' ');
    if (this.#frame !== null && space === this.#space && key === this.#key) return this.#frame;
    this.#space = space;
    this.#key = key;
    const maxHeight = Math.max(280, Math.min(480, width));
    const room = { width, minHeight: 240, maxHeight, margin: 16 };
    return (this.#frame = fitMap(space.points, room, around, keep));
  }
}
