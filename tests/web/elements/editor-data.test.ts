// What editors read about the tags: made of the manifest, which has a test of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const tags = readdirSync(join(root, 'web/src/elements')).filter((name) =>
  name.startsWith('glass-'),
);

interface Item {
  readonly name: string;
  readonly [key: string]: unknown;
}
interface Tag extends Item {
  readonly attributes: readonly Item[];
}
const read = <Data>(name: string) =>
  JSON.parse(readFileSync(join(root, 'dist', name), 'utf8')) as Data;
const tagNamed = (list: readonly Tag[], name: string) => list.find((tag) => tag.name === name);
const attribute = (tag: Tag | undefined, name: string) =>
  tag?.attributes.find((each) => each.name === name);

test('VS Code is told the tags, and the words that an attribute may hold', () => {
  const data = read<{ version: number; tags: Tag[] }>('vscode.html-custom-data.json');
  expect(data.version).toBe(1.1);
  expect(data.tags.map(({ name }) => name).sort()).toEqual(tags);
  const attention = tagNamed(data.tags, 'glass-attention');
  expect(attribute(attention, 'view')?.['values']).toEqual([{ name: 'matrix' }, { name: 'lines' }]);
  expect(attribute(attention, 'layer')?.['values']).toEqual([]);
  expect(attribute(attention, 'fixed-view')?.['valueSet']).toBe('v');
  expect(attribute(attention, 'fixed')?.['values']).toEqual([{ name: 'view' }]);
  expect(attribute(tagNamed(data.tags, 'glass-tokens'), 'fixed')?.['valueSet']).toBe('v');
});

test('VS Code is told each custom property once', () => {
  const { properties } = read<{ properties: Item[] }>('vscode.css-custom-data.json');
  const names = properties.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toContain('--glass-accent');
  expect(names).toContain('--glass-heads-size');
});

test('JetBrains is told the tags with their properties, events, parts', () => {
  interface WebTag extends Tag {
    readonly js: { readonly properties: readonly Item[]; readonly events: readonly Item[] };
    readonly css: { readonly parts: readonly Item[] };
  }
  const data = read<{ name: string; contributions: { html: { elements: WebTag[] } } }>(
    'web-types.json',
  );
  const { elements } = data.contributions.html;
  expect(data.name).toBe('glassformer');
  expect(elements.map(({ name }) => name).sort()).toEqual(tags);
  const attention = elements.find(({ name }) => name === 'glass-attention');
  expect(attribute(attention, 'view')?.['value']).toEqual({ type: "'matrix' | 'lines'" });
  expect(attribute(attention, 'fixed')?.['value']).toEqual({
    type: "boolean | 'view'",
    required: false,
  });
  expect(attention?.js.properties.map(({ name }) => name)).toContain('keyTokens');
  expect(attention?.js.events.map(({ name }) => name)).toEqual([
    ...['glass-view', 'glass-pin', 'glass-progress', 'glass-ready', 'glass-selected', 'glass-run'],
    ...['glass-error', 'glass-choice'],
  ]);
  expect(attention?.css.parts.map(({ name }) => name)).toContain('readout');
});
