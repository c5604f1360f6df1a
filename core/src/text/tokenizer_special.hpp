// What Hugging Face adds around a tokenizer's model: added tokens, which are found in the text
// before it is split, and special tokens before and after every text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "glassformer/tokenizer.hpp"

namespace glassformer {

struct AddedToken {
  TokenId id;
  std::string content;  // not empty
};

struct SpecialRules {
  std::vector<AddedToken> added;
  std::vector<TokenId> before, after;  // they come from no stretch of the text: start is end

  bool empty() const { return added.empty() && before.empty() && after.empty(); }
};

/// `inner` knows all the tokens that the rules name.
std::unique_ptr<Tokenizer> with_special_tokens(std::unique_ptr<Tokenizer> inner,
                                               SpecialRules rules);

}  // namespace glassformer
