import { describe, expect, test } from 'vitest';
import { comparePeers } from '../../../tools/bench/peers/compare.mjs';
import { replaced } from '../../../tools/bench/peers/document.mjs';
import { bestLimits, limitsIn } from '../../../tools/bench/peers/limits.mjs';
import { peakOf } from '../../../tools/bench/peers/memory.mjs';
import { readOptions } from '../../../tools/bench/peers/options.mjs';
import { planOf, titleOf, wantedOf } from '../../../tools/bench/peers/plan.mjs';
import { mistakesIn, report } from '../../../tools/bench/peers/report.mjs';
import {
  decodeBytes,
  floors,
  parameterCount,
  prefillOperations,
  shapes,
} from '../../../tools/bench/peers/shapes.mjs';
import {
  beginAlike,
  best,
  median,
  spread,
  summary,
} from '../../../tools/bench/peers/statistics.mjs';
import { figure, textTable } from '../../../tools/bench/peers/text-table.mjs';
import { tensorsOf } from '../../../tools/bench/peers/weights.mjs';

describe('statistics', () => {
  test('the median is the middle value, or the mean of the two middle ones', () => {
    expect(median([3, 100, 1])).toBe(3);
    expect(median([4, 1, 100, 2])).toBe(3);
    expect(median([])).toBeNull();
  });

  test('the spread is half of the middle half', () => {
    expect(spread([1, 2, 3])).toBeNull();
    expect(spread([90, 100, 100, 110, 500, 1])).toBeCloseTo(0.1, 1);
  });

  test('samples of all visits count alike; what is not there is left out', () => {
    const visits = [
      { load: 30, peak: 5, samples: { decode: [1, 2] } },
      { load: 10, peak: null, samples: { decode: [9] } },
      { load: 20, peak: 7, samples: { decode: [3, 4] } },
    ];
    expect(summary(visits)).toMatchObject({ visits: 3, load: 20, peak: 6, decode: 3 });
  });

  test('the best has the least time or memory, and the highest rate', () => {
    const rows = [{ load: 2, decode: 5 }, { load: 1, decode: 4 }, { load: null }];
    expect([best(rows, 'load'), best(rows, 'decode'), best(rows, 'drawn')]).toEqual([1, 5, null]);
  });

  test('lists begin alike only if all have so many values', () => {
    expect(
      beginAlike(
        [
          [1, 2, 3],
          [1, 2, 9],
        ],
        2,
      ),
    ).toBe(true);
    expect(
      beginAlike(
        [
          [1, 2, 3],
          [1, 2, 9],
        ],
        3,
      ),
    ).toBe(false);
    expect(beginAlike([[1, 2], [1]], 2)).toBe(false);
  });
});

describe('what a model costs at least', () => {
  test('the shapes have the parameters of their files', () => {
    for (const shape of Object.values(shapes)) {
      const sizes = Object.values(tensorsOf(shape)).map((each) => each.shape);
      expect(parameterCount(shape)).toBe(
        sizes.reduce((sum, size) => sum + size.reduce((a, b) => a * b), 0),
      );
    }
    expect(parameterCount(shapes.small)).toBe(124_439_808);
  });

  test('a prompt of 128 tokens takes 22 GFLOP, a token reads 494 MB', () => {
    expect(prefillOperations(shapes.small) / 1e9).toBeCloseTo(22.1, 1);
    expect(decodeBytes(shapes.small, 4) / 1e6).toBeCloseTo(494, 0);
  });

  test('what fits into a cache is read from there', () => {
    const limits = { gflops: 60, byte_gops: 180, memory_gbs: 30, cache_gbs: 90 };
    const [tiny, small] = [shapes.tiny, shapes.small].map((shape) => floors(shape, 'fp32', limits));
    expect(tiny.decode).toBeCloseTo(90e9 / decodeBytes(shapes.tiny, 4), 6);
    expect(small.decode).toBeCloseTo(30e9 / decodeBytes(shapes.small, 4), 6);
    expect(floors(shapes.small, 'int8', limits).prefill / small.prefill).toBeCloseTo(3, 6);
    expect(floors(shapes.small, 'int8', limits).decode / small.decode).toBeCloseTo(4, 6);
    expect(small.peak).toBeCloseTo(474.7, 1);
    expect(tiny.peak).toBeUndefined();
  });

  test('limits are read from the lines of the program, and the best of all rounds counts', () => {
    const lines = [
      'Chromium 1, one worker',
      '{"group":"limits","name":"limit: multiply-add","value":60,"unit":"GFLOP/s"}',
      '{"group":"limits","name":"limit: read 8 MB","value":90,"unit":"GB/s"}',
    ];
    expect(limitsIn(lines)).toEqual({ gflops: 60, cache_gbs: 90 });
    const rounds = [
      { gflops: 60, byte_gops: 1, memory_gbs: 30, cache_gbs: 90 },
      { gflops: 50, byte_gops: 2, memory_gbs: 31, cache_gbs: 80 },
    ];
    expect(bestLimits(rounds)).toEqual({ gflops: 60, byte_gops: 2, memory_gbs: 31, cache_gbs: 90 });
  });
});

