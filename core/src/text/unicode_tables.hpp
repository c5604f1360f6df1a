// The properties of characters that tokenization asks for. unicode_tables.cpp is written by
// tools/make_unicode_tables.mjs.
#pragma once

namespace glassformer {

bool is_letter(char32_t character);          // general category L
bool is_number(char32_t character);          // general category N
bool is_white_space(char32_t character);     // White_Space: U+3000 is, U+200B and U+FEFF are not
bool is_word_character(char32_t character);  // \w of Unicode regular expressions (UTS #18, annex C)
bool is_punctuation_or_control(char32_t character);  // general categories P, Cf and Cc

}  // namespace glassformer
