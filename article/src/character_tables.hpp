// The properties of characters that only the article's word list asks for. character_tables.cpp is
// written by tools/make_unicode_tables.mjs.
#pragma once

namespace glassformer {

bool is_han(char32_t character);         // Script Han
bool is_pictograph(char32_t character);  // Extended_Pictographic: emoji and what may become one

}  // namespace glassformer
