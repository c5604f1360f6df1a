/** The hand-made (aab)* model: its parts by name, its input, and the article's test. */
import { loadModel, softmax, type Model, type Tensor, type Run } from 'glassformer';
import { loadedFrom } from 'glassformer/elements/functions';
import { type AabCircuits, circuitsOf } from './circuits.ts';
import { tensorName } from './tensor-name.ts';

export const kContext = 5;

/** All weights, cut into the parts that have a meaning of their own. */
export interface AabWeights {
  readonly wte: Tensor;
  readonly wpe: Tensor;
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
  readonly proj: Tensor;
  readonly bias: Tensor;
}

export type AabPart = keyof AabWeights;

/** A number that the reader changed. */
export interface AabEdit {
  readonly part: AabPart;
  /** Its place in the part's numbers. */
  readonly index: number;
  readonly before: number;
}

export interface LoadedAab {
  readonly model: Model;
  readonly weights: AabWeights;
  readonly circuits: AabCircuits;
  /** Oldest first. */
  readonly edits: readonly AabEdit[];
  /** Its run on the letters whose attention is shown for the model that learns, to compare the two. */
  readonly probe: Run;
}

/** What the reader does to the weights. */
export type AabChange =
  | {
      readonly kind: 'edit';
      readonly part: AabPart;
      readonly row: number;
      readonly column: number;
      readonly value: number;
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'restore' };

/** The model's tensors by their endings, and the parts whose columns stand side by side in each. */
const kTensors: readonly (readonly [ending: string, parts: readonly AabPart[]])[] = [
  ['wte.weight', ['wte']],
  ['wpe.weight', ['wpe']],
  ['attn.c_attn.weight', ['query', 'key', 'value']],
  ['attn.c_proj.weight', ['proj']],
  ['attn.c_proj.bias', ['bias']],
];
const kProbe = 'aabaa';

/** A page with its figures holds the weights as the reader has changed them. */
async function loadLetters(): Promise<Model> {
  const model = await loadModel('aab');
  const vocabJson = JSON.stringify({ a: 0, b: 1 });
  loadedFrom(model, { files: async () => ({ ...(await model.files()), vocabJson }) });
  return model;
}

export async function loadAab(): Promise<LoadedAab> {
  const model = await loadLetters();
  const parts = await Promise.all(
    kTensors.map(async ([ending, names]) => {
      const whole = await model.weight(tensorName(model, ending));
      const [rows, width] = whole.shape.length === 1 ? [1, whole.data.length] : whole.shape;
      const share = (width ?? 0) / names.length;
      const matrix = { shape: [rows ?? 0, width ?? 0], data: whole.data };
      return names.map((name, i) => [name, columns(matrix, i * share, (i + 1) * share)] as const);
    }),
  );
  const weights = Object.fromEntries(parts.flat()) as unknown as AabWeights;
  const circuits = await circuitsOf(model);
  return { model, weights, circuits, edits: [], probe: await runProbe(model) };
}

/** The same model with the same weights, loaded again where its engine has stopped. */
export async function reopenedAab(aab: LoadedAab): Promise<LoadedAab> {
  if (!aab.model.closed) return aab;
  const again = { ...aab, model: await loadLetters() };
  return put(again, aab.weights, aab.edits, new Set(aab.edits.map(({ part }) => part)));
}

/** The model with a change made; the model itself has taken it when this resolves. */
export async function changedAab(aab: LoadedAab, change: AabChange): Promise<LoadedAab> {
  if (change.kind === 'edit') return edited(aab, change);
  const taken = aab.edits.slice(change.kind === 'undo' ? -1 : 0).reverse();
  const weights = taken.reduce(
    (all, { part, index, before }) => withNumber(all, part, index, before),
    aab.weights,
  );
  const edits = aab.edits.slice(0, aab.edits.length - taken.length);
  const changed = new Set(taken.map(({ part }) => part));
  return put(aab, change.kind === 'restore' ? renewed(weights) : weights, edits, changed);
}

