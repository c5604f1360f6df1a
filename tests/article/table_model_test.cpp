#include <vector>

#include "decoding_fixtures.hpp"

namespace glassformer {
namespace {

std::string error_of(std::size_t vocab_size, std::vector<TableModel::Row> rows) {
  const auto table = TableModel::create(vocab_size, std::move(rows));
  return table.ok() ? "" : table.error().message;
}

TEST_CASE("a table gives the logarithms of its rows", "[table_model]") {
  TableModel table = test::make_table(2, {{{}, {0.25F, 0.75F}}});
  std::vector<float> logits(2);
  REQUIRE(table.start(logits).ok());
  CHECK(logits == std::vector<float>{std::log(0.25F), std::log(0.75F)});
}

TEST_CASE("a token of probability 0 has a logit of -infinity", "[table_model]") {
  TableModel table = test::make_table(2, {{{}, {0, 1}}});
  std::vector<float> logits(2);
  REQUIRE(table.start(logits).ok());
  CHECK(logits == std::vector<float>{-test::kInfinity, 0});
}

TEST_CASE("hypotheses look up their own prefix, then its longest suffix", "[table_model]") {
  const auto sure = [](std::size_t token) {
    std::vector<float> row(4);
    row[token] = 1;
    return row;
  };
  TableModel table =
      test::make_table(4, {{{}, sure(0)}, {{1}, sure(1)}, {{2, 1}, sure(2)}, {{0, 2, 1}, sure(3)}});
  std::vector<float> logits(4);
  REQUIRE(table.start(logits).ok());
  CHECK(logits[0] == 0.0F);

  const auto advance = [&](std::vector<std::int32_t> parents, std::vector<TokenId> tokens) {
    logits.assign(4 * parents.size(), -1);
    REQUIRE(table.advance(parents, tokens, logits).ok());
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      if (logits[i] == 0) rows.push_back(i % 4);
    }
    return rows;
  };
  CHECK(advance({0, 0, 0}, {0, 2, 1}) == std::vector<std::size_t>{0, 0, 1});  // 0, 2, 1
  CHECK(advance({1, 0, 1}, {1, 2, 3}) == std::vector<std::size_t>{2, 0, 0});  // 21, 02, 23
  CHECK(advance({1, 0}, {1, 1}) == std::vector<std::size_t>{3, 1});           // 021, 211
}

TEST_CASE("a parent that is not there is an Error", "[table_model]") {
  TableModel table = test::make_table(1, {{{}, {1}}});
  std::vector<float> logits(1);
  REQUIRE(table.start(logits).ok());
  for (const std::int32_t parent : {-1, 1}) {
    const TokenId token = 0;
    const Status status = table.advance({&parent, 1}, {&token, 1}, logits);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().message ==
          "hypothesis " + std::to_string(parent) + " cannot be continued; there are 1");
  }
}

TEST_CASE("thirds written with two digits are a distribution", "[table_model]") {
  CHECK(error_of(3, {{{}, {0.33F, 0.33F, 0.33F}}}).empty());
}

TEST_CASE("a table that is none is refused with its row", "[table_model]") {
  const float nan = std::nanf("");
  CHECK(error_of(0, {}) == "the vocabulary is empty; expected a token or more");
  CHECK(error_of(2, {}) == "the table has no row for the empty prefix; expected one to start with");
  CHECK(error_of(2, {{{0}, {0.5F, 0.5F}}}) ==
        "the table has no row for the empty prefix; expected one to start with");
  CHECK(error_of(2, {{{}, {1}}}) ==
        "the table's row for prefix [] has 1 probabilities; expected 2");
  CHECK(error_of(2, {{{0, 2}, {1, 0}}}) ==
        "the table's row for prefix [0, 2] has the id 2; expected ids from 0 to 1");
  CHECK(error_of(2, {{{}, {1.5F, -0.5F}}}) ==
        "the table's row for prefix [] has the probability 1.500000; expected numbers from 0 to 1");
  CHECK(error_of(2, {{{}, {nan, 1}}}).find("expected numbers from 0 to 1") != std::string::npos);
  CHECK(error_of(2, {{{}, {0.5F, 0.25F}}}) ==
        "the table's row for prefix [] has probabilities of sum 0.750000; expected 1");
  CHECK(error_of(2, {{{1}, {1, 0}}, {{}, {1, 0}}, {{1}, {0, 1}}}) ==
        "the table has two rows for prefix [1]; expected one");
}

}  // namespace
}  // namespace glassformer
