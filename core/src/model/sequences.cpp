#include "model/sequences.hpp"

#include <algorithm>

#include "text/token_ids.hpp"

namespace glassformer {

Sequences::Sequences(std::span<const TokenIds> sequences, TokenId pad) : batch(sequences.size()) {
  for (const TokenIds& sequence : sequences) {
    lengths.push_back(sequence.size());
    length = std::max(length, sequence.size());
  }
  ids.assign(batch * length, pad);
  const bool ragged =
      std::any_of(lengths.begin(), lengths.end(), [&](std::size_t n) { return n != length; });
  if (ragged) padding.assign(batch * length, 1);
  for (std::size_t b = 0; b < batch; ++b) {
    std::copy(sequences[b].begin(), sequences[b].end(), ids.data() + b * length);
    if (ragged) std::fill_n(padding.data() + b * length, lengths[b], std::uint8_t{0});
  }
}

Status check_tokens(const Model::Parts& parts, std::span<const TokenIds> sequences,
                    std::size_t vocab, const char* what, bool check_length) {
  const std::string name(what);
  if (sequences.empty())
    return invalid_argument(name + ": at least one sequence is needed, found none");
  for (const TokenIds& sequence : sequences) {
    if (sequence.empty())
      return invalid_argument(name + ": a sequence needs at least one token, found an empty one");
    const std::size_t limit = parts.config.max_positions;
    if (check_length && limit > 0 && sequence.size() > limit) {
      return invalid_argument(name + ": found " + std::to_string(sequence.size()) +
                              " tokens, but this model's context holds " + std::to_string(limit));
    }
    if (Status status = check_ids(what, sequence, vocab); !status) return status;
  }
  return ok_status();
}

}  // namespace glassformer
