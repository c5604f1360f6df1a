/** A model of the reader's own, as far as no browser is needed: which file is which, addresses, the time that is left. */
import { describe, expect, it } from 'vitest';
import {
  folderAddress,
  nameOfAddress,
  shortName,
} from '../../../web/page/chapters/own-model/folder-address.ts';
import { kModelFiles, modelAmong } from '../../../web/page/chapters/own-model/given-files.ts';
import { modelFilesOf } from '../../../web/page/chapters/own-model/own-files.ts';
import { Pace } from '../../../web/page/chapters/own-model/pace.ts';
import { ownModelTexts } from '../../../web/page/i18n/own-model-texts.ts';
import { languages } from '../../../web/page/i18n/texts.ts';
import { kTokenizerFiles } from '../../../web/src/shared/tokenizer-files.ts';

describe('a model among files', () => {
  const whole = ['m/config.json', 'm/model.safetensors', 'm/vocab.json'];

  it('is found by the usual names of its files, in whatever folder', () => {
    const found = modelAmong([
      'a/README.md',
      ...whole.map((path) => `a/b/${path}`),
      'a/b/m/log.tsv',
    ]);
    expect(found).toEqual({
      name: 'm',
      paths: new Map([
        ['config.json', 'a/b/m/config.json'],
        ['model.safetensors', 'a/b/m/model.safetensors'],
        ['vocab.json', 'a/b/m/vocab.json'],
      ]),
    });
  });

  it('has no name where the files come without a folder', () => {
    expect(modelAmong(['config.json', 'model.safetensors'])).toMatchObject({ name: '' });
  });

  it('is not hindered by a config.json that lies elsewhere, as in onnx/', () => {
    expect(modelAmong([...whole, 'm/onnx/config.json', 'm/onnx/model.onnx'])).toMatchObject({
      name: 'm',
    });
  });

  it.each([
    ['nothing', [], { kind: 'empty' }],
    [
      'no config.json',
      ['a.txt', 'x/b.txt', 'c', 'd'],
      { kind: 'noConfig', found: ['a.txt', 'b.txt', 'c'] },
    ],
    ['a checkpoint of PyTorch alone', ['out/ckpt.pt'], { kind: 'pickled', file: 'ckpt.pt' }],
    [
      'an older one of Hugging Face',
      ['m/config.json', 'm/pytorch_model.bin'],
      { kind: 'pickled', file: 'pytorch_model.bin' },
    ],
    [
      'weights in parts',
      ['config.json', 'model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'],
      { kind: 'inParts', parts: 2 },
    ],
    [
      'older weights in parts, and no config.json',
      ['m/pytorch_model-00001-of-00002.bin', 'm/pytorch_model-00002-of-00002.bin'],
      { kind: 'inParts', parts: 2 },
    ],
    [
      'what a trainer keeps beside the weights',
      ['m/config.json', 'm/optimizer.pt', 'm/other.bin', 'm/pytorch_model.bin'],
      { kind: 'pickled', file: 'pytorch_model.bin' },
    ],
    [
      'weights of another name',
      ['config.json', 'tokenizer.json', 'best.safetensors'],
      { kind: 'noWeights', found: ['best.safetensors'] },
    ],
    [
      'weights in the format of another engine',
      ['config.json', 'merges.txt', 'README.md', 'tokenizer.json', 'q4.gguf'],
      { kind: 'noWeights', found: ['q4.gguf'] },
    ],
    [
      'a config.json beside such weights',
      ['a.txt', 'b.txt', 'c.txt', 'model.onnx'],
      { kind: 'noConfig', found: ['model.onnx'] },
    ],
    [
      'no weights',
      ['config.json', 'tokenizer.json'],
      { kind: 'noWeights', found: ['config.json', 'tokenizer.json'] },
    ],
    [
      'several',
      [...whole, 'n/config.json', 'n/model.safetensors', 'config.json', 'model.safetensors'],
      { kind: 'several', folders: ['./', 'm', 'n'] },
    ],
  ])('is missing: %s', (_name, paths, problem) => {
    expect(modelAmong(paths)).toEqual(problem);
  });

  it('may have every file that the engine reads', () => {
    expect(kModelFiles).toEqual(expect.arrayContaining([...kTokenizerFiles]));
  });

  it('has one tokenizer on each side, which is read from as many files as it needs', async () => {
    const of = async (config: object, ...names: readonly string[]) => {
      const files = new Map(names.map((name) => [name, new Blob([`of ${name}`])]));
      files.set('config.json', new Blob([JSON.stringify(config)]));
      const {
        config: _config,
        weights: _weights,
        ...read
      } = await modelFilesOf({ name: '', files });
      return read;
    };
    const [tokenizerJson, vocabJson] = ['of tokenizer.json', 'of vocab.json'];
    const [mergesTxt, vocabTxt] = ['of merges.txt', 'of vocab.txt'];
    const all = ['vocab.txt', 'vocab.json', 'merges.txt', 'tokenizer.json', 'source_vocab.txt'];
    const source = { vocabTxt: 'of source_vocab.txt' };
    expect(await of({}, ...all)).toEqual({ tokenizerJson, source });
    expect(await of({}, ...all.slice(0, 3))).toEqual({ vocabJson, mergesTxt });
    expect(await of({}, 'vocab.json')).toEqual({ vocabJson });
    expect(await of({}, 'vocab.txt', 'merges.txt')).toEqual({ vocabTxt });
    const listing = (...tokenizer_files: readonly string[]) => of({ tokenizer_files }, ...all);
    expect(await listing()).toEqual({});
    expect(await listing('vocab.txt')).toEqual({ vocabTxt });
    expect(await listing('vocab.json', 'source_vocab.txt')).toEqual({ vocabJson, source });
    // The engine says what is wrong with such a list.
    expect(await listing('../secret')).toEqual({ tokenizerJson, source });
  });
});

