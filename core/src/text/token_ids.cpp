#include "text/token_ids.hpp"

#include <string>

namespace glassformer {

Status check_ids(const char* name, std::span<const TokenId> ids, std::size_t vocab_size,
                 std::optional<TokenId> allowed) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const TokenId id = ids[i];
    if ((id >= 0 && static_cast<std::size_t>(id) < vocab_size) || id == allowed) continue;
    return invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is " +
                            std::to_string(id) + "; expected an id from 0 to " +
                            std::to_string(vocab_size - 1));
  }
  return ok_status();
}

}  // namespace glassformer
