// What the suites of Firefox and WebKit ask a page: each function is sent there by its text, so that it uses nothing of
// this file.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** To be run in a page before `violations` is asked for. */
export const axe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The tags of the built package; asked here, not in a page. */
export const builtTags = () =>
  readdirSync(new URL('../../dist/elements', import.meta.url))
    .filter((name) => /^glass-[a-z-]+\.js$/.test(name))
    .map((name) => name.replace('.js', ''));

/**
 * What axe finds on the whole page, shadow roots included, a line for each rule. A cell's colour
 * takes 180 ms to change and that of its number none, so contrast is measured where no transition
 * runs: those there are are ended, since WebKit without a screen lets them stand. What is of the
 * text before stands back in pale ink until its answer has come. So what is told was found twice,
 * while nothing was on its way.
 */
export async function violations() {
  const roots = (root) => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? roots(shadowRoot) : [],
    ),
  ];
  const transitions = () =>
    roots(document)
      .flatMap((root) => root.getAnimations())
      .filter((animation) => animation instanceof globalThis.CSSTransition);
  const isAsking = () =>
    roots(document).some((root) => root.querySelector('.stale, .asking') !== null);
  for (let before = null; ;) {
    for (const transition of transitions()) transition.finish();
    const wasAsking = isAsking();
    const { violations: found } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
    });
    const lines = found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.flat().join(' ')}: ${failureSummary}`).join('; ')}`,
    );
    if (lines.length === 0) return lines;
    const isQuiet = !wasAsking && !isAsking() && transitions().length === 0;
    if (isQuiet && String(lines) === before) return lines;
    before = isQuiet ? String(lines) : null;
  }
}

/** From what the model has read, not from what was computed when the page was built. */
export const firstFiguresAreDrawn = () =>
  document.querySelector('.early') === null &&
  [...document.querySelectorAll('glass-tokens, glass-attention')].filter((figure) =>
    figure.shadowRoot?.querySelector('button, [role=gridcell], glass-matrix'),
  ).length >= 2;

export const withoutDefinition = (tags) =>
  tags.filter((tag) => customElements.get(tag) === undefined);

export const notInPage = (tags) => tags.filter((tag) => document.querySelector(tag) === null);

/** Gives <glass-by-hand> what it computes with, and brings <glass-train> near, where it begins to learn. */
export function wakeElements() {
  const array = (rows, ...data) => ({
    shape: [rows, data.length / rows],
    data: Float32Array.from(data),
  });
  document.querySelector('glass-by-hand').options = {
    x: array(2, 1, 0, 0, 1),
    w_query: array(2, 1, 2, 3, 4),
    w_key: array(2, 1, 0, 0, 1),
    w_value: array(2, 2, 0, 0, 2),
  };
  document.querySelector('glass-train').scrollIntoView();
}

/** The elements of the shelf that show a message in place of a figure, with what they say. */
export const waitingElements = () =>
  [...document.querySelectorAll('main > *, main > glass-model > *')]
    .filter(({ localName }) => !['glass-model', 'glass-beam-tree'].includes(localName))
    .filter(({ shadowRoot }) => shadowRoot?.querySelector('[part~=message]'))
    .map(({ localName, shadowRoot }) => `${localName}: ${shadowRoot.textContent.trim()}`);

/** The texts of two figures as they are exported, and the bytes of one as a picture. */
export async function exported() {
  const texts = async (tag) => {
    const svg = await document.querySelector(tag).toSVG();
    const file = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return [...file.querySelectorAll('text')].map(({ textContent }) => textContent);
  };
  const png = await document.querySelector('glass-save').toPNG({ scale: 1 });
  return { tokens: await texts('glass-tokens'), block: await texts('glass-block'), png: png.size };
}

export const numbersAreShown = () =>
  document.querySelector('glass-next-token')?.shadowRoot?.querySelectorAll('.share').length > 4 &&
  Boolean(
    document.querySelector('glass-translate')?.shadowRoot?.querySelector('[part=translation]'),
  );

/** What three figures show, and what the engine of the package says when it is asked for the same. */
export async function shownAndComputed() {
  const { loadModel } = await import(new URL('glassformer/index.js', document.baseURI).href);
  const text = 'Once upon a time there was a little dog';
  const model = await loadModel('stories');
  const run = await model.forward(text, { capture: ['blocks.0.attn.pattern'] });
  const [step] = [await model.generate(text, { max_new_tokens: 1, num_candidates: 3 }).step()];
  const translator = await loadModel('en-zh');
  const options = { max_new_tokens: 80, num_beams: 4 };
  const beam = await translator.generate('I like tea.', options).result();
  const root = (tag) => document.querySelector(tag).shadowRoot;
  const cells = root('glass-attention')
    .querySelector('glass-matrix')
    .shadowRoot.querySelectorAll('.cell:not(.masked)');
  const rows = run.tokens.length;
  const pattern = [...run.activations['blocks.0.attn.pattern'].data.slice(0, rows * rows)];
  return {
    shown: {
      weights: [...cells].map((cell) => Number(cell.textContent)),
      candidates: [...root('glass-next-token').querySelectorAll('.share')]
        .slice(0, 3)
        .map((share) => Number.parseFloat(share.textContent)),
      translation: root('glass-translate')
        .querySelector('.shown [part=translation]')
        .textContent.trim(),
    },
    engine: {
      weights: pattern.filter((_, i) => i % rows <= Math.floor(i / rows)),
      candidates: step.candidates.slice(0, 3).map(({ probability }) => probability * 100),
      translation: beam.text,
    },
  };
}
