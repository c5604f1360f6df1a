/** The package's reference.md has all that its manifest has, each tag in a section of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Named {
  readonly name: string;
  readonly inheritedFrom?: { readonly name: string };
}
interface Declaration extends Named {
  readonly tagName?: string;
  readonly description: string;
  readonly attributes: readonly Named[];
  readonly members: readonly Named[];
  readonly events: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}

const dist = join(import.meta.dirname, '../../../dist');
const read = (name: string) => readFileSync(join(dist, name), 'utf8');
const { modules } = JSON.parse(read('custom-elements.json')) as {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
};
const declarations = modules.flatMap((each) => each.declarations);
const tags = declarations.filter(({ tagName }) => tagName !== undefined);
const reference = read('reference.md');
const sections = new Map(
  reference.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

/** The names at the beginnings of the lines of a section's list; of methods without what stands in brackets. */
function listed(section: string, title: string): string[] {
  const [, list = ''] = new RegExp(`^${title}:\n\n((?:- .*\n?)+)`, 'm').exec(section) ?? [];
  return [...list.matchAll(/^- (?:`([\w-]+)|without a name)/gm)].map(([, name = '']) => name);
}

test('it has a section for all tags, and one for each', () => {
  const [, ...titles] = [...sections.keys()];
  expect(titles).toEqual(['All tags', ...tags.map(({ tagName }) => `\`<${tagName}>\``)]);
  expect(reference).not.toMatch(/`(undefined|unknown)`/);
});

test.each(tags)('$tagName: each name of the manifest', (declaration) => {
  const section = sections.get(`\`<${declaration.tagName}>\``)!;
  const common = sections.get('All tags')!;
  for (const [title, items = []] of [
    ['Attributes', declaration.attributes],
    ['Events', declaration.events],
    ['Slots', declaration.slots],
    ['CSS parts', declaration.cssParts],
    ['Custom properties', declaration.cssProperties],
  ] as const) {
    const all = [...listed(section, title), ...listed(common, title)];
    for (const { name } of items) expect(all, title).toContain(name);
    // What it adds stands in its own section, and nothing else.
    const own = items.filter(({ inheritedFrom }) => inheritedFrom?.name !== 'GlassElement');
    expect(listed(section, title), title).toEqual(own.map(({ name }) => name));
  }
  for (const { name } of declaration.members) expect(section + common).toContain(`\`${name}`);
  expect(section).toContain(declaration.description.slice(0, 20));
});

test('of an attribute it tells type, first value, property and what it is for', () => {
  expect(sections.get('`<glass-attention>`')).toContain(
    "- `fixed` (`boolean | 'view'`, at first `false`): Without its controls, or",
  );
  expect(sections.get('All tags')).toContain(
    '- `fixed` (`boolean | string`, at first `false`): Without the controls',
  );
  expect(sections.get('`<glass-attention>`')).toContain(
    "- `view` (`'matrix' | 'lines'`, at first `'matrix'`): \"matrix\" or \"lines\".\n- `fixed-view` (property `fixedView`, `boolean`, at first `false`): Leaves",
  );
});
