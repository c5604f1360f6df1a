/** What a model would say after each of its layers: its final norm and head on the residual stream (the logit lens). */
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { layerOutput } from '../../view/layer-hooks.ts';
import { lastRows, likeliest, rowLengths } from '../../view/lens.ts';
import { matrixOf, rowOf } from '../../view/matrix.ts';
import { activationOf } from '../../view/run.ts';
import { classifies } from '../../shared/architecture.ts';
import { loadEngine } from '../../client/engine.ts';

const kLikeliest = 3;

export interface Guess {
  readonly text: string;
  readonly probability: number;
}

/** The stream between two layers, column by column (a column is a token of the text). */
export interface Level {
  /** 0: what goes into the first layer. */
  readonly layer: number;
  readonly guesses: readonly (readonly Guess[])[];
  /** How long the stream's vectors are, and those that this layer's attention and feed-forward added to it. */
  readonly stream: readonly number[];
  readonly attention: readonly number[] | null;
  readonly feedForward: readonly number[] | null;
}

export interface Lens {
  readonly run: Run;
  /** Place of the first column's token in the text. */
  readonly first: number;
  readonly levels: readonly Level[];
}

/** The last `columns` tokens of the run through the lens; null where the run lacks the stream. */
export async function readLens(model: Model, run: Run, columns: number): Promise<Lens | null> {
  const hooks = streamHooks(model);
  if (!hooks.every((hook) => run.activations[hook])) return null;
  const levels = await Promise.all(
    hooks.map((hook, layer) => readLevel(model, run.activations, hook, layer, columns)),
  );
  return { run, first: Math.max(0, run.tokens.length - columns), levels };
}

/** The stream before the first layer, and what each layer gives on. */
function streamHooks({ config: { resolved } }: Model): string[] {
  const { architecture, encoder_layers, decoder_layers } = resolved;
  const layers = architecture === 'encoder' ? encoder_layers : decoder_layers;
  return [
    'blocks.0.resid_pre',
    ...Array.from({ length: layers }, (_, layer) => layerOutput(resolved, '', layer)),
  ];
}

async function readLevel(
  model: Model,
  activations: Run['activations'],
  hook: string,
  layer: number,
  columns: number,
): Promise<Level> {
  const { softmax } = await loadEngine();
  const isOfClasses = classifies(model);
  const stream = lastRows(matrixOf(activationOf({ activations }, hook)), columns);
  const logits = await model.logitLens({
    shape: [stream.rows, stream.columns],
    data: stream.data.slice(),
  });
  const probabilities = matrixOf(await softmax(logits));
  const guesses = await Promise.all(
    Array.from({ length: stream.rows }, (_, row) =>
      Promise.all(
        likeliest(rowOf(probabilities, row), kLikeliest).map(async ({ id, probability }) => ({
          text: isOfClasses
            ? (model.config.resolved.labels[id] as string)
            : await model.tokenizer.decode([id]),
          probability,
        })),
      ),
    ),
  );
  const added = (name: string) => {
    const array = activations[`blocks.${layer - 1}.${name}`];
    return array ? rowLengths(lastRows(matrixOf(array), columns)) : null;
  };
  return {
    layer,
    guesses,
    stream: rowLengths(stream),
    attention: added('attn_out'),
    feedForward: added('mlp_out'),
  };
}
