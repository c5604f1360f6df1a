#include "glassformer/training_batches.hpp"

#include <algorithm>
#include <map>

#include "counted_allocations.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "training/step_memory.hpp"

namespace glassformer {
namespace {

using namespace test;

// Document n is n, n, n, … with its place in the hundreds, so that every token tells where it was.
std::vector<TrainingDocument> documents(const std::vector<std::size_t>& lengths) {
  std::vector<TrainingDocument> all;
  for (std::size_t n = 0; n < lengths.size(); ++n) {
    TrainingDocument d;
    for (std::size_t i = 0; i < lengths[n]; ++i)
      d.tokens.push_back(static_cast<TokenId>(n * 1000 + i));
    all.push_back(std::move(d));
  }
  return all;
}

std::size_t tokens_in(const std::vector<TrainingExample>& batch) {
  std::size_t tokens = 0;
  for (const TrainingExample& e : batch) tokens += e.source.size() + e.input.size();
  return tokens;
}

}  // namespace

TEST_CASE("an epoch has every token as a target once, cut to the context", "[training]") {
  const std::vector<std::size_t> lengths{2, 7, 31, 8, 100, 9, 1, 3, 64, 12};
  auto batches =
      must(Batches::create(documents(lengths), {.max_length = 8, .tokens_per_batch = 20}));
  std::size_t wanted = 0;
  for (const std::size_t n : lengths) wanted += n - 1;
  for (std::size_t epoch = 0; epoch < 3; ++epoch) {
    std::map<TokenId, int> seen;
    const std::size_t count = batches.batches_in_epoch();
    CHECK(batches.epoch() == epoch);
    for (std::size_t i = 0; i < count; ++i) {
      const auto batch = batches.next();
      REQUIRE_FALSE(batch.empty());
      CHECK(tokens_in(batch) <= 20 + 8);
      for (const TrainingExample& e : batch) {
        REQUIRE(e.input.size() == e.target.size());
        CHECK(e.input.size() <= 8);
        for (std::size_t t = 0; t < e.input.size(); ++t) {
          CHECK(e.target[t] == e.input[t] + 1);
          ++seen[e.target[t]];
        }
      }
    }
    CHECK(seen.size() == wanted);
    CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& s) { return s.second == 1; }));
  }
}

TEST_CASE("the same seed gives the same batches, and skip() stands for next()", "[training]") {
  const std::vector<std::size_t> lengths{5, 9, 31, 8, 60, 9, 3};
  BatchOptions options{.max_length = 8, .tokens_per_batch = 16, .drop_first = 0.5, .seed = 7};
  auto walked = must(Batches::create(documents(lengths), options));
  std::vector<std::vector<TrainingExample>> all;
  for (int i = 0; i < 30; ++i) all.push_back(walked.next());
  CHECK(walked.epoch() > 1);
  for (const std::size_t n : {0U, 1U, 9U, 29U}) {
    auto skipped = must(Batches::create(documents(lengths), options));
    skipped.skip(n);
    const auto batch = skipped.next();
    REQUIRE(batch.size() == all[n].size());
    for (std::size_t i = 0; i < batch.size(); ++i) CHECK(batch[i].input == all[n][i].input);
  }
  options.seed = 8;
  const auto other = must(Batches::create(documents(lengths), options)).next();
  CHECK((other.size() != all[0].size() || other[0].input != all[0][0].input));
}

TEST_CASE("sequences of a batch are of about the same length", "[training]") {
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < 400; ++i) lengths.push_back(2 + i * 7919 % 60);
  auto batches =
      must(Batches::create(documents(lengths), {.max_length = 64, .tokens_per_batch = 400}));
  std::size_t spread = 0;
  const std::size_t count = batches.batches_in_epoch();
  for (std::size_t i = 0; i < count; ++i) {
    const auto batch = batches.next();
    const auto [least, most] = std::minmax_element(
        batch.begin(), batch.end(), [](const TrainingExample& a, const TrainingExample& b) {
          return a.input.size() < b.input.size();
        });
    spread += most->input.size() - least->input.size();
  }
  CHECK(spread / count < 15);  // 58 where they are dealt at random
}

