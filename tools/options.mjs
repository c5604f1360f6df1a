// npm run options: writes what follows from core/options/*.json, the table of all options of generation and training:
// the core's structs with their ranges, the TypeScript types, rules, defaults and controls, and the tables of the
// documentation. A test fails where one of these files is not what this writes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Problem, root, wasStarted } from './lib/shell.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';

const kLargestWhole = 2 ** 32 - 1; // the engine's size_t
const tables = [
  {
    name: 'generation',
    header: 'core/include/glassformer/generation_config.hpp',
    about: 'The options of a generation.',
    includes: ['<string>', '<vector>', '"glassformer/tokenizer.hpp"'],
    number: 'float',
    types: 'GenerationParameters',
    describes: 'How tokens are generated; null counts as absent.',
  },
  {
    name: 'training',
    header: 'core/include/glassformer/training_options.hpp',
    about: 'The options of a trainer and of its batches.',
    includes: [],
    number: 'double',
    types: 'TrainingOptions',
    describes:
      'How a trainer learns; `lr`, `betas`, `eps` and `weight_decay` are those of torch.optim.AdamW.',
  },
];
const options = 'web/src/shared/options.ts';
const documentation = 'docs/javascript.md';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** { path: text } of every file that follows from the tables. */
export async function generateOptions() {
  const all = tables.map((table) => ({
    ...table,
    ...JSON.parse(read(`core/options/${table.name}.json`)),
  }));
  const files = Object.fromEntries(all.map((table) => [table.header, headerOf(table)]));
  files[options] = prelude + all.map(typesOf).join('');
  files[documentation] = all.reduce(withTable, read(documentation));
  const { format, resolveConfig } = await import('prettier');
  for (const path of [options, documentation]) {
    const config = await resolveConfig(join(root, path));
    files[path] = await format(files[path], { ...config, filepath: path });
  }
  return files;
}

// What a value must be, in words.
function expectedOf({ type, hint, off, ...range }) {
  const note = hint ?? (off === undefined ? undefined : `${off} switches it off`);
  const suffix = note === undefined ? '' : ` (${note})`;
  if (type === 'seed') return 'a whole number from 0 to 2^53 − 1';
  const { min, max } = boundsOf({ type, ...range });
  if (type === 'whole') return `a whole number from ${min} to ${max}${suffix}`;
  const { above, below } = range;
  const low = above === undefined ? `of at least ${min}` : `above ${above}`;
  const high = below === undefined ? `at most ${max}` : `below ${below}`;
  if (min !== undefined && max !== undefined) return `a number from ${min} to ${max}${suffix}`;
  const both = max === undefined && below === undefined ? low : `${low} and ${high}`;
  return `a number ${both}${suffix}`;
}

function boundsOf({ type, min, max }) {
  return type === 'whole' ? { min: min ?? 0, max: max ?? kLargestWhole } : { min, max };
}

// ---- C++

const cppTypes = {
  whole: 'std::size_t',
  seed: 'std::uint64_t',
  flag: 'bool',
  pair: 'std::array<double, 2>',
  tokens: 'std::vector<TokenId>',
  token_or_tokens: 'std::vector<TokenId>',
  text_or_texts: 'std::vector<std::string>',
};

