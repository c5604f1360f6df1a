// dist/reference.md: what the manifest says of each tag, for who reads the package.
import { declarationsOf } from './manifest.mjs';

const base = 'GlassElement';

/** Text of a comment as a line of Markdown: code stays as it is. */
const prose = (text = '') =>
  text
    .replace(/\s+/g, ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[*<]/g, '\\$&')))
    .join('');

const code = (text) => `\`${text.replace(/\s+/g, ' ')}\``;
const typeOf = ({ type, parsedType }) => code((parsedType ?? type)?.text ?? 'unknown');
const initial = (value) => (value === undefined ? '' : `, at first ${code(value)}`);

const named = (item) => `- ${code(item.name)}: ${prose(item.description)}`;
const attribute = (item) => {
  const { name, fieldName, description } = item;
  const property = fieldName === name ? '' : `property ${code(fieldName)}, `;
  return `- ${code(name)} (${property}${typeOf(item)}${initial(item.default)}): ${prose(description)}`;
};
const property = (item) =>
  `- ${code(item.name)} (${item.readonly ? 'read-only, ' : ''}${typeOf(item)}${initial(item.default)}): ${prose(item.description)}`;
const method = ({ name, parameters = [], return: returned, description }) => {
  const given = parameters.map((each) => `${each.name}: ${each.type?.text ?? 'unknown'}`);
  return `- ${code(`${name}(${given.join(', ')}): ${returned?.type.text ?? 'void'}`)}: ${prose(description)}`;
};
const event = (item) => `${named(item)} (${code(item.type.text)})`;
const slot = (item) =>
  item.name === '' ? `- without a name: ${prose(item.description)}` : named(item);
const custom = (item) =>
  `- ${code(item.name)}${item.default === undefined ? '' : ` (${code(item.default)})`}: ${prose(item.description)}`;

/** The lists of a class, of what `isMeant`. */
function listsOf(declaration, isMeant) {
  const { attributes = [], members = [], events, slots, cssParts, cssProperties } = declaration;
  const fields = new Set(attributes.map(({ fieldName }) => fieldName));
  const isOther = ({ kind, name }) => kind === 'field' && !fields.has(name);
  return [
    ['Attributes', attributes, attribute],
    ['Properties without an attribute', members.filter(isOther), property],
    ['Methods', members.filter(({ kind }) => kind === 'method'), method],
    ['Events', events, event],
    ['Slots', slots, slot],
    ['CSS parts', cssParts, named],
    ['Custom properties', cssProperties, custom],
  ].flatMap(([title, items = [], line]) => {
    const lines = items.filter(isMeant).map(line);
    return lines.length === 0 ? [] : [`${title}:\n\n${lines.join('\n')}`];
  });
}

export function referenceOf(manifest, { version }) {
  const all = manifest.modules.flatMap(({ declarations }) => declarations);
  const isOwn = ({ inheritedFrom }) => inheritedFrom?.name !== base;
  const sections = declarationsOf(manifest).map((declaration) =>
    [
      `## ${code(`<${declaration.tagName}>`)}`,
      prose(declaration.description),
      ...listsOf(declaration, isOwn),
    ].join('\n\n'),
  );
  return `${[
    '# Reference of the tags',
    `Glassformer ${version}, written from \`custom-elements.json\`. [docs/elements.md](../docs/elements.md) shows the tags at work.`,
    '## All tags',
    'Each tag has this, and what its section adds. `model`, `text` and `lazy`, and these events, are those of a tag with a model of its own.',
    ...listsOf(
      all.find(({ name }) => name === base),
      () => true,
    ),
    ...sections,
  ].join('\n\n')}\n`;
}
