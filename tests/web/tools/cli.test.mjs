/** `npx glassformer`, from the built package. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { converting } from '../../../web/page/chapters/own-model/converting.ts';
import { kTokenizerFiles } from '../../../web/src/shared/tokenizer-files.ts';
import { glassformer, glassformerWithin } from './command.mjs';
import { copyOfModel, linkOutside, listTokenizers, temporaryFolder } from './temporary.mjs';

const shippedAab = fileURLToPath(new URL('../../../models/aab', import.meta.url));

const assets = (...args) => glassformer(['assets', ...args]);
const convert = (...args) => glassformer(['convert', ...args]);

test('a folder is made with those above it', () => {
  const folder = join(temporaryFolder(), 'a/b');
  expect(assets(folder, '--models', 'aab').status).toBe(0);
  expect(existsSync(join(folder, 'models/aab/config.json'))).toBe(true);
});

test('what cannot be written is told in one sentence', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const { status, sentence } = assets(file);
  expect(status).toBe(1);
  expect(sentence).toMatch(/^glassformer: .* cannot be written \(\w+\), expected a folder/);
});

test('a folder that cannot be made is refused', () => {
  const refused = (folder, code) =>
    expect(assets(folder)).toMatchObject({
      status: 1,
      signal: null,
      stdout: '',
      sentence: `glassformer: the folder ${folder} cannot be made (${code}), expected one that can`,
    });
  if (existsSync('/proc')) refused('/proc/x', 'ENOENT');
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  refused(join(folder, 'file/x'), 'ENOTDIR');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  refused(join(folder, 'link'), 'EEXIST');
});

describe('prune', () => {
  const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
  const prune = (...args) => glassformer(['prune', ...args]);

  test('the shipped models that are not named go, under whatever name, and nothing else', () => {
    const folder = temporaryFolder();
    const put = (from, to) => cpSync(join(dist, from), join(folder, to));
    mkdirSync(join(folder, 'assets'));
    put('models/tang/model.safetensors', 'assets/model-1a.safetensors');
    put('models/tang/config.json', 'config-2b.json');
    put('models/stories/model.safetensors', 'assets/model-3c.safetensors');
    put('glassformer.wasm', 'assets/glassformer-4d.wasm');
    // A file that two models have stays where one of them does.
    put('models/stories-large/credits.md', 'credits.md');
    // One of an author's own, as long as a shipped one.
    const own = readFileSync(join(dist, 'models/zh/model.safetensors'));
    own[own.length - 1] ^= 1;
    writeFileSync(join(folder, 'model.safetensors'), own);
    put('models/tang/vocab.json', 'node_modules/glassformer/vocab.json');
    const { stdout, status } = prune(folder, '--models', 'stories');
    expect(status).toBe(0);
    expect(stdout).toContain(`removed from ${folder}: 2 files of shipped models, 4.2 MB`);
    const left = readdirSync(folder, { recursive: true }).filter((name) => /\.\w+$/.test(name));
    expect(left.sort()).toEqual([
      'assets/glassformer-4d.wasm',
      'assets/model-3c.safetensors',
      'credits.md',
      'model.safetensors',
      'node_modules/glassformer/vocab.json',
    ]);
    expect(prune(folder, '--models', 'none').stdout).toContain(': 2 files');
  });

  test('a copy of the package’s folder keeps the folders of the models that are named', () => {
    const folder = temporaryFolder();
    cpSync(join(dist, 'models'), join(folder, 'models'), { recursive: true });
    expect(prune(folder, '--models', 'aab,tang').status).toBe(0);
    expect(readdirSync(join(folder, 'models'))).toEqual(['aab', 'tang']);
    for (const name of ['aab', 'tang'])
      expect(readdirSync(join(folder, 'models', name))).toEqual(
        readdirSync(join(dist, 'models', name)),
      );
  });

  test.each([
    [['--models', 'none'], 'expected one folder to prune, found 0'],
    [['.'], '--models is missing, expected the models to keep, or none'],
    [['.', '--models', 'storie'], "there is no shipped model 'storie'"],
    [[dist, '--models', 'none'], 'holds the package itself'],
    [[join(dist, '..'), '--models', 'none'], 'holds the package itself'],
    [[join(dist, 'models/tang'), '--models', 'none'], 'holds the package itself'],
    [[join(dist, 'index.js'), '--models', 'none'], 'is a file, expected a folder'],
  ])('%j is refused', (args, sentence) => {
    expect(prune(...args)).toMatchObject({
      status: 1,
      sentence: expect.stringContaining(sentence),
    });
    expect(existsSync(join(dist, 'models/tang/model.safetensors'))).toBe(true);
  });
});

describe('convert', () => {
  const shipped = fileURLToPath(new URL('../../../models/stories', import.meta.url));
  const weightsOf = (folder) => readFileSync(join(folder, 'model.safetensors'));
  const configOf = (folder) => JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));

  test('to floats and back to the same integers', () => {
    const folder = temporaryFolder();
    const [floats, integers] = [join(folder, 'a/floats'), join(folder, 'integers')];
    expect(convert(shipped, floats, '--dtype', 'fp32').status).toBe(0);
    const { stdout } = convert(floats, integers);
    expect(stdout).toContain(`wrote ${integers}: model.safetensors of 2.02 MiB (7.31 MiB in`);
    expect(configOf(floats)).not.toHaveProperty('quantization_config');
    expect(configOf(integers)).toEqual(configOf(shipped));
    const direct = join(folder, 'direct');
    expect(convert(shipped, direct).status).toBe(0);
    expect(weightsOf(integers).equals(weightsOf(direct))).toBe(true);
    expect(existsSync(join(integers, 'tokenizer.json'))).toBe(true);
    expect(existsSync(join(integers, 'golden.json'))).toBe(false);
  });

  test('the size of a small model is told in KiB', () => {
    const { folder, model } = copyOfModel('aab');
    const size = /: model\.safetensors of \d+\.\d KiB \(1\.8 KiB in /;
    expect(convert(model, join(folder, 'out')).stdout).toMatch(size);
  });

  test('what the engine does not read stays behind', () => {
    const { folder, model } = copyOfModel('en-zh');
    const out = join(folder, 'out');
    for (const name of ['notes.txt', 'training_args.json', 'generation_config.json'])
      writeFileSync(join(model, name), '{}');
    expect(convert(model, out).status).toBe(0);
    expect(readdirSync(out)).toEqual([
      'config.json',
      'model.safetensors',
      'source_tokenizer.json',
      'vocab.json',
    ]);
  });

  test('through links, as in Hugging Face’s cache', () => {
    const folder = temporaryFolder();
    const [snapshot, blobs] = [join(folder, 'snapshots/main'), join(folder, 'blobs')];
    const out = join(folder, 'out');
    for (const made of [snapshot, blobs]) mkdirSync(made, { recursive: true });
    for (const name of ['config.json', 'model.safetensors', 'tokenizer.json']) {
      cpSync(join(shipped, name), join(blobs, `of ${name}`));
      symlinkSync(`../../blobs/of ${name}`, join(snapshot, name));
    }
    symlinkSync('nowhere', join(snapshot, 'added_tokens.json'));
    expect(convert(snapshot, out).stdout).toContain('config.json, tokenizer.json');
    expect(lstatSync(join(out, 'tokenizer.json')).isFile()).toBe(true);
  });

  test('what a link shows elsewhere is not copied, nor what loading does not read', () => {
    const { folder, model } = copyOfModel('stories');
    const out = join(folder, 'out');
    const refusal = linkOutside(model, 'vocab.txt');
    expect(convert(model, out).status).toBe(0);
    expect(existsSync(join(out, 'vocab.txt'))).toBe(false);

    const refused = join(folder, 'refused');
    const isRefused = () => {
      const { status, sentence } = convert(model, refused);
      expect([status, sentence]).toEqual([1, refusal]);
      expect(existsSync(refused)).toBe(false);
    };
    listTokenizers(model, ['vocab.txt']);
    isRefused();
    listTokenizers(model, undefined);
    rmSync(join(model, 'tokenizer.json'));
    for (const name of ['vocab.json', 'merges.txt']) rmSync(join(model, name), { force: true });
    isRefused();
  });

  test('the tokenizer’s files that config.json lists are copied, and make a model that opens', () => {
    const { folder, model } = copyOfModel('aab');
    const [out, again] = [join(folder, 'out'), join(folder, 'again')];
    cpSync(join(shipped, 'tokenizer.json'), join(model, 'tokenizer.json'));
    expect(convert(model, out, '--dtype', 'fp32')).toMatchObject({ status: 0, sentence: '' });
    expect(readdirSync(out)).toEqual(['config.json', 'model.safetensors', 'vocab.json']);
    expect(convert(out, again)).toMatchObject({ status: 0, sentence: '' });
    listTokenizers(model, []);
    expect(convert(model, join(folder, 'none'))).toMatchObject({ status: 0, sentence: '' });
    expect(readdirSync(join(folder, 'none'))).toEqual(['config.json', 'model.safetensors']);
  });

  test('weights that do not fit leave no half of a model', () => {
    const out = join(temporaryFolder(), 'out');
    const { status, sentence } = glassformerWithin(1000, ['convert', shipped, out]);
    expect([status, sentence]).toEqual([
      1,
      `glassformer: ${join(out, 'model.safetensors')} cannot be written (EFBIG), expected a folder that can be written in`,
    ]);
    expect(readdirSync(out)).toEqual([]);
  });

  test('of a PyTorch checkpoint, and of weights in parts, the lines of Python that make the file are told', () => {
    const { folder, model } = copyOfModel('aab');
    const out = join(folder, 'out');
    const weights = join(model, 'model.safetensors');
    const checkpoint = join(model, 'pytorch_model.bin');
    renameSync(weights, checkpoint);
    const told = (from) => convert(from, out).stderr.split('\n\n');
    for (const from of [model, checkpoint]) {
      const [sentence, lines] = told(from);
      expect(sentence).toBe(
        `glassformer: ${checkpoint} is in PyTorch’s own format, which can run code when it is read, expected model.safetensors beside a config.json; three lines of Python make it:`,
      );
      // As the page tells them.
      const own = converting(checkpoint).replace("'model.safetensors'", JSON.stringify(weights));
      expect(lines.trim()).toBe(own);
    }
    // What a trainer keeps beside them is no model.
    writeFileSync(join(model, 'optimizer.pt'), '');
    expect(told(model)[0]).toContain(`glassformer: ${checkpoint} is in`);

    const kParts = [
      ['model-0000%-of-00002.safetensors', 'safetensors.torch.load_file(path)'],
      ['pytorch_model-0000%-of-00002.bin', "torch.load(path, map_location='cpu')"],
    ];
    for (const [name, load] of kParts) {
      const names = ['1', '2'].map((part) => name.replace('%', part));
      for (const each of names) cpSync(checkpoint, join(model, each));
      const [sentence, lines] = told(model);
      expect(sentence).toBe(
        `glassformer: ${model} holds its weights in 2 files (${names[0]}, …), expected one model.safetensors; lines of Python that join them:`,
      );
      expect(lines.trim().split('\n').slice(1, -1)).toEqual([
        'joined = {}',
        `for path in [${names.map((each) => JSON.stringify(join(model, each))).join(', ')}]:`,
        `    joined.update(${load})`,
      ]);
      for (const each of names) rmSync(join(model, each));
    }
    expect(existsSync(out)).toBe(false);
  });

  test('what is no regular file is refused at once', () => {
    const folder = temporaryFolder();
    const model = join(folder, 'model');
    mkdirSync(model);
    for (const name of ['config.json', 'tokenizer.json'])
      cpSync(join(shipped, name), join(model, name));
    execFileSync('mkfifo', [join(model, 'model.safetensors')]);
    const { status, sentence } = convert(model, join(folder, 'out'));
    expect([status, sentence]).toEqual([
      1,
      `glassformer: ${join(model, 'model.safetensors')} cannot be read: it is no regular file`,
    ]);
  });

  test('a link to itself is told in one sentence', () => {
    const { folder, model } = copyOfModel('aab');
    const out = join(folder, 'out');
    rmSync(join(model, 'vocab.json'));
    symlinkSync('vocab.json', join(model, 'vocab.json'));
    expect(convert(model, out)).toMatchObject({
      status: 1,
      sentence: `glassformer: ${join(model, 'vocab.json')} cannot be read (ELOOP), expected a file`,
    });
    expect(existsSync(out)).toBe(false);
  });

  test('a folder may be given by its file: address, and no other', () => {
    const out = join(temporaryFolder(), 'out');
    const { status } = convert(pathToFileURL(shipped).href, pathToFileURL(out).href);
    expect(status).toBe(0);
    expect(existsSync(join(out, 'model.safetensors'))).toBe(true);
    expect(convert('https://example.org/model', out)).toMatchObject({
      status: 1,
      sentence:
        "glassformer: https://example.org/model is an address, expected a folder's path or its file: address",
    });
  });

  test('a folder that holds anything of a model is left as it was', () => {
    for (const name of ['config.json', 'vocab.json', 'source_merges.txt', 'golden.json']) {
      const out = temporaryFolder();
      symlinkSync('nowhere', join(out, name));
      expect(convert(shipped, out)).toMatchObject({
        status: 1,
        sentence: `glassformer: ${out} holds a ${name} already, expected a folder without a model`,
      });
      expect(readdirSync(out)).toEqual([name]);
    }
  });

  test('a folder that cannot be made is refused', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(convert(shipped, join(file, 'out')).sentence).toBe(
      `glassformer: the folder ${join(file, 'out')} cannot be made (ENOTDIR), expected one that can`,
    );
  });

  test('what is wrong is told in one sentence', () => {
    const folder = temporaryFolder();
    const told = (...args) => {
      const { status, sentence } = convert(...args);
      expect(status).toBe(1);
      return sentence.replace('glassformer: ', '');
    };
    expect(told(folder)).toBe("expected two folders, a model's and one to write, found 1");
    expect(told(folder, join(folder, 'out'))).toBe(`${folder} holds no model.safetensors`);
    writeFileSync(join(folder, 'q4.gguf'), 'GGUF');
    expect(told(folder, join(folder, 'out'))).toBe(
      `${folder} holds no model.safetensors (found: q4.gguf)`,
    );
    expect(told(shipped, join(folder, 'out'), '--dtype', 'int4')).toBe(
      '--dtype is int4, expected one of fp32, fp16, int8',
    );
    expect(told(shipped, shipped)).toBe(
      `${shipped} holds a config.json already, expected a folder without a model`,
    );
    writeFileSync(join(folder, 'file'), '');
    expect(told(shipped, join(folder, 'file'))).toBe(
      `${join(folder, 'file')} is a file, expected a folder`,
    );
    expect(told(shipped, join(folder, 'out'), '--models', 'aab')).toBe(
      'convert has no option --models',
    );
    writeFileSync(join(folder, 'config.json'), '{}');
    writeFileSync(join(folder, 'model.safetensors'), '');
    expect(told(folder, join(folder, 'out'))).toMatch(/model_type is missing/);
    expect(told(folder, join(folder, 'out'))).toMatch(new RegExp(`^${folder}/: config\\.json`));
    expect(told(folder, join(folder, 'out'))).not.toContain('file:');
    expect(existsSync(join(folder, 'out'))).toBe(false);
    const odd = join(folder, 'a$&b');
    mkdirSync(odd);
    for (const name of ['config.json', 'model.safetensors'])
      cpSync(join(folder, name), join(odd, name));
    expect(told(odd, join(folder, 'out')).startsWith(`${odd}/: config.json`)).toBe(true);
  });
});

test('what the engine reads of a tokenizer is copied, and nothing else', () => {
  const { model: from } = copyOfModel('stories');
  listTokenizers(from, undefined);
  for (const name of kTokenizerFiles)
    if (!existsSync(join(from, name))) writeFileSync(join(from, name), '{}');
  const to = join(temporaryFolder(), 'converted');
  expect(convert(from, to, '--dtype', 'fp16')).toMatchObject({ status: 0, sentence: '' });
  // Where there is a tokenizer.json, on either side, it says all.
  const read = ['tokenizer.json', 'source_tokenizer.json'];
  expect(readdirSync(to).sort()).toEqual(['config.json', 'model.safetensors', ...read].sort());
});

describe('the command line', () => {
  test('each command has a usage of its own, by --help and by -h', () => {
    for (const command of ['assets', 'convert', 'page', 'render'])
      for (const help of ['--help', '-h']) {
        const { status, stdout } = glassformer([command, help]);
        expect([status, stdout.split('\n')[0]]).toEqual([
          0,
          expect.stringMatching(new RegExp(`^usage: npx glassformer ${command} `)),
        ]);
        expect(stdout.split('usage:')).toHaveLength(2);
      }
    const { stdout } = glassformer(['-h']);
    for (const command of ['assets', 'convert', 'page', 'render'])
      expect(stdout).toMatch(new RegExp(`^${command} `, 'm'));
  });

  test('that of page lists the figures that --figure takes', () => {
    const { stdout } = glassformer(['page', '-h']);
    const listed = [...stdout.matchAll(/glass-[a-z-]+/g)].map(([tag]) => tag);
    const { sentence } = glassformer(['page', '--out', 'x', '--figure', 'none']);
    const taken = sentence.replace(/.*expected one of /, '').split(', ');
    expect(listed).toEqual(taken);
    expect(listed.length).toBeGreaterThan(15);
  });

  test('options are refused in our words, with a line that says how to get the usage', () => {
    const said = (...args) => {
      const { status, sentence } = glassformer(args);
      expect(status).toBe(1);
      return sentence.replace('glassformer: ', '');
    };
    const page = ['page', '--figure', 'glass-attention', '--text', 'aab', '--model', 'aab'];
    expect(said(...page, '--out', 'x', '--head', '-1')).toBe(
      '--head is -1, expected a whole number from 0 to 0: the model has 1',
    );
    expect(said(...page, '--out')).toBe('--out has no value, expected --out …');
    expect(said(...page, '--title', '--out', 'x')).toBe(
      '--title is followed by --out, expected its value (one that begins with a dash is written --title=--out)',
    );
    expect(said(...page, '--colour', 'red')).toBe('there is no option --colour');
    expect(said(...page, '-x')).toBe(
      'there is no option -x (what begins with a dash and is no option follows --)',
    );
    expect(said('page', '--help=yes')).toBe('--help takes no value');
    expect(said('pages')).toBe('unknown command: pages');
    expect(said()).toBe('unknown command: none was given');
    const { stderr } = convert();
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^glassformer: expected two folders/),
      'npx glassformer convert --help tells how it is used.',
    ]);
    expect(glassformer(['pages']).stderr).toBe(
      'glassformer: unknown command: pages\nnpx glassformer --help tells how it is used.\n',
    );
  });

  test('a name that no system has is told in one sentence', () => {
    const long = 'a'.repeat(300);
    for (const args of [
      ['assets', long],
      ['convert', shippedAab, long],
      ['convert', long, 'out'],
      ['page', '--figure', 'glass-train', '--out', long],
      ['page', '--figure', 'glass-tokens', '--text', 'a', '--model', 'aab', '--out', long],
      ['page', '--figure', 'glass-tokens', '--text', 'a', '--model', `./${long}`, '--out', 'x'],
    ]) {
      const { status, sentence } = glassformer(args);
      expect([status, sentence.split('\n')[0]], args.join(' ')).toEqual([
        1,
        expect.stringMatching(
          /^glassformer: .*, expected |^glassformer: .* holds no |^glassformer: there is no /,
        ),
      ]);
      expect(sentence).not.toMatch(/^glassformer: E[A-Z]+:/);
    }
    expect(existsSync('x')).toBe(false);
  });
});
