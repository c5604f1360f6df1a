import {
  attention,
  beamSearchOverTable,
  multiHeadAttention,
  positionalEncoding,
  rand,
  randn,
  seededSelfAttention,
  selfAttention,
  softmax,
} from 'glassformer';
import { type Call, zeros } from './limited.ts';

/** Functions that need no model. */
export const functionsCalls: Readonly<Record<string, Call>> = {
  softmax: [26, (n) => softmax(zeros(n))],
  'attention, rows': [
    22,
    (n) => attention({ query: zeros(n, 1), key: zeros(n, 1), value: zeros(n, 1) }),
  ],
  'attention, width': [
    24,
    (n) => attention({ query: zeros(1, n), key: zeros(1, n), value: zeros(1, n) }),
  ],
  'attention, width of a value': [
    20,
    (n) => attention({ query: zeros(200, 1), key: zeros(2, 1), value: zeros(2, n) }),
  ],
  'attention, mask': [
    13,
    (n) =>
      attention({
        query: zeros(n, 1),
        key: zeros(n, 1),
        value: zeros(n, 1),
        attn_mask: zeros(n, n),
      }),
  ],
  selfAttention: [
    12,
    (n) =>
      selfAttention({
        x: zeros(1, n),
        w_query: zeros(n, n),
        w_key: zeros(n, n),
        w_value: zeros(n, n),
      }),
  ],
  'selfAttention, rows': [
    13,
    (n) =>
      selfAttention({
        x: zeros(n, 1),
        w_query: zeros(1, 1),
        w_key: zeros(1, 1),
        w_value: zeros(1, 1),
      }),
  ],
  'selfAttention, width of a query': [
    20,
    (n) =>
      selfAttention({
        x: zeros(200, 1),
        w_query: zeros(1, n),
        w_key: zeros(1, n),
        w_value: zeros(1, 1),
      }),
  ],
  'selfAttention, width of a value': [
    20,
    (n) =>
      selfAttention({
        x: zeros(200, 1),
        w_query: zeros(1, 1),
        w_key: zeros(1, 1),
        w_value: zeros(1, n),
      }),
  ],
  'multiHeadAttention, rows': [
    13,
    (n) =>
      multiHeadAttention({
        query: zeros(n, 1, 1),
        key: zeros(n, 1, 1),
        value: zeros(n, 1, 1),
        num_heads: 1,
        in_proj_weight: zeros(3, 1),
        out_proj_weight: zeros(1, 1),
      }),
  ],
  multiHeadAttention: [
    12,
    (n) =>
      multiHeadAttention({
        query: zeros(2, 1, n),
        key: zeros(2, 1, n),
        value: zeros(2, 1, n),
        num_heads: 1,
        in_proj_weight: zeros(3 * n, n),
        out_proj_weight: zeros(n, n),
      }),
  ],
  positionalEncoding: [28, (n) => positionalEncoding(n, 1)],
  rand: [28, (n) => rand([n], 0)],
  randn: [28, (n) => randn([n], 0)],
  seededSelfAttention: [22, (n) => seededSelfAttention('a '.repeat(n / 2))],
  'beamSearchOverTable, rows': [
    17,
    (n) =>
      beamSearchOverTable({
        vocab: ['a', 'b'],
        rows: Array.from({ length: n }, (_, i) => ({
          prefix: Array.from((i + 1).toString(2).slice(1), Number),
          probabilities: [0.5, 0.5],
        })),
      }).result(),
  ],
  'beamSearchOverTable, beams': [
    20,
    (n) =>
      beamSearchOverTable(
        { vocab: ['a', 'b'], rows: [{ prefix: [], probabilities: [0.5, 0.5] }] },
        { num_beams: Math.min(n, 1000), max_new_tokens: 1, num_candidates: n },
      ).result(),
  ],
  'beamSearchOverTable, long hypotheses': [
    12,
    (n) =>
      beamSearchOverTable(
        { vocab: ['a', 'b'], rows: [{ prefix: [], probabilities: [0.5, 0.5] }] },
        { num_beams: 1000, max_new_tokens: n, eos_token_id: [] },
      ).result(),
    9,
  ],
};