describe('options and plan', () => {
  test('wrong options are told in a sentence', () => {
    expect(() => readOptions(['--only', 'tiny,huge'])).toThrow(
      "--only has 'huge', expected some of tiny, small, shipped",
    );
    expect(() => readOptions(['--runs', '0'])).toThrow('expected a whole number, 1 or more');
    expect(() => readOptions(['--fast'])).toThrow('usage: npm run bench -- peers');
  });

  test('the tables say what was asked for', () => {
    expect(readOptions([]).command).toBe('npm run bench -- peers');
    const { command, runs } = readOptions(['--runs', '3', '--only', 'tiny', '--write']);
    expect([command, runs]).toEqual(['npm run bench -- peers --only tiny --runs 3', 3]);
  });

  test('what an earlier run has kept must be there', async () => {
    await expect(comparePeers(readOptions(['--from', 'no-such-file.json']))).rejects.toThrow(
      /^--from no-such-file\.json, expected the results\.json of an earlier run: /,
    );
  });

  test('a part is a part', () => {
    const plan = planOf(readOptions(['--only', 'tiny', '--peers', 'ort', '--slow', '1']));
    expect(plan.map(titleOf)).toEqual([
      'tiny in Chromium, one thread',
      'tiny in Chromium, 2 threads where an engine has them',
      'tiny in Node, one thread',
    ]);
    const threads = plan[1].entrants.map(({ engine, threads }) => [engine, threads]);
    expect(threads).toContainEqual(['glassformer', 2]);
    expect(threads).toContainEqual(['ort', 2]);
    const [first] = plan[0].entrants.filter(({ engine }) => engine === 'ort');
    expect(wantedOf(plan[0], first)).toMatchObject({ inWorker: true, model: '../models/tiny' });
    expect(wantedOf(plan[2], first)).toMatchObject({ inWorker: false });
  });

  test('where an engine does not run it is left out, and a slow processor is for small models', () => {
    const plan = planOf(readOptions([]));
    const inNode = plan.filter(({ place }) => place === 'node').flatMap(({ entrants }) => entrants);
    expect(new Set(inNode.map(({ engine }) => engine))).toEqual(new Set(['glassformer', 'ort']));
    const slowed = plan.filter(({ slow }) => slow > 1).map(({ size, slow }) => [size, slow]);
    expect(slowed).toEqual([
      ['tiny', 4],
      ['tiny', 6],
      ['shipped', 4],
      ['shipped', 6],
    ]);
  });

  test('a process knows the most memory it has had', () => {
    if (process.platform === 'linux') expect(peakOf('self')).toBeGreaterThan(10);
    expect(peakOf('no-process')).toBeNull();
  });
});

