// Writes the tables of Unicode properties from what Node's regular expressions know: those of the core, and those that
// only the article's word list asks for.
//   node tools/make_unicode_tables.mjs
import { writeFileSync } from 'node:fs';

const outputs = [
  {
    file: 'core/src/text/unicode_tables.cpp',
    header: 'text/unicode_tables.hpp',
    properties: {
      letter: /\p{L}/u,
      number: /\p{N}/u,
      white_space: /\p{White_Space}/u,
      word_character: /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u,
      punctuation_or_control: /[\p{P}\p{Cf}\p{Cc}]/u,
    },
  },
  {
    file: 'article/src/character_tables.cpp',
    header: 'character_tables.hpp',
    properties: {
      han: /\p{Script=Han}/u,
      pictograph: /\p{Extended_Pictographic}/u,
    },
  },
];

const longestRange = 2048; // 11 bits for a range's length, 21 for its first character

function packedRanges(property) {
  const ranges = [];
  let length = 0;
  for (let character = 0; character <= 0x10ffff; character++) {
    if (!property.test(String.fromCodePoint(character))) {
      length = 0;
    } else if (length === 0 || length === longestRange) {
      ranges.push(character * longestRange);
      length = 1;
    } else {
      ranges[ranges.length - 1]++;
      length++;
    }
  }
  return ranges;
}

function lines(numbers) {
  const rows = [];
  for (let i = 0; i < numbers.length; i += 8) {
    const row = numbers.slice(i, i + 8).map((number) => `0x${number.toString(16).toUpperCase()}`);
    rows.push(`    ${row.join(', ')},`);
  }
  return rows.join('\n');
}

const camel = (name) => name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());

function source(header, properties) {
  const names = Object.keys(properties);
  const tables = names.map(
    (name) =>
      `constexpr std::uint32_t k${camel(name)}[] = {\n${lines(packedRanges(properties[name]))}\n};\n`,
  );
  const functions = names.map((name) => {
    const parts = [
      `bool is_${name}(char32_t character) {`,
      `return contains(k${camel(name)}, character);`,
      '}',
    ];
    const line = parts.join(' ');
    return line.length <= 100 ? line : `${parts[0]}\n  ${parts[1]}\n}`; // as clang-format has it
  });
  return `// Written by tools/make_unicode_tables.mjs from Unicode ${process.versions.unicode}; do not edit.
#include "${header}"

#include <cstdint>

#include "text/code_point_ranges.hpp"

namespace glassformer {

namespace {

// clang-format off
${tables.join('\n')}// clang-format on

}  // namespace

${functions.join('\n')}

}  // namespace glassformer
`;
}

for (const { file, header, properties } of outputs) {
  writeFileSync(new URL(`../${file}`, import.meta.url), source(header, properties));
}
