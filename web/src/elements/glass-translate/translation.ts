/** A sentence through an encoder–decoder: its translations, and what the heads did while one of them was written. */
import type { Model } from '../../index.ts';
import { startToken } from '../../shared/architecture.ts';
import type { GenerationStep } from '../../shared/generation-types.ts';
import type { Ablation, Tensor, Token } from '../../shared/run-types.ts';
import { type Label, tokenLabels, visibleText } from '../../view/label.ts';
import { patternsOf } from '../../view/heads.ts';

/** Limit of a translation's length, in tokens. */
const kMaxNewTokens = 80;

export interface Names {
  readonly start: string;
  readonly end: string;
}

export type Way = 'greedy' | 'beam';

export interface Hypothesis {
  readonly text: string;
  readonly ids: readonly number[];
  /** Sum of its tokens' log-probabilities. */
  readonly score: number;
}

export interface Translations {
  readonly greedy: Hypothesis;
  readonly beam: Hypothesis;
  /** The beam search, step by step. */
  readonly steps: readonly GenerationStep[];
}

export async function translate(
  model: Model,
  text: string,
  beams: number,
  ablate: readonly Ablation[],
): Promise<Translations> {
  const options = { max_new_tokens: kMaxNewTokens, ablate };
  const greedy = await model.generate(text, options).result();
  const search = model.generate(text, { ...options, num_beams: beams });
  const steps: GenerationStep[] = [];
  for await (const step of search) steps.push(step);
  return { greedy, beam: await search.result(), steps };
}

/** One kind of attention: (H, Tq, Tk) for every layer, with the labels of its rows and columns. */
export interface Looking {
  readonly patterns: readonly Tensor[];
  readonly masks: readonly (Tensor | null)[];
  readonly queries: readonly Label[];
  readonly keys: readonly Label[];
}

export interface Inside {
  readonly sourceTokens: readonly Token[];
  readonly encoder: Looking;
  readonly decoder: Looking;
  readonly cross: Looking;
}

/**
 * The attention of all heads while `ids` were written. A row of the decoder stands for the token that is about to be
 * written there; its columns are the start sign and the tokens written before.
 */
export async function lookInside(
  model: Model,
  source: string,
  ids: readonly number[],
  ablate: readonly Ablation[],
  names: Names,
): Promise<Inside> {
  const { resolved } = model.config;
  const { eos_token_ids: ends } = resolved;
  // It has written something, so there is one.
  const start = startToken(resolved) as number;
  const run = await model.forward([start, ...ids.slice(0, -1)], {
    source,
    ablate,
    capture: ['*.pattern', 'decoder.*.attn.scores'],
  });
  const sourceTokens = run.sourceTokens ?? [];
  const sources = tokenLabels(sourceTokens);
  const last = ids.at(-1) ?? 0;
  const lastText = ends.includes(last) ? names.end : await model.tokenizer.decode([last]);
  const texts = [...run.tokens.slice(1).map(({ text }) => text), lastText];
  const written = texts.map((text, position) => ({ text: visibleText(text), position }));
  const { activations } = run;
  return {
    sourceTokens,
    encoder: {
      patterns: patternsOf(activations, 'encoder.'),
      masks: [],
      queries: sources,
      keys: sources,
    },
    decoder: {
      patterns: patternsOf(activations, 'decoder.'),
      masks: patternsOf(activations, 'decoder.').map(
        (_, layer) => activations[`decoder.blocks.${layer}.attn.scores`] ?? null,
      ),
      queries: written,
      keys: [{ text: names.start }, ...written.slice(0, -1)],
    },
    cross: {
      patterns: patternsOf(activations, 'decoder.', 'cross_attn'),
      masks: [],
      queries: written,
      keys: sources,
    },
  };
}
