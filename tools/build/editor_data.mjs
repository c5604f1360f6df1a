// What editors read to complete and explain tags, made of the manifest: custom data for VS Code (HTML and CSS) and
// web-types for JetBrains.
import { declarationsOf } from './manifest.mjs';

/** Files of dist by name. */
export function editorData(manifest, { name, version }) {
  const declarations = declarationsOf(manifest);
  return {
    'vscode.html-custom-data.json': {
      version: 1.1,
      tags: declarations.map(htmlTag),
    },
    'vscode.css-custom-data.json': {
      version: 1.1,
      properties: customProperties(declarations),
    },
    'web-types.json': {
      $schema: 'https://json.schemastore.org/web-types',
      name,
      version,
      'description-markup': 'markdown',
      contributions: { html: { elements: declarations.map(webType) } },
    },
  };
}

const isSwitch = ({ type }) => type.text === 'boolean';
const typeOf = ({ parsedType, type }) => parsedType?.text ?? type.text;
const mayBeEmpty = (attribute) => typeOf(attribute).startsWith('boolean | ');

/** The words that an attribute may hold; none where it may hold others. */
const wordsOf = ({ parsedType }) =>
  [...(parsedType?.text ?? '').matchAll(/'(.*?)'/g)].map(([, word]) => ({ name: word }));

function htmlTag({ tagName, description, attributes, events = [], slots = [], cssParts = [] }) {
  const sections = [
    ['Events', events],
    ['Slots', slots.map((slot) => ({ ...slot, name: slot.name || 'default' }))],
    ['Parts', cssParts],
  ].filter(([, items]) => items.length > 0);
  const listed = sections.map(
    ([title, items]) =>
      `**${title}**\n${items.map((item) => `- \`${item.name}\`: ${item.description}`).join('\n')}`,
  );
  return {
    name: tagName,
    description: { kind: 'markdown', value: [description, ...listed].join('\n\n') },
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      description: attribute.description,
      ...(isSwitch(attribute) ? { valueSet: 'v' } : { values: wordsOf(attribute) }),
    })),
  };
}

/** Each once, though many elements have it. */
function customProperties(declarations) {
  const all = declarations.flatMap(({ cssProperties = [] }) => cssProperties);
  const byName = new Map(all.map((property) => [property.name, property.description]));
  return [...byName].sort().map(([name, description]) => ({ name, description }));
}

const named = ({ name, description }) => ({ name, description });

function webType(declaration) {
  const { tagName, description, attributes, members, events = [] } = declaration;
  const fields = members.filter(({ kind }) => kind === 'field');
  return {
    name: tagName,
    description,
    attributes: attributes.map((attribute) => ({
      ...named(attribute),
      ...(attribute.default ? { default: attribute.default } : {}),
      value: isSwitch(attribute)
        ? { kind: 'no-value' }
        : { type: typeOf(attribute), ...(mayBeEmpty(attribute) ? { required: false } : {}) },
    })),
    slots: (declaration.slots ?? []).map(named),
    js: {
      properties: fields.map((field) => ({ ...named(field), type: typeOf(field) })),
      events: events.map((event) => ({ ...named(event), type: event.type.text })),
    },
    css: {
      properties: (declaration.cssProperties ?? []).map(named),
      parts: (declaration.cssParts ?? []).map(named),
    },
  };
}
