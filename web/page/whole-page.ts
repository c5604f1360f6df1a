/** The page made whole for paper: everything that comes when the reader comes near is there. Fetched when it is asked for. */
import { bringAllNear } from 'glassformer/elements/functions';
import type { LaterElements, LaterPart } from './later-elements.ts';

/** How often is looked whether something is still coming. */
const kLookMs = 100;
/** Chapters that are out of view are laid out, too (page.css). */
const kWhole = 'whole';

/** Until it has been printed. Resolves when nothing is loading or computing any more. */
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
