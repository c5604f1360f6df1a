// The 256 characters in which GPT-2's vocabulary writes bytes, so that every token is printable
// text: 'Ġ' is a space.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace glassformer {

char32_t symbol_of_byte(std::uint8_t byte);

/// The bytes that a token of the vocabulary stands for; nothing if a character of it is not of the
/// alphabet.
std::optional<std::string> from_byte_alphabet(std::string_view token);

}  // namespace glassformer
