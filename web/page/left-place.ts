/** Where the reader was when a link on the page led them away, whatever is fetched above it meanwhile. */

export interface LeftPlace {
  /** The section in the middle of the window; '' in none. */
  readonly section: string;
  /** Pixels from the top of the window to where it begins. */
  readonly top: number;
}

/** Frames in which what comes into view is laid out. */
const kFrames = 12;

export function placeNow(): LeftPlace {
  const section = document
    .elementFromPoint(innerWidth / 2, innerHeight / 2)
    ?.closest('section[id]');
  return { section: section?.id ?? '', top: topOf(section) };
}

/** @param arrived called when what is in view there has been observed */
export function goBackTo({ section, top }: LeftPlace, arrived: () => void): void {
  let frames = kFrames;
  const move = (): void => {
    scrollBy(0, topOf(document.getElementById(section)) - top);
    requestAnimationFrame(--frames > 0 ? move : arrived);
  };
  move();
}

const topOf = (section: Element | null | undefined): number =>
  (section ?? document.documentElement).getBoundingClientRect().top;
