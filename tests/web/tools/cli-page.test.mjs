/** `npx glassformer page`, from the built package: what it writes, and what it refuses. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kWithoutText } from '../../../web/src/elements/one-file/state.ts';
import { glassformer, glassformerWithin } from './command.mjs';
import { copyOfModel, dist, linkOutside, listTokenizers, temporaryFolder } from './temporary.mjs';

const page = (...args) => glassformer(['page', ...args]);

/** The files that a page holds, by their paths. */
const filesIn = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<script type="text\/plain" data-path="([^"]+)">([^<]*)<\/script>/g)].map(
      ([, path, data]) => [path, Buffer.from(data, 'base64')],
    ),
  );

const figure = ['--figure', 'glass-attention', '--text', 'aabaa'];

test('it holds the files of the package and of the model, byte by byte, and prints its size', () => {
  const out = join(temporaryFolder(), 'figure.html');
  const { status, stdout } = page('--model', 'aab', ...figure, '--head', '0', '--out', out);
  expect(status).toBe(0);
  const html = readFileSync(out, 'utf8');
  const files = filesIn(html);
  const paths = ['config.json', 'model.safetensors', 'vocab.json'].map(
    (name) => `models/aab/${name}`,
  );
  expect(Object.keys(files).sort()).toEqual(['glassformer.wasm', ...paths, 'worker.js']);
  for (const [path, bytes] of Object.entries(files))
    expect(bytes.equals(readFileSync(join(dist, path))), path).toBe(true);
  const mega = (Buffer.byteLength(html) / 1e6).toFixed(2);
  expect(stdout).toMatch(new RegExp(`^wrote ${out}: ${mega} MB \\(elements [\\d.]+ MB, `));
  expect(Buffer.byteLength(html)).toBeLessThan(1_315_000);
  expect(html).toContain(
    '<glass-model src="aab" text="aabaa" head="0"><glass-input></glass-input><glass-save><glass-attention></glass-attention></glass-save></glass-model>',
  );
});

test('of a folder it holds what loading reads, and no other file', () => {
  const folder = temporaryFolder();
  const model = join(folder, 'my model');
  cpSync(join(dist, 'models/aab'), model, { recursive: true });
  writeFileSync(join(folder, 'secret'), 'secret');
  symlinkSync(join(folder, 'secret'), join(model, 'vocab.txt'));
  symlinkSync(join(folder, 'secret'), join(model, 'source_vocab.txt'));
  const out = join(folder, 'out.html');
  expect(page('--model', model, ...figure, '--out', out).status).toBe(0);
  const html = readFileSync(out, 'utf8');
  expect(Object.keys(filesIn(html)).filter((path) => path.startsWith('models/'))).toEqual(
    ['config.json', 'vocab.json', 'model.safetensors'].map((name) => `models/my-model/${name}`),
  );
  expect(html).toContain('src="my-model"');
});

test('a folder beside is meant by its name alone, and a shipped model by its own before one', () => {
  const cwd = temporaryFolder();
  for (const name of ['my-model', 'stories'])
    cpSync(join(dist, 'models/aab'), join(cwd, name), { recursive: true });
  const out = join(cwd, 'out.html');
  const write = (name) => glassformer(['page', '--model', name, ...figure, '--out', out], { cwd });
  expect(write('my-model').status).toBe(0);
  const weights = filesIn(readFileSync(out, 'utf8'))['models/my-model/model.safetensors'];
  expect(weights.equals(readFileSync(join(dist, 'models/aab/model.safetensors')))).toBe(true);
  expect(write('stories').status).toBe(0);
  const held = filesIn(readFileSync(out, 'utf8'))['models/stories/model.safetensors'];
  expect(held.equals(readFileSync(join(dist, 'models/stories/model.safetensors')))).toBe(true);
});

