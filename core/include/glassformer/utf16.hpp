// Offsets in a text as those count that hold it in UTF-16: JavaScript, Java.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace glassformer {

/// From bytes of `text` (valid UTF-8, which must outlive this) to UTF-16 units.
class Utf16Offsets {
 public:
  explicit Utf16Offsets(std::string_view text);

  /// Units before the character that byte `at` (0 … text.size()) belongs to.
  std::size_t begin(std::size_t at) const;
  /// Units before the first character that begins at or after byte `at`.
  std::size_t end(std::size_t at) const { return units_[at]; }

 private:
  bool begins_character(std::size_t at) const;

  std::string_view text_;
  std::vector<std::size_t> units_;  // of all characters that begin before a byte
};

}  // namespace glassformer
