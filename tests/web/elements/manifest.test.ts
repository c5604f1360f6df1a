// The package's custom-elements.json beside what its elements are: their classes, as built, and their sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LitElement } from 'lit';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const elements = join(root, 'web/src/elements');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Named {
  readonly name: string;
  readonly description: string;
  readonly type?: { readonly text: string };
}
interface Typed extends Named {
  readonly fieldName: string;
  readonly parsedType?: { readonly text: string };
}
interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly superclass: { readonly name: string };
  readonly attributes: readonly Typed[];
  readonly members: readonly (Named & { readonly kind: string; readonly readonly?: boolean })[];
  readonly events: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}
interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

const text = read('dist/custom-elements.json');
const declarations = (JSON.parse(text) as Manifest).modules.flatMap((each) => each.declarations);
const tags = readdirSync(elements).filter((name) => name.startsWith('glass-'));
const ofTag = (tag: string) => {
  const found = declarations.filter(({ tagName }) => tagName === tag);
  expect(found, tag).toHaveLength(1);
  return found[0] as Declaration;
};
const names = (items: readonly Named[] = []) => items.map(({ name }) => name).sort();
const set = (items: Iterable<string | undefined>) =>
  [...new Set(items)].filter((item) => item !== undefined).sort();

/** The sources of a tag, of the tag that it extends, and of the base class. */
function sourcesOf(tag: string): string {
  const { superclass } = ofTag(tag);
  const above = tags.find((each) => ofTag(each).name === superclass.name);
  const rest = above === undefined ? sourcesIn('base') : sourcesOf(above);
  return sourcesIn(tag) + rest;
}

const sourcesIn = (folder: string): string =>
  readdirSync(join(elements, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(elements, folder, file), 'utf8'))
    .join('\n');