test('what a link shows elsewhere is in no page', () => {
  const { folder, model } = copyOfModel('aab');
  const refusal = linkOutside(model, 'golden.json');
  const out = join(folder, 'out.html');
  expect(page('--model', model, ...figure, '--out', out).status).toBe(0);
  rmSync(out);
  const { status, sentence } = page('--model', model, '--figure', 'glass-proof', '--out', out);
  expect([status, sentence]).toEqual([1, refusal]);
  expect(existsSync(out)).toBe(false);
});

test('nor what a link shows that config.json lists as a file of the tokenizer', () => {
  const { folder, model } = copyOfModel('aab');
  const out = join(folder, 'out.html');
  const refusal = linkOutside(model, 'vocab.txt');
  listTokenizers(model, ['vocab.txt']);
  const { status, sentence } = page('--model', model, ...figure, '--out', out);
  expect([status, sentence]).toEqual([1, refusal]);
  expect(existsSync(out)).toBe(false);
});

test('a page is not written over a file of its model, whatever it is called', () => {
  const { folder, model } = copyOfModel('aab');
  symlinkSync(join(model, 'vocab.json'), join(folder, 'link.html'));
  const before = readFileSync(join(model, 'config.json'), 'utf8');
  for (const out of [join(model, 'config.json'), join(folder, 'link.html')])
    expect(page('--model', model, ...figure, '--out', out)).toMatchObject({
      status: 1,
      sentence: `glassformer: --out is ${out}, a file of the model, expected another`,
    });
  expect(readFileSync(join(model, 'config.json'), 'utf8')).toBe(before);
});

test('a page that cannot be written whole leaves the former one, and nothing beside it', () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out.html');
  writeFileSync(out, 'the former page');
  const args = ['page', '--model', 'aab', ...figure, '--out', out];
  const { status, sentence } = glassformerWithin(100, args);
  expect([status, sentence]).toEqual([
    1,
    `glassformer: ${out} cannot be written (EFBIG), expected a file that can`,
  ]);
  expect(readFileSync(out, 'utf8')).toBe('the former page');
  expect(readdirSync(folder)).toEqual(['out.html']);
});

test('a text is in the page as it was given, or refused', () => {
  const out = join(temporaryFolder(), 'out.html');
  const tokens = ['--figure', 'glass-tokens', '--out', out, '--text'];
  expect(page(...tokens, 'a\r\nb').status).toBe(0);
  expect(readFileSync(out, 'utf8')).toContain('text="a&#13;\nb"');
  expect(page(...tokens, 'a\u0001b').sentence).toContain(
    '--text holds the control character U+0001, which no page can hold',
  );
});

test('what a figure needs beside is in it: a module that trains, numbers to compare with, both tokenizers', () => {
  const out = join(temporaryFolder(), 'out.html');
  const pathsOf = (...args) => {
    expect(page(...args, '--out', out)).toMatchObject({ status: 0 });
    return Object.keys(filesIn(readFileSync(out, 'utf8')));
  };
  expect(pathsOf('--figure', 'glass-train')).toContain('glassformer-training.wasm');
  expect(pathsOf('--figure', 'glass-proof', '--model', 'aab')).toContain('models/aab/golden.json');
  const pair = ['--model', 'en-zh', '--text', 'I like tea.', '--lang', 'zh'];
  const paths = pathsOf('--figure', 'glass-translate', ...pair);
  expect(paths).toContain('models/en-zh/source_tokenizer.json');
  expect(paths).toContain('models/en-zh/vocab.json');
  // Figures that show the encoder, or what a translation is made of.
  for (const figure of ['glass-ablation', 'glass-positions'])
    expect(pathsOf('--figure', figure, ...pair)).toContain('models/en-zh/source_tokenizer.json');
  const proof = ['--figure', 'glass-proof', '--model', 'en-zh'];
  expect(pathsOf(...proof)).toContain('models/en-zh/source_tokenizer.json');
});

