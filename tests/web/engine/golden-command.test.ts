/** `npx glassformer golden`: what PyTorch computes of an author's model, in every scheme of names that the engine reads. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModel } from 'glassformer';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Golden } from '../../../web/src/client/golden.ts';
import { glassformer } from '../tools/command.mjs';
import { hasTorch, python } from './pytorch.ts';

const project = new URL('../../../', import.meta.url);
const programs = (file: string) => fileURLToPath(new URL(`pytorch/${file}`, import.meta.url));
const documented = [
  ...readFileSync(new URL('docs/javascript.md', project), 'utf8').matchAll(/^```py\n(.*?)^```/gms),
].map(([, code]) => code as string);

const writeGolden = (...args: string[]) => glassformer(['golden', ...args]);
/** With the Python that has PyTorch imported; without `--python` the command finds one itself. */
const compute = (...args: string[]) => writeGolden(...args, '--python', python);
const writeGoldenIn = (cwd: string, ...args: string[]) => glassformer(['golden', ...args], { cwd });

/** A folder in which a program of `pytorch/` has run, and what it has told. */
function made(args: readonly string[], input = '') {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file = '', ...others] = args;
  const options = { cwd: folder, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(python, [programs(file), ...others], options);
  expect(status, stderr).toBe(0);
  return { folder, told: JSON.parse(stdout) as { readonly logits: readonly number[] } };
}

const read = (folder: string): Golden =>
  JSON.parse(readFileSync(join(folder, 'golden.json'), 'utf8')) as Golden;

describe.skipIf(!hasTorch)('what PyTorch computes of', () => {
  test.each([
    ['a nanoGPT', ['train.py'], documented[0], 'my-model', ['the cat sat'], 'logits'],
    [
      'a classifier',
      ['train_classifier.py'],
      documented[1],
      'my-classifier',
      ['the old dog'],
      'logits',
    ],
    [
      'a torch.nn.Transformer',
      ['transformers.py', 'pair'],
      '',
      'my-model',
      ['a cat', '--source', 'the mat'],
      'decoder.logits',
    ],
    [
      'a decoder with names of its own',
      ['transformers.py', 'stack'],
      '',
      'my-model',
      ['a cat'],
      'logits',
    ],
    [
      'a decoder with a layer each for queries, keys and values',
      ['transformers.py', 'split'],
      '',
      'my-model',
      ['a cat'],
      'logits',
    ],
  ] as const)(
    '%s is what its modules do, and the engine agrees',
    async (_what, program, input, name, args, hook) => {
      const { folder, told } = made(program, input);
      const model = join(folder, name);
      const { status, sentence, stdout } = compute(model, ...args, '--new-tokens', '5');
      expect(status, sentence).toBe(0);
      expect(stdout).toMatch(new RegExp(`^wrote ${model}/golden.json: \\d+ tensors by PyTorch`));
      const { activations } = read(model);
      const { places, data } = activations[hook]!;
      // Of a text the program tells all rows, or the last one: the file has numbers of the last.
      const width = activations[hook]!.shape.at(-1)!;
      const last = told.logits.slice(-width);
      const begin = activations[hook]!.shape.reduce((a, b) => a * b) - width;
      const got = new Map(
        (places ?? data.map((_, i) => i)).map((place, i) => [place - begin, data[i]]),
      );
      expect(got.size).toBeGreaterThan(1);
      for (const [place, value] of got) expect(value).toBeCloseTo(last[place]!, 4);
      const opened = await loadModel(`${model}/`);
      const { agrees, activations: compared } = await opened.verify();
      await opened.close();
      expect(compared.length).toBeGreaterThan(4);
      expect(agrees).toBe(true);
    },
  );

  const changeConfig = (model: string, change: (config: Record<string, unknown>) => unknown) => {
    const path = join(model, 'config.json');
    const config = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    change(config);
    writeFileSync(path, JSON.stringify(config));
  };
  const agrees = async (model: string) => {
    const opened = await loadModel(`${model}/`);
    const { agrees: isRight } = await opened.verify();
    await opened.close();
    return isRight;
  };

  test.each(['scale_attn_weights', 'scale_attention'])(
    'attention is not divided where %s is false, as in the engine',
    async (name) => {
      const { folder } = made(['transformers.py', 'stack']);
      const model = join(folder, 'my-model');
      expect(compute(model, 'a cat').status).toBe(0);
      const divided = read(model).activations;
      changeConfig(model, (config) => (config[name] = false));
      expect(await agrees(model)).toBe(false);
      expect(compute(model, 'a cat').status).toBe(0);
      expect(read(model).activations).not.toEqual(divided);
      expect(await agrees(model)).toBe(true);
    },
  );

  test('a text goes on no further than the table of positions, where the config has no context', async () => {
    const { folder } = made(['train.py'], documented[0]);
    const model = join(folder, 'my-model');
    changeConfig(model, (config) => {
      for (const key of ['n_positions', 'n_ctx', 'max_position_embeddings', 'block_size'])
        delete config[key];
    });
    const { status, sentence } = compute(model, 'the cat sat', '--new-tokens', '40');
    expect(status, sentence).toBe(0);
    // 24 positions: the last of them says one token more.
    expect(read(model).generated[0]!.ids).toHaveLength(24 - 'the cat sat'.length + 1);
    expect(await agrees(model)).toBe(true);
  });

  test('a config with a byte order mark, in a folder that begins with a dash', () => {
    const { folder } = made(['transformers.py', 'stack']);
    const config = join(folder, 'my-model/config.json');
    writeFileSync(config, `\ufeff${readFileSync(config, 'utf8')}`);
    renameSync(join(folder, 'my-model'), join(folder, '-dash'));
    const { status, sentence } = writeGoldenIn(folder, '--', '-dash', 'a cat');
    expect(status, sentence).toBe(0);
  });

  test('a model that was changed does not agree', async () => {
    const { folder } = made(['transformers.py', 'stack']);
    const model = join(folder, 'my-model');
    expect(compute(model, 'a cat').status).toBe(0);
    const golden = read(model) as unknown as { activations: Record<string, { data: number[] }> };
    golden.activations['logits']!.data[0]! += 0.01;
    writeFileSync(join(model, 'golden.json'), JSON.stringify(golden));
    const opened = await loadModel(`${model}/`);
    expect((await opened.verify()).agrees).toBe(false);
    await opened.close();
    // The command makes the file anew.
    expect(compute(model, 'a cat').status).toBe(0);
    expect(read(model)).not.toEqual(golden);
  });
});

