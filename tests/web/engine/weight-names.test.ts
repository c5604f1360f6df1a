/** Weights under names of the author's own: a table in config.json, or an option. */
import { createEngine, loadModel, type WeightNames } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';
import { readTensors, writeTensors } from '../../../tools/lib/safetensors.mjs';
import { classifierFiles, refusal, serve, syntheticFiles } from './helpers.ts';

const engine = createEngine();
afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0);
});

const ids = [3, 1, 4, 1, 5];
const { config, weights } = syntheticFiles(8, 20);
const known = readTensors(Buffer.from(weights as Uint8Array));

/** The same weights under other names. */
const file = (rename: (name: string) => string) =>
  writeTensors(
    Object.fromEntries(Object.entries(known).map(([name, tensor]) => [rename(name), tensor])),
  );
const own = file((name) =>
  name
    .replace(/^h\.(\d+)\.attn\./, 'model.blocks.$1.attention.')
    .replace(/^h\.(\d+)\.mlp\.c_fc\.weight$/, 'model.blocks.$1.up')
    .replace(/^wte\.weight$/, 'tokens')
    .replace(/^ln_f\./, 'model.norm.'),
);
const names: WeightNames = {
  tokens: 'wte.weight',
  'model.blocks.{}.up': 'h.{}.mlp.c_fc.weight',
  'model.blocks.{}.attention.': 'h.{}.attn.',
  'model.norm.': 'ln_f.',
};

async function logitsOf(...[source, options]: Parameters<typeof loadModel>) {
  const model = await loadModel(source, { engine, ...options });
  const { activations } = await model.forward(ids, { capture: ['logits'] });
  await model.close();
  return activations['logits']!.data;
}