test('what shows what a model writes is refused of one that gives classes', () => {
  const folder = temporaryFolder();
  const model = join(folder, 'moods');
  const golden = join(import.meta.dirname, '../../golden/classifier_pre_mean');
  mkdirSync(model);
  cpSync(`${golden}_config.json`, join(model, 'config.json'));
  cpSync(`${golden}_weights.safetensors`, join(model, 'model.safetensors'));
  const letters = Object.fromEntries([...'abcdefghijk'].map((letter, id) => [letter, id]));
  writeFileSync(join(model, 'vocab.json'), JSON.stringify(letters));
  const out = join(folder, 'out.html');
  const of = (figure) => page('--model', model, '--figure', figure, '--text', 'dbe', '--out', out);
  for (const figure of ['glass-beam-tree', 'glass-surprise', 'glass-logits']) {
    expect(of(figure).sentence).toMatch(/^glassformer: .*, expected /);
    expect(existsSync(out)).toBe(false);
  }
  expect(of('glass-beam-tree')).toMatchObject({
    status: 1,
    sentence: `glassformer: ${model} gives a text a class and writes none, expected a model that writes for <glass-beam-tree>`,
  });
  expect(of('glass-attention').status).toBe(0);
});

test('a text can close no tag, and begins no script', () => {
  const out = join(temporaryFolder(), 'out.html');
  const text = `Tom said </script><script>alert(1)</script> <!-- "&' </title>`;
  expect(page('--figure', 'glass-tokens', '--text', text, '--out', out).status).toBe(0);
  const html = readFileSync(out, 'utf8');
  expect(html).not.toContain('alert(1)</script>');
  // The page's own script, its state and its files are all that there is.
  const scripts = Object.keys(filesIn(html)).length + 2;
  expect(html.split('<script').length - 1).toBe(scripts);
  expect(html.split('</script').length - 1).toBe(scripts);
  expect(html).not.toContain('<!--');
});

