/** Layers, heads, tokens and parts that are named to a page: what its model has not is refused. */
import { checkPart } from '../../src/elements/glass-ablation/check-part.ts';
import { oneOf } from '../../src/elements/base/attributes.ts';
import { printable } from '../../src/shared/printable.ts';
import { activationsOf } from '../../src/view/patching.ts';
import { placeOf } from '../figure-attributes.mjs';
import { WrongUse } from '../wrong-use.mjs';

/** `--layer` and `--head`. A layer may be counted from the last one, -1. */
export function checkPlaces({ layer, head }, { num_heads }, layers) {
  checkWithin('--layer', layer, -layers, layers);
  checkWithin('--head', head, 0, num_heads);
}

/** What attributes say of a model, which their rules know nothing of. */
export function checkAttributes(attributes, resolved, layers) {
  // An element may count its layers from the last one, -1.
  checkWithin('--set layer', attributes.get('layer'), -layers, layers);
  checkWithin('--set head', attributes.get('head'), 0, resolved.num_heads);
  checkWithin('--set column', attributes.get('column'), 0, resolved.d_model);
  checkWithin('--set neuron', attributes.get('neuron'), 0, resolved.d_ff);
  for (const name of ['token', 'against'])
    checkWithin(`--set ${name}`, attributes.get(name), 0, resolved.vocab_size);
  checkWithin('--set chosen', attributes.get('chosen'), -1, resolved.vocab_size);
  checkLists(attributes, resolved, layers);
  if (attributes.has('activation'))
    oneOf(...activationsOf(resolved))('--set activation', attributes.get('activation'));
  if (attributes.get('without')) checkPart(attributes.get('without'), resolved);
}

/** The same of attributes of JSON, which their rules have taken. */
function checkLists(attributes, resolved, layers) {
  const read = (name) => JSON.parse(attributes.get(name) ?? 'null');
  for (const [stack, pick] of Object.entries(read('picks') ?? {})) {
    const { encoder_layers: ofEncoder, decoder_layers: ofDecoder } = resolved;
    const count = stack === 'encoder' ? ofEncoder : ofDecoder;
    checkWithin(`--set picks: ${stack}.layer`, String(pick.layer), 0, count);
    checkWithin(`--set picks: ${stack}.head`, String(pick.head), 0, resolved.num_heads);
  }
  for (const each of read('opened') ?? []) checkWithin('--set opened', String(each), 0, layers);
  const cell = read('cell');
  if (cell) checkWithin('--set cell', String(cell.layer), 0, layers);
}

export function checkWithin(option, value, first, count, where = 'the model') {
  if (value === undefined) return;
  if (!/^-?\d+$/.test(value) || Number(value) < first || Number(value) >= count)
    throw new WrongUse(
      `${option} is ${printable(value)}, expected a whole number from ${first} to ${count - 1}: ${where} has ${count}`,
    );
}

/** The activations that attributes name. */
export const hooksIn = (attributes) =>
  ['hook', 'mask-hook', 'scale-hooks'].flatMap((name) =>
    (attributes.get(name) ?? '').split(' ').filter((hook) => hook !== ''),
  );

/** Of `--layer` and `--head`, those that are picked in the model around the figure; the others are attributes of the figure. */
export async function pickedPlaces(figure, attributes, values) {
  const picked = [];
  for (const name of ['layer', 'head']) {
    if (values[name] === undefined) continue;
    const { isShown, isPicked } = await placeOf(figure, name);
    if (!isShown) throw new WrongUse(`<${figure}> shows no single ${name}, expected no --${name}`);
    if (attributes.has(name))
      throw new WrongUse(`--${name} and --set ${name} are both given, expected one of them`);
    if (isPicked) picked.push(name);
  }
  return picked;
}

/** Counted from the first: where a place is picked, none is counted from the last. */
export const fromFirst = (value, layers) =>
  String(Number(value) < 0 ? layers + Number(value) : Number(value));
