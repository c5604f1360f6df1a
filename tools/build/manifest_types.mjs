// What the manifest needs the compiler for: the words that a named type stands for, the names of controls, and the details of
// events.
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
  const constructors = new Map();
  const events = {};
  for (const path of [
    ...sources,
    'web/src/elements/events.ts',
    'web/src/elements/base/glass-element.ts',
  ])
    ts.forEachChild(program.getSourceFile(join(root, path)), (node) => {
      if (ts.isClassDeclaration(node)) {
        const { text } = node.name;
        classes.set(text, checker.getTypeAtLocation(node));
        constructors.set(text, checker.getTypeOfSymbol(checker.getSymbolAtLocation(node.name)));
      }
      if (ts.isInterfaceDeclaration(node)) events[node.name.text] = checker.getTypeAtLocation(node);
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
    /** `{ top_k?: number }` of a class's `settings`, with each type as the source has it; null where it has none. */
    settings(className) {
      const symbol = classes.get(className)?.getProperty('settings');
      if (!symbol) return null;
      const given = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
      const ofKey = (key) =>
        checker.typeToString(checker.getNonNullableType(checker.getTypeOfSymbol(key)));
      return `{ ${given
        .getProperties()
        .map((key) => `${key.name}?: ${ofKey(key)}`)
        .join(', ')} }`;
    },
    /** What `fixed` calls the controls of a class, in the order in which the class has them. */
    controls(className) {
      let type = constructors.get(className);
      for (const property of ['rules', 'fixed', 'names'])
        type = checker.getTypeOfSymbol(type.getProperty(property));
      return checker.getTypeArguments(type).flatMap(({ value }) => value ?? []);
    },
    /** The type of the detail of a tag's event, as the source has it; without a tag: that of any. */
    detail(tag = '', event) {
      const ofTag = events.GlassEventsOfTags.getProperty(tag);
      const member =
        (ofTag && checker.getTypeOfSymbol(ofTag).getProperty(event)) ??
        events.GlassEvents.getProperty(event);
      return (
        member?.declarations[0].type.getText().replace(/\s+/g, ' ').replace(/^\| /, '') ?? null
      );
    },
  };
}
