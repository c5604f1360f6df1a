/** What a drawing is made on: how far it reaches, and what its parts refer to. */
import { tag } from './markup.ts';
import { type Paint, painted } from '../computed-colour.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** As in the styles: a stripe every four pixels, one wide. */
const kHatch = { period: 4, stripe: 1 };

export class Sheet {
  readonly #definitions: string[] = [];
  readonly #hatches = new Map<string, string>();
  #matrix = new DOMMatrix();
  #clips: Box[] = [];
  #reach: Box | null = null;

  /** Everything drawn so far lies in here (pixels of the window). */
  get reach(): Box {
    return this.#reach ?? { left: 0, top: 0, right: 0, bottom: 0 };
  }

  get definitions(): string {
    return this.#definitions.join('');
  }

  /** Returns what refers to a hatch of these colours, which is defined once. */
  hatch(ground: Paint, stripe: Paint): string {
    const key = JSON.stringify([ground, stripe]);
    const known = this.#hatches.get(key);
    if (known !== undefined) return known;
    const { period, stripe: width } = kHatch;
    const reference = this.define((id) =>
      tag(
        'pattern',
        {
          id,
          width: period,
          height: period,
          patternUnits: 'userSpaceOnUse',
          patternTransform: 'rotate(-135)',
        },
        tag('rect', { width: period, height: period, ...painted('fill', ground) }) +
          tag('rect', { x: period - width, width, height: period, ...painted('fill', stripe) }),
      ),
    );
    this.#hatches.set(key, reference);
    return reference;
  }

  /** A hatch or a clip; returns what refers to it. */
  define(markup: (id: string) => string): string {
    const id = `d${this.#definitions.length}`;
    this.#definitions.push(markup(id));
    return `url(#${id})`;
  }

  /** A name that no other part of the drawing has. */
  get prefix(): string {
    return `p${this.#definitions.push('')}-`;
  }

  /** Something is drawn in `box`. */
  cover({ left, top, right, bottom }: Box): void {
    const corners = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ].map(([x, y]) => this.#matrix.transformPoint({ x: x as number, y: y as number }));
    let covered: Box = {
      left: Math.min(...corners.map(({ x }) => x)),
      top: Math.min(...corners.map(({ y }) => y)),
      right: Math.max(...corners.map(({ x }) => x)),
      bottom: Math.max(...corners.map(({ y }) => y)),
    };
    for (const clip of this.#clips) covered = common(covered, clip);
    if (covered.right <= covered.left || covered.bottom <= covered.top) return;
    this.#reach = this.#reach === null ? covered : union(this.#reach, covered);
  }

  /** Draws in turned or moved coordinates. */
  turned(matrix: DOMMatrix, draw: () => string): string {
    const before = this.#matrix;
    this.#matrix = before.multiply(matrix);
    const drawn = draw();
    this.#matrix = before;
    return drawn;
  }

  /** Draws what is seen through `box` only. */
  clipped(box: Box, draw: () => string): string {
    this.#clips.push(box);
    const drawn = draw();
    this.#clips.pop();
    return drawn;
  }
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function common(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}
