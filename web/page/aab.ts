/** The hand-made (aab)* model: its parts by name, its input, and the article's test. */
import { loadModel, softmax, type Model, type NamedArray, type Run } from 'glassformer';

export const kContext = 5;

/** All weights, cut into the parts that have a meaning of their own. */
export interface AabWeights {
  readonly wte: NamedArray;
  readonly wpe: NamedArray;
  readonly query: NamedArray;
  readonly key: NamedArray;
  readonly value: NamedArray;
  readonly proj: NamedArray;
  readonly bias: NamedArray;
}

export interface LoadedAab {
  readonly model: Model;
  readonly weights: AabWeights;
}

export async function loadAab(): Promise<LoadedAab> {
  const model = await loadModel('aab');
  const named = async (ending: string): Promise<NamedArray> => {
    const weight = model.weights.find(({ name }) => name.endsWith(ending));
    if (weight === undefined) throw new Error(`the model lacks ${ending}`);
    return model.weight(weight.name);
  };
  const [wte, wpe, qkv, proj, bias] = (await Promise.all(
    [
      'wte.weight',
      'wpe.weight',
      'attn.c_attn.weight',
      'attn.c_proj.weight',
      'attn.c_proj.bias',
    ].map(named),
  )) as [NamedArray, NamedArray, NamedArray, NamedArray, NamedArray];
  const width = wte.shape[1] ?? 0;
  const part = (index: number) => columns(qkv, index * width, (index + 1) * width);
  return {
    model,
    weights: {
      wte,
      wpe,
      query: part(0),
      key: part(1),
      value: part(2),
      proj,
      bias: { shape: [1, width], data: bias.data },
    },
  };
}

function columns({ shape, data }: NamedArray, first: number, end: number): NamedArray {
  const [rows = 0, width = 0] = shape;
  const cut = Array.from({ length: rows }, (_, row) => [
    ...data.subarray(row * width + first, row * width + end),
  ]);
  return { shape: [rows, end - first], data: Float32Array.from(cut.flat()) };
}

export interface AabRun {
  /** Everything that was typed. */
  readonly letters: string;
  /** What the model saw of it. */
  readonly seen: string;
  readonly run: Run;
  /** Of the next letter, after every letter. */
  readonly probabilities: NamedArray;
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

/** The article's test: every letter of aab aab … foretold from all before it, of which the model sees the last five. */
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
