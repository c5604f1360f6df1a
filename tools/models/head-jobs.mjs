// Jobs that an attention head may have, each told by where it would look. A head is measured by the
// attention it gives to those places, beside what a head that looks everywhere alike would give.

const isMark = ({ text }) => /^\s*[^\p{L}\p{N}\s]+\s*$/u.test(text);
const placesWhere = (count, holds) => Array.from({ length: count }, (_, j) => j).filter(holds);

/** name → places(i, tokens): where query i looks in its own text; none where the job has nothing to do. */
const aheadAndBehind = {
  'the token itself': (i) => [i],
  'the token before': (i) => (i > 0 ? [i - 1] : []),
  'the first token': (i) => (i > 1 ? [0] : []),
  'marks before': (i, tokens) => placesWhere(i, (j) => isMark(tokens[j])),
  'the same token before': (i, tokens) => placesWhere(i, (j) => tokens[j].id === tokens[i].id),
  // What followed the last time (Olsson et al. 2022, "In-context learning and induction heads").
  'what followed the same token': (i, tokens) =>
    placesWhere(i, (j) => j > 0 && tokens[j - 1].id === tokens[i].id),
};
const furthestBack = 16;
for (let back = 2; back <= furthestBack; back++)
  aheadAndBehind[`${back} tokens back`] = (i) => (i >= back ? [i - back] : []);

const inBothDirections = {
  ...aheadAndBehind,
  'the token after': (i, tokens) => (i + 1 < tokens.length ? [i + 1] : []),
  'the last token': (i, tokens) => (i + 1 < tokens.length ? [tokens.length - 1] : []),
};

/** `aligned(i)`: the source's places that belong to the target's token i; none where nobody knows. */
const inTheSource = {
  'the word of the token': (i, { aligned }) => aligned(i),
  'the word of the next token': (i, { aligned }) => aligned(i + 1),
  'the first token': () => [0],
  'the last token': (i, { sourceLength }) => [sourceLength - 1],
  'the same place': (i, { sourceLength }) => (i < sourceLength ? [i] : []),
};

const jobsOf = { causal: aheadAndBehind, both: inBothDirections, cross: inTheSource };

/** Whether a hook's pattern is of causal attention, of an encoder's, or of cross-attention. */
export function kindOf(hook) {
  if (hook.includes('cross_attn')) return 'cross';
  return hook.startsWith('encoder.') ? 'both' : 'causal';
}

// A job that fewer of the queries have says little about a head.
const rarest = 0.2;

/** Sums up the patterns (H, Tq, Tk) of one hook over many texts. */
export class HeadScores {
  #kind;
  #jobs = new Map(); // job → { heads: sums, uniform, count }
  #largest = []; // per head
  #queries = 0;

  constructor(kind) {
    this.#kind = kind;
    for (const job of Object.keys(jobsOf[kind]))
      this.#jobs.set(job, { heads: [], uniform: 0, count: 0 });
  }

  /** `context`: the tokens of the text; for cross-attention { aligned, sourceLength }. */
  add({ shape: [heads, queries, keys], data }, context) {
    const row = (head, i) =>
      data.subarray((head * queries + i) * keys, (head * queries + i + 1) * keys);
    for (let i = 0; i < queries; i++) {
      // The first query of a causal head has no choice.
      if (this.#kind === 'causal' && i === 0) continue;
      this.#queries++;
      const rows = Array.from({ length: heads }, (_, head) => row(head, i));
      rows.forEach(
        (r, head) => (this.#largest[head] = (this.#largest[head] ?? 0) + Math.max(...r)),
      );
      for (const [job, sums] of this.#jobs) {
        const places = jobsOf[this.#kind][job](i, context);
        if (places.length === 0) continue;
        sums.count++;
        sums.uniform += places.length / (this.#kind === 'causal' ? i + 1 : keys);
        rows.forEach((r, head) => {
          const given = places.reduce((sum, j) => sum + r[j], 0);
          sums.heads[head] = (sums.heads[head] ?? 0) + given;
        });
      }
    }
  }

  /** For each head { largest, jobs: [{ job, score, uniform, count }] }, the best job first. */
  result() {
    return this.#largest.map((largest, head) => ({
      largest: largest / this.#queries,
      jobs: [...this.#jobs]
        .filter(([, { count }]) => count >= rarest * this.#queries && count > 0)
        .map(([job, { heads, uniform, count }]) => ({
          job,
          score: heads[head] / count,
          uniform: uniform / count,
          count,
        }))
        .sort((a, b) => b.score - b.uniform - (a.score - a.uniform)),
    }));
  }
}

/** A head has a job if a good part of its attention goes there, and far more than by chance. */
export const isClear = ({ score, uniform }) => score >= 0.3 && score >= 2.5 * uniform;
