/** What is learned and how it is tested; by default the letters (aab)* with the article's test. */
import type { Trainer } from '../../index.ts';

/** A next token that follows from the tokens before it. */
export interface Question {
  readonly context: readonly number[];
  readonly expected: number;
}

export interface Lesson {
  /** The model's config.json, Hugging Face's fields. */
  readonly config: object;
  readonly sequences: readonly (readonly number[])[];
  /** What the ids stand for. */
  readonly letters: readonly string[];
  /** The tokens whose attention is watched. */
  readonly probe: readonly number[];
  readonly questions: readonly Question[];
}

const kContext = 5;
const kLetters = ['a', 'b'];
const idsOf = (text: string) => Array.from(text, (letter) => kLetters.indexOf(letter));
const kSequence = idsOf('aab'.repeat(10));

/** As the hand-made model: one layer, one head, eight channels, five places, no norm and no feed-forward. */
export const kAabLesson: Lesson = {
  config: {
    model_type: 'gpt2',
    n_layer: 1,
    n_head: 1,
    n_embd: 8,
    n_inner: 0,
    n_positions: kContext,
    vocab_size: kLetters.length,
    norm: 'none',
    final_norm: false,
    tie_word_embeddings: true,
  },
  sequences: [kSequence],
  letters: kLetters,
  probe: idsOf('aabaa'),
  questions: kSequence.slice(2, -1).map((expected, i) => ({
    context: kSequence.slice(0, i + 2).slice(-kContext),
    expected,
  })),
};

/** How many of the questions the present weights answer rightly: the likeliest token, lowest id first, is the answer. */
export async function countRight(
  trainer: Trainer,
  questions: readonly Question[],
): Promise<number> {
  const answers = new Map<string, number>();
  for (const { context } of questions) {
    const key = context.join();
    if (!answers.has(key)) answers.set(key, await answerOf(trainer, context));
  }
  return questions.filter(({ context, expected }) => answers.get(context.join()) === expected)
    .length;
}

async function answerOf(trainer: Trainer, context: readonly number[]): Promise<number> {
  const { activations } = await trainer.forward(context, { capture: ['logits'] });
  const logits = activations['logits'];
  if (logits === undefined) return -1;
  const row = logits.data.subarray(-(logits.shape.at(-1) ?? 0));
  return row.reduce((best, logit, id) => (logit > (row[best] ?? -Infinity) ? id : best), 0);
}
