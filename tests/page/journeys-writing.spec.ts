/** Chapters 6 to 8, read as a reader reads them: search, translation and learning, beside the engine's own. */
import type { GlassTrain } from '../../web/src/elements/index.ts';
import type { Model } from '../../web/src/index.ts';
import type { Run } from '../../web/src/shared/run-types.ts';
import { kWidthSource } from '../../web/page/source.ts';
import { openBlank } from './blank.ts';
import { button } from './figures.ts';
import { expect, expectNumbers, type Locator, numbersIn, open, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { generated, goTo, modelOf } from './models.ts';
import { numbersOf } from './readings.ts';

type Package = typeof import('glassformer');
declare const glassformer: Package;

const kText = 'Once upon a time, there was a little girl named';
const kMax = { max_new_tokens: 80 };

interface Node {
  readonly text: string;
  readonly isPruned: boolean;
  /** How many tokens it is from the start. */
  readonly depth: number;
  /** Log-probability, sum, normalized score. */
  readonly numbers: number[];
}

/** The nodes of a tree as they are written, without its start. */
async function nodesIn(tree: Locator): Promise<Node[]> {
  const nodes = await tree.locator('.node').evaluateAll((all) =>
    all.map((node) => ({
      text: node.querySelector('.token')!.textContent.trim(),
      isPruned: node.classList.contains('pruned'),
      left: node.getBoundingClientRect().left,
      numbers: node.querySelector('.numbers')?.textContent ?? '',
    })),
  );
  const columns = [...new Set(nodes.map(({ left }) => Math.round(left)))].sort((a, b) => a - b);
  return nodes.slice(1).map(({ text, isPruned, left, numbers }) => {
    return {
      text,
      isPruned,
      depth: columns.indexOf(Math.round(left)),
      numbers: numbersOf(numbers),
    };
  });
}

/** The nodes that the engine's own search has after so many steps, and the texts up to them. */
function searched(
  model: Locator,
  beams: number,
  count: number,
): Promise<(Node & { readonly whole: string })[]> {
  return model.evaluate(
    async (element, asked) => {
      const { model: loaded } = element as unknown as { model: Model };
      const options = { max_new_tokens: 24, num_beams: asked.beams, length_penalty: 1 };
      const generation = loaded.generate(asked.text, options);
      const nodes = [];
      for (let depth = 1; depth <= asked.count; ++depth) {
        const { beams: kept, finished, pruned } = await generation.step();
        for (const beam of [...kept, ...finished, ...pruned]) {
          nodes.push({
            text: beam.token_text.replace(/^ /, '␣'),
            isPruned: pruned.includes(beam),
            depth,
            numbers: [beam.log_probability, beam.score, beam.normalized_score],
            whole: beam.text.trim(),
          });
        }
      }
      await generation.close();
      return nodes;
    },
    { text: kText, beams, count },
  );
}

test('every node of the tree has the log-probability, the sum and the normalized score of the engine’s search; wider, too', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'writing', 'glass-generate[mode=beam] .after');
  const model = modelOf(page, 'writing');
  const generate = page.locator('#writing > figure glass-generate[mode=beam]');
  const tree = generate.locator('glass-beam-tree');
  for (let i = 1; i <= 5; ++i) {
    await button(generate, 'Step').click();
    await expect(tree.locator('.node.best')).toHaveCount(i + 1);
  }
  for (const beams of [3, 5]) {
    const wanted = await searched(model, beams, 5);
    const slider = generate.getByLabel('beams');
    await slider.focus();
    for (let i = 3; i < beams; ++i) await slider.press('ArrowRight');
    await expect(tree.locator('.node')).toHaveCount(wanted.length + 1);
    const shown = await nodesIn(tree);
    const plain = ({ text, isPruned, depth }: Node) => ({ text, isPruned, depth });
    expect(shown.map(plain)).toEqual(wanted.map(plain));
    const written = (nodes: Node[]) => nodes.map(({ numbers }) => numbers);
    expectNumbers(written(shown), written(wanted), 0.00501);
    // Told of a node that is looked at, with more places; of one that was pruned, and of one that was kept.
    for (const isPruned of [true, false]) {
      const index = wanted.findLastIndex((node) => node.isPruned === isPruned);
      const node = tree.locator('.node').nth(index + 1);
      await node.hover();
      const { whole, numbers } = wanted[index]!;
      const readout = tree.locator('[part=readout]');
      await expect(readout.locator('b')).toHaveText(whole);
      const spans = (await readout.locator('span').allTextContents()).flatMap(numbersOf);
      const [log, sum, normalized] = numbers as [number, number, number];
      expectNumbers([spans], [[log, sum, Math.exp(sum), normalized]], 0.000051);
    }
  }
});

