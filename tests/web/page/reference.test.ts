/** The reference of the elements: what is listed, in both languages, and what a reader may type. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Catalog,
  catalogOf,
  type Manifest,
  type OptionTable,
  splitPurpose,
} from '../../../web/page/reference/catalog.ts';
import { type Block, guidesIn } from '../../../web/page/reference/guides.ts';
import { matches } from '../../../web/page/reference/filter.ts';
import { laterTags } from '../../../web/page/reference/later.ts';
import { isRefusal, readMarkup, refusalOf } from '../../../web/page/reference/markup.ts';
import { words as en } from '../../../web/page/reference/words/en.ts';
import { words as zh } from '../../../web/page/reference/words/zh.ts';
import { descriptions } from '../../../web/page/reference/words/zh-descriptions.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('dist/custom-elements.json')) as Manifest;
const catalog = catalogOf({
  manifest,
  generation: JSON.parse(read('core/options/generation.json')) as OptionTable,
  training: JSON.parse(read('core/options/training.json')) as OptionTable,
  documentation: read('docs/javascript.md'),
  errorTypes: read('web/src/shared/error-types.ts'),
});
const tags = readdirSync(join(root, 'web/src/elements')).filter((name) =>
  name.startsWith('glass-'),
);

/** Every description that stands in the sources, by its key: what a table in another language must have. */
function descriptionsOf(catalog: Catalog): ReadonlyMap<string, string> {
  const tables = [...catalog.elements.map(({ tables }) => tables), catalog.every];
  const rows = [
    ...tables.flatMap((each) => [...each.values()].flat()),
    ...catalog.generation,
    ...catalog.training,
    ...catalog.errors,
  ];
  return new Map([
    ...catalog.elements.map(({ tag, description }) => [tag, description] as const),
    ...rows.map(({ key, description }) => [key, description] as const),
  ]);
}

