// The direction of imports in web/, as a rule of ESLint. It looks at every way to name another file (import, export … from,
// import() and the types of both), and compares the file's path in the repository, however it is written.
import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { root } from './shell.mjs';
import { filesUnder } from './stamp.mjs';

/** The path in the repository of what `file` imports, or the name of a package. */
function targetOf(file, name) {
  return name.startsWith('.') ? posix.join(posix.dirname(file), name) : name;
}

const isTypesOnly = ({ importKind, exportKind, specifiers = [] }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type'));

/**
 * Its option is a list of what may not be imported: { path, why, types }. `path` is a regular expression of paths; what
 * its first group matches, where it has one, is a unit whose own files may import each other. `types`: types may be imported.
 */
export const direction = {
  meta: { type: 'problem', schema: { type: 'array' }, defaultOptions: [] },
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/');
    const rules = context.options.map(({ path, ...rest }) => ({ path: new RegExp(path), ...rest }));
    const check = (node, source, isType) => {
      if (typeof source?.value !== 'string') return;
      const target = targetOf(file, source.value);
      for (const { path, why, types = false } of rules) {
        const [found, unit] = path.exec(target) ?? [];
        if (found === undefined || (types && isType)) continue;
        if (unit !== undefined && file.startsWith(`${unit}/`)) continue;
        context.report({ node, message: `'${source.value}' may not be imported here: ${why}` });
        return;
      }
    };
    const declaration = (node) => check(node, node.source, isTypesOnly(node));
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal, true),
    };
  },
};

const matchesOf = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => name);

/** What a file imports and exports from others, types among it. */
const namesIn = (source) => matchesOf(source, /^(?:import|export)\s[^;'"]*'(\.[^']+\.ts)'/gm);

/** What of it is no type, and what import() fetches later: a file that both load may come before what it needs. */
export const valuesIn = (source) => [
  ...matchesOf(source, /^(?:import|export)\s(?!type\b)[^;'"]*'(\.[^']+\.ts)'/gm),
  ...matchesOf(source, /(?<!typeof\s+)\bimport\(\s*'(\.[^']+\.ts)'\s*,?\s*\)(?!\.[A-Z])/g),
];

/** Files of a folder that import themselves by way of others: each such way from a file back to it. */
export function circles(folder) {
  const files = filesUnder(folder).filter((name) => name.endsWith('.ts'));
  const sources = files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  return [namesIn, valuesIn].flatMap((named) =>
    circlesOf(
      new Map(
        sources.map(([file, source]) => [file, named(source).map((name) => targetOf(file, name))]),
      ),
    ),
  );
}

/** `imports`: of each file the files that it imports. */
export function circlesOf(imports) {
  const found = [];
  const done = new Set();
  const follow = (file, way) => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) follow(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return found;
}
