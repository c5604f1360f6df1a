// The few properties of characters that tokenization asks for. unicode_tables.cpp is written by
// tools/make_unicode_tables.mjs.
#pragma once

namespace glassformer {

bool is_letter(char32_t character);          // general category L
bool is_number(char32_t character);          // general category N
bool is_white_space(char32_t character);     // White_Space: U+3000 is, U+200B and U+FEFF are not
bool is_word_character(char32_t character);  // \w of Unicode regular expressions (UTS #18, annex C)
bool is_han(char32_t character);             // Script Han
bool is_pictograph(char32_t character);      // Extended_Pictographic: emoji and what may become one
bool is_inkless_alone(char32_t character);  // punctuation, format and control: categories P, Cf, Cc

}  // namespace glassformer
