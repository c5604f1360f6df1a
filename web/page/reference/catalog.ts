/** What the package offers, as the reference lists it: read from the manifest of the elements and the tables of options. */
import { type Guide, guidesOf } from './guides.ts';

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly parsedType?: { readonly text: string };
  readonly inheritedFrom?: { readonly name: string };
}

interface Member extends Named {
  readonly kind: string;
  readonly default?: string;
}

interface Attribute extends Named {
  readonly fieldName: string;
}

interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly description?: string;
  readonly superclass?: { readonly name: string };
  readonly members?: readonly Member[];
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}

/** `dist/custom-elements.json` */
export interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

/** `core/options/<name>.json` */
export interface OptionTable {
  readonly enums?: readonly {
    readonly name: string;
    readonly values: readonly { readonly name: unknown }[];
  }[];
  readonly options: readonly {
    readonly name: string;
    readonly type: string;
    readonly enum?: string;
    readonly min?: number;
    readonly max?: number;
    readonly above?: number;
    readonly below?: number;
    readonly default?: unknown;
    readonly doc: string;
  }[];
}

/** What the build gives. */
export interface Sources {
  readonly manifest: Manifest;
  readonly generation: OptionTable;
  readonly training: OptionTable;
  /** docs/javascript.md, which has the way from PyTorch, and the tables of hooks and of errors. */
  readonly documentation: string;
  /** web/src/shared/error-types.ts, which has what errors tell as data. */
  readonly errorTypes: string;
}

export type Kind = 'attributes' | 'methods' | 'events' | 'slots' | 'parts' | 'properties';

/** A line of a table. */
export interface Row {
  /** The end of its address: "glass-attention-layer". */
  readonly id: string;
  readonly name: string;
  /** Each written out, where the name is a list of several that have their beginning once. */
  readonly names?: readonly string[];
  /** The property of an attribute that is called otherwise. */
  readonly property?: string;
  /** It has no attribute. */
  readonly isPropertyOnly?: boolean;
  readonly type?: string;
  readonly initial?: string;
  readonly description: string;
  /** The key of its description in another language. */
  readonly key: string;
}

export interface Element {
  readonly tag: string;
  readonly description: string;
  /** The tag whose attributes and parts it has, too. */
  readonly extended: string | null;
  readonly tables: ReadonlyMap<Kind, readonly Row[]>;
}

export interface Catalog {
  readonly elements: readonly Element[];
  /** What every element has. */
  readonly every: ReadonlyMap<Kind, readonly Row[]>;
  readonly guides: readonly Guide[];
  readonly generation: readonly Row[];
  readonly training: readonly Row[];
  readonly hooks: readonly Row[];
  readonly errors: readonly Row[];
  readonly details: readonly Row[];
}

/** The class that all others extend, which has no tag. */
const kBase = 'GlassElement';
/** What stands before the name in an address, so that a part and an attribute of one name have two. */
const kMarks: Readonly<Record<Kind, string>> = {
  attributes: '',
  methods: '',
  events: 'event-',
  slots: 'slot-',
  parts: 'part-',
  properties: 'property',
};

export function catalogOf({
  manifest,
  generation,
  training,
  documentation,
  errorTypes,
}: Sources): Catalog {
  const declarations = manifest.modules.flatMap((module) => module.declarations);
  const base = declarations.find(({ name }) => name === kBase);
  if (base === undefined) throw new Error(`the manifest has no ${kBase}`);
  const tagOf = (className: string | undefined) =>
    declarations.find(({ name }) => name === className)?.tagName ?? null;
  return {
    elements: declarations.flatMap((each) =>
      each.tagName === undefined
        ? []
        : {
            tag: each.tagName,
            description: plain(each.description),
            extended: tagOf(each.superclass?.name),
            tables: tablesOf(each.tagName, each, base),
          },
    ),
    every: tablesOf('every', base, null),
    guides: guidesOf(documentation),
    generation: optionsOf('generation', generation),
    training: optionsOf('training', training),
    hooks: tableOf(documentation, 'hook', 'hook').map((row) => ({
      ...row,
      names: writtenOut(row.name),
      type: row.description,
      description: '',
    })),
    errors: tableOf(documentation, 'code', 'error'),
    details: detailsOf(errorTypes),
  };
}

