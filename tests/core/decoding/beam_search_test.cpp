// What both rules have in common: events, penalties, bans, forced tokens, stop strings.
#include "decoding/beam_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "beam_fixtures.hpp"
#include "messages.hpp"

namespace glassformer {
namespace {

using namespace test;

TEST_CASE("kGnmt carries finished hypotheses over as they are", "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.5F, 0.3F, 0.2F}}});
  auto config = beams(2, 3, BeamRule::kGnmt);
  config.eos_token_ids = {0};
  config.length_penalty = 0;
  const auto result = run(table, config);
  CHECK(ids_of(result.steps[0].beams) == std::vector<Ids>{{0}, {1}});
  CHECK(result.steps[0].beams[0].finished);
  const Beam& carried = result.steps[1].beams[0];
  CHECK(carried.ids == Ids{0});
  CHECK(carried.parent == 0);
  CHECK(carried.token == -1);
  CHECK(carried.log_probability == 0.0F);
  CHECK_THAT(carried.score, Catch::Matchers::WithinAbs(std::log(0.5), 1e-6));
  CHECK(ids_of(result.steps[1].beams) == std::vector<Ids>{{0}, {1, 0}});
  CHECK(result.steps[1].last);  // all are finished
  CHECK(result.steps.size() == 2);
}

/// A table that checks what it is asked: exactly the unfinished hypotheses, by their true parents.
class WatchedModel final : public NextTokenModel {
 public:
  explicit WatchedModel(TableModel table) : table_(std::move(table)) {}

  std::size_t vocab_size() const override { return table_.vocab_size(); }
  Status start(std::span<float> logits) override {
    CHECK(logits.size() == vocab_size());
    prefixes_.assign(1, {});
    return table_.start(logits);
  }
  Status advance(std::span<const std::int32_t> parents, std::span<const TokenId> tokens,
                 std::span<float> logits) override {
    CHECK(logits.size() == tokens.size() * vocab_size());
    std::vector<Ids> next;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      next.push_back(prefixes_.at(static_cast<std::size_t>(parents[i])));
      next.back().push_back(tokens[i]);
    }
    prefixes_ = std::move(next);
    return table_.advance(parents, tokens, logits);
  }
  const std::vector<Ids>& prefixes() const { return prefixes_; }

 private:
  TableModel table_;
  std::vector<Ids> prefixes_;
};

TEST_CASE("the model is asked about the unfinished hypotheses alone", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    WatchedModel model(test::markov_table(6, 2));
    auto config = beams(4, 8, rule);
    config.eos_token_ids = {3, 5};
    const auto generation = start(model, config);
    std::vector<Ids> unfinished;
    std::vector<Beam> before;
    while (!generation->done()) {
      const GenerationStep step = take(*generation);
      if (step.index > 0) CHECK(model.prefixes() == unfinished);
      unfinished.clear();
      for (const Beam& beam : step.beams) {
        if (!beam.finished) unfinished.push_back(beam.ids);
        if (step.index == 0) continue;
        Ids ids = before[static_cast<std::size_t>(beam.parent)].ids;
        if (beam.token >= 0) ids.push_back(beam.token);
        CHECK(beam.ids == ids);
      }
      before = step.beams;
    }
  }
}

TEST_CASE("one beam is greedy decoding", "[beam_search]") {
  TableModel table = test::markov_table(9, 5);
  GenerationConfig config;
  config.max_new_tokens = 12;
  const auto greedy = run(table, config);
  CHECK(greedy.steps[0].beams.empty());
  CHECK(greedy.steps[0].candidates.size() == 9);
  const auto& ids = greedy.sequences[0].ids;
  const Probabilities probabilities(table);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Ids prefix(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i));
    for (TokenId other = 0; other < 9; ++other) {
      CHECK(probabilities.of(prefix, ids[i]) >= probabilities.of(prefix, other));
    }
  }
}