/** What a pattern's group matches in code; comments are left out. */
function found(source: string, pattern: RegExp): string[] {
  const code = source.replace(/\/\*[^]*?\*\//g, '');
  return set([...code.matchAll(pattern)].map(([, name]) => name));
}

async function classOf(tag: string): Promise<typeof LitElement> {
  const module = (await import(`${root}/dist/elements/${tag}.element.js`)) as Record<
    string,
    typeof LitElement
  >;
  return module[ofTag(tag).name] as typeof LitElement;
}

test('it names every tag, and no place of the sources', () => {
  expect(set(declarations.map(({ tagName }) => tagName))).toEqual(tags);
  expect(text).not.toContain('web/src');
  expect(text).not.toContain(root);
});

test('it says what constants are, and not what the sources call them', () => {
  const all = declarations.flatMap((each) => [...(each.attributes ?? []), ...(each.members ?? [])]);
  const initials = all.flatMap((each) => (each as { default?: string }).default ?? []);
  expect(initials.length).toBeGreaterThan(50);
  expect(initials.filter((each) => /^(?!true$|false$|null$)[a-z_]/i.test(each))).toEqual([]);
});

test.each(['glass-generate', 'glass-next-token', 'glass-beam-tree'])(
  'the settings of %s are told with their keys, as its rule has them',
  async (tag) => {
    const { parsedType, description } = ofTag(tag).attributes.find(
      ({ name }) => name === 'settings',
    )! as { parsedType?: { text: string }; description?: string };
    const keys = [...(parsedType?.text ?? '').matchAll(/(\w+)\?: /g)].map(([, key]) => key!);
    const { rules } = (await classOf(tag)) as never as {
      rules: { settings: { names: readonly string[] } };
    };
    expect(keys.sort()).toEqual([...rules.settings.names].sort());
    for (const key of keys) expect(description).toContain(`"${key}"`);
  },
);

test('it has nothing of how the classes work together', () => {
  const members = set(declarations.flatMap((each) => names(each.members)));
  for (const name of [
    'figure',
    'ownsFigure',
    'neededHooks',
    'subjects',
    'showWhole',
    'showPrinted',
    'words',
  ])
    expect(members).not.toContain(name);
  expect(members.filter((name) => name.startsWith('#'))).toEqual([]);
  for (const name of ['toSVG', 'toPNG', 'toJSON', 'loading', 'problem'])
    expect(members).toContain(name);
});

test('each event of GlassEvents is told by an element, with the type of its detail', () => {
  const [, all = ''] = /interface GlassEvents \{(.*?)\n\}/s.exec(
    read('web/src/elements/events.ts'),
  )!;
  const events = all.matchAll(/^ {2}'(glass-[\w-]+)':/gm);
  const told = declarations.flatMap((each) => each.events);
  expect(set(told.map(({ name }) => name))).toEqual(set([...events].map(([, name]) => name)));
  for (const { name, type } of told) expect(type?.text, name).toMatch(/^CustomEvent<(?!null>).+>$/);
});

test('events that several tags send have the detail of each', () => {
  const detailOf = (tag: string, event: string) =>
    ofTag(tag).events.find(({ name }) => name === event)?.type?.text;
  expect(detailOf('glass-attention', 'glass-view')).toBe(
    'CustomEvent<{ readonly view: AttentionView }>',
  );
  expect(detailOf('glass-map', 'glass-view')).toBe('CustomEvent<{ readonly view: MapView }>');
  expect(detailOf('glass-embeddings', 'glass-pin')).toBe(
    'CustomEvent<{ readonly row: number | null; readonly column: number | null }>',
  );
  expect(detailOf('glass-tokens', 'glass-pin')).toBe('CustomEvent<{ readonly token: number }>');
  expect(text).not.toContain('OfTags');
});

describe.each(tags)('%s', (tag) => {
  test('has the attributes that its class observes', async () => {
    const { observedAttributes } = await classOf(tag);
    expect(names(ofTag(tag).attributes)).toEqual([...observedAttributes].sort());
  });

  test('has the names of the controls that its class takes away, as docs/elements.md does', async () => {
    const { rules } = (await classOf(tag)) as never as {
      rules: { fixed: { names: readonly string[] } };
    };
    const { names: own } = rules.fixed;
    const { type, parsedType } = ofTag(tag).attributes.find(({ name }) => name === 'fixed')!;
    const shown = ['boolean', ...own.map((name) => `'${name}'`)].join(' | ');
    expect((parsedType ?? type)?.text).toBe(shown);
    const [, rows = ''] = /^\| name +\| what a reader[^\n]*\n[^\n]*\n((?:\|.*\n)+)/m.exec(
      read('docs/elements.md'),
    )!;
    const documented = rows
      .split('\n')
      .filter((row) => row.includes(`\`${tag}\``))
      .flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(documented.sort()).toEqual([...own].sort());
  });

  test('has the reactive properties of its class, each described', async () => {
    const { elementProperties, observedAttributes } = await classOf(tag);
    expect(observedAttributes.length).toBeGreaterThan(0);
    const reactive = [...elementProperties].filter(([, { state }]) => !state);
    const fields = ofTag(tag).members.filter(
      ({ kind, readonly }) => kind === 'field' && readonly !== true,
    );
    expect(names(fields)).toEqual(reactive.map(([name]) => String(name)).sort());
  });

  test('has the events that it sends', () => {
    expect(names(ofTag(tag).events)).toEqual(found(sourcesOf(tag), /\.send\(\s*'([\w-]+)'/g));
  });

  test('has the slots and parts of its templates', () => {
    const sources = sourcesOf(tag);
    expect(names(ofTag(tag).cssParts)).toEqual(found(sources, /(?<!\[)\bpart="([\w-]+)"/g));
    const own = found(sourcesIn(tag), /<slot(?: name="([\w-]+)")?>/g);
    const named = (ofTag(tag).slots ?? []).filter(({ name }) => name !== '');
    expect(names(named)).toEqual(own);
  });

  test('has the custom properties of its styles', () => {
    const sources = sourcesOf(tag);
    const used = found(sources, /var\(\s*(--glass-[\w-]+)/g);
    expect(names(ofTag(tag).cssProperties)).toEqual(used);
  });
});
