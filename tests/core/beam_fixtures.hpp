// What the tests of beam search share.
#pragma once

#include <cmath>
#include <vector>

#include "decoding_fixtures.hpp"

namespace glassformer::test {

using Ids = std::vector<TokenId>;

inline GenerationConfig beams(std::size_t count, std::size_t max_new_tokens, BeamRule rule) {
  GenerationConfig config;
  config.num_beams = config.num_return_sequences = count;
  config.max_new_tokens = max_new_tokens;
  config.beam_rule = rule;
  return config;
}

inline std::vector<Ids> ids_of(const std::vector<Sequence>& sequences) {
  std::vector<Ids> ids;
  for (const Sequence& sequence : sequences) ids.push_back(sequence.ids);
  return ids;
}

inline std::vector<Ids> ids_of(const std::vector<Beam>& beams) {
  std::vector<Ids> ids;
  for (const Beam& beam : beams) ids.push_back(beam.ids);
  return ids;
}

/// What a table of single tokens says after each of them.
class Probabilities {
 public:
  explicit Probabilities(TableModel table) {
    const std::size_t vocab_size = table.vocab_size();
    rows_.resize(vocab_size + 1, std::vector<float>(vocab_size));
    REQUIRE(table.start(rows_[vocab_size]).ok());
    for (TokenId last = 0; static_cast<std::size_t>(last) < vocab_size; ++last) {
      const std::int32_t parent = 0;
      REQUIRE(table.start(rows_[vocab_size]).ok());
      REQUIRE(table.advance({&parent, 1}, {&last, 1}, rows_[static_cast<std::size_t>(last)]).ok());
    }
  }

  std::size_t vocab_size() const { return rows_.size() - 1; }
  double of(const Ids& prefix, TokenId next) const {
    const auto& row =
        prefix.empty() ? rows_.back() : rows_[static_cast<std::size_t>(prefix.back())];
    return std::exp(row[static_cast<std::size_t>(next)]);
  }

 private:
  std::vector<std::vector<float>> rows_;
};

}  // namespace glassformer::test
