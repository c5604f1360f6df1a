// Small models with known distributions, and runs of a whole generation.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "extremes.hpp"
#include "glassformer/article/table_model.hpp"
#include "glassformer/decoding.hpp"

namespace glassformer::test {

inline std::vector<TokenId> ids_of(const std::vector<Candidate>& candidates) {
  std::vector<TokenId> ids;
  for (const Candidate& candidate : candidates) ids.push_back(candidate.id);
  return ids;
}

inline TableModel make_table(std::size_t vocab_size, std::vector<TableModel::Row> rows) {
  Result<TableModel> table = TableModel::create(vocab_size, std::move(rows));
  if (!table.ok()) FAIL(table.error().message);
  return std::move(*table);
}

/// The article's beam example. A … E are 0 … 4; after C, D and E all are equally probable.
inline TableModel article_table() {
  const std::vector<float> uniform(5, 0.2F);
  return make_table(5, {{{}, {0.4F, 0.3F, 0.2F, 0.1F, 0}},
                        {{0}, {0.1F, 0.4F, 0.3F, 0.2F, 0}},
                        {{1}, {0.5F, 0.2F, 0.1F, 0.2F, 0}},
                        {{2}, uniform},
                        {{3}, uniform},
                        {{4}, uniform}});
}

/// A table of one distribution after each token, and one at the start; no two rows of a table
/// alike.
inline TableModel markov_table(std::size_t vocab_size, std::size_t variant) {
  std::vector<TableModel::Row> rows;
  for (std::size_t after = 0; after <= vocab_size; ++after) {
    std::vector<float> weights;
    float sum = 0;
    for (std::size_t next = 0; next < vocab_size; ++next) {
      const std::size_t mixed = after * 31 + next * 17 + after * next * 7 + variant * 5;
      weights.push_back(static_cast<float>(1 + mixed * (variant + 3) % 23));
      sum += weights.back();
    }
    for (float& weight : weights) weight /= sum;
    const auto id = static_cast<TokenId>(after);
    rows.push_back({after == vocab_size ? std::vector<TokenId>{} : std::vector<TokenId>{id},
                    std::move(weights)});
  }
  return make_table(vocab_size, std::move(rows));
}

/// Gives the same logits whatever came before, and an Error at a chosen step.
class ConstantModel final : public NextTokenModel {
 public:
  explicit ConstantModel(std::vector<float> row, std::size_t fails_at = SIZE_MAX)
      : row_(std::move(row)), fails_at_(fails_at) {}

  std::size_t vocab_size() const override { return row_.size(); }
  Status start(std::span<float> logits) override { return answer(logits); }
  Status advance(std::span<const std::int32_t>, std::span<const TokenId>,
                 std::span<float> logits) override {
    return answer(logits);
  }

 private:
  Status answer(std::span<float> logits) {
    if (calls_++ == fails_at_) return invalid_argument("the context is full");
    for (std::size_t i = 0; i < logits.size(); ++i) logits[i] = row_[i % row_.size()];
    return ok_status();
  }

  std::vector<float> row_;
  std::size_t fails_at_;
  std::size_t calls_ = 0;
};

/// Every token stands for the bytes it is given; the specials for nothing.
class ByteTokenizer final : public Tokenizer {
 public:
  explicit ByteTokenizer(std::vector<std::string> bytes, TokenId special = -1)
      : bytes_(std::move(bytes)), special_(special) {}

  Result<std::vector<Token>> encode(std::string_view) const override {
    return std::vector<Token>{};
  }
  std::string bytes_of(TokenId id) const override { return bytes_[static_cast<std::size_t>(id)]; }
  std::size_t vocab_size() const override { return bytes_.size(); }
  std::optional<TokenId> id_of(std::string_view) const override { return std::nullopt; }
  bool is_special(TokenId id) const override { return id == special_; }

 private:
  std::vector<std::string> bytes_;
  TokenId special_;
};

struct Run {
  std::vector<GenerationStep> steps;
  std::vector<Sequence> sequences;
};

inline std::unique_ptr<Generation> start(NextTokenModel& model, const GenerationConfig& config,
                                         std::span<const TokenId> prompt = {},
                                         const Tokenizer* tokenizer = nullptr) {
  auto generation = Generation::create(model, config, prompt, tokenizer);
  if (!generation.ok()) FAIL(generation.error().message);
  return std::move(*generation);
}

inline GenerationStep take(Generation& generation) {
  Result<GenerationStep> step = generation.step();
  if (!step.ok()) FAIL(step.error().message);
  return std::move(*step);
}

inline Run run(NextTokenModel& model, const GenerationConfig& config,
               std::span<const TokenId> prompt = {}, const Tokenizer* tokenizer = nullptr) {
  const auto generation = start(model, config, prompt, tokenizer);
  Run result;
  while (!generation->done()) {
    result.steps.push_back(take(*generation));
    REQUIRE(result.steps.back().last == generation->done());
  }
  result.sequences = generation->sequences();
  return result;
}

inline std::string error_of(const Result<std::unique_ptr<Generation>>& result) {
  return result.ok() ? "" : result.error().message;
}

}  // namespace glassformer::test
