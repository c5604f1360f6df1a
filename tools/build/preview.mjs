// What a model makes of the line that the page begins with, for the figures' first second: the model itself comes later.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/shell.mjs';

/** What the figures of the first view need; they ask for as many candidates. */
const kHooks = ['blocks.*.attn.pattern', 'blocks.*.attn.scores'];
const kCandidates = 10;
/** Decimal places of weights, which are between 0 and 1: as many as a readout shows. */
const kPlaces = 4;
/** Of candidates, whose percentages are rounded once more: 0.25046 is 25.0%, 0.2505 is 25.1%. */
const kCandidateDigits = 5;

/** @returns JSON, as web/page/opening.ts reads it, that can stand inside an element */
export async function writePreview({ model: name, text }) {
  const { loadModel } = await import(pathToFileURL(join(root, 'dist/index.js')).href);
  const model = await loadModel(join(root, 'models', name));
  try {
    const { tokens, activations } = await model.forward(text, { capture: kHooks });
    const generation = model.generate(tokens, { num_candidates: kCandidates, max_new_tokens: 1 });
    const { candidates } = await generation.step();
    const written = Object.entries(activations).map(([hook, { shape, data }]) => [
      hook,
      {
        shape,
        data: Array.from(data, hook.endsWith('.scores') ? hiddenOrNot : asWeight),
      },
    ]);
    const preview = {
      text,
      tokens,
      candidates: candidates.map(asShown),
      activations: Object.fromEntries(written),
    };
    return JSON.stringify(preview).replaceAll('<', '\\u003c');
  } finally {
    await model.close();
  }
}

const asWeight = (value) => Number(value.toFixed(kPlaces));

/** JSON has no word for minus infinity. */
const rounded = (value) =>
  value === -Infinity ? null : Number(value.toPrecision(kCandidateDigits));

const asShown = (candidate) =>
  Object.fromEntries(
    Object.entries(candidate).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? rounded(value) : value,
    ]),
  );

/** Of scores the figures ask only which are minus infinity. The others would be 2 KB of the document, compressed. */
const hiddenOrNot = (value) => (value === -Infinity ? null : 0);
