#include "text/byte_alphabet.hpp"

#include <array>

#include "base/utf8.hpp"

namespace glassformer {

namespace {

// Printable characters of Latin-1 stand for themselves.
constexpr bool stands_for_itself(std::uint32_t byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr char32_t kFirstStandIn = 0x100;  // the other 68 bytes, in order

struct Alphabet {
  std::array<char32_t, 256> symbols{};
  std::array<std::uint8_t, 68> others{};
};

constexpr Alphabet make_alphabet() {
  Alphabet alphabet;
  std::uint32_t count = 0;
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    if (stands_for_itself(byte)) {
      alphabet.symbols[byte] = byte;
    } else {
      alphabet.others[count] = static_cast<std::uint8_t>(byte);
      alphabet.symbols[byte] = kFirstStandIn + count++;
    }
  }
  return alphabet;
}

constexpr Alphabet kAlphabet = make_alphabet();
static_assert(kAlphabet.symbols[' '] == U'Ġ' && kAlphabet.symbols[0xAD] == kFirstStandIn + 67);

}  // namespace

char32_t symbol_of_byte(std::uint8_t byte) { return kAlphabet.symbols[byte]; }

std::optional<std::string> from_byte_alphabet(std::string_view token) {
  std::string bytes;
  for (std::size_t at = 0; at < token.size();) {
    const Utf8Char symbol = utf8_char_at(token, at);
    at += symbol.size;
    if (symbol.value < 0x100 && stands_for_itself(symbol.value)) {
      bytes += static_cast<char>(symbol.value);
    } else if (symbol.value - kFirstStandIn < kAlphabet.others.size()) {
      bytes += static_cast<char>(kAlphabet.others[symbol.value - kFirstStandIn]);
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

}  // namespace glassformer
