/** Figures of one translation: what is looked at in one lights up in all. */
import { kNothing, sameSpot, type Selection } from '../../view/selection.ts';
import type { Figure } from '../base/figure.ts';
import { pairOf, type Place, samePair, spotOfPair, type TokenPair } from './linked.ts';

interface Link {
  readonly place: Place;
  /** What the others have followed. */
  known: Selection;
}

/** Where tokens of the translation stand, first where both its tokens and the source's do. */
const kTargetPlaces: readonly Place[] = ['cross', 'decoder'];

export interface LinkedNews {
  /** Somewhere something else is looked at. */
  looked(): void;
  /** The reader has pinned something else, or let it go. */
  pinned(pair: TokenPair | null): void;
}

export class LinkedFigures {
  readonly #links = new Map<Figure, Link>();
  readonly #news: LinkedNews;
  #pinned: TokenPair | null = null;

  constructor(news: LinkedNews) {
    this.#news = news;
  }

  link(figure: Figure, place: Place): void {
    if (this.#links.has(figure)) return;
    this.#links.set(figure, { place, known: figure.selection });
    figure.addEventListener('change', this.#lookedSomewhere);
    if (this.#pinned !== null) this.#show(figure);
  }

  unlinkAll(): void {
    for (const figure of this.#links.keys())
      figure.removeEventListener('change', this.#lookedSomewhere);
    this.#links.clear();
  }

  /** Nothing is looked at or pinned any longer. */
  letGo(): void {
    this.#pinned = null;
    for (const [figure, link] of this.#links) follow(figure, link, kNothing);
  }

  /** The reader lets go, wherever in the translation they are. */
  release(): void {
    const hadPinned = this.#pinned !== null;
    this.letGo();
    this.#news.looked();
    if (hadPinned) this.#news.pinned(null);
  }

  /** What was pinned elsewhere is pinned here too. */
  pin(pair: TokenPair | null): void {
    if (samePair(pair, this.#pinned)) return;
    this.#pinned = pair;
    for (const figure of this.#links.keys()) this.#show(figure);
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
    if (from === undefined) return;
    const before = from.known;
    from.known = selection;
    const hasPinned = !sameSpot(before.pinned, selection.pinned);
    if (!hasPinned && sameSpot(before.looked, selection.looked)) return;
    // Who only looks lets go of nothing, though this figure may not show all that is pinned.
    if (hasPinned) this.#pinned = pairOf(from.place, selection.pinned);
    const looked = pairOf(from.place, selection.looked);
    for (const [figure, link] of this.#links)
      if (figure !== target)
        follow(figure, link, {
          looked: spotOfPair(link.place, looked),
          pinned: spotOfPair(link.place, this.#pinned),
        });
    this.#news.looked();
    if (hasPinned) this.#news.pinned(this.#pinned);
  };

  #show(figure: Figure): void {
    const link = this.#links.get(figure) as Link;
    const pinned = spotOfPair(link.place, this.#pinned);
    follow(figure, link, { looked: figure.selection.looked, pinned });
  }
}

function follow(figure: Figure, link: Link, selection: Selection): void {
  link.known = selection;
  figure.follow(selection);
}