describe('a wrong use is told in one sentence', () => {
  const shipped = (name: string) => fileURLToPath(new URL(`models/${name}`, project));
  test.each([
    [[shipped('aab')], "expected a model's folder and a text, found 1"],
    [
      [shipped('aab'), 'aab', '--new-tokens', '0'],
      '--new-tokens is 0, expected a whole number from 1 to 1000',
    ],
    [[shipped('aab'), 'aab', '--dtype', 'fp16'], 'golden has no option --dtype'],
    [['/nowhere', 'a'], 'there is no folder /nowhere'],
    [
      [join(shipped('aab'), 'model.safetensors'), 'a'],
      "model.safetensors is a file, expected a model's folder",
    ],
    [[shipped('tang'), ''], 'TEXT is empty, expected a text that the model in '],
    [[shipped('en-zh'), '', '--source', ''], '--source is empty, expected the text that is'],
    [[shipped('aab'), 'a', '--python', ''], '--python is empty, expected the path of a Python'],
    [
      [shipped('aab'), 'a', '--python', '/bin/true'],
      '/bin/true printed no numbers, expected a Python with PyTorch and NumPy',
    ],
    [
      [shipped('aab'), '-the'],
      'there is no option -t (what begins with a dash and is no option follows --)',
    ],
    [[shipped('tang'), '白日', '--source', 'a'], 'translates nothing, expected no --source'],
    [[shipped('en-zh'), ''], 'translates, expected --source with a text'],
    [
      [shipped('tang'), '白日', '--python', '/nowhere/python3'],
      '/nowhere/python3 cannot be started (ENOENT), expected a Python with PyTorch and NumPy',
    ],
    [
      [shipped('tang'), '白日', '--python', '/bin/false'],
      '/bin/false could not compute the model of',
    ],
  ])('%j', (args, sentence) => {
    const before = readFileSync(join(shipped('tang'), 'golden.json'), 'utf8');
    const { status, sentence: said } = writeGolden(...args);
    expect(said).toContain(sentence);
    expect(status).toBe(1);
    expect(readFileSync(join(shipped('tang'), 'golden.json'), 'utf8')).toBe(before);
  });

  test('a model without a tokenizer, and a Python without PyTorch', () => {
    const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(shipped('aab'), folder, { recursive: true });
    const bare = join(folder, 'bare.sh');
    writeFileSync(
      bare,
      `#!/bin/sh\necho "ModuleNotFoundError: No module named 'torch'" >&2\nexit 1\n`,
      { mode: 0o755 },
    );
    expect(writeGolden(folder, 'aab', '--python', bare).sentence).toBe(
      `glassformer: ${bare} lacks a module (ModuleNotFoundError: No module named 'torch'), expected a Python with PyTorch and NumPy`,
    );
    const config = join(folder, 'config.json');
    const { tokenizer_files: _, ...others } = JSON.parse(readFileSync(config, 'utf8')) as {
      tokenizer_files?: unknown;
    };
    writeFileSync(config, JSON.stringify(others));
    rmSync(join(folder, 'vocab.json'));
    expect(writeGolden(folder, 'aab').sentence).toContain(
      'has no tokenizer, and golden needs one to read TEXT, expected',
    );
  });

  test.skipIf(!hasTorch)('a golden.json that leads out of the folder is not followed', () => {
    const { folder } = made(['transformers.py', 'stack']);
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'mine');
    symlinkSync(secret, join(folder, 'my-model/golden.json'));
    const { status, sentence } = writeGolden(join(folder, 'my-model'), 'a cat');
    expect(sentence).toContain('golden.json is a link to');
    expect(status).toBe(1);
    expect(readFileSync(secret, 'utf8')).toBe('mine');
  });
});
