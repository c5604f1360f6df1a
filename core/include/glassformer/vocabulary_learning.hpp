// Vocabularies learned from texts, as the files that make_tokenizer reads.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "glassformer/error.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// Byte-pair encoding on bytes, cut and merged as GPT-2's tokenizer does (Sennrich, Haddow, Birch
/// 2016; Radford et al. 2019): a tokenizer.json. Ids: the special tokens in their order, the 256
/// bytes in the order of their symbols, then a token for every merge, up to `vocab_size` in all;
/// fewer where no two neighbours stand together twice. Each merge joins the pair of neighbours that
/// is the most frequent then; of equally frequent ones that of the lower left id, then of the lower
/// right id. Neither the order of the documents nor how often this runs makes a difference.
///
/// Errors: no text at all, a vocabulary too small for bytes and special tokens, text that is not
/// UTF-8 (with its document, from 1, and place), special tokens that are empty, not UTF-8, or equal
/// to each other or to a byte.
Result<TokenizerFiles> learn_byte_bpe(std::span<const std::string_view> documents,
                                      std::size_t vocab_size,
                                      std::span<const std::string_view> special_tokens);

struct CharacterLimits {
  std::size_t min_count = 1;  // rarer characters are left out
  std::size_t vocab_size = std::numeric_limits<std::size_t>::max();  // special tokens included
};

/// One token a character: a vocab.json. Ids: the special tokens in their order, then characters by
/// falling frequency, equally frequent ones by code point. With <unk> among the special tokens the
/// vocabulary encodes any text.
///
/// Errors: as above (a vocabulary is too small if it has no room for a character), limits that
/// leave no character, special tokens that are not of the form <name> or [NAME], by which the file
/// tells them from characters.
Result<TokenizerFiles> learn_characters(std::span<const std::string_view> documents,
                                        const CharacterLimits& limits,
                                        std::span<const std::string_view> special_tokens);

}  // namespace glassformer
