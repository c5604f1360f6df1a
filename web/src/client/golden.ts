/** The format of golden.json, and its validation. */
import { GlassformerError } from '../shared/error.ts';
import { parseJson } from '../shared/files.ts';
import { printable } from '../shared/printable.ts';
import { isCount, listOf, number, object, positive, type Rule, text, tokenId } from './check.ts';
import { shown } from './shown.ts';

const kFile = 'golden.json';
const kMaxTexts = 100;
/** Of what a browser says of a text that is no JSON; it quotes the text. */
const kMaxReason = 200;

/** `npx glassformer golden` writes it. */
export interface Golden {
  readonly computed_by: string;
  /** Allowed: |a - b| ≤ absolute + relative · |b|, as in torch.allclose. */
  readonly tolerance: { readonly absolute: number; readonly relative: number };
  readonly input: GoldenInput;
  readonly activations: Readonly<Record<string, GoldenTensor>>;
  readonly generated: readonly GoldenText[];
}

/** An encoder–decoder's text is the beginning of its output; its ids begin with the start token. */
export interface GoldenInput {
  readonly text: string;
  readonly ids: readonly number[];
  readonly source?: string;
  readonly source_ids?: readonly number[];
}

export interface GoldenTensor {
  readonly shape: readonly number[];
  /** Indices of the data in the flat tensor; absent: the data are the whole tensor. */
  readonly places?: readonly number[];
  readonly data: readonly number[];
}

/** What is continued, or translated, greedily. */
export interface GoldenText {
  readonly text: string;
  readonly options: { readonly max_new_tokens: number };
  readonly continuation: string;
  /** The continuation's, with the token that ends it. */
  readonly ids?: readonly number[];
}

const aboveZero: Rule = {
  expected: 'a number above 0',
  holds: (value) => number.holds(value) && (value as number) > 0,
};
/** A comparison ends: each text takes as many steps at most. */
const kMaxNewTokens = 1000;
const newTokens: Rule = {
  expected: `a whole number from 1 to ${kMaxNewTokens}`,
  holds: (value) => positive.holds(value) && (value as number) <= kMaxNewTokens,
};
const counts = listOf({ expected: 'a whole number, 0 or more', holds: isCount });
const maybe = (rule: Rule): Rule => ({
  expected: `${rule.expected}, if it is there`,
  holds: (value) => value === undefined || rule.holds(value),
});

/**
 * Parses the file and checks every field that is used; others are allowed.
 *
 * @throws GlassformerError `InvalidFile`
 */
export function readGolden(file: string): Golden {
  let golden: Golden;
  try {
    golden = parseJson(file) as Golden;
  } catch (error) {
    throw new GlassformerError(
      'InvalidFile',
      `${kFile} is not JSON: ${printable((error as Error).message, kMaxReason)}`,
      {
        cause: error,
        details: { kind: 'invalidFile', file: kFile },
      },
    );
  }
  field('all of it', golden, object);
  field('computed_by', golden.computed_by, text);
  field('tolerance', golden.tolerance, object);
  field('tolerance.absolute', golden.tolerance.absolute, aboveZero);
  field('tolerance.relative', golden.tolerance.relative, aboveZero);
  field('input', golden.input, object);
  checkInput(golden.input);
  field('activations', golden.activations, object);
  for (const [name, tensor] of Object.entries(golden.activations)) checkTensor(name, tensor);
  field('generated', golden.generated, listOf(object));
  const texts = golden.generated.length;
  must(
    texts <= kMaxTexts,
    `its 'generated' lists ${texts} texts, expected at most ${kMaxTexts}: each is generated anew`,
  );
  golden.generated.forEach(checkText);
  const isEmpty = countOf(golden) === 0 && golden.generated.length === 0;
  must(!isEmpty, 'there is nothing to compare in it, neither numbers nor texts');
  return golden;
}

/** How many numbers all activations have. */
export function countOf({ activations }: Golden): number {
  return Object.values(activations).reduce((sum, { data }) => sum + data.length, 0);
}

export function must(holds: boolean, message: string): void {
  if (!holds)
    throw new GlassformerError('InvalidFile', `${kFile}: ${message}`, {
      details: { kind: 'invalidFile', file: kFile },
    });
}

/** Turns what the model refuses as an argument into an `InvalidFile` error of the file that gave it. */
export async function suits<T>(what: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GlassformerError)) throw error;
    if (error.code !== 'InvalidArgument' && error.code !== 'InvalidText') throw error;
    throw new GlassformerError('InvalidFile', `${kFile}: ${what}: ${error.message}`, {
      cause: error,
      details: { kind: 'invalidFile', file: kFile },
    });
  }
}

function field(name: string, value: unknown, { expected, holds }: Rule): void {
  must(holds(value), `${name} must be ${expected}, found ${shown(value)}`);
}

function checkInput(input: GoldenInput): void {
  field('input.text', input.text, text);
  field('input.ids', input.ids, listOf(tokenId));
  field('input.source', input.source, maybe(text));
  field('input.source_ids', input.source_ids, maybe(listOf(tokenId)));
  const [given, missing] =
    input.source === undefined ? ['source_ids', 'source'] : ['source', 'source_ids'];
  const isWhole = (input.source === undefined) === (input.source_ids === undefined);
  must(isWhole, `input has ${given}, but no ${missing}`);
}

function checkTensor(name: string, tensor: GoldenTensor): void {
  must(!name.includes('*'), `activations has '${name}', which is a pattern and no one's name`);
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

function checkText({ text: start, options, continuation, ids }: GoldenText, i: number): void {
  field(`generated[${i}].text`, start, text);
  field(`generated[${i}].options`, options, object);
  const [other] = Object.keys(options).filter((name) => name !== 'max_new_tokens');
  must(
    other === undefined,
    `generated[${i}].options has '${printable(other ?? '')}', expected max_new_tokens alone: a text is continued greedily`,
  );
  field(`generated[${i}].options.max_new_tokens`, options.max_new_tokens, newTokens);
  field(`generated[${i}].continuation`, continuation, text);
  field(`generated[${i}].ids`, ids, maybe(listOf(tokenId)));
}
