// The order in which npm test builds and runs its suites, what it prints and what it counts.
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '../../../tools/lib/shell.mjs';
import { runSuites } from '../../../tools/test/pipeline.mjs';
import { added, none } from '../../../tools/test/results.mjs';

const passed = (count) => ({ passed: count, failed: 0, skipped: 0, output: '' });

/** Something that happens once, and can be waited for. */
function event() {
  let happen;
  const happened = new Promise((resolve) => (happen = resolve));
  return { happen, happened };
}

function suite(name, { build = async () => {}, run = async () => passed(1), ...rest } = {}) {
  return { name, what: `what ${name} tests`, build, run, ...rest };
}

/** Runs suites; returns their sum and every line that was printed. */
async function ran(suites) {
  const lines = [];
  const total = await runSuites(suites, (text) => lines.push(...text.split('\n')));
  return { total, lines };
}

test('results are added up, and printed suite by suite', async () => {
  const { total, lines } = await ran([
    suite('one', { run: async () => passed(2) }),
    suite('two', {
      run: async () => ({ passed: 3, failed: 0, skipped: 1, output: 'skipped: no browser\n' }),
    }),
  ]);
  expect(total).toMatchObject({ passed: 5, failed: 0, skipped: 1 });
  expect(lines).toEqual([
    '',
    'one: what one tests',
    '  2 passed, 0 failed, 0 skipped',
    '',
    'two: what two tests',
    '  skipped: no browser',
    '  3 passed, 0 failed, 1 skipped',
    '',
    'suite  build s  run s  end s  passed  failed  skipped',
    expect.stringMatching(/^one +\d+ +\d+ +\d+ +2 +0 +0$/),
    expect.stringMatching(/^two +\d+ +\d+ +\d+ +3 +0 +1$/),
  ]);
});

test('the next suite is built while one runs', async () => {
  const built = event();
  const { total } = await ran([
    suite('first', { run: () => built.happened.then(() => passed(1)) }), // would wait for ever
    suite('second', { build: async () => built.happen() }),
  ]);
  expect(total.passed).toBe(2);
});

test('no two suites are built at once, nor two of one track run at once', async () => {
  const under = { way: { build: 0, run: 0 }, most: { build: 0, run: 0 } };
  const counting = (kind) => async () => {
    under.most[kind] = Math.max(under.most[kind], ++under.way[kind]);
    await new Promise((later) => setTimeout(later));
    under.way[kind]--;
    return passed(1);
  };
  await ran(
    ['a', 'b', 'c'].map((name) => suite(name, { build: counting('build'), run: counting('run') })),
  );
  expect(under.most).toEqual({ build: 1, run: 1 });
});

test('suites of two tracks run side by side', async () => {
  const [first, second] = [event(), event()];
  const meeting = (mine, other) => async () => {
    mine.happen();
    await other.happened; // would wait for ever
    return passed(1);
  };
  const { total } = await ran([
    suite('left', { track: 'one', run: meeting(first, second) }),
    suite('right', { track: 'two', run: meeting(second, first) }),
  ]);
  expect(total.passed).toBe(2);
});

test('a suite of any track is run by the track that ends first, beside the other', async () => {
  const freed = event();
  const { total } = await ran([
    suite('short', { track: 'one' }),
    suite('long', { track: 'two', run: () => freed.happened.then(() => passed(1)) }), // would wait for ever
    suite('free', { track: 'any', run: async () => (freed.happen(), passed(1)) }),
  ]);
  expect(total.passed).toBe(3);
});

test('suites of any track are run once each, without another track, too', async () => {
  const order = [];
  const free = ['a', 'b'].map((name) =>
    suite(name, { track: 'any', run: async () => passed(order.push(name)) }),
  );
  await ran(free);
  expect(order).toEqual(['a', 'b']);
});

test('times are seconds, of the build, of the run and since the start', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const later = async (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds);
  const { total, lines } = await ran([
    suite('slow', {
      build: () => later(600),
      run: async () => {
        await later(1600);
        return passed(1);
      },
    }),
  ]);
  const [build, run, end] = lines.at(-1).match(/\d+/g).map(Number);
  // 0.6 s, 1.6 s and both, rounded.
  expect([build, run, end]).toEqual([1, 2, 2]);
  expect(total.seconds).toBe(2.2);
});

test('the slowest tests of each suite are told after all else', async () => {
  const timed = (...all) => all.map((seconds) => ({ name: `takes ${seconds} s`, seconds }));
  const { lines } = await ran([
    suite('first', {
      run: async () =>
        [timed(3, 1), timed(12.25, 2)]
          .map((slowest) => ({ ...passed(2), slowest }))
          .reduce(added, none),
    }),
    suite('second', { run: async () => ({ ...passed(1), slowest: timed(0.5) }) }),
    suite('without'),
  ]);
  expect(lines.slice(-6)).toEqual([
    '',
    'suite      s  slowest tests',
    'first   12.3  takes 12.25 s',
    'first    3.0  takes 3 s',
    'first    2.0  takes 2 s',
    'second   0.5  takes 0.5 s',
  ]);
});

test('a suite that measures time begins when no other is left to run', async () => {
  const order = [];
  await ran([
    suite('clock', { alone: true, run: async () => passed(order.push('clock runs')) }),
    suite('left', { track: 'one', run: async () => passed(order.push('left runs')) }),
    suite('right', { track: 'two', run: async () => passed(order.push('right runs')) }),
  ]);
  expect(order.at(-1)).toBe('clock runs');
  expect(order).toHaveLength(3);
});

test('a suite that measures time begins when nothing is left to build', async () => {
  const order = [];
  await ran([
    suite('clock', { alone: true, run: async () => passed(order.push('clock runs')) }),
    suite('late', { build: async () => void order.push('late is built') }),
  ]);
  expect(order).toEqual(['late is built', 'clock runs']);
});

test('what cannot be built, dies or finds no tests has failed, and the others go on', async () => {
  const { total, lines } = await ran([
    suite('unbuilt', {
      build: async () => {
        throw new Problem('no compiler');
      },
    }),
    suite('dead', {
      run: async () => {
        throw new Error('it died');
      },
    }),
    suite('empty', { run: async () => passed(0) }),
    suite('well'),
  ]);
  expect(total).toMatchObject({ passed: 1, failed: 3, skipped: 0 });
  expect(lines).toContain('no compiler');
  expect(lines).toContain('Error: it died');
  expect(lines).toContain('no tests were found');
});

test('the output of a suite with failures is shown whole', async () => {
  const output = 'a test\n  expected 1\n  got 2';
  const { lines } = await ran([
    suite('bad', { run: async () => ({ ...passed(1), failed: 1, output }) }),
  ]);
  expect(lines.slice(2, 5)).toEqual(output.split('\n'));
});
