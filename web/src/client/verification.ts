/** A model beside its golden.json: what PyTorch computed from the same weights, and how far the engine is from that. */
import { GlassformerError } from '../shared/error.ts';
import type {
  NamedArray,
  Verification,
  VerifiedActivation,
  VerifiedText,
} from '../shared/types.ts';
import { listOf, number, object, type Rule, text, tokenId } from './check.ts';
import type { Model } from './model.ts';

const kFile = 'golden.json';

/** What the file holds; tools/models/golden.mjs writes it. */
interface Golden {
  readonly computed_by: string;
  /** Allowed: |a - b| ≤ absolute + relative · |b|, as in torch.allclose. */
  readonly tolerance: { readonly absolute: number; readonly relative: number };
  /** An encoder–decoder's text is the beginning of its output; its ids begin with the start token. */
  readonly input: {
    readonly text: string;
    readonly ids: readonly number[];
    readonly source?: string;
    readonly source_ids?: readonly number[];
  };
  readonly activations: Readonly<Record<string, GoldenTensor>>;
  /** What is continued, or translated, greedily. */
  readonly generated: readonly {
    readonly text: string;
    readonly options: { readonly max_new_tokens: number };
    readonly continuation: string;
  }[];
}

interface GoldenTensor {
  readonly shape: readonly number[];
  /** Where the data stand in the flat tensor; absent: all of it is there. */
  readonly places?: readonly number[];
  readonly data: readonly number[];
}

export interface VerifyOptions {
  /** Aborting it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** @throws GlassformerError `InvalidFile` where the file is none, or is another model's. */
export async function verify(
  model: Model,
  file: string,
  { signal }: VerifyOptions,
): Promise<Verification> {
  const golden = readGolden(file);
  const { input, tolerance } = golden;
  const isTranslation = input.source_ids !== undefined;
  const names = Object.keys(golden.activations);
  signal?.throwIfAborted();
  const run = await model.forward(input.ids, {
    capture: names,
    ...(isTranslation && { source: input.source_ids }),
  });
  const activations = names.map((name) =>
    compare(
      name,
      run.activations[name] as NamedArray,
      golden.activations[name] as GoldenTensor,
      tolerance,
    ),
  );
  const generated: VerifiedText[] = [];
  for (const { text, options, continuation } of golden.generated) {
    const found = (await model.generate(text, { ...options, ...(signal && { signal }) }).result())
      .text;
    generated.push({ text, expected: continuation, found, agrees: found === continuation });
  }
  const tokensAgree = await haveSameTokens(model, input);
  return {
    computedBy: golden.computed_by,
    tolerance,
    text: input.source ?? input.text,
    tokensAgree,
    activations,
    generated,
    agrees: tokensAgree && [...activations, ...generated].every(({ agrees }) => agrees),
  };
}

async function haveSameTokens(model: Model, input: Golden['input']): Promise<boolean> {
  const { text, source, ids, source_ids = [] } = input;
  const run = await model.forward(text, {
    capture: [],
    ...(source !== undefined && { source }),
  });
  const same = (tokens: readonly { readonly id: number }[], wanted: readonly number[]) =>
    tokens.length === wanted.length && tokens.every(({ id }, i) => id === wanted[i]);
  return same(run.tokens, ids) && same(run.sourceTokens ?? [], source_ids);
}

function compare(
  name: string,
  found: NamedArray,
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

const positive: Rule = {
  expected: 'a number above 0',
  holds: (value) => number.holds(value) && (value as number) > 0,
};
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const counts = listOf({ expected: 'a whole number, 0 or more', holds: isCount });
const maybe = (rule: Rule): Rule => ({
  expected: `${rule.expected}, if it is there`,
  holds: (value) => value === undefined || rule.holds(value),
});

/** Every field that is used is looked at; others may stand there. */
function readGolden(file: string): Golden {
  let golden: Golden;
  try {
    golden = JSON.parse(file) as Golden;
  } catch (error) {
    throw new GlassformerError('InvalidFile', `${kFile} is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const field = (name: string, value: unknown, rule: Rule) => {
    must(rule.holds(value), `${name} must be ${rule.expected}`);
  };
  field('all of it', golden, object);
  field('computed_by', golden.computed_by, text);
  for (const name of ['tolerance', 'input', 'activations'] as const)
    field(name, golden[name], object);
  field('tolerance.absolute', golden.tolerance.absolute, positive);
  field('tolerance.relative', golden.tolerance.relative, positive);
  field('input.text', golden.input.text, text);
  field('input.ids', golden.input.ids, listOf(tokenId));
  field('input.source', golden.input.source, maybe(text));
  field('input.source_ids', golden.input.source_ids, maybe(listOf(tokenId)));
  for (const [name, tensor] of Object.entries(golden.activations)) checkTensor(name, tensor, field);
  field('generated', golden.generated, listOf(object));
  golden.generated.forEach(({ text: start, options, continuation }, i) => {
    field(`generated[${i}].text`, start, text);
    field(`generated[${i}].options`, options, object);
    field(`generated[${i}].continuation`, continuation, text);
  });
  return golden;
}

function checkTensor(
  name: string,
  tensor: GoldenTensor,
  field: (name: string, value: unknown, rule: Rule) => void,
): void {
  field(name, tensor, object);
  const { shape, places, data } = tensor;
  field(`${name}.shape`, shape, counts);
  field(`${name}.data`, data, listOf(number));
  field(`${name}.places`, places, maybe(counts));
  const size = shape.reduce((product, n) => product * n, 1);
  const wanted = places?.length ?? size;
  must(data.length === wanted, `${name} has ${data.length} values, expected ${wanted}`);
  const beyond = places?.find((place) => place >= size);
  must(beyond === undefined, `${name} has the place ${beyond}, but only ${size} values`);
}

function must(holds: boolean, message: string): void {
  if (!holds) throw new GlassformerError('InvalidFile', `${kFile}: ${message}`);
}