/** Arguments, and what is said of them. Each takes a process of its own. */
const wrong = {
  'no file to write': [figure, /: --out is missing, expected the HTML file to write$/],
  'no figure': [
    ['--text', 'aab', '--out'],
    /: --figure is missing, expected one of glass-ablation, glass-attention, /,
  ],
  'what is no figure': [
    ['--figure', 'glass-model', '--text', 'aab', '--out'],
    /: --figure is glass-model, expected one of glass-ablation, glass-attention, /,
  ],
  'no text': [
    ['--figure', 'glass-attention', '--out'],
    /: --text is missing, expected what the model reads in <glass-attention>$/,
  ],
  'an empty text': [
    ['--figure', 'glass-attention', '--text', '', '--out'],
    /: --text is empty, expected what the model reads in <glass-attention>$/,
  ],
  'a text of a figure with two sentences': [
    ['--figure', 'glass-padding', '--model', 'en-zh', '--text', 'a', '--out'],
    /: --text is given, which <glass-padding> does not read, expected --set 'texts=\["…", "…"\]'$/,
  ],
  'a text of a figure without a model': [
    ['--figure', 'glass-variance', '--text', 'a', '--out'],
    /: --text is given, which <glass-variance> does not read, expected no --text$/,
  ],
  'a layer that the model has not': [
    [...figure, '--model', 'aab', '--layer', '1', '--out'],
    /: --layer is 1, expected a whole number from -1 to 0: the model has 1$/,
  ],
  'a layer before the first': [
    [...figure, '--model', 'aab', '--layer', '-2', '--out'],
    /: --layer is -2, expected a whole number from -1 to 0: the model has 1$/,
  ],
  'a text beside numbers of one’s own': [
    ['--figure', 'glass-matrix', '--set', 'values=[[1,2]]', '--text', 'aab', '--out'],
    /: --text and --set values are both given, expected one of them: numbers of your own need no model$/,
  ],
  'a head that one’s own numbers have not': [
    ['--figure', 'glass-attention', '--set', 'pattern=[[[1]],[[1]]]', '--head', '2', '--out'],
    /: --head is 2, expected a whole number from 0 to 1: pattern has 2$/,
  ],
  'a head that is no number': [
    [...figure, '--model', 'aab', '--head=x', '--out'],
    /: --head is x, expected a whole number from 0 to 0: the model has 1$/,
  ],
  'a head of a figure without one': [
    ['--figure', 'glass-train', '--head=0', '--out'],
    /: <glass-train> shows no single head, expected no --head$/,
  ],
  'a layer of a figure of all layers': [
    ['--figure', 'glass-beam-tree', '--text', 'aab', '--layer=0', '--out'],
    /: <glass-beam-tree> shows no single layer, expected no --layer$/,
  ],
  'a head of a figure of whole layers': [
    ['--figure', 'glass-norm', '--text', 'aab', '--head=0', '--out'],
    /: <glass-norm> shows no single head, expected no --head$/,
  ],
  'a layer that is said twice': [
    [...figure, '--layer=0', '--set', 'layer=0', '--out'],
    /: --layer and --set layer are both given, expected one of them$/,
  ],
  'another language': [
    [...figure, '--lang', 'fr', '--out'],
    /: --lang is fr, expected one of en, zh$/,
  ],
  'what is no attribute': [
    [...figure, '--set', 'onclick=alert(1)', '--out'],
    /: --set onclick=alert\(1\): <glass-attention> has no attribute onclick, expected one of .*view/,
  ],
  'an attribute that the page decides': [
    [...figure, '--set', 'model=tang', '--out'],
    /: --set model=tang: model is the page's, expected --model$/,
  ],
  'a word that the attribute has not': [
    [...figure, '--set', 'view=circle', '--out'],
    /: --set view=circle: view must be "matrix" or "lines", found "circle"$/,
  ],
  'a number that is none': [
    ['--figure', 'glass-matrix', '--text', 'aab', '--set', 'digits=two', '--out'],
    /: --set digits=two: digits must be a number, found "two"$/,
  ],
  'a number outside its range': [
    ['--figure', 'glass-matrix', '--text', 'aab', '--set', 'digits=-1', '--out'],
    /: --set digits=-1: digits must be a whole number from 0 to 100, found -1$/,
  ],
  'a layer of the figure that the model has not': [
    [...figure, '--model', 'aab', '--set', 'layer=-2', '--out'],
    /: --set layer is -2, expected a whole number from -1 to 0: the model has 1$/,
  ],
  'an attribute without its value': [
    [...figure, '--set', 'view', '--out'],
    /: --set view: view has no value, expected view=…$/,
  ],
  'a value of what is on or off': [
    [...figure, '--set', 'fixed-view=false', '--out'],
    /: --set fixed-view=false: fixed-view is on where it stands and off where it does not, expected it without a value$/,
  ],
  'a control that the figure has not': [
    [...figure, '--set', 'fixed=layer', '--out'],
    /: --set fixed=layer: fixed must be without a value, or made of "view", found "layer"$/,
  ],
  'a control of a figure that has none': [
    ['--figure', 'glass-tokens', '--text', 'aab', '--set', 'fixed=view', '--out'],
    /: --set fixed=view: fixed must be without a value \(this element has no controls of its own\), found "view"$/,
  ],
  'an attribute twice': [
    [...figure, '--set', 'view=lines', '--set', 'view=matrix', '--out'],
    /: --set view=matrix: view is given twice, expected one value$/,
  ],
  'a folder': [[...figure, 'more', '--out'], /: page takes options only, found more$/],
  'an option of another command': [
    [...figure, '--dtype', 'int8', '--out'],
    /: page has no option --dtype$/,
  ],
  'no model of that name': [
    [...figure, '--model', 'storis', '--out'],
    /: there is no shipped model 'storis', only 'aab', /,
  ],
  'no model in the folder': [
    [...figure, '--model', './no/where', '--out'],
    /: there is no config\.json at no\/where\/$/,
  ],
  'a translator': [
    [...figure, '--model', 'en-zh', '--out'],
    /: en-zh is an encoder–decoder, expected one of another kind for <glass-attention>$/,
  ],
  'no translator': [
    ['--figure', 'glass-translate', '--model', 'aab', '--text', 'aab', '--out'],
    /: aab is a decoder, expected an encoder–decoder for <glass-translate>$/,
  ],
  'a matrix of no activation': [
    ['--figure', 'glass-matrix', '--text', 'aab', '--model', 'aab', '--out'],
    /: --set hook=… or --set values=… is missing, expected the activation that <glass-matrix> shows, such as blocks\.0\.attn\.pattern, or numbers of your own$/,
  ],
  'a layer’s activation that the model has not': [
    [
      ...['--model', 'aab', '--figure', 'glass-patch', '--set', 'activation=mlp.post'],
      ...['--set', 'clean=aab', '--set', 'corrupted=aaa', '--out'],
    ],
    /: --set activation must be "resid_pre", .*, found "mlp\.post"$/,
  ],
  'a token that the text has not': [
    [
      ...['--model', 'aab', '--figure', 'glass-attention-steps', '--text', 'aab'],
      ...['--set', 'query=3', '--out'],
    ],
    /: --set query is 3, expected a whole number from -1 to 2: the text has 3$/,
  ],
  'a place that the line has not': [
    [
      ...['--model', 'aab', '--figure', 'glass-patch', '--set', 'cell={"layer":0,"place":3}'],
      ...['--set', 'clean=aab', '--set', 'corrupted=aaa', '--out'],
    ],
    /: --set cell: place is 3, expected a whole number from 0 to 2: the line has 3$/,
  ],
  'a picked head that the model has not': [
    [
      ...['--model', 'en-zh', '--figure', 'glass-translate', '--text', 'a'],
      ...['--set', 'picks={"cross":{"layer":0,"head":4}}', '--out'],
    ],
    /: --set picks: cross\.head is 4, expected a whole number from 0 to 3: the model has 4$/,
  ],
  'a way of writing twice': [
    ['--figure', 'glass-generate', '--text', 'a', '--set', 'modes=beam beam', '--out'],
    /: modes must be made of "greedy", "sample" or "beam", each once, found "beam beam"$/,
  ],
  'an activation that the model has not': [
    [
      ...['--figure', 'glass-matrix', '--text', 'aab', '--model', 'aab'],
      ...['--set', 'hook=embed', '--set', 'scale-hooks=embed nope', '--out'],
    ],
    /: this model has no activation named 'nope'/,
  ],
  'a column beyond the model': [
    [
      ...['--figure', 'glass-positions', '--model', 'aab', '--text', 'aab'],
      '--set',
      'column=8',
      '--out',
    ],
    /: --set column is 8, expected a whole number from 0 to 7: the model has 8$/,
  ],
  'a layer in a list beyond the model': [
    [
      ...['--figure', 'glass-attribution', '--model', 'aab', '--text', 'aab'],
      '--set',
      'opened=[0,3]',
      '--out',
    ],
    /: --set opened is 3, expected a whole number from 0 to 0: the model has 1$/,
  ],
  'a part that the model has not': [
    [
      ...['--figure', 'glass-ablation', '--model', 'aab', '--text', 'aab'],
      ...['--set', 'without=nope', '--out'],
    ],
    /: without must be one part of the model, such as "blocks\.0\.attn\.z \[0\]", found "nope"$/,
  ],
  'no list of layers': [
    [
      ...['--figure', 'glass-attribution', '--model', 'aab', '--text', 'aab'],
      '--set',
      'opened=3',
      '--out',
    ],
    /: opened must be a list of whole numbers, found 3$/,
  ],
  'a line of two': [
    ['--figure', 'glass-patch', '--set', 'clean=aab', '--out'],
    /: --text is missing, expected what the model reads in <glass-patch>$/,
  ],
  'a text that cannot be read': [
    ['--figure', 'glass-tokens', '--model', 'aab', '--text', 'xyz', '--out'],
    /: the character 'x' is not in this model's vocabulary \(a, b\)$/,
  ],
};