function headerOf({ name, about, includes, number, enums, structs, options }) {
  const all = ['<array>', '<cstddef>', '<cstdint>', '<string_view>', ...includes];
  const system = all.filter((each) => each.startsWith('<')).toSorted();
  const own = ['"glassformer/option_range.hpp"', ...all.filter((each) => each.startsWith('"'))];
  const inStruct = (struct) =>
    options.filter((option) => (option.structs ?? [structs[0].name]).includes(struct.name));
  return `// ${about}
// Written by \`npm run options\` from core/options/${name}.json: change that file.
#pragma once

${system.map((each) => `#include ${each}`).join('\n')}

${own.map((each) => `#include ${each}`).join('\n')}

namespace glassformer {

${[
  ...enums.map(cppEnum),
  ...structs.map((struct) => cppStruct(struct, inStruct(struct), { number, enums })),
].join('\n\n')}

}  // namespace glassformer
`;
}

function cppEnum({ name, doc, values }) {
  const names = values.map((value) => `"${value.name}"`).join(', ');
  return `${comment(doc, '')}
enum class ${name} {
${values.map((value) => `${comment(value.doc, '  ')}\n  ${value.member},`).join('\n')}
};
/// Their names, in their order.
${oneOrTwoLines(`inline constexpr std::array<std::string_view, ${values.length}> k${name}Names{`, `${names}};`, 4)}`;
}

function cppStruct({ name, doc }, options, { number, enums }) {
  const typeOf = ({ type, enum: of }) => cppTypes[type] ?? (type === 'choice' ? of : number);
  const member = (option) => option.member ?? option.name;
  const fields = options.map((option) => {
    const value = cppValue(option, { number, enums });
    const initial = value === undefined ? '' : option.type === 'pair' ? value : ` = ${value}`;
    return `${comment(cppDoc(option), '  ')}\n  ${typeOf(option)} ${member(option)}${initial};`;
  });
  const visits = options.map((option) => {
    const start = `    visit("${member(option)}", &${name}::${member(option)},`;
    return oneOrTwoLines(`${start} `, `${cppRange(option, number)});`, 10);
  });
  return `${comment(doc, '')}
struct ${name} {
${fields.join('\n')}

  /// Calls visit(name, member, range) for every option, in this order. Checks, the reading of
  /// recipes and the bindings go over all of them so.
  template <class Visit>
  static void for_each_option(Visit visit) {
${visits.join('\n')}
  }
};`;
}

const cppDoc = ({ doc, off }) => (off === undefined ? doc : `${doc} ${off}: off.`);

function cppValue({ type, default: value, enum: of }, { number, enums }) {
  if (value === undefined) return undefined;
  if (type === 'choice') {
    const { values } = enums.find(({ name }) => name === of);
    return `${of}::${values.find((each) => each.name === value).member}`;
  }
  const decimal = (x) => (/[.e]/.test(`${x}`) ? `${x}` : `${x}.0`);
  if (type === 'pair') return `{${value.map(decimal).join(', ')}}`;
  if (type === 'number') return number === 'float' ? `${decimal(value)}F` : decimal(value);
  return `${value}`;
}

function cppRange(option, number) {
  const { type, above, below } = option;
  const isAny = !['whole', 'number', 'pair'].includes(type);
  const { min, max } = boundsOf(option);
  if (isAny || (type === 'whole' && min === 0 && max === kLargestWhole)) return 'kAnyValue';
  if ((above ?? 0) !== 0 || (below ?? 1) !== 1)
    throw new Problem(`${option.name}: a bound that is left out is 0 below or 1 above`);
  // A bound that 32 bits round is rounded as the value is, so that the value may equal it.
  const bound = (value) => `${value}${number === 'float' && !Number.isInteger(value) ? 'F' : ''}`;
  const low = above === 0 ? 'kAboveZero' : min === undefined ? '-kFinite' : bound(min);
  const high = below === 1 ? 'kBelowOne' : max === undefined ? 'kFinite' : bound(max);
  return `{${low}, ${high}, "${expectedOf(option)}"}`;
}

/** As clang-format has it: the second part in a line of its own where one line would be too long. */
function oneOrTwoLines(first, second, indent) {
  const line = first + second;
  return line.length <= 100 ? line : `${first.trimEnd()}\n${' '.repeat(indent)}${second}`;
}

function comment(text, indent) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (`${indent}///${longer}`.length <= 100) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `${indent}///${line}`).join('\n');
}

// ---- TypeScript

const prelude = `/**
 * The options of generation and training: types, rules, defaults, and how far controls go. Written by \`npm run options\`
 * from core/options/*.json: change those.
 */

import type { OptionControl, OptionRule } from './option-types.ts';

`;

const tsTypes = {
  whole: 'number',
  number: 'number',
  seed: 'number',
  flag: 'boolean',
  pair: 'readonly [number, number]',
  token: 'number',
  tokens: 'readonly number[]',
  token_or_tokens: 'number | readonly number[]',
  text_or_texts: 'string | readonly string[]',
};

function jsdoc(text) {
  if (`  /** ${text} */`.length <= 100) return `/** ${text} */`;
  return `/**\n${comment(text, '').replaceAll('///', ' *')}\n */`;
}

