import { describe, expect, test } from 'vitest';
import { WordAlignment } from '../../../tools/models/alignment.mjs';
import {
  HeadScores,
  isClear,
  kindOf,
  type AttentionKind,
} from '../../../tools/models/head-jobs.mjs';

const tokens = [...'the cat saw the dog and the dog saw a cat. the cat ran.'].map((text) => ({
  id: text.charCodeAt(0),
  text,
}));

/** A pattern whose heads look where they are told, wholly. */
function pattern(heads: ((i: number) => number)[], queries: number, keys: number) {
  const data = new Float32Array(heads.length * queries * keys);
  heads.forEach((look, head) => {
    for (let i = 0; i < queries; i++) data[(head * queries + i) * keys + look(i)] = 1;
  });
  return { shape: [heads.length, queries, keys], data };
}

function best(kind: AttentionKind, look: (i: number) => number) {
  const scores = new HeadScores(kind);
  scores.add(pattern([look], tokens.length, tokens.length), tokens);
  return scores.result()[0]!.jobs[0]!;
}

describe('heads', () => {
  test('are known by what they do', () => {
    expect(best('causal', (i) => Math.max(i - 1, 0))).toMatchObject({
      job: 'the token before',
      score: 1,
    });
    expect(best('causal', () => 0).job).toBe('the first token');
    expect(best('causal', (i) => i).job).toBe('the token itself');
    expect(best('causal', (i) => Math.max(i - 3, 0)).job).toBe('3 tokens back');
    expect(best('both', (i) => Math.min(i + 1, tokens.length - 1)).job).toBe('the token after');
    const ids = tokens.map(({ id }) => id);
    const lastTime = (i: number) => ids.slice(0, i).lastIndexOf(ids[i]!);
    const followed = best('causal', (i) => Math.max(lastTime(i) + 1, 0));
    expect(followed.job).toBe('what followed the same token');
  });

  test('of uniform attention have no label', () => {
    const scores = new HeadScores('causal');
    const n = tokens.length;
    const data = new Float32Array(n * n);
    for (let i = 0; i < n; i++) data.fill(1 / (i + 1), i * n, i * n + i + 1);
    scores.add({ shape: [1, n, n], data }, tokens);
    const { jobs, largest } = scores.result()[0]!;
    for (const job of jobs) {
      expect(job.score).toBeCloseTo(job.uniform, 5);
      expect(isClear(job)).toBe(false);
    }
    expect(largest).toBeLessThan(0.3);
  });

  test('of cross-attention are measured by the words that the target stands for', () => {
    const scores = new HeadScores('cross');
    const context = { aligned: (i: number) => (i < 4 ? [3 - i] : []), sourceLength: 4 };
    scores.add(pattern([(i) => 3 - i, (i) => Math.max(2 - i, 0)], 4, 4), context);
    const [now, next] = scores.result();
    expect(now!.jobs[0]).toMatchObject({ job: 'the word of the token', score: 1, uniform: 0.25 });
    expect(next!.jobs[0]).toMatchObject({ job: 'the word of the next token', score: 1, count: 3 });
    expect(isClear(now!.jobs[0]!)).toBe(true);
  });

  test('are of the kind that their hook names', () => {
    expect(kindOf('blocks.0.attn.pattern')).toBe('causal');
    expect(kindOf('encoder.blocks.0.attn.pattern')).toBe('both');
    expect(kindOf('decoder.blocks.0.attn.pattern')).toBe('causal');
    expect(kindOf('decoder.blocks.0.cross_attn.pattern')).toBe('cross');
  });
});

describe('the alignment of words', () => {
  const pairs = [
    ['red dog', '红狗'],
    ['red cat', '红猫'],
    ['big dog', '大狗'],
    ['big cat', '大猫'],
    ['the cat', '猫了'],
    ['the dog', '狗了'],
  ].map(([english, chinese]) => ({ words: english!.split(' '), characters: [...chinese!] }));
  const alignment = new WordAlignment(pairs, { rounds: 20 });

  test('is learned from pairs', () => {
    expect(alignment.wordFor('狗', ['red', 'dog'])).toBe(1);
    expect(alignment.wordFor('红', ['red', 'dog'])).toBe(0);
    expect(alignment.wordFor('猫', ['cat', 'big'])).toBe(0);
  });

  test('says nothing of what was never seen', () => {
    expect(alignment.wordFor('鸟', ['red', 'dog'])).toBe(-1);
    expect(alignment.wordFor('狗', ['blue'])).toBe(-1);
  });
});
