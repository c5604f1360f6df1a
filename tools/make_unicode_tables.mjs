// Writes core/src/unicode_tables.cpp from the Unicode properties that Node's regular expressions know.
//   node tools/make_unicode_tables.mjs
import { writeFileSync } from 'node:fs';

const properties = {
  letter: /\p{L}/u,
  number: /\p{N}/u,
  white_space: /\p{White_Space}/u,
  word_character: /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u,
  han: /\p{Script=Han}/u,
  pictograph: /\p{Extended_Pictographic}/u,
  inkless_alone: /[\p{P}\p{Cf}\p{Cc}]/u,
};

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
const names = Object.keys(properties);
const tables = names.map(
  (name) =>
    `constexpr std::uint32_t k${camel(name)}[] = {\n${lines(packedRanges(properties[name]))}\n};\n`,
);
const functions = names.map(
  (name) => `bool is_${name}(char32_t character) { return contains(k${camel(name)}, character); }`,
);

const source = `// Written by tools/make_unicode_tables.mjs from Unicode ${process.versions.unicode}; do not edit.
#include "unicode_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace glassformer {

namespace {

// Ranges by rising first character: first << 11 | (length - 1). Longer ranges are cut.
// clang-format off
${tables.join('\n')}// clang-format on

bool contains(std::span<const std::uint32_t> ranges, char32_t character) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), character << 11 | 0x7FF);
  if (after == ranges.begin()) return false;
  const std::uint32_t range = *(after - 1);
  return character - (range >> 11) <= (range & 0x7FF);
}

}  // namespace

${functions.join('\n')}

}  // namespace glassformer
`;

writeFileSync(new URL('../core/src/unicode_tables.cpp', import.meta.url), source);