for (const [name, [args, sentence]] of Object.entries(wrong))
  test(`wrong arguments are told in one sentence, and nothing is written: ${name}`, () => {
    const out = join(temporaryFolder(), 'out.html');
    const { status, sentence: said } = page(...args, ...(args.at(-1) === '--out' ? [out] : []));
    expect(said).toMatch(/^glassformer: /);
    expect(said).toMatch(sentence);
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

test('numbers of one’s own need no text and no model, and are in the page without one', () => {
  const out = join(temporaryFolder(), 'out.html');
  const written = (...args) => {
    const { status, stderr } = page(...args, '--out', out);
    expect(status, stderr).toBe(0);
    const html = readFileSync(out, 'utf8');
    expect(Object.keys(filesIn(html)).sort()).toEqual(['glassformer.wasm', 'worker.js']);
    expect(html).not.toContain('<glass-model src=');
    return { html, title: /<title>([^<]*)/.exec(html)[1] };
  };
  const matrix = written('--figure', 'glass-matrix', '--set', 'values=[[1,2]]');
  expect(matrix.html).toContain('<glass-matrix values="[[1,2]]"></glass-matrix>');
  expect(matrix.title).toBe('Numbers in 1 row and 2 columns');
  const attention = written(
    ...['--figure', 'glass-attention', '--set', 'pattern=[[[1,0],[0.4,0.6]],[[1,0],[0,1]]]'],
    ...['--set', 'query-labels=["a","b"]', '--head', '1', '--lang', 'zh'],
  );
  expect(attention.html).toContain('head="1"></glass-attention>');
  expect(attention.title).toBe('注意力权重（2 个词元看向 2 个词元）');
});

test('a layer may be counted from the last one, wherever it is picked', () => {
  const out = join(temporaryFolder(), 'out.html');
  const written = (figure) => {
    const args = ['--figure', figure, '--text', 'aab', '--layer', '-1', '--out', out];
    const { status, stderr } = page(...args);
    expect(status, stderr).toBe(0);
    return readFileSync(out, 'utf8');
  };
  expect(written('glass-attention')).toContain('text="aab" layer="4">');
  expect(written('glass-attention-steps')).toContain('<glass-attention-steps layer="4"');
});

test('two lines that are patched need no third one', () => {
  const out = join(temporaryFolder(), 'out.html');
  const lines = ['--set', 'clean=aab', '--set', 'corrupted=aba'];
  const { status } = page('--figure', 'glass-patch', '--model', 'aab', ...lines, '--out', out);
  expect(status).toBe(0);
  const html = readFileSync(out, 'utf8');
  expect(html).toContain('<glass-patch clean="aab" corrupted="aba"></glass-patch>');
  expect(html).not.toContain('<glass-input');
});

test('what the figure is set to stands in its tag', () => {
  const out = join(temporaryFolder(), 'out.html');
  const set = ['--set', 'view=lines', '--set', 'fixed-view', '--set', 'layer=-1'];
  expect(page('--model', 'aab', ...figure, ...set, '--out', out).status).toBe(0);
  expect(readFileSync(out, 'utf8')).toContain(
    '<glass-attention view="lines" fixed-view="" layer="-1">',
  );
});

test('a figure is without its controls, or without those that are named', () => {
  const out = join(temporaryFolder(), 'out.html');
  const written = (set) => {
    const args = ['--figure', 'glass-norm', '--text', 'Once', '--set', set, '--out', out];
    expect(page('--model', 'stories', ...args).status).toBe(0);
    return /<glass-norm[^>]*>/.exec(readFileSync(out, 'utf8'))[0];
  };
  expect(written('fixed')).toBe('<glass-norm fixed="">');
  expect(written('fixed=layer token')).toBe('<glass-norm fixed="layer token">');
});

test('the layer and head stand where the figure takes them from', () => {
  const out = join(temporaryFolder(), 'out.html');
  const place = ['--layer=0', '--head=0', '--out', out];
  const written = (figure) => {
    expect(page('--model', 'aab', '--text', 'aab', '--figure', figure, ...place).status).toBe(0);
    return readFileSync(out, 'utf8');
  };
  expect(written('glass-heads')).toMatch(/<glass-model src="aab" text="aab" layer="0" head="0">/);
  expect(written('glass-attention-steps')).toContain('<glass-attention-steps layer="0" head="0">');
});

test('a file that cannot be written is told', () => {
  const out = join(temporaryFolder(), 'no/folder.html');
  const { status, sentence } = page('--model', 'aab', ...figure, '--out', out);
  expect([status, sentence]).toEqual([
    1,
    `glassformer: ${out} cannot be written (ENOENT), expected a file that can`,
  ]);
});

test('a folder with a checkpoint of PyTorch is refused with the lines that convert it', () => {
  const { model } = copyOfModel('aab');
  renameSync(join(model, 'model.safetensors'), join(model, 'pytorch_model.bin'));
  const out = join(temporaryFolder(), 'out.html');
  const { status, sentence } = page('--model', model, ...figure, '--out', out);
  expect(sentence).toMatch(/pytorch_model\.bin is in PyTorch’s own format/);
  expect(status).toBe(1);
  expect(existsSync(out)).toBe(false);
});

test('the manual says how large a page is', () => {
  const out = join(temporaryFolder(), 'out.html');
  const sizesOf = (...args) => {
    const { status, stdout } = page(...args, '--out', out);
    expect(status).toBe(0);
    return stdout.match(/[\d.]+(?= MB)/g).map(Number);
  };
  const tokens = ['--figure', 'glass-tokens', '--text', 'aab', '--model'];
  const [withAab, elements, engine] = sizesOf(...tokens, 'aab');
  const [withStories, , , stories] = sizesOf(...tokens, 'stories');
  const [, , both] = sizesOf('--figure', 'glass-train');
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/elements.md'), 'utf8');
  const said = (what) =>
    new RegExp(`^\\| ${what}.*\\| ([\\d., ]+?) *\\|$`, 'm').exec(manual)[1].split(', ');
  const [, more] = /glass-train>` ([\d.]+) more/.exec(manual);
  expectRounded(said('the elements'), [elements]);
  expectRounded([...said('the engine'), more], [engine, both - engine]);
  expectRounded(said('the model').slice(0, 2), [0, stories]);
  expectRounded(said('altogether'), [withAab, withStories]);
});

/** Each to as many places as it is said with. */
function expectRounded(said, found) {
  expect(said).toEqual(found.map((size, i) => size.toFixed(said[i].split('.')[1]?.length ?? 0)));
}

test('a page without a text is called by what its figure shows, in the language of the page', () => {
  const out = join(temporaryFolder(), 'out.html');
  const titleOf = (...args) => {
    const { status, stderr } = page(...args, '--out', out);
    expect(status, stderr).toBe(0);
    return /<title>([^<]*)/.exec(readFileSync(out, 'utf8'))[1];
  };
  const models = { 'glass-padding': ['--model', 'en-zh'], 'glass-proof': ['--model', 'aab'] };
  for (const name of kWithoutText) {
    const args = ['--figure', name, ...(models[name] ?? [])];
    expect.soft(titleOf(...args), name).toMatch(/^[A-Z][\w’ ]+$/);
    expect.soft(titleOf(...args, '--lang', 'zh'), name).toMatch(/\p{Script=Han}/u);
  }
  const lines = ['--model', 'aab', '--set', 'clean=aab', '--set', 'corrupted=aba'];
  expect(titleOf('--figure', 'glass-patch', ...lines)).toBe('aab');
  expect(titleOf('--figure', 'glass-train', '--title', 'Mine')).toBe('Mine');
});

test('a long text is not the title of the page', () => {
  const out = join(temporaryFolder(), 'out.html');
  const text = 'ab'.repeat(100);
  expect(
    page('--model', 'aab', '--figure', 'glass-tokens', '--text', text, '--out', out).status,
  ).toBe(0);
  const [, title] = /<title>([^<]*)/.exec(readFileSync(out, 'utf8'));
  expect(title).toBe(`${text.slice(0, 80)}…`);
});