describe('report', () => {
  const greedy = Array.from({ length: 65 }, (_, i) => i);
  const visits = (rates, tokens = greedy) => [
    { load: 100, peak: 200, counting: 1, greedy: tokens, samples: rates, version: '1' },
  ];
  const results = (entrants) => ({
    command: 'npm run bench -- peers --only tiny',
    date: '2026-01-01',
    minutes: 1,
    runs: 1,
    machine: { processor: 'one', memory: '1 GiB', chromium: '1', node: 'v20' },
    versions: { 'onnxruntime-web': '1' },
    limits: { gflops: 60, byte_gops: 180, memory_gbs: 30, cache_gbs: 90 },
    wire: { glassformer: 150_000 },
    sections: [
      {
        size: 'tiny',
        shape: shapes.tiny,
        place: 'chromium',
        threads: 1,
        slow: 1,
        title: 'tiny in Chromium, one thread',
        entrants,
      },
    ],
  });
  const own = {
    engine: 'glassformer',
    dtype: 'fp32',
    threads: 1,
    visits: visits({ prefill: [3000], decode: [500], drawn: [400] }),
  };
  const peer = (name, rates, tokens) => ({
    engine: name,
    dtype: 'fp32',
    threads: 1,
    visits: visits(rates, tokens),
  });

  test('a ratio is to the best peer, a share to the limit', () => {
    const { text, wrong } = report(
      results([
        own,
        peer('ort', { prefill: [2000], decode: [100] }),
        peer('wllama', { prefill: [1000], decode: [250] }),
      ]),
    );
    expect(wrong).toEqual([]);
    const line = (start) => {
      const found = text.split('\n').find((each) => each.startsWith(`| ${start}`));
      return found.split('|').map((cell) => cell.trim());
    };
    expect(line('tiny fp32, prefill').slice(2, 5)).toEqual(['3,000', '2,000', '1.50']);
    expect(line('tiny fp32, decode, tok/s').slice(2, 5)).toEqual(['500', '250', '2.00']);
    expect(line('tiny fp32, decode, each').slice(2, 5)).toEqual(['400', '250', '1.60']);
    const floor = floors(shapes.tiny, 'fp32', results([]).limits);
    expect(Number(line('tiny fp32, prefill').at(-2))).toBeCloseTo(3000 / floor.prefill, 2);
    expect(line('tiny fp32, peak').at(-2)).toBe('–');
    expect(text).toContain(
      'Measured on 2026-01-01 with `npm run bench -- peers --only tiny` in 1 round, which took',
    );
  });

  test('of a slowed processor it says by how much', () => {
    const given = results([own]);
    const slowed = [{ ...own, visits: own.visits.map((visit) => ({ ...visit, counting: 0.26 })) }];
    const [section] = given.sections;
    const { text } = report({
      ...given,
      sections: [section, { ...section, slow: 4, title: 'tiny, slower', entrants: slowed }],
    });
    expect(text).toContain('### Tiny, slower\n\nA loop in these pages took 3.8 times as long');
  });

  test('engines that read other weights, or a text that repeats itself, make it worthless', () => {
    const other = greedy.with(15, 7);
    const { sections } = results([own, peer('ort', { prefill: [1], decode: [1] }, other)]);
    expect(mistakesIn(sections)).toEqual([
      expect.stringContaining('the first 16 greedy tokens differ: glassformer 0 1 2'),
    ]);
    const same = greedy.map((token) => token % 3);
    const dull = [{ ...own, visits: visits({ prefill: [1], decode: [1] }, same) }];
    expect(mistakesIn(results(dull).sections)).toEqual([
      expect.stringContaining('has 3 different tokens'),
    ]);
  });

  test('figures have three digits', () => {
    const values = [0.012345, 1.2345, 12.345, 999.6, 1234.5, 16437, 0, null, Infinity];
    expect(values.map(figure)).toEqual([
      '0.0123',
      '1.23',
      '12.3',
      '1,000',
      '1,230',
      '16,400',
      '0.00',
      '–',
      '–',
    ]);
  });

  test('columns stand below each other', () => {
    expect(textTable(['a', 'b'], [['xyzw', '1']], ['left', 'right'])).toBe(
      ['| a    |   b |', '| ---- | --: |', '| xyzw |   1 |'].join('\n'),
    );
  });

  test('tables take the place of those before, between two marks', () => {
    const marks = [
      '<!-- measured: npm run bench -- peers --write -->',
      '<!-- end of what was measured -->',
    ];
    const page = `before\n\n${marks[0]}\n\nold\n\n${marks[1]}\n\nafter\n`;
    expect(replaced(page, 'new')).toBe(page.replace('old', 'new'));
    expect(() => replaced('nothing', 'new')).toThrow('docs/performance.md: expected the lines');
  });
});
