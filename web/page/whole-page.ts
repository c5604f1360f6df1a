/** The page made whole for paper: everything that comes when the reader comes near is there. Fetched when it is asked for. */
import type { GlassGenerate } from 'glassformer/elements';
import { bringAllNear } from 'glassformer/elements/functions';
import type { LaterElements, LaterPart } from './later-elements.ts';

/** How often is looked whether something is still coming. */
const kLookMs = 100;
/** Chapters that are out of view are laid out, too (page.css). */
const kWhole = 'whole';
/** What is higher may go on on the next sheet: it would leave too much of one blank. Half an A4, in pixels. */
const kHalfSheet = 520;
/** What goes on from the reader's texts: pictures show only what goes on from those that the page begins with. */
const kWriters = ':is(#writing, #choosing) glass-generate';
/** No paper waits longer for what they write. */
const kLongestMs = 60_000;

/** Until it has been printed. Resolves when nothing is loading or computing any more, and the texts are written. */
export async function makeWhole(
  chapters: readonly LaterPart[],
  later: LaterElements,
): Promise<void> {
  const { classList } = document.documentElement;
  classList.add(kWhole);
  addEventListener('afterprint', () => classList.remove(kWhole), { once: true });
  bringAllNear();
  await Promise.all(chapters.map((chapter) => later.fetch(chapter)));
  await untilQuiet();
  const tooLate = new Promise((resolve) => setTimeout(resolve, kLongestMs));
  await Promise.race([writeAll().then(untilQuiet), tooLate]);
  for (const each of document.querySelectorAll<HTMLElement>('figure, .panel'))
    each.classList.toggle('tall', each.offsetHeight > kHalfSheet);
}

/** Those that their reader has not begun. */
async function writeAll(): Promise<void> {
  const end = performance.now() + kLongestMs;
  const writers = [...document.querySelectorAll<GlassGenerate>(kWriters)];
  const fresh = writers.filter(({ awaitsReader }) => awaitsReader);
  await Promise.allSettled(fresh.map((each) => writeToEnd(each, end)));
}

/** Without the rests between steps that a reader needs. At the end, or where the engine fails, no step is taken. */
async function writeToEnd(writer: GlassGenerate, end: number): Promise<void> {
  let goesOn = true;
  const took = (): void => void (goesOn = true);
  writer.addEventListener('glass-step', took);
  while (goesOn && performance.now() < end) {
    goesOn = false;
    await writer.step();
  }
  writer.removeEventListener('glass-step', took);
}

/** Two looks in a row: what has come may make something else be asked for. */
async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await new Promise((look) => setTimeout(look, kLookMs));
    quiet = isBusy(document) ? 0 : quiet + 1;
  }
}

function isBusy(root: ParentNode): boolean {
  return [...root.querySelectorAll('*')].some(
    (each) =>
      each.matches('[aria-busy="true"], [loading]') ||
      (each as { isUpdatePending?: boolean }).isUpdatePending === true ||
      (each.shadowRoot !== null && isBusy(each.shadowRoot)),
  );
}