TEST_CASE("a document goes without its first token as often as asked for", "[training]") {
  const std::vector<std::size_t> lengths(300, 6);
  auto batches = must(Batches::create(
      documents(lengths), {.max_length = 8, .tokens_per_batch = 64, .drop_first = 0.5}));
  std::size_t without = 0;
  const std::size_t count = batches.batches_in_epoch();
  for (std::size_t i = 0; i < count; ++i) {
    for (const TrainingExample& e : batches.next()) without += e.input[0] % 1000 == 1 ? 1 : 0;
  }
  CHECK(without > 110);
  CHECK(without < 190);
}

TEST_CASE("translations are never cut, and those too long are left out", "[training]") {
  std::vector<TrainingDocument> pairs{{{1, 2}, {0, 3, 4, 5, 9}},
                                      {TokenIds(9, 1), {0, 3, 9}},
                                      {{1}, TokenIds(12, 5)},
                                      {{7}, {0, 9}}};
  auto batches =
      must(Batches::create(pairs, {.max_length = 8, .tokens_per_batch = 100, .drop_first = 1}));
  const auto batch = batches.next();
  REQUIRE(batch.size() == 2);
  for (const TrainingExample& e : batch) {
    CHECK(e.input[0] == 0);
    CHECK(e.target.back() == 9);
    CHECK((e.source == TokenIds{1, 2} || e.source == TokenIds{7}));
  }
  CHECK(must(Batches::in_order(pairs, 8)).size() == 3);
}

TEST_CASE("nothing to learn from is an error", "[training]") {
  CHECK_THAT(message_of(Batches::create({}, {})),
             Catch::Matchers::ContainsSubstring("nothing to learn from"));
  CHECK(message_of(Batches::create(documents({1, 1}), {})) ==
        "there is nothing to learn from: of 2 documents none has 2 tokens or more and fits into "
        "256 (the longest has 1)");
  CHECK(message_of(Batches::create(documents({5, 3}), {.max_length = 7})) ==
        "the documents hold 6 tokens to learn from, fewer than one context of 7");
  CHECK(Batches::create(documents({5, 3}), {.max_length = 6}).ok());
  CHECK_FALSE(Batches::create(documents({5}), {.max_length = 0}).ok());
}

TEST_CASE("evaluation cuts documents in their order", "[training]") {
  const auto examples = must(Batches::in_order(documents({10, 1, 3}), 4));
  REQUIRE(examples.size() == 4);
  CHECK(examples[0].input == TokenIds{0, 1, 2, 3});
  CHECK(examples[2].input == TokenIds{8});
  CHECK(examples[2].target == TokenIds{9});
  CHECK(examples[3].input == TokenIds{2000, 2001});
}

TEST_CASE("evaluation takes the memory that was counted for it, or none", "[training][memory]") {
  constexpr std::size_t kTokens = 5000;
  const std::vector<TrainingDocument> few = documents({kTokens + 1});
  const std::size_t before = allocated_bytes();
  const std::vector<TrainingExample> examples = must(Batches::in_order(few, 1));
  const std::size_t taken = allocated_bytes() - before;
  CHECK(examples.size() == kTokens);
  const MemorySize counted = training::example_memory(0, 1) * kTokens;
  CHECK(MemorySize(taken) <= counted);

  const std::vector<TrainingDocument> many{{{}, TokenIds(16'000'000, 1)}};
  const std::size_t until = allocated_bytes();
  const auto refused = Batches::in_order(many, 1);
  CHECK(code_of(refused) == ErrorCode::kOutOfMemory);
  CHECK(message_of(refused).ends_with("or a smaller micro_batch_tokens, take less"));
  CHECK(allocated_bytes() - until < 4096);
}

}  // namespace glassformer