describe('catalog', () => {
  it('has every element, and every attribute, event, part and custom property of the manifest', () => {
    expect(catalog.elements.map(({ tag }) => tag).sort()).toEqual(tags.sort());
    const declarations = manifest.modules.flatMap((module) => module.declarations);
    const namesOf = (tables: (typeof catalog)['every']) =>
      [...tables.values()].flat().map(({ name }) => name);
    const common = namesOf(catalog.every);
    for (const { tag, tables, extended } of catalog.elements) {
      const extendedTables = catalog.elements.find((each) => each.tag === extended)?.tables;
      const listed = new Set([
        ...common,
        ...namesOf(tables),
        ...(extendedTables ? namesOf(extendedTables) : []),
      ]);
      const declared = declarations.find(({ tagName }) => tagName === tag);
      const names = (
        ['attributes', 'events', 'slots', 'cssParts', 'cssProperties'] as const
      ).flatMap((kind) => (declared?.[kind] ?? []).map(({ name }) => name));
      expect(names.length).toBeGreaterThan(9);
      expect(
        names.filter((name) => !listed.has(name)),
        tag,
      ).toEqual([]);
    }
  });

  it('has every option, hook and error, and no address twice', () => {
    expect(catalog.generation.length).toBeGreaterThan(15);
    expect(catalog.training.length).toBeGreaterThan(15);
    expect(catalog.hooks.map(({ name }) => name).join()).toContain('blocks.{l}.attn.raw_scores');
    expect(catalog.errors.map(({ name }) => name)).toEqual(
      [...read('web/src/shared/error-types.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(
        ([, code]) => code,
      ),
    );
    expect(catalog.details).toHaveLength(
      read('web/src/shared/error-types.ts').match(/readonly kind: /g)?.length ?? 0,
    );
    expect(catalog.details.find(({ name }) => name === 'tooLong')?.type).toBe(
      "{ kind: 'tooLong', tokens: number, limit: number, atLeast?: boolean }",
    );
    const ids = [
      ...catalog.elements.map(({ tag }) => tag),
      ...catalog.guides.map(({ id }) => id),
      ...[...catalog.elements.map(({ tables }) => tables), catalog.every].flatMap((tables) =>
        [...tables.values()].flat().map(({ id }) => id),
      ),
      ...[
        catalog.generation,
        catalog.training,
        catalog.hooks,
        catalog.errors,
        catalog.details,
      ].flatMap((rows) => rows.map(({ id }) => id)),
    ];
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids).toContain('glass-attention-layer');
    expect(ids.filter((id) => !/^[\w.-]+$/.test(id))).toEqual([]);
  });

  it('begins each element with one sentence', () => {
    for (const { tag, description } of catalog.elements)
      for (const text of [description, zh.describe(tag, description)]) {
        const [purpose, more] = splitPurpose(text);
        expect(purpose).toMatch(/[.。]$/);
        expect(`${purpose}${more}`.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }
  });
});

it('says what a number is at first without the marks of a source', () => {
  const all = catalog.elements.flatMap(({ tables }) => tables.get('attributes') ?? []);
  expect(all.find(({ id }) => id === 'glass-input-maxlength')?.initial).toBe('20000');
});

describe('in Chinese', () => {
  it('has each description of the sources, and none that is not there any more', () => {
    const keys = [...descriptionsOf(catalog)].flatMap(([key, text]) => (text === '' ? [] : [key]));
    expect(keys.length).toBeGreaterThan(250);
    expect(Object.keys(descriptions).sort()).toEqual(keys.sort());
    for (const key of keys) expect(descriptions[key], key).toMatch(/\p{Script=Han}/u);
  });

  it('names the same values and fields as the sources do', () => {
    for (const [key, english] of descriptionsOf(catalog)) {
      const chinese = descriptions[key] ?? '';
      for (const pattern of [/"[\w-]+"/g, /`[^`]+`/g, /(?<=\{ )[\w, ]+(?= \})/g])
        expect([...new Set(chinese.match(pattern))].sort(), key).toEqual(
          [...new Set(english.match(pattern))].sort(),
        );
    }
  });
});

describe('guides', () => {
  const { guides } = catalog;
  const inChinese = zh.guides(guides);
  const words = (block: Block | undefined): string =>
    block === undefined || block.kind === 'code'
      ? ''
      : block.kind === 'text'
        ? block.text
        : [block.head, ...block.rows].flat().join('\n');

  it('have the code that tests run, in each language', () => {
    const section = /^## From PyTorch.*?(?=^## )/ms.exec(read('docs/javascript.md'))?.[0] ?? '';
    const code = [...section.matchAll(/^```\w+\n(.*?)\n```/gms)].map(([, lines]) => lines);
    expect(code.length).toBeGreaterThan(5);
    expect(code[0]).toContain('save_file(');
    for (const all of [en.guides(guides), inChinese])
      expect(
        all.flatMap(({ blocks }) =>
          blocks.flatMap((block) => (block.kind === 'code' ? [block.code] : [])),
        ),
      ).toEqual(code);
  });

  it('can be led to by the links of the document', () => {
    expect(guides.map(({ id }) => id)).toEqual([
      'from-pytorch-to-a-figure',
      'a-classifier',
      'names-of-the-weights',
    ]);
    expect(inChinese.map(({ id }) => id)).toEqual(guides.map(({ id }) => id));
    const all = guides.flatMap(({ blocks }) => blocks.map(words)).join('\n');
    expect(all.match(/\]\([^)]*\)/g)).toEqual(['](#names-of-the-weights)']);
  });

  it('name the same in Chinese, block by block', () => {
    for (const [i, { title, blocks }] of inChinese.entries()) {
      expect(title).toMatch(/\p{Script=Han}/u);
      for (const [place, block] of blocks.entries()) {
        const [chinese, english] = [words(block), words(guides[i]?.blocks[place])];
        if (block.kind !== 'code') expect(chinese).toMatch(/\p{Script=Han}/u);
        for (const pattern of [/`[^`]+`/g, /\]\([^)]*\)/g])
          expect([...new Set(chinese.match(pattern))].sort(), chinese).toEqual(
            [...new Set(english.match(pattern))].sort(),
          );
      }
    }
  });

  it('refuse a translation that has lost a paragraph', () => {
    expect(() => guidesIn('## 从 PyTorch 到图\n\n没有了。\n', guides)).toThrow(/made of text/);
  });
});

