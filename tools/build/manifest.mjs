// dist/custom-elements.json: what each tag has (attributes, properties, methods, events, slots, parts, custom
// properties), in the format of the Custom Elements Manifest, for editors and other tools. It is read from the classes
// and their JSDoc; the types that these only name are looked up by the compiler.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../lib/shell.mjs';

const elements = 'web/src/elements';
const base = `${elements}/base/glass-element.ts`;
/** What it extends, as far as that is public, from below. */
const beneath = ['exported', 'context'].map((name) => `${elements}/base/${name}-element.ts`);

/** Of each tag its class, and what defines it. */
const sourcesOfTags = () =>
  readdirSync(join(root, elements))
    .filter((tag) => tag.startsWith('glass-'))
    .flatMap((tag) => [`${elements}/${tag}/${tag}.element.ts`, `${elements}/${tag}/${tag}.ts`]);

/** Reads the sources; returns the manifest, whose paths are those of the package's files. */
export async function readManifest() {
  const analyzer = '@custom-elements-manifest/analyzer';
  const { create, ts } = await import(`${analyzer}/index.js`);
  const { litPlugin } = await import(`${analyzer}/src/features/framework-plugins/lit/lit.js`);
  const sources = sourcesOfTags();
  const modules = [...beneath, base, ...sources].map((path) =>
    ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2022, true),
  );
  const manifest = create({ modules, plugins: litPlugin() });
  tellAsOfBase(manifest);
  const { typesOf } = await import('./manifest_types.mjs');
  const types = typesOf(sources);
  for (const module of manifest.modules) {
    for (const declaration of module.declarations) {
      makePublic(declaration, types);
      if (!declaration.tagName) continue;
      describeFixed(declaration, types.controls(declaration.name));
      describeSettings(declaration, types.settings(declaration.name));
    }
    if (module.path === base) describeBase(module);
  }
  return { ...withPublicPaths(manifest), readme: 'README.md' };
}

/** What is beneath the base class is told as its own, which alone is described. */
function tellAsOfBase(manifest) {
  const declarations = manifest.modules
    .splice(0, beneath.length)
    .flatMap((module) => module.declarations);
  const [{ declarations: bases }] = manifest.modules;
  const [from] = bases.map(({ name }) => ({ name, module: base }));
  const isBeneath = ({ inheritedFrom }) =>
    declarations.some(({ name }) => name === inheritedFrom?.name);
  for (const declaration of manifest.modules.flatMap((module) => module.declarations))
    for (const each of (declaration.members ?? []).filter(isBeneath))
      if (bases.includes(declaration)) delete each.inheritedFrom;
      else each.inheritedFrom = from;
}

/** The base class is described for what it gives the others: the package does not export it, nor what it extends. */
function describeBase(module) {
  module.exports = [];
  for (const declaration of module.declarations)
    Object.assign(declaration, {
      superclass: { name: 'LitElement', package: 'lit' },
      customElement: true,
    });
}

/** Leaves what is documented and not marked `@ignore`: the rest is how the classes work together. */
function makePublic(declaration, types) {
  const isPublic = ({ name, privacy, static: isStatic, description }) =>
    description && !isStatic && !name.startsWith('#') && (privacy ?? 'public') === 'public';
  declaration.members = (declaration.members ?? []).filter(isPublic);
  declaration.attributes = (declaration.attributes ?? []).filter(isPublic);
  declaration.events = (declaration.events ?? []).filter(({ description }) => description);
  delete declaration.mixins;
  const { name: className, tagName } = declaration;
  for (const member of [...declaration.members, ...declaration.attributes]) {
    if (member.kind === 'method') continue;
    const words = types.words(className, member.fieldName ?? member.name);
    if (words !== null) member.parsedType = { text: words };
    // The name of a constant tells nothing outside of the sources: the description says what it is.
    if (/^(?!true$|false$|null$)[a-z_]\w*$/i.test(member.default)) delete member.default;
  }
  for (const event of declaration.events) {
    event.type = { text: `CustomEvent<${types.detail(tagName, event.name)}>` };
  }
}

/** Of a tag with controls `fixed` takes their names, which are told with it; of any other it is on or off. */
function describeFixed({ members, attributes }, names) {
  for (const each of [...members, ...attributes]) {
    if ((each.fieldName ?? each.name) !== 'fixed') continue;
    if (names.length === 0) each.type = { text: 'boolean' };
    else {
      delete each.inheritedFrom;
      each.description =
        'Without its controls, or without those that it names, with blanks between.';
      each.parsedType = { text: ['boolean', ...names.map((name) => `'${name}'`)].join(' | ') };
    }
  }
}

/** Of `settings` every key may be left out. */
function describeSettings({ members, attributes }, text) {
  for (const each of [...members, ...attributes])
    if ((each.fieldName ?? each.name) === 'settings') each.parsedType = { text };
}

/** A source's path as the package has it: the files of its tag, or the entry that all tags share. */
function publicPath(path) {
  const name = basename(path, '.ts');
  return existsSync(join(root, elements, basename(dirname(path)), `${basename(dirname(path))}.ts`))
    ? `dist/elements/${name}.js`
    : 'dist/elements.js';
}

const withPublicPaths = (manifest) =>
  JSON.parse(
    JSON.stringify(manifest, (_, value) =>
      typeof value === 'string' && /^\/?web\/src\/.*\.ts$/.test(value) ? publicPath(value) : value,
    ),
  );

/** The declaration of each tag, in the order of the tags. */
export const declarationsOf = (manifest) =>
  manifest.modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
