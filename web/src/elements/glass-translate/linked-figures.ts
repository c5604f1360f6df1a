/** Figures of one translation: what is looked at in one lights up in all. */
import { kNothing, type Selection } from '../../view/selection.ts';
import type { Figure } from '../base/figure.ts';
import { pairOf, type Place, spotOfPair, translated } from './linked.ts';

interface Link {
  readonly place: Place;
  /** What the others have followed. */
  known: Selection;
}

/** Where tokens of the translation stand, first where both its tokens and the source's do. */
const kTargetPlaces: readonly Place[] = ['cross', 'decoder'];

export class LinkedFigures {
  readonly #links = new Map<Figure, Link>();
  readonly #changed: () => void;

  /** `changed`: somewhere something else is looked at. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  link(figure: Figure, place: Place): void {
    if (this.#links.has(figure)) return;
    this.#links.set(figure, { place, known: figure.selection });
    figure.addEventListener('change', this.#lookedSomewhere);
  }

  unlinkAll(): void {
    for (const figure of this.#links.keys())
      figure.removeEventListener('change', this.#lookedSomewhere);
    this.#links.clear();
  }

  /** Nothing is looked at any longer. */
  letGo(): void {
    for (const [figure, link] of this.#links) follow(figure, link, kNothing);
  }

  /** The token of the translation that is looked at. */
  get target(): number | null {
    const [figure, place] = this.#withTargets() ?? [];
    return (figure && place && pairOf(place, figure.spot)?.target) ?? null;
  }

  lookAtTarget(target: number | null): void {
    const [figure, place] = this.#withTargets() ?? [];
    if (figure && place)
      figure.look(target === null ? null : spotOfPair(place, { source: null, target }));
  }

  #withTargets(): [Figure, Place] | null {
    for (const place of kTargetPlaces)
      for (const [figure, link] of this.#links) if (link.place === place) return [figure, place];
    return null;
  }

  readonly #lookedSomewhere = ({ target }: Event): void => {
    const { selection } = target as Figure;
    const from = this.#links.get(target as Figure);
    // Figures tell of other changes too, and of those that come from here.
    if (from === undefined || from.known === selection) return;
    for (const [figure, link] of this.#links)
      if (figure !== target) follow(figure, link, translated(selection, from.place, link.place));
    from.known = selection;
    this.#changed();
  };
}

function follow(figure: Figure, link: Link, selection: Selection): void {
  link.known = selection;
  figure.follow(selection);
}
