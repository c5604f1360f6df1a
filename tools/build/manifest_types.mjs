// What the manifest needs the compiler for: the words that a named type stands for, and the details of events.
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import ts from 'typescript';

/** Asks about the classes in `sources`. */
export function typesOf(sources) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];
  const program = ts.createProgram(
    [...sources, 'web/src/elements/events.ts'].map((path) => join(root, path)),
    { ...options, lib, noEmit: true, composite: false, incremental: false },
  );
  const checker = program.getTypeChecker();

  const classes = new Map();
  let events = null;
  for (const path of [
    ...sources,
    'web/src/elements/events.ts',
    'web/src/elements/base/glass-element.ts',
  ])
    ts.forEachChild(program.getSourceFile(join(root, path)), (node) => {
      if (ts.isClassDeclaration(node)) classes.set(node.name.text, checker.getTypeAtLocation(node));
      if (ts.isInterfaceDeclaration(node) && node.name.text === 'GlassEvents') events = node;
    });

  return {
    /** `'matrix' | 'lines'` for a property of words; null for any other. */
    words(className, property) {
      const symbol = classes.get(className)?.getProperty(property);
      const type = symbol && checker.getTypeOfSymbol(symbol);
      const parts = type?.isUnion() ? type.types : [];
      const words = parts.filter((part) => part.isStringLiteral()).map(({ value }) => `'${value}'`);
      const others = parts.filter(
        (part) =>
          !part.isStringLiteral() && !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
      );
      return words.length > 0 && others.length === 0 ? words.join(' | ') : null;
    },
    /** The type of an event's detail, as the source has it. */
    detail(event) {
      const member = events.members.find(({ name }) => name.text === event);
      return member?.type.getText().replace(/\s+/g, ' ').replace(/^\| /, '') ?? null;
    },
  };
}
