// What a model makes of the line that the page begins with, for the figures' first second: the model itself comes later.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/shell.mjs';

/** What the figures of the first view need; they ask for as many candidates. */
const kHooks = ['blocks.*.attn.pattern', 'blocks.*.attn.scores'];
const kCandidates = 10;
/** The figures show three. */
const kDigits = 4;

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
      { shape, data: Array.from(data, hook.endsWith('.scores') ? hiddenOrNot : rounded) },
    ]);
    const preview = { text, tokens, candidates, activations: Object.fromEntries(written) };
    return JSON.stringify(preview, (_, value) =>
      typeof value === 'number' && !Number.isInteger(value) ? rounded(value) : value,
    ).replaceAll('<', '\\u003c');
  } finally {
    await model.close();
  }
}

/** JSON has no word for minus infinity, the score of what is hidden. */
const rounded = (value) => (value === -Infinity ? null : Number(value.toPrecision(kDigits)));

/** Of scores the figures ask only which are minus infinity. The others would be 2 KB of the document, compressed. */
const hiddenOrNot = (value) => (value === -Infinity ? null : 0);