function typesOf({ name, types, describes, enums, options }) {
  const valuesOf = (option) => enums.find((each) => each.name === option.enum).values;
  const typeOf = (option) =>
    tsTypes[option.type] ??
    valuesOf(option)
      .map((value) => JSON.stringify(value.name))
      .join(' | ');
  const fields = options.map(
    (option) =>
      `${jsdoc(`${option.doc} Default: ${defaultNote(option)}.`)}\nreadonly ${option.name}?: ${typeOf(option)};`,
  );
  const rule = (option) => {
    const { type, above, below } = option;
    if (type === 'choice') return { type, values: valuesOf(option).map((value) => value.name) };
    if (type === 'seed')
      return { type: 'whole', min: 0, max: 2 ** 53 - 1, expected: expectedOf(option) };
    if (!['whole', 'number', 'pair'].includes(type)) return { type };
    return { type, ...boundsOf(option), above, below, expected: expectedOf(option) };
  };
  const entries = (of) =>
    Object.fromEntries(
      options.flatMap((option) => {
        const value = of(option);
        return value === undefined ? [] : [[option.name, value]];
      }),
    );
  const declare = (suffix, value, type) =>
    `export const ${name}${suffix} = ${JSON.stringify(value)} as const${type};\n\n`;
  const record = (of) => ` satisfies Readonly<Record<string, ${of}>>`;
  const parts = [
    `/** ${describes} */\nexport interface ${types} {\n${fields.join('\n')}\n}\n\n`,
    declare('Rules', entries(rule), ` satisfies Readonly<Record<keyof ${types}, OptionRule>>`),
    declare(
      'Defaults',
      entries((option) => option.default),
      ` satisfies ${types}`,
    ),
    declare(
      'Controls',
      entries((option) => option.control),
      record('OptionControl'),
    ),
  ];
  const off = entries(({ control, off: value }) => control && value);
  if (Object.keys(off).length > 0)
    parts.push(
      `/** Where a control leaves its option without effect. */\n`,
      declare('Off', off, ` satisfies ${types}`),
    );
  const ofTexts = entries((option) => option.default_of_texts);
  if (Object.keys(ofTexts).length > 0)
    parts.push(
      `/** Where it learns from texts. */\n`,
      declare('DefaultsOfTexts', ofTexts, ` satisfies ${types}`),
    );
  const ofTranslation = entries((option) => option.translation_control);
  if (Object.keys(ofTranslation).length > 0)
    parts.push(
      `/** Of a translation. */\n`,
      declare('TranslationControls', ofTranslation, record('OptionControl')),
    );
  return parts.join('');
}

// ---- documentation

function defaultNote({ default: value, absent, off, default_note, default_of_texts }) {
  if (value === undefined) return absent ?? 'none';
  const written = Array.isArray(value) ? `[${value.join(', ')}]` : literal(value);
  const ofOff = off === undefined ? '' : value === off ? ' (off)' : ` (${off}: off)`;
  const ofTexts = default_of_texts === undefined ? '' : `; of texts ${default_of_texts}`;
  return written + ofOff + ofTexts + (default_note === undefined ? '' : `, ${default_note}`);
}

const literal = (value) => (typeof value === 'string' ? `'${value}'` : `${value}`);

function allowedOf(option, enums) {
  if (option.type === 'choice') {
    const { values } = enums.find((each) => each.name === option.enum);
    return values.map((value) => `\`${literal(value.name)}\``).join(', ');
  }
  const words = {
    flag: 'true or false',
    token: 'a token id',
    tokens: 'token ids',
    token_or_tokens: 'a token id, or several',
    text_or_texts: 'a text, or several',
  };
  if (option.type in words) return words[option.type];
  const { min, max } = boundsOf(option);
  if (option.type === 'whole' && max === kLargestWhole) return `a whole number, ${min} or more`;
  const range = expectedOf({ ...option, hint: undefined, off: undefined });
  return option.type === 'pair' ? `two, each ${range}` : range;
}

function withTable(text, { name, options, enums }) {
  const [begin, end] = [`<!-- options of ${name}: npm run options -->`, `<!-- end of options -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Problem(`${documentation} has no line ${begin} … ${end}`);
  const cells = (...all) => `| ${all.join(' | ')} |`;
  const rows = options.map((option) =>
    cells(
      `\`${option.name}\``,
      defaultNote(option),
      allowedOf(option, enums),
      option.doc.replaceAll('|', '\\|'),
    ),
  );
  const table = [
    cells('option', 'default', 'values', 'meaning'),
    cells('-', '-', '-', '-'),
    ...rows,
  ];
  return `${text.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${text.slice(to)}`;
}

if (wasStarted(import.meta.url)) {
  await main(async () => {
    await ensureNodeModules();
    for (const [path, text] of Object.entries(await generateOptions())) {
      if (!existsSync(join(root, path)) || text !== read(path)) {
        writeFileSync(join(root, path), text);
        console.log(`${path} is written again`);
      }
    }
  });
}
