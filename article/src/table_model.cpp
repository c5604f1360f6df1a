#include "glassformer/article/table_model.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "base/sorting.hpp"

namespace glassformer {
namespace {

constexpr double kSumTolerance = 0.02;  // thirds written as 0.33

std::string prefix_text(std::span<const TokenId> prefix) {
  std::string text = "[";
  for (const TokenId id : prefix) text += (text.size() > 1 ? ", " : "") + std::to_string(id);
  return text + "]";
}

Status check_row(const TableModel::Row& row, std::size_t vocab_size) {
  const std::string name = "the table's row for prefix " + prefix_text(row.prefix);
  for (const TokenId id : row.prefix) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocab_size) {
      return invalid_argument(name + " has the id " + std::to_string(id) +
                              "; expected ids from 0 to " + std::to_string(vocab_size - 1));
    }
  }
  if (row.probabilities.size() != vocab_size) {
    return invalid_argument(name + " has " + std::to_string(row.probabilities.size()) +
                            " probabilities; expected " + std::to_string(vocab_size));
  }
  double sum = 0;
  for (const float probability : row.probabilities) {
    if (!(probability >= 0 && probability <= 1)) {
      return invalid_argument(name + " has the probability " + std::to_string(probability) +
                              "; expected numbers from 0 to 1");
    }
    sum += probability;
  }
  if (std::abs(sum - 1) > kSumTolerance) {
    return invalid_argument(name + " has probabilities of sum " + std::to_string(sum) +
                            "; expected 1");
  }
  return ok_status();
}

bool ends_with(std::span<const TokenId> ids, std::span<const TokenId> suffix) {
  return ids.size() >= suffix.size() && std::ranges::equal(ids.last(suffix.size()), suffix);
}

}  // namespace

TableModel::TableModel(std::size_t vocab_size, std::vector<Row> rows)
    : vocab_size_(vocab_size), rows_(std::move(rows)) {}

Result<TableModel> TableModel::create(std::size_t vocab_size, std::vector<Row> rows) {
  if (vocab_size == 0) return invalid_argument("the vocabulary is empty; expected a token or more");
  for (const Row& row : rows) {
    if (const Status status = check_row(row, vocab_size); !status) return status.error();
  }
  small_sort(std::span(rows), [](const Row& a, const Row& b) {
    return a.prefix.size() != b.prefix.size() ? a.prefix.size() > b.prefix.size()
                                              : a.prefix < b.prefix;
  });
  const auto twin = std::ranges::adjacent_find(rows, {}, &Row::prefix);
  if (twin != rows.end()) {
    return invalid_argument("the table has two rows for prefix " + prefix_text(twin->prefix) +
                            "; expected one");
  }
  if (rows.empty() || !rows.back().prefix.empty()) {
    return invalid_argument(
        "the table has no row for the empty prefix; expected one to start with");
  }
  return TableModel(vocab_size, std::move(rows));
}

/// Log-probabilities are logits whose softmax is the row.
void TableModel::write_logits(std::span<const TokenId> prefix, std::span<float> logits) const {
  const auto row =
      std::ranges::find_if(rows_, [&](const Row& r) { return ends_with(prefix, r.prefix); });
  assert(row != rows_.end() && "the empty prefix ends every prefix");
  std::ranges::transform(row->probabilities, logits.begin(), [](float p) { return std::log(p); });
}

Status TableModel::start(std::span<float> logits) {
  assert(logits.size() == vocab_size_);
  prefixes_.assign(1, {});
  write_logits(prefixes_[0], logits);
  return ok_status();
}

Status TableModel::advance(std::span<const std::int32_t> parents, std::span<const TokenId> tokens,
                           std::span<float> logits) {
  assert(parents.size() == tokens.size() && logits.size() == tokens.size() * vocab_size_);
  std::vector<std::vector<TokenId>> extended;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto parent = static_cast<std::size_t>(parents[i]);
    if (parent >= prefixes_.size()) {
      return invalid_argument("hypothesis " + std::to_string(parents[i]) +
                              " cannot be continued; there are " +
                              std::to_string(prefixes_.size()));
    }
    extended.push_back(prefixes_[parent]);
    extended.back().push_back(tokens[i]);
    write_logits(extended.back(), logits.subspan(i * vocab_size_, vocab_size_));
  }
  prefixes_ = std::move(extended);
  return ok_status();
}

}  // namespace glassformer