describe('the address of a folder', () => {
  const at = (typed: string) => folderAddress(typed, 'https://here.org/page/')?.href ?? null;

  it('is a whole one, or a path of the page’s host', () => {
    expect(at('https://there.org/models/mine')).toBe('https://there.org/models/mine/');
    expect(at('https://there.org/mine/?version=2#top')).toBe('https://there.org/mine/?version=2');
    expect(at('/mine')).toBe('https://here.org/mine/');
    expect(at('./mine/')).toBe('https://here.org/page/mine/');
    expect(at('//there.org/mine')).toBe('https://there.org/mine/');
    expect(nameOfAddress(new URL('https://there.org/a/mine/?x'))).toBe('there.org/a/mine');
  });

  it('is shortened in a list to the host and the last folders', () => {
    const short = (address: string) => shortName(new URL(address));
    expect(short('https://there.org/a/mine/')).toBe('there.org/a/mine');
    const hub = 'https://huggingface.co/someone/TinyStories-3M';
    expect(short(`${hub}/resolve/main/`)).toBe('huggingface.co/…/TinyStories-3M/resolve/main');
    expect(short(`${hub}-instruct-long/resolve/main/`)).toBe('huggingface.co/…/resolve/main');
    expect(short(`https://there.org/a/${'m'.repeat(50)}/`)).toBe(`there.org/…/${'m'.repeat(50)}`);
  });

  it('names the host as it is asked, however it is written', () => {
    expect(folderAddress('https://xn--e1afmkfd.org/', 'https://here.org/')?.host).toBe(
      'xn--e1afmkfd.org',
    );
    expect(folderAddress('https://аpple.com/m', 'https://here.org/')?.host).toMatch(/^xn--/);
  });

  it.each([
    '',
    '  ',
    'there.org/mine',
    'mine',
    'javascript:alert(1)',
    'data:,a',
    'file:///etc/',
    'blob:https://here.org/1',
    'https://me:secret@there.org/',
    'https://',
  ])('is not: %j', (typed) => {
    expect(at(typed)).toBeNull();
  });
});

describe('the time that is left', () => {
  it('follows from the pace so far, once there is one', () => {
    const pace = new Pace();
    expect(pace.after({ loaded: 10, total: 100 }, 0)).toEqual({
      loaded: 10,
      total: 100,
      secondsLeft: null,
    });
    expect(pace.after({ loaded: 11, total: 100 }, 50)).toBeNull();
    expect(pace.after({ loaded: 30, total: 100 }, 2000)?.secondsLeft).toBe(7);
    expect(pace.after({ loaded: 50, total: undefined }, 3000)?.secondsLeft).toBeNull();
    expect(pace.after({ loaded: 100, total: 100 }, 3010)?.secondsLeft).toBe(0);
    // From where it begins anew.
    expect(pace.after({ loaded: 0, total: 100 }, 4000)?.secondsLeft).toBeNull();
    expect(pace.after({ loaded: 50, total: 100 }, 6000)?.secondsLeft).toBe(2);
  });
});

describe('its words', () => {
  it('are there in every language of the page', () => {
    const own = new Set(languages.map((language) => ownModelTexts(language)));
    expect(own.size).toBe(languages.length);
    expect(ownModelTexts('tlh')).toBe(ownModelTexts('en'));
  });

  it('say every problem with what is known of it', () => {
    const details = {
      found: ['a.txt', 'b.txt'],
      file: 'x.pt',
      parts: 2,
      folders: ['m', 'n'],
      most: 2000,
      typed: 'y',
      folder: 'https://h/',
      address: 'https://h/config.json',
      host: 'h.org',
      here: 'here.org',
      status: 503,
      bytes: 5e6,
      name: '<b>',
    };
    for (const language of languages) {
      const { problems } = ownModelTexts(language);
      for (const [kind, say] of Object.entries(problems)) {
        const sentence =
          typeof say === 'string' ? say : (say as (given: object) => string)(details);
        expect(sentence, `${kind} in ${language}`).not.toMatch(/undefined|NaN|\[object/);
        expect(sentence.trim()).toMatch(/[.:?。：？]$/);
      }
      expect(problems.several(details)).toContain('n');
    }
  });
});