/** The same numbers as new ones: in matrices without an edit, too, they replace what was typed and is no number. */
function renewed(weights: AabWeights): AabWeights {
  const entries = Object.entries(weights).map(([part, { shape, data }]) => [part, { shape, data }]);
  return Object.fromEntries(entries) as AabWeights;
}

async function edited(
  aab: LoadedAab,
  { part, row, column, value }: Extract<AabChange, { kind: 'edit' }>,
): Promise<LoadedAab> {
  const { shape, data } = aab.weights[part];
  const index = row * (shape[1] ?? 0) + column;
  const edit = { part, index, before: data[index] ?? 0 };
  const weights = withNumber(aab.weights, part, index, value);
  return put(aab, weights, [...aab.edits, edit], new Set([part]));
}

function withNumber(all: AabWeights, part: AabPart, index: number, value: number): AabWeights {
  const { shape } = all[part];
  const data = all[part].data.slice();
  data[index] = value;
  return { ...all, [part]: { shape, data } };
}

/** Gives the model the tensors of which parts have changed. */
async function put(
  { model }: LoadedAab,
  weights: AabWeights,
  edits: readonly AabEdit[],
  changed: ReadonlySet<AabPart>,
): Promise<LoadedAab> {
  for (const [ending, parts] of kTensors) {
    if (!parts.some((part) => changed.has(part))) continue;
    const whole = sideBySide(parts.map((part) => weights[part]));
    await model.setWeight(tensorName(model, ending), whole);
  }
  const circuits = await circuitsOf(model);
  return { model, weights, circuits, edits, probe: await runProbe(model) };
}

function runProbe(model: Model): Promise<Run> {
  return model.forward(kProbe, { capture: ['blocks.0.attn.pattern'] });
}

function columns({ shape, data }: Tensor, first: number, end: number): Tensor {
  const [rows = 0, width = 0] = shape;
  const cut = Array.from({ length: rows }, (_, row) => [
    ...data.subarray(row * width + first, row * width + end),
  ]);
  return { shape: [rows, end - first], data: Float32Array.from(cut.flat()) };
}

/** The numbers of matrices with equally many rows, row by row. */
function sideBySide(matrices: readonly Tensor[]): Float32Array {
  const rows = matrices[0]?.shape[0] ?? 0;
  const row = ({ shape: [, width = 0], data }: Tensor, index: number) => [
    ...data.subarray(index * width, (index + 1) * width),
  ];
  return Float32Array.from(
    Array.from({ length: rows }, (_, index) => matrices.flatMap((each) => row(each, index))).flat(),
  );
}

export interface AabRun {
  /** Everything that was typed. */
  readonly letters: string;
  /** What the model saw of it. */
  readonly seen: string;
  readonly run: Run;
  /** Of the next letter, after every letter. */
  readonly probabilities: Tensor;
}

export async function runAab(model: Model, letters: string): Promise<AabRun> {
  const seen = letters.slice(-kContext);
  const run = await model.forward(seen, { capture: ['*'] });
  const logits = run.activations['logits'];
  if (logits === undefined) throw new Error('the run has no logits');
  return { letters, seen, run, probabilities: await softmax(logits) };
}

export interface Prediction {
  readonly context: string;
  readonly expected: string;
  readonly got: string;
}

/** The article's test: every letter of aab aab … predicted from all before it, of which the model sees the last five. */
export async function testAab(model: Model): Promise<Prediction[]> {
  const text = 'aab'.repeat(10);
  const predictions: Prediction[] = [];
  for (let i = 2; i < text.length - 1; ++i) {
    const context = text.slice(0, i);
    const { activations } = await model.forward(context.slice(-kContext), { capture: ['logits'] });
    const [a = 0, b = 0] = activations['logits']?.data.slice(-2) ?? [];
    predictions.push({ context, expected: text[i] ?? '', got: b > a ? 'b' : 'a' });
  }
  return predictions;
}
