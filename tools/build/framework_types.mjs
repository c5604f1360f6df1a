// dist/frameworks: the types of the tags in the templates of React, Preact, Vue and Svelte. What is the same for all
// tags stands in web/frameworks; the names that each tag has are written here, from the manifest.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { declarationsOf } from './manifest.mjs';

export const frameworks = ['react', 'preact', 'vue', 'svelte'];

export function writeFrameworkTypes(manifest, dist) {
  const folder = join(dist, 'frameworks');
  cpSync(join(root, 'web/frameworks'), folder, { recursive: true });
  writeFileSync(join(folder, 'names.d.ts'), tagNames(declarationsOf(manifest)));
  // There is nothing to run: a bundler finds an empty module.
  for (const name of frameworks) writeFileSync(join(folder, `${name}.js`), 'export {};\n');
}

const tagNames = (declarations) => `/** The names of what each tag has. */
export interface TagNames {
${declarations.map(namesOf).join('\n')}
}
`;

function namesOf({ tagName, attributes, members, events }) {
  const properties = members.filter(({ kind, readonly }) => kind === 'field' && !readonly);
  const renamed = attributes.filter(({ name, fieldName }) => name !== fieldName);
  const attributed = attributes.map(({ fieldName }) => ({ name: fieldName }));
  const { parsedType } = attributes.find(({ name }) => name === 'fixed');
  const [, ...controls] = parsedType?.text.split(' | ') ?? [];
  return `  '${tagName}': {
    properties: ${union(properties)};
    attributed: ${union(attributed)};
    attributes: { ${renamed.map(({ name, fieldName }) => `'${name}': '${fieldName}'`).join('; ')} };
    events: ${union(events)};
    controls: ${controls.join(' | ') || 'never'};
  };`;
}

const union = (items) => items.map(({ name }) => `'${name}'`).join(' | ') || 'never';
