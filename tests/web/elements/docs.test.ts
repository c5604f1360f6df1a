/** What the header of every element says is what the element has, and all of it; and every element has its tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../web/src/elements/', import.meta.url));
const tests = fileURLToPath(new URL('../../page/elements/', import.meta.url));
const tags = readdirSync(folder).filter((name) => name.startsWith('glass-'));

/** All sources of an element in one; its class first. */
function sourceOf(tag: string): string {
  const files = readdirSync(join(folder, tag));
  const first = `${tag}.element.ts`;
  return [first, ...files.filter((name) => name !== first)]
    .map((name) => readFileSync(join(folder, tag, name), 'utf8'))
    .join('\n');
}

const all = (source: string, pattern: RegExp): string[] =>
  [...new Set([...source.matchAll(pattern)].map(([, name]) => name as string))].sort();

/** The comment over a class. */
function headerOf(source: string): string {
  return /\/\*\*(?:(?!\*\/)[^])*\*\/\s*export (?:abstract )?class /.exec(source)?.[0] ?? '';
}

/** What an author can use of an element. */
interface ElementApi {
  readonly events: string[];
  readonly slots: string[];
  readonly parts: string[];
  readonly variables: string[];
}

function documented(source: string): ElementApi {
  const header = headerOf(source);
  return {
    events: all(header, /@fires ([\w-]+) - /g),
    slots: all(header, /@slot ([\w-]+) - |@slot (?=- )/g).map((name) => name ?? ''),
    parts: all(header, /@csspart ([\w-]+) - /g),
    variables: all(header, /@cssprop \[?(--[\w-]+)/g),
  };
}

function actual(source: string): ElementApi {
  return {
    events: all(source, /\.send(?:<[^(]*>)?\(\s*'([\w-]+)'/g),
    slots: all(source, /<slot(?:\s+name="([\w-]+)")?(?:\s+class=\$\{[^}]*\})?\s*>/g).map(
      (name) => name ?? '',
    ),
    parts: all(source, /(?<![\w-])part="([\w-]+)"/g),
    variables: all(source, /var\(\s*(--glass-[\w-]+)/g),
  };
}

/** What a class has from the one it extends. */
function inherited(source: string): ElementApi {
  const parent = /class \w+ extends Glass(\w+) /.exec(source)?.[1] ?? '';
  const tag = `glass${parent.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (tags.includes(tag)) return actual(sourceOf(tag));
  return { events: [], slots: [], parts: [], variables: [] };
}

describe.each(tags)('%s', (tag) => {
  const source = sourceOf(tag);
  const said = documented(source);
  const own = actual(source);
  const base = inherited(source);
  const has = (kind: keyof ElementApi) => [...new Set([...own[kind], ...base[kind]])].sort();

  it('names itself', () => {
    expect(headerOf(source)).toContain(`@element ${tag}\n`);
  });

  it('has a file of tests in the browser', () => {
    const name = `${tag}.spec.ts`;
    expect(readdirSync(tests), `tests/page/elements/${name} is missing`).toContain(name);
    const text = readFileSync(join(tests, name), 'utf8');
    expect(text, `${name} never mounts <${tag}>`).toMatch(new RegExp(`<${tag}[ >]|'${tag}'`));
  });

  it('documents its events, its slots and its custom properties', () => {
    expect(said.events).toEqual(has('events'));
    expect(said.slots).toEqual(has('slots'));
    expect(said.variables).toEqual(has('variables'));
  });

  it('documents its parts', () => {
    // Every element has the sentence that stands in its figure's place; the base class says so.
    const isOwn = (part: string) => part !== 'message';
    expect(said.parts.filter(isOwn)).toEqual(has('parts').filter(isOwn));
  });

  it('documents every property', () => {
    const undocumented = [...source.matchAll(/(\*\/\s*)?@property\([^)]*\)\s+(?:override )?(\w+)/g)]
      .filter(([, comment]) => comment === undefined)
      .map(([, , name]) => name);
    expect(undocumented).toEqual([]);
  });
});

it('no file of tests is of an element that there is not', () => {
  const files = readdirSync(tests).map((name) => name.replace(/\.spec\.ts$/, ''));
  expect(files.filter((name) => !tags.includes(name))).toEqual([]);
});

describe('what all elements have', () => {
  const read = (name: string) => readFileSync(join(folder, 'base', name), 'utf8');
  const header = headerOf(read('glass-element.ts'));

  it('is documented by the class that all extend', () => {
    expect(all(header, /@csspart ([\w-]+) - /g)).toEqual(
      all(read('glass-element.ts'), /part="([\w-]+)"/g),
    );
    expect(all(header, /@fires ([\w-]+) - /g)).toEqual(
      all(
        ['glass-element.ts', 'provider/model-provider.ts'].map(read).join('\n'),
        /\.send\(\s*'([\w-]+)'/g,
      ),
    );
    const variables = ['base.styles.ts', 'palette.ts'].map(read).join('\n');
    const said = all(header, /@cssprop \[?(--[\w-]+)/g);
    for (const name of all(variables, /var\(\s*(--glass-[\w-]+)/g)) {
      // Eight hues are one line.
      expect(said).toContain(name.replace(/-token-\d$/, '-token-0'));
    }
  });
});
