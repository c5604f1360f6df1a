// A language model written down as a table of probabilities.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/next_token_model.hpp"

namespace glassformer {

/// A NextTokenModel read off a table: prefix → distribution of the next token. For worked examples
/// on paper.
class TableModel final : public NextTokenModel {
 public:
  struct Row {
    std::vector<TokenId> prefix;
    std::vector<float> probabilities;  // (V) with sum 1, give or take 0.02; zeros are allowed
  };
  /// A prefix that the table lacks gets the row of its longest suffix that is there, down to the
  /// empty one's, which must be there.
  static Result<TableModel> create(std::size_t vocab_size, std::vector<Row> rows);

  std::size_t vocab_size() const override { return vocab_size_; }
  Status start(std::span<float> logits) override;
  Status advance(std::span<const std::int32_t> parents, std::span<const TokenId> tokens,
                 std::span<float> logits) override;

 private:
  TableModel(std::size_t vocab_size, std::vector<Row> rows);
  void write_logits(std::span<const TokenId> prefix, std::span<float> logits) const;

  std::size_t vocab_size_ = 0;
  std::vector<Row> rows_;                       // longest prefix first
  std::vector<std::vector<TokenId>> prefixes_;  // of the hypotheses under way
};

}  // namespace glassformer