/** The first sentence of a description, and what follows. */
export function splitPurpose(description: string): readonly [string, string] {
  const end = /[.。](?=\s+[A-Z`]|\s*$)|。/u.exec(description);
  const at = end === null ? description.length : end.index + 1;
  return [description.slice(0, at), description.slice(at).trim()];
}

const plain = (text = '') => text.replace(/\s+/g, ' ').trim();

/** @param base what is listed once for all; null where it is asked for itself */
function tablesOf(owner: string, each: Declaration, base: Declaration | null): Element['tables'] {
  const isOwn = (kind: 'members' | 'events' | 'cssParts' | 'cssProperties') => {
    const inherited = new Map((base?.[kind] ?? []).map((entry) => [entry.name, entry.description]));
    return ({ name, description, inheritedFrom }: Named) =>
      inherited.get(name) !== description &&
      (inheritedFrom === undefined || inheritedFrom.name === kBase);
  };
  const row = (kind: Kind, { name, description }: Named, more: Partial<Row> = {}): Row => ({
    id: `${owner}-${kMarks[kind]}${name || 'default'}`,
    name,
    description: plain(description),
    key: `${owner} ${kMarks[kind]}${name || 'default'}`,
    ...more,
  });
  const members = (each.members ?? []).filter(isOwn('members'));
  const fields = members.filter(({ kind }) => kind !== 'method');
  const methods = members.filter(({ kind }) => kind === 'method');
  const rows: Readonly<Record<Kind, readonly Row[]>> = {
    attributes: fields.map((field) => fieldRow(row, field, each.attributes ?? [])),
    methods: methods.map((method) => row('methods', method)),
    events: (each.events ?? []).filter(isOwn('events')).map((event) => row('events', event)),
    slots: (each.slots ?? []).map((slot) => row('slots', slot)),
    parts: (each.cssParts ?? []).filter(isOwn('cssParts')).map((part) => row('parts', part)),
    properties: (each.cssProperties ?? [])
      .filter(isOwn('cssProperties'))
      .map((property) => row('properties', property)),
  };
  const filled = Object.entries(rows).filter(([, all]) => all.length > 0);
  return new Map(filled as [Kind, readonly Row[]][]);
}

function fieldRow(
  row: (kind: Kind, named: Named, more?: Partial<Row>) => Row,
  field: Member,
  attributes: readonly Attribute[],
): Row {
  const attribute = attributes.find(({ fieldName }) => fieldName === field.name);
  const type = (field.parsedType ?? field.type)?.text;
  return row(
    'attributes',
    { ...field, name: attribute?.name ?? field.name },
    {
      ...(attribute === undefined ? { isPropertyOnly: true } : {}),
      ...(attribute && attribute.name !== field.name ? { property: field.name } : {}),
      ...(type === undefined ? {} : { type }),
      ...(field.default === undefined
        ? {}
        : { initial: field.default.replace(/(?<=\d)_(?=\d)/g, '') }),
    },
  );
}

function optionsOf(owner: string, { enums = [], options }: OptionTable): readonly Row[] {
  const valuesOf = (name: string | undefined) =>
    enums
      .find((each) => each.name === name)
      ?.values.map((value) => JSON.stringify(value.name))
      .join(' | ');
  return options.map((option) => ({
    id: `${owner}-${option.name}`,
    name: option.name,
    type: valuesOf(option.enum) ?? `${option.type}${rangeOf(option)}`,
    ...(option.default === undefined ? {} : { initial: JSON.stringify(option.default) }),
    description: option.doc,
    key: `${owner} ${option.name}`,
  }));
}

function rangeOf({ min, max, above, below }: OptionTable['options'][number]): string {
  const low = above === undefined ? (min === undefined ? '' : `≥ ${min}`) : `> ${above}`;
  const high = below === undefined ? (max === undefined ? '' : `≤ ${max}`) : `< ${below}`;
  const ends = [low, high].filter((end) => end !== '').join(', ');
  return ends === '' ? '' : ` (${ends})`;
}

/** "blocks.{l}.mlp.pre, mlp.post" as two whole names. */
function writtenOut(list: string): readonly string[] {
  const [first = '', ...others] = list.replace(/ *\([^)]*\)/g, '').split(', ');
  const parts = first.split('.');
  const ends = others.map((other) => other.split('.'));
  return [first, ...ends.map((end) => [...parts.slice(0, -end.length), ...end].join('.'))];
}

function detailsOf(source: string): readonly Row[] {
  const union = /^export type ErrorDetails =\n(.*?\}); *\n/ms.exec(source)?.[1];
  if (union === undefined) throw new Error('error-types.ts has no type ErrorDetails');
  return [...union.matchAll(/\{\s*readonly kind: '(\w+)'[^}]*\}/g)].map(([fields, name = '']) => ({
    id: `kind-${name}`,
    name,
    type: fields
      .replaceAll('readonly ', '')
      .replace(/\s+/g, ' ')
      .replace(/;(?= \})/, '')
      .replaceAll(';', ','),
    description: '',
    key: `kind ${name}`,
  }));
}

/** The rows of the document's table whose first column is called so. */
function tableOf(document: string, column: string, owner: string): readonly Row[] {
  const table = new RegExp(`^\\| ${column} +\\|[^\\n]*\\n\\|[-| ]+\\n((?:\\|.*\\n)+)`, 'm');
  const lines = table.exec(document)?.[1]?.trim().split('\n');
  if (lines === undefined) throw new Error(`docs/javascript.md has no table of "${column}"`);
  return lines.map((line) => {
    const [name = '', description = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const [first = name] = /(?<=`)[^`]+/.exec(name) ?? [];
    return {
      id: `${owner}-${first.replace(/[^\w.-]/g, '')}`,
      name: name.replaceAll('`', ''),
      description,
      key: `${owner} ${first}`,
    };
  });
}