test('between two widths of the beam the translation changes, on the page as in the engine', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 'translating', 'glass-translate .output');
  const model = modelOf(page, 'translating');
  const figure = page.locator('#translating glass-translate');
  const output = figure.locator('.output:has(#way-beam) [part=translation]');
  const slider = figure.getByLabel('width of the beam');
  for (const [text, from] of [
    [kWidthSource, 'Home'],
    ['He went to bed early because he was tired.', 'End'],
  ] as const) {
    await page.locator('#translating textarea').fill(text);
    const wanted = await Promise.all(
      [2, 3].map((num_beams) => generated(model, text, { ...kMax, num_beams })),
    );
    expect(wanted[0]!.text).not.toBe(wanted[1]!.text);
    const ways = from === 'Home' ? wanted : wanted.toReversed();
    await slider.press(from);
    if (from === 'End') for (let width = 8; width > 3; --width) await slider.press('ArrowLeft');
    await expect(output).toHaveText(ways[0]!.text);
    await slider.press(from === 'Home' ? 'ArrowRight' : 'ArrowLeft');
    await expect(output).toHaveText(ways[1]!.text);
    const sum = ways[1]!.score.toFixed(2).replace('-', '−');
    await expect(figure.locator('.output:has(#way-beam) .score')).toContainText(`log P ${sum} ÷`);
  }
});

test('the transformer that learns in chapter 8 says the trainer’s losses, and draws its attention', async ({
  page,
}) => {
  await open(page);
  await goToLearning(page);
  await goTo(page, 'learning-live', 'glass-train .facts');
  const figure = page.locator('#learning-live glass-train');
  const fact = (name: string) =>
    figure.locator('.facts div').filter({ hasText: name }).locator('dd').first();
  const button = (name: string) => figure.getByRole('button', { name, exact: true });
  const matrix = figure.locator('glass-matrix').first();
  const read = async () => {
    // The facts are drawn before the matrix, which waits for its turn.
    for (const part of [figure, matrix])
      await part.evaluate(async (element) => {
        await (element as GlassTrain).updateComplete;
      });
    const weights = await numbersIn(matrix);
    return {
      step: Number.parseInt((await fact('step').textContent()) ?? '', 10),
      loss: await fact('loss').textContent(),
      weights: weights.map((row, t) => row.slice(0, t + 1)),
    };
  };
  const told = [await read()];
  for (let i = 1; i <= 3; ++i) {
    await button('Step').click();
    await expect(fact('step')).toHaveText(`${i} of 300`);
    told.push(await read());
  }
  await button('Run').click();
  await expect.poll(async () => (await read()).step).toBeGreaterThan(40);
  await button('Pause').click();
  await expect(button('Step')).toBeEnabled();
  // What was under way when it was stopped still comes.
  let last = await read();
  await expect(async () => {
    const before = last.step;
    last = await read();
    expect(last.step).toBe(before);
  }).toPass({ intervals: [400] });
  told.push(last);
  const given = await figure.evaluate((element) => {
    const { lesson, lr, seed } = element as GlassTrain;
    return { lesson, lr, seed };
  });

  await openBlank(page);
  const wanted = await page.evaluate(
    async ({ lesson, lr, seed, steps }) => {
      const { config, sequences, probe } = lesson;
      const options = { config, sequences, lr, seed };
      const trainer = await glassformer.createTrainer(options);
      const hook = 'blocks.0.attn.pattern';
      const seen = (step: number, loss: number, activations: Run['activations'] = {}) => {
        const { data } = activations[hook]!;
        const n = probe.length;
        const weights = probe.map((_, t) => [...data.slice(n * t, n * t + t + 1)]);
        return { step, loss: loss.toFixed(4), weights };
      };
      const capture = [hook];
      const { activations } = await trainer.forward(probe, { capture });
      const all = [seen(0, await trainer.loss(sequences), activations)];
      const watched = { steps: steps.at(-1)!, input: probe, capture };
      for await (const { step, loss, activations: made } of trainer.train(watched))
        if (steps.includes(step)) all.push(seen(step, loss, made));
      await trainer.close();
      return all;
    },
    { ...given, steps: told.map(({ step }) => step) },
  );
  expect(told.map(({ step, loss }) => [step, loss])).toEqual(
    wanted.map(({ step, loss }) => [step, loss]),
  );
  told.forEach(({ weights }, i) => expectNumbers(weights, wanted[i]!.weights, 0.0051));
  expect(Number(last.loss)).toBeLessThan(Number(told[0]!.loss));
});
