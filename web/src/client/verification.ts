/** Compares a model with its golden.json: what PyTorch computed from the same weights. */
import type { ModelInput, Tensor } from '../shared/run-types.ts';
import type {
  Verification,
  VerifiedActivation,
  VerifiedText,
} from '../shared/verification-types.ts';
import {
  countOf,
  type Golden,
  type GoldenInput,
  type GoldenTensor,
  type GoldenText,
  must,
  readGolden,
  suits,
} from './golden.ts';
import type { Model } from './model.ts';

/** @throws GlassformerError `InvalidFile` where the file is none, or is another model's. */
export async function verify(
  model: Model,
  file: string,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  const golden = readGolden(file);
  const { input } = golden;
  signal?.throwIfAborted();
  const activations = await compareActivations(model, golden);
  signal?.throwIfAborted();
  const tokensAgree = await compareTokens(model, input);
  const generated: VerifiedText[] = [];
  for (const [i, each] of golden.generated.entries()) {
    const what = `the model refuses generated[${i}]`;
    generated.push(await suits(what, compareText(model, input, each, signal)));
  }
  const isAnyCompared = countOf(golden) > 0 || generated.some(({ agrees }) => agrees !== null);
  must(isAnyCompared, 'it has no numbers, and its texts need a tokenizer that the model has not');
  return {
    computedBy: golden.computed_by,
    tolerance: golden.tolerance,
    text: input.source ?? input.text,
    tokensAgree,
    activations,
    generated,
    agrees:
      tokensAgree !== false &&
      [...activations, ...generated].every(({ agrees }) => agrees !== false),
  };
}

async function compareActivations(
  model: Model,
  { input: { ids, source_ids: source }, activations, tolerance }: Golden,
): Promise<VerifiedActivation[]> {
  const wanted = Object.entries(activations);
  const capture = wanted.map(([name]) => name);
  const asked = model.forward(ids, { capture, ...(source && { source }) });
  const run = await suits('the model cannot run on it', asked);
  return wanted.map(([name, tensor]) =>
    compareTensor(name, run.activations[name] as Tensor, tensor, tolerance),
  );
}

function compareTensor(
  name: string,
  found: Tensor,
  wanted: GoldenTensor,
  { absolute, relative }: Golden['tolerance'],
): VerifiedActivation {
  const shape = found.shape.join(', ');
  must(
    shape === wanted.shape.join(', '),
    `${name} has the shape (${wanted.shape.join(', ')}), the model's has (${shape}): they are not of the same model`,
  );
  let [largest, share] = [0, 0];
  wanted.data.forEach((value, i) => {
    const off = Math.abs((found.data[wanted.places?.[i] ?? i] as number) - value);
    const difference = Number.isNaN(off) ? Infinity : off;
    largest = Math.max(largest, difference);
    share = Math.max(
      share,
      difference === 0 ? 0 : difference / (absolute + relative * Math.abs(value)),
    );
  });
  return {
    name,
    shape: found.shape,
    count: wanted.data.length,
    largest,
    share,
    agrees: share <= 1,
  };
}

/** Null where a tokenizer is missing. */
async function compareTokens(model: Model, input: GoldenInput): Promise<boolean | null> {
  const { text, source, ids, source_ids = [] } = input;
  if (!model.hasTokenizer || !readsText(model, input)) return null;
  const asked = model.forward(text, { capture: [], ...(source !== undefined && { source }) });
  const { tokens, sourceTokens = [] } = await suits('the model cannot read its text', asked);
  const idsOf = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id);
  return areSame(idsOf(tokens), ids) && areSame(idsOf(sourceTokens), source_ids);
}

/** By the ids too, where the file has them: other tokens may make the same text. */
async function compareText(
  model: Model,
  input: GoldenInput,
  { text, options: { max_new_tokens }, continuation, ids }: GoldenText,
  signal: AbortSignal | undefined,
): Promise<VerifiedText> {
  const start = startOf(model, input, text);
  const expectedIds = ids ?? null;
  // A model without a tokenizer writes ids.
  const expected = model.hasTokenizer || !ids ? continuation : await model.tokenizer.decode(ids);
  if (start === null || (!model.hasTokenizer && !ids))
    return { text, expected, expectedIds, found: null, foundIds: null, agrees: null };
  const generation = model.generate(start, { max_new_tokens, ...(signal && { signal }) });
  const { text: found, ids: foundIds } = await generation.result();
  const agrees = found === expected && (!ids || areSame(foundIds, ids));
  return { text, expected, expectedIds, found, foundIds, agrees };
}

/** The text, or what the file says its ids are where the model takes no text; null: neither. */
function startOf(model: Model, input: GoldenInput, text: string): ModelInput | null {
  if (readsText(model, input)) return text;
  return text === (input.source ?? input.text) ? (input.source_ids ?? input.ids) : null;
}

/** Whether the model takes text where it begins to read. */
function readsText(model: Model, { source }: GoldenInput): boolean {
  return source === undefined ? model.hasTokenizer : model.hasSourceTokenizer;
}

function areSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
