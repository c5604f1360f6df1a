// Token ids that come from outside.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "glassformer/error.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// Every id is in the vocabulary, which is not empty, or is `allowed`. `name` names the ids in the
/// message: "prompt[2] is 99; expected an id from 0 to 18".
Status check_ids(const char* name, std::span<const TokenId> ids, std::size_t vocab_size,
                 std::optional<TokenId> allowed = std::nullopt);

}  // namespace glassformer
