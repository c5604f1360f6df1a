/** Figures of one translation: a token that is hovered in one is highlighted in all. */
import { kNothing, sameSpot, type Selection } from '../../view/selection.ts';
import type { FigureContext, Subject } from '../base/figure-context.ts';
import { pairOf, type Place, samePair, spotOfPair, type TokenPair } from './linked.ts';

interface Link {
  readonly place: Place;
  /** What the others have followed. */
  known: Selection;
}

/** Where tokens of the translation stand, first where both its tokens and the source's do. */
const kTargetPlaces: readonly Place[] = ['cross', 'decoder'];
const kSelection: readonly Subject[] = ['hover', 'pin'];

export interface LinkedNews {
  /** The hovered token has changed. */
  looked(): void;
  /** The pinned tokens have changed; null: none. */
  pinned(pair: TokenPair | null): void;
}

export class LinkedFigures {
  readonly #links = new Map<FigureContext, Link>();
  readonly #news: LinkedNews;
  #pinned: TokenPair | null = null;

  constructor(news: LinkedNews) {
    this.#news = news;
  }

  link(figure: FigureContext, place: Place): void {
    if (this.#links.has(figure)) return;
    this.#links.set(figure, { place, known: figure.selection });
    for (const subject of kSelection) figure.addEventListener(subject, this.#lookedSomewhere);
    if (this.#pinned !== null) this.#show(figure);
  }

  /** Links these figures, and no other any longer. */
  linkOnly(places: ReadonlyMap<FigureContext, Place>): void {
    for (const [figure, link] of this.#links)
      if (places.get(figure) !== link.place) this.#unlink(figure);
    for (const [figure, place] of places) this.link(figure, place);
  }

  unlinkAll(): void {
    for (const figure of this.#links.keys()) this.#unlink(figure);
  }

  #unlink(figure: FigureContext): void {
    for (const subject of kSelection) figure.removeEventListener(subject, this.#lookedSomewhere);
    this.#links.delete(figure);
  }

  /** Nothing is looked at or pinned any longer. */
  clearPins(): void {
    this.#pinned = null;
    for (const [figure, link] of this.#links) follow(figure, link, kNothing);
  }

  /** Clears the selection of all figures. */
  release(): void {
    const hadPinned = this.#pinned !== null;
    this.clearPins();
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

  #withTargets(): [FigureContext, Place] | null {
    for (const place of kTargetPlaces)
      for (const [figure, link] of this.#links) if (link.place === place) return [figure, place];
    return null;
  }

  readonly #lookedSomewhere = ({ target }: Event): void => {
    const { selection } = target as FigureContext;
    const from = this.#links.get(target as FigureContext);
    // The change may come from here.
    if (from === undefined) return;
    const before = from.known;
    from.known = selection;
    const hasPinned = !sameSpot(before.pinned, selection.pinned);
    if (!hasPinned && sameSpot(before.looked, selection.looked)) return;
    // A hover keeps the pin, though this figure may not show all of it.
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

  #show(figure: FigureContext): void {
    const link = this.#links.get(figure) as Link;
    const pinned = spotOfPair(link.place, this.#pinned);
    follow(figure, link, { looked: figure.selection.looked, pinned });
  }
}

function follow(figure: FigureContext, link: Link, selection: Selection): void {
  link.known = selection;
  figure.follow(selection);
}