TEST_CASE("fewer sequences than beams are returned, best first", "[beam_search]") {
  TableModel table = test::article_table();
  auto config = beams(3, 2, BeamRule::kHuggingFace);
  config.num_return_sequences = 2;
  CHECK(ids_of(run(table, config).sequences) == std::vector<Ids>{{0, 1}, {1, 0}});
}

TEST_CASE("a search under way already has its best sequences", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    TableModel table = test::article_table();
    auto config = beams(2, 5, rule);
    config.eos_token_ids = {1};
    config.length_penalty = 0;
    const auto generation = start(table, config);
    CHECK(ids_of(generation->sequences()) == std::vector<Ids>{{}});
    take(*generation);
    CHECK(ids_of(generation->sequences()) == std::vector<Ids>{{0}, {1}});
    CHECK(generation->sequences()[1].finished);
  }
}

TEST_CASE("a tree narrower than the beam gives what it has", "[beam_search]") {
  TableModel table = test::make_table(2, {{{}, {0.5F, 0.5F}}});
  const auto result = run(table, beams(10, 2, BeamRule::kHuggingFace));
  CHECK(result.steps[0].beams.size() == 2);
  CHECK(ids_of(result.sequences) == std::vector<Ids>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("kHuggingFace never extends by an impossible token", "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.5F, 0, 0.5F}}});
  for (const Sequence& sequence : run(table, beams(20, 3, BeamRule::kHuggingFace)).sequences) {
    CHECK(std::ranges::count(sequence.ids, 1) == 0);
    CHECK(std::isfinite(sequence.score));
  }
}

TEST_CASE("kGnmt fills its beam with impossible tokens only where nothing else is left",
          "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.5F, 0, 0.5F}}});
  const auto wide = run(table, beams(3, 1, BeamRule::kGnmt));
  CHECK(ids_of(wide.sequences) == std::vector<Ids>{{0}, {2}, {1}});
  CHECK(wide.sequences[2].score == -kInfinity);
  const auto narrow = run(table, beams(2, 3, BeamRule::kGnmt));
  for (const Sequence& sequence : narrow.sequences) CHECK(std::isfinite(sequence.score));
}

TEST_CASE("the penalties act on each hypothesis by what it said itself", "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.6F, 0.3F, 0.1F}}});
  auto config = beams(2, 2, BeamRule::kGnmt);
  config.length_penalty = 0;
  SECTION("a ban of repeated tokens") {
    config.no_repeat_ngram_size = 1;  // 0 1 and 1 0: both .18
    const auto result = run(table, config);
    CHECK(ids_of(result.sequences) == std::vector<Ids>{{0, 1}, {1, 0}});
    CHECK_THAT(result.sequences[0].score, Catch::Matchers::WithinAbs(std::log(0.18), 1e-6));
  }
  SECTION("a ban that the prompt takes part in") {
    config.no_repeat_ngram_size = 1;
    const Ids prompt = {0};
    CHECK(ids_of(run(table, config, prompt).sequences) == std::vector<Ids>{{1, 2}, {2, 1}});
  }
  SECTION("a repetition penalty multiplies log-probabilities") {
    config.repetition_penalty = 2;  // 0 then 0: .6 · .6² = .216
    const auto result = run(table, config);
    CHECK(ids_of(result.sequences) == std::vector<Ids>{{0, 0}, {0, 1}});
    CHECK_THAT(result.sequences[0].score, Catch::Matchers::WithinAbs(std::log(0.216), 1e-6));
    CHECK_THAT(result.steps[1].beams[0].log_probability,
               Catch::Matchers::WithinAbs(2 * std::log(0.6), 1e-6));
  }
}

TEST_CASE("a ban that leaves nothing ends the search where something is finished",
          "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    TableModel table = test::make_table(3, {{{}, {0.5F, 0.3F, 0.2F}}});
    auto config = beams(3, 9, rule);
    config.no_repeat_ngram_size = 1;
    SECTION("an Error where nothing is") {
      const auto generation = start(table, config);
      for (int i = 0; i < 3; ++i) take(*generation);
      CHECK(generation->step().error().message.starts_with("no_repeat_ngram_size leaves"));
      CHECK(generation->done());
      CHECK(generation->sequences()[0].ids.size() == 3);
    }
    SECTION("the last step where something is") {
      config.eos_token_ids = {2};
      config.length_penalty = 0;
      const auto result = run(table, config);
      CHECK(result.steps.back().last);
      CHECK(result.sequences[0].finished);
    }
  }
}

TEST_CASE("forced tokens come first and count as the model's own", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    TableModel table = test::article_table();
    auto config = beams(2, 3, rule);
    config.forced_tokens = {1, 3};
    config.length_penalty = 0;
    const auto result = run(table, config);
    CHECK(ids_of(result.steps[1].beams) == std::vector<Ids>{{1, 3}});
    CHECK(result.steps[1].forced);
    CHECK(result.steps[1].pruned.empty());
    CHECK_FALSE(result.steps[2].forced);
    CHECK(ids_of(result.sequences) == std::vector<Ids>{{1, 3, 0}, {1, 3, 1}});
    CHECK_THAT(result.sequences[0].score,
               Catch::Matchers::WithinAbs(std::log(0.3 * 0.2 * 0.2), 1e-6));
  }
}