/** The weights under other names, with another text as their header. */
function withHeader(change: (header: string) => string): Uint8Array<ArrayBuffer> {
  const end = 8 + Number(own.readBigUInt64LE(0));
  const header = Buffer.from(change(own.toString('utf8', 8, end)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Uint8Array.from(Buffer.concat([length, header, own.subarray(end)]));
}

const named = (table: unknown) => ({ ...(config as object), weight_names: table });

test('a table gives the tensors the names that the engine knows', async () => {
  const wanted = await logitsOf({ config, weights });
  expect(await logitsOf({ config, weights: own }, { names })).toEqual(wanted);
  expect(await logitsOf({ config: named(names), weights: own })).toEqual(wanted);
  // What is given in code stands in place of what config.json says.
  const other = named({ nothing: 'wte.weight' });
  expect(await logitsOf({ config: other, weights: own }, { names })).toEqual(wanted);
  // The names that it does not have stay.
  expect(await logitsOf({ config, weights }, { names: { 'h.{}.': 'h.{}.' } })).toEqual(wanted);
});

test('whatever wrappers stand before names, in the file or in the table', async () => {
  const wanted = await logitsOf({ config, weights });
  const wrapped = (wrapper: string, tokens: string) =>
    file((name) => (name === 'wte.weight' ? tokens : wrapper + name));
  const table = { 'tok_emb.weight': 'wte.weight' };
  for (const [wrapper, tokens] of [
    ['transformer.', 'tok_emb.weight'],
    ['transformer.', 'transformer.tok_emb.weight'],
    ['module.transformer.', 'module.tok_emb.weight'],
    ['_orig_mod.module.', '_orig_mod.module.tok_emb.weight'],
    ['', 'model.tok_emb.weight'],
  ] as const)
    expect(
      await logitsOf({ config, weights: wrapped(wrapper, tokens) }, { names: table }),
      `${wrapper}, ${tokens}`,
    ).toEqual(wanted);
  const whole = { 'module.tok_emb.weight': 'transformer.wte.weight' };
  const weightsOfModule = wrapped('module.', 'module.tok_emb.weight');
  expect(await logitsOf({ config, weights: weightsOfModule }, { names: whole })).toEqual(wanted);
});

test('also where the file comes in small pieces, of a length that is not told', async () => {
  const url = await serve((path, response) => {
    if (path === '/config.json') return response.end(JSON.stringify(named(names)));
    if (path !== '/model.safetensors') return response.writeHead(404).end();
    for (let at = 0; at < own.length; at += 100) response.write(own.subarray(at, at + 100));
    return response.end();
  });
  const seen: number[] = [];
  const onProgress = ({ loaded, total }: { loaded: number; total?: number | undefined }) =>
    void seen.push(loaded / (total ?? Number.NaN));
  expect(await logitsOf(url, { onProgress })).toEqual(await logitsOf({ config, weights }));
  expect(seen.at(-1)).toBe(1);
});

test('scales of integers have the names of their weights', async () => {
  const loaded = await loadModel({ config, weights }, { engine, dtype: 'int8' });
  const stored = await loaded.files();
  await loaded.close();
  const bytes = Buffer.from(stored.weights);
  const end = 8 + Number(bytes.readBigUInt64LE(0));
  const text = bytes
    .toString('utf8', 8, end)
    .replace(/"h\.0\.mlp\.c_fc\.weight/g, '"model.blocks.0.up')
    .replace(/"h\./g, '"model.blocks.')
    .replace(/"wte\.weight/g, '"tokens');
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(text)));
  const renamed = Buffer.concat([length, Buffer.from(text), bytes.subarray(end)]);
  const table = {
    tokens: 'wte.weight',
    'model.blocks.{}.': 'h.{}.',
    'model.blocks.{}.up': 'h.{}.mlp.c_fc.weight',
  };
  const options = { engine, dtype: 'int8' as const };
  expect(text).toContain('"model.blocks.0.up_scale"');
  expect(
    await logitsOf({ config: stored.config, weights: renamed }, { ...options, names: table }),
  ).toEqual(await logitsOf(stored, options));
});

test('an option is called as it is given', async () => {
  const given = { names: { nothing: 'wte.weight' }, engine };
  expect((await refusal(loadModel({ config, weights }, given))).message).toMatch(
    /^model\.safetensors: names has 'nothing', which no tensor needs/,
  );
});

test('what it is stored as has the engine’s names, and no table', async () => {
  const model = await loadModel({ config: named(names), weights: own }, { engine });
  const stored = await model.files();
  await model.close();
  expect(stored.config).not.toHaveProperty('weight_names');
  expect(await logitsOf(stored)).toEqual(await logitsOf({ config, weights }));
});

describe('a table is refused', () => {
  const refused = async (table: unknown, bytes: Uint8Array = own) =>
    (await refusal(loadModel({ config: named(table), weights: bytes }, { engine }))).message;

  test.each([
    [
      7,
      "the given files: config.json: weight_names is 7, expected an object with a name of the engine's for each name of the file",
    ],
    [{ a: 1 }, "the given files: config.json: weight_names gives 'a' 1, expected a name"],
    [
      { ...names, 'model.blocks.{}.down': 'h.{}.mlp.c_proj.weight' },
      "model.safetensors: weight_names has 'model.blocks.{}.down', which no tensor needs (the first is 'tokens'; of two beginnings the longer one counts)",
    ],
    [
      { 'model.blocks.{}.up': 'h.0.mlp.c_fc.weight' },
      "model.safetensors: weight_names gives 'model.blocks.{}.up' the name 'h.0.mlp.c_fc.weight', expected two whole names, or two beginnings that end with a point, and one {} in both, for a layer's number, or in neither",
    ],
    [
      { 'model.norm.': 'ln_f' },
      "model.safetensors: weight_names gives 'model.norm.' the name 'ln_f', expected two whole names, or two beginnings that end with a point, and one {} in both, for a layer's number, or in neither",
    ],
    [
      { tokens: 'wpe.weight' },
      "model.safetensors: by weight_names 'tokens' and 'wpe.weight' are both 'wpe.weight'",
    ],
  ])('%j', async (table, message) => {
    expect(await refused(table)).toBe(message);
  });

  test('as an option: what is no table', async () => {
    const given = { names: ['wte.weight'] as unknown as WeightNames, engine };
    expect((await refusal(loadModel({ config, weights: own }, given))).message).toBe(
      'loadModel: names must be an object, each field a text, found ["wte.weight"]',
    );
  });

  test('and what is no safetensors file is told as what it is', async () => {
    const told = async (bytes: Uint8Array) => {
      const plain = await refusal(loadModel({ config, weights: bytes }, { engine }));
      expect(await refused(names, bytes)).toBe(plain.message);
    };
    await told(new Uint8Array());
    await told(Uint8Array.of(1, 2, 3));
    await told(own.subarray(0, 40));
    await told(new TextEncoder().encode('\u0010\0\0\0\0\0\0\0no json no json '));
    await told(Uint8Array.from(own.subarray(0, 8), () => 255));
    await told(withHeader((header) => `\uFEFF${header}`));
    await told(withHeader((header) => `${header}\0\0`));
  });

  test.each([
    ['a tensor', (header: string) => header.replace('"model.norm.weight"', '"tokens"')],
    ['a field', (header: string) => header.replace('"dtype"', '"shape":[1],"dtype"')],
    [
      'what is written otherwise',
      (header: string) => header.replace('"model.norm.weight"', '"token\\u0073"'),
    ],
    [
      'metadata',
      (header: string) =>
        header.replace('{', '{"__metadata__":{"a":"{","b":"\\""},"__metadata__":{},'),
    ],
  ])('and so is what stands twice in a header: %s', async (_, change) => {
    const { message } = await refusal(
      loadModel({ config: named(names), weights: withHeader(change) }, { engine }),
    );
    expect(message).toMatch(
      /^model\.safetensors: the safetensors header has the name '(wte\.weight|shape|__metadata__)' twice in one object$/,
    );
  });

  test('and a name of more parts than any model has takes no time', async () => {
    const long = file((name) => (name === 'wte.weight' ? '1.'.repeat(250) : name));
    expect(await refused({ 'x.{}.': 'h.{}.' }, long)).toMatch(/which no tensor needs/);
  });
});

test('the token table of one stack in torch’s names may be called embedding', async () => {
  const { config: of, weights: golden } = classifierFiles('pre_mean');
  const { pooling: _pooling, id2label: _labels, ...sizes } = JSON.parse(of as string);
  const decoder = { ...sizes, num_encoder_layers: 0, num_decoder_layers: 2 };
  const stack = Object.entries(readTensors(Buffer.from(golden as Uint8Array)))
    .filter(([name]) => !name.startsWith('classifier.'))
    .map(([name, tensor]) => [name.replace(/^encoder\./, 'decoder.'), tensor] as const);
  const called = (table: string) =>
    writeTensors(
      Object.fromEntries(
        stack.map(([name, tensor]) => [name.replace(/^embedding\.weight$/, table), tensor]),
      ),
    );
  const wanted = await logitsOf({ config: decoder, weights: called('tgt_embed.weight') });
  expect(wanted.length).toBe(ids.length * 11);
  expect(await logitsOf({ config: decoder, weights: called('embedding.weight') })).toEqual(wanted);
  const { message } = await refusal(
    loadModel({ config: decoder, weights: called('tokens.weight') }, { engine }),
  );
  expect(message).toContain("lack 'tgt_embed.weight' [11, 16]");
});
