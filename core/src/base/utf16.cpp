#include "glassformer/utf16.hpp"

namespace glassformer {

Utf16Offsets::Utf16Offsets(std::string_view text) : text_(text), units_(text.size() + 1) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t of_character = static_cast<unsigned char>(text[i]) >= 0xF0 ? 2 : 1;
    units_[i + 1] = units_[i] + (begins_character(i) ? of_character : 0);
  }
}

std::size_t Utf16Offsets::begin(std::size_t at) const {
  while (!begins_character(at)) --at;
  return units_[at];
}

bool Utf16Offsets::begins_character(std::size_t at) const {
  return at >= text_.size() || (static_cast<unsigned char>(text_[at]) & 0xC0) != 0x80;
}

}  // namespace glassformer