TEST_CASE("a forced token that is impossible is an Error", "[beam_search]") {
  TableModel table = test::article_table();
  auto config = beams(2, 3, BeamRule::kGnmt);
  config.forced_tokens = {0, 4};
  const auto generation = start(table, config);
  take(*generation);
  CHECK(generation->step().error().message ==
        "forced_tokens[1] is 4, which has probability 0 here; expected a possible token");
}

TEST_CASE("force is for one hypothesis only", "[beam_search]") {
  TableModel table = test::article_table();
  CHECK(start(table, beams(3, 3, BeamRule::kGnmt))->force(1).error().message ==
        "num_beams is 3; only greedy decoding and sampling (num_beams 1) can be forced");
}

TEST_CASE("a stop string finishes a hypothesis as an end token does", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    TableModel table = test::article_table();
    const test::ByteTokenizer tokenizer({"a", "b", "c", "d", "e"});
    auto config = beams(2, 4, rule);
    config.stop_strings = {"ab", "ba"};
    config.length_penalty = 0;
    const auto result = run(table, config, {}, &tokenizer);
    CHECK(ids_of(result.sequences) == std::vector<Ids>{{0, 1}, {1, 0}});
    CHECK(result.sequences[0].finished);
    CHECK(result.sequences[1].finished);
  }
}

TEST_CASE("a step whose logits would not fit into memory is refused", "[beam_search][memory]") {
  // A row is 1.2 MB, that of each of 1000 hypotheses 1.2 GB.
  constexpr std::size_t kWide = 300'000;
  ConstantModel model(std::vector<float>(kWide, 0.0F));
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    const auto generation = start(model, beams(1000, 3, rule));
    take(*generation);
    const auto refused = generation->step();
    CHECK(code_of(refused) == ErrorCode::kOutOfMemory);
    CHECK(message_of(refused).starts_with("a step of 1000 hypotheses over 300000 tokens needs "));
    CHECK(generation->done());
    CHECK(generation->sequences().size() > 0);
  }
}

TEST_CASE("sampling from more tokens than fit into memory is refused", "[beam_search][memory]") {
  // All scores are equal, so top_k keeps them all, for each hypothesis.
  constexpr std::size_t kWide = 100'000;
  ConstantModel model(std::vector<float>(kWide, 0.0F));
  auto config = beams(150, 3, BeamRule::kHuggingFace);
  config.do_sample = true;
  const auto generation = start(model, config);
  take(*generation);
  CHECK(code_of(generation->step()) == ErrorCode::kOutOfMemory);
}

}  // namespace
}  // namespace glassformer