describe('examples', () => {
  it('has one of each element in each language, which shows it', () => {
    for (const { examples } of [en, zh]) {
      expect(Object.keys(examples).sort()).toEqual(tags.sort());
      for (const [tag, markup] of Object.entries(examples)) expect(markup).toContain(`<${tag}`);
      // A start tag of several lines is text to Markdown.
      for (const markup of Object.values(examples)) expect(markup.split('\n')[0]).toMatch(/>$/);
    }
  });

  it('knows what defines each tag that does not come with the page', () => {
    const first = [...read('web/page/elements/first.ts').matchAll(/elements\/(glass-[a-z-]+)'/g)];
    const defined = [...laterTags, ...first.map(([, tag]) => tag ?? '')];
    expect(defined.sort()).toEqual(tags.sort());
  });
});

describe('refusalOf', () => {
  const rules = {
    address: 'https://example.org/page/elements/',
    attributesOf: (tag: string) => (tag === 'glass-attention' ? ['model', 'layer'] : null),
  };
  const refused = (tag: string, attributes: Readonly<Record<string, string>> = {}) =>
    refusalOf(
      tag,
      Object.entries(attributes).map(([name, value]) => ({ name, value })),
      rules,
    );

  it('takes our elements, their attributes, and markup of texts', () => {
    expect(refused('glass-attention', { model: 'stories', layer: '1', lang: 'zh' })).toBeNull();
    expect(refused('glass-attention', { model: '../models/mine/' })).toBeNull();
    expect(refused('glass-attention', { model: 'https://example.org/mine/' })).toBeNull();
    expect(refused('em')).toBeNull();
  });

  it('refuses what could do something, in one sentence that names it', () => {
    for (const tag of ['script', 'iframe', 'img', 'svg', 'style', 'link', 'template', 'a', 'form'])
      expect(refused(tag)).toEqual({ kind: 'element', found: [tag] });
    expect(refused('glass-attention', { onclick: 'x()' })).toEqual({
      kind: 'attribute',
      found: ['glass-attention', 'onclick'],
    });
    for (const name of ['style', 'id', 'class', 'onload', 'is'])
      expect(refused('p', { [name]: '' })).toEqual({ kind: 'attribute', found: ['p', name] });
    expect(refused('glass-attention', { heads: '2' })).toEqual({
      kind: 'unknown',
      found: ['glass-attention', 'heads'],
    });
  });

  it('refuses models of other origins, however they are written', () => {
    for (const model of [
      'https://example.com/m/',
      '//example.com/m/',
      '\\\\example.com/m',
      'http://example.org/m/',
      ' https://example.com/',
      'data:application/json,{}',
      'blob:https://example.org/0',
      'javascript:0',
      'https://[',
    ])
      expect(refused('glass-attention', { model }), model).toEqual({
        kind: 'origin',
        found: ['glass-attention', 'model'],
      });
  });

  it('reads no example that is too long', () => {
    const read = readMarkup(
      'x'.repeat(4001),
      () => {
        throw new Error('it was parsed');
      },
      rules,
    );
    expect(isRefusal(read) && read.found).toEqual([4001, 4000]);
  });
});

describe('matches', () => {
  it('finds all words, in any order and case, half or full width', () => {
    expect(matches('glass-attention layer', 'LAYER attention')).toBe(true);
    expect(matches('glass-attention layer', 'layer heads')).toBe(false);
    expect(matches('按长度归一化', '归一化')).toBe(true);
    expect(matches('top_k', 'ｔｏｐ_k')).toBe(true);
    expect(matches('anything', ' ')).toBe(true);
  });

  it('finds a hook in every way in which it can be written', () => {
    const { name, names = [] } = catalog.hooks.find(({ id }) => id.endsWith('attn.raw_scores'))!;
    expect(names).toEqual([
      'blocks.{l}.attn.raw_scores',
      'blocks.{l}.attn.scores',
      'blocks.{l}.attn.pattern',
    ]);
    const text = `${name} ${names.join(' ')}`;
    for (const typed of ['0', '11', '*', '{l}', '{}', 'L'])
      for (const stack of ['', 'encoder.', 'decoder.'])
        expect(matches(text, `'${stack}blocks.${typed}.attn.pattern'`), typed).toBe(true);
    for (const typed of ['blocks.*', 'blocks.0', 'blocks.*.attn.*', '*.pattern', 'blocks.{l'])
      expect(matches(text, typed), typed).toBe(true);
    for (const typed of ['blocks.0.mlp', 'blocks.0.attn.patterns', '*.resid_pre'])
      expect(matches(text, typed), typed).toBe(false);
    const post = catalog.hooks.find(({ name: each }) => each.includes('mlp.post'));
    expect(post?.names).toContain('blocks.{l}.mlp.post');
  });

  it('takes no time for many marks', () => {
    const begun = performance.now();
    expect(matches('anything', `a${'\u0301\u0323'.repeat(40_000)}`)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
