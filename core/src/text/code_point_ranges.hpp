// Sets of code points as tables of packed ranges, written by tools/make_unicode_tables.mjs.
#pragma once

#include <cstdint>
#include <span>

namespace glassformer {

/// Whether one of `ranges` holds `character`. A range is first << 11 | (length - 1); ranges are
/// sorted by their first character, and a longer one is stored in several entries.
bool contains(std::span<const std::uint32_t> ranges, char32_t character);

}  // namespace glassformer
