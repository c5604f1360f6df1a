// The two rules: against their definitions, and against transformers' results.
#include "decoding/beam_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "beam_fixtures.hpp"

namespace glassformer {
namespace {

using namespace test;

// --- Against their definitions ---

struct Scored {
  Ids ids;
  double score = 0;
  double normalized_score = 0;
  bool finished = false;
};

double normalized(const GenerationConfig& config, double score, std::size_t n) {
  const double length = static_cast<double>(n);
  return config.beam_rule == BeamRule::kGnmt
             ? score / std::pow((5 + length) / 6, config.length_penalty)
             : score / std::pow(length, config.length_penalty);
}

/// Every sequence up to the end token or the longest length.
std::vector<Scored> enumerate(const Probabilities& table, const GenerationConfig& config) {
  std::vector<Scored> open(1), all;
  for (std::size_t n = 1; n <= config.max_new_tokens; ++n) {
    std::vector<Scored> longer;
    for (const Scored& old : open) {
      for (TokenId id = 0; static_cast<std::size_t>(id) < table.vocab_size(); ++id) {
        Scored next = old;
        next.score += std::log(table.of(old.ids, id));
        next.ids.push_back(id);
        next.normalized_score = normalized(config, next.score, n);
        next.finished = std::ranges::count(config.eos_token_ids, id) > 0;
        (next.finished || n == config.max_new_tokens ? all : longer).push_back(next);
      }
    }
    open = std::move(longer);
  }
  std::ranges::sort(all, std::greater{}, &Scored::normalized_score);
  return all;
}

TEST_CASE("a beam as wide as the tree finds every sequence in order", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    for (const float length_penalty : {0.0F, 0.6F, 1.0F, -0.5F}) {
      for (std::size_t variant = 0; variant < 4; ++variant) {
        TableModel table = test::markov_table(4, variant);
        auto config = beams(400, 4, rule);
        config.length_penalty = length_penalty;
        config.early_stopping = EarlyStopping::kNever;
        config.eos_token_ids = {2};
        CAPTURE(rule == BeamRule::kGnmt, length_penalty, variant);
        const auto wanted = enumerate(Probabilities(table), config);
        const auto got = run(table, config).sequences;
        REQUIRE(got.size() == wanted.size());
        std::map<Ids, Scored> by_ids;
        for (const Scored& sequence : wanted) by_ids[sequence.ids] = sequence;
        for (std::size_t i = 0; i < got.size(); ++i) {
          REQUIRE(by_ids.contains(got[i].ids));
          const Scored& same = by_ids[got[i].ids];
          CHECK_THAT(got[i].score, Catch::Matchers::WithinAbs(same.score, 1e-5));
          CHECK_THAT(got[i].normalized_score,
                     Catch::Matchers::WithinAbs(same.normalized_score, 1e-5));
          CHECK(got[i].finished == same.finished);
          CHECK_THAT(got[i].normalized_score,
                     Catch::Matchers::WithinAbs(wanted[i].normalized_score, 1e-5));
        }
      }
    }
  }
}

/// The rule of the goldens' README, written out: all compete, sort, keep.
std::vector<Scored> gnmt_by_definition(const Probabilities& table, const GenerationConfig& config) {
  struct Entry {
    Scored hypothesis;
    std::size_t parent;
    TokenId token;
  };
  std::vector<Scored> beam(1);
  for (std::size_t n = 1; n <= config.max_new_tokens; ++n) {
    std::vector<Entry> all;
    for (std::size_t parent = 0; parent < beam.size(); ++parent) {
      if (beam[parent].finished) {
        all.push_back({beam[parent], parent, -1});
        continue;
      }
      for (TokenId id = 0; static_cast<std::size_t>(id) < table.vocab_size(); ++id) {
        Scored next = beam[parent];
        next.score += std::log(table.of(next.ids, id));
        next.ids.push_back(id);
        next.normalized_score = normalized(config, next.score, n);
        next.finished = std::ranges::count(config.eos_token_ids, id) > 0;
        all.push_back({next, parent, id});
      }
    }
    std::ranges::sort(all, [](const Entry& a, const Entry& b) {
      const double gap = a.hypothesis.normalized_score - b.hypothesis.normalized_score;
      if (std::abs(gap) > 1e-6) return gap > 0;
      return std::tie(a.parent, a.token) < std::tie(b.parent, b.token);
    });
    if (all.size() > config.num_beams) all.resize(config.num_beams);
    beam.clear();
    for (Entry& entry : all) beam.push_back(std::move(entry.hypothesis));
    if (std::ranges::all_of(beam, &Scored::finished)) break;
  }
  return beam;
}

TEST_CASE("kGnmt keeps what its definition keeps", "[beam_search]") {
  for (std::size_t variant = 0; variant < 20; ++variant) {
    for (const std::size_t width : {2U, 3U, 5U}) {
      for (const float alpha : {0.0F, 0.6F, 1.5F}) {
        TableModel table = test::markov_table(7, variant);
        auto config = beams(width, 7, BeamRule::kGnmt);
        config.length_penalty = alpha;
        config.eos_token_ids = {0};
        if (variant % 3 == 0) config.eos_token_ids.push_back(4);
        CAPTURE(variant, width, alpha);
        const auto wanted = gnmt_by_definition(Probabilities(table), config);
        const auto got = run(table, config).sequences;
        REQUIRE(got.size() == wanted.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
          CHECK(got[i].ids == wanted[i].ids);
          CHECK(got[i].finished == wanted[i].finished);
          CHECK_THAT(got[i].normalized_score,
                     Catch::Matchers::WithinAbs(wanted[i].normalized_score, 1e-5));
        }
      }
    }
  }
}

struct HuggingFaceCase {
  std::size_t variant;
  std::size_t num_beams;
  float length_penalty;
  EarlyStopping early_stopping;
  Ids eos_token_ids;
  float repetition_penalty;
  std::size_t no_repeat_ngram_size;
  std::size_t steps;
  struct Result {
    std::string ids;
    double score;
    double normalized_score;
  };
  std::vector<Result> results;
};

// Made with PyTorch 1.13.1 (torch.log_softmax, torch.topk) and the steps of transformers' beam
// search: its scorer's process, is_done and finalize with a decoder prompt of one token, in
// float64. markov_table(8, variant).
// clang-format off
const std::vector<HuggingFaceCase> kHuggingFaceCases = {
    {2, 4, 1.0F, EarlyStopping::kNo, {0}, 1.0F, 0, 7,
     {{"10", -2.842931, -1.421466}, {"1410", -5.856917, -1.464229},
      {"141410", -8.870903, -1.478484}, {"146410", -8.970432, -1.495072}}},
    {2, 4, 1.0F, EarlyStopping::kYes, {0}, 1.0F, 0, 6,
     {{"10", -2.842931, -1.421466}, {"1410", -5.856917, -1.464229},
      {"141410", -8.870903, -1.478484}, {"146410", -8.970432, -1.495072}}},
    {2, 4, 1.0F, EarlyStopping::kNever, {0}, 1.0F, 0, 8,
     {{"10", -2.842931, -1.421466}, {"1410", -5.856917, -1.464229},
      {"141410", -8.870903, -1.478484}, {"14141410", -11.884888, -1.485611}}},
    {5, 3, 0.5F, EarlyStopping::kNo, {0}, 1.0F, 0, 6,
     {{"0", -1.600704, -1.600704}, {"7540", -6.278253, -3.139127},
      {"76340", -7.568037, -3.384529}}},
    {5, 3, 0.5F, EarlyStopping::kYes, {0}, 1.0F, 0, 5,
     {{"0", -1.600704, -1.600704}, {"7540", -6.278253, -3.139127},
      {"76340", -7.568037, -3.384529}}},
    {5, 3, 0.5F, EarlyStopping::kNever, {0}, 1.0F, 0, 7,
     {{"0", -1.600704, -1.600704}, {"7540", -6.278253, -3.139127},
      {"76340", -7.568037, -3.384529}}},
    {5, 2, 0.5F, EarlyStopping::kNo, {0}, 1.0F, 0, 4,
     {{"0", -1.600704, -1.600704}, {"540", -4.761469, -2.749036}}},
    {5, 2, 0.5F, EarlyStopping::kYes, {0}, 1.0F, 0, 3,
     {{"0", -1.600704, -1.600704}, {"540", -4.761469, -2.749036}}},
    {5, 2, 0.5F, EarlyStopping::kNever, {0}, 1.0F, 0, 6,
     {{"0", -1.600704, -1.600704}, {"540", -4.761469, -2.749036}}},
    {1, 4, 0.5F, EarlyStopping::kNo, {0}, 1.0F, 0, 6,
     {{"70", -3.143605, -2.222864}, {"770", -4.426951, -2.555901},
      {"7770", -5.710298, -2.855149}, {"77770", -6.993644, -3.127653}}},
    {1, 4, 0.5F, EarlyStopping::kYes, {0}, 1.0F, 0, 5,
     {{"70", -3.143605, -2.222864}, {"770", -4.426951, -2.555901},
      {"7770", -5.710298, -2.855149}, {"77770", -6.993644, -3.127653}}},
    {1, 4, 0.5F, EarlyStopping::kNever, {0}, 1.0F, 0, 7,
     {{"70", -3.143605, -2.222864}, {"770", -4.426951, -2.555901},
      {"7770", -5.710298, -2.855149}, {"77770", -6.993644, -3.127653}}},
    {1, 2, 0.5F, EarlyStopping::kNo, {0}, 1.0F, 0, 6,
     {{"7770", -5.710298, -2.855149}, {"77770", -6.993644, -3.127653}}},
    {1, 2, 0.5F, EarlyStopping::kYes, {0}, 1.0F, 0, 5,
     {{"7770", -5.710298, -2.855149}, {"77770", -6.993644, -3.127653}}},
    {1, 2, 0.5F, EarlyStopping::kNever, {0}, 1.0F, 0, 7,
     {{"7770", -5.710298, -2.855149}, {"77770", -6.993644, -3.127653}}},
    {5, 2, 0.0F, EarlyStopping::kNo, {0}, 1.0F, 0, 4,
     {{"0", -1.600704, -1.600704}, {"540", -4.761469, -4.761469}}},
    {5, 2, 0.0F, EarlyStopping::kYes, {0}, 1.0F, 0, 3,
     {{"0", -1.600704, -1.600704}, {"540", -4.761469, -4.761469}}},
    {5, 2, 0.0F, EarlyStopping::kNever, {0}, 1.0F, 0, 4,
     {{"0", -1.600704, -1.600704}, {"540", -4.761469, -4.761469}}},
    {5, 2, 2.0F, EarlyStopping::kNo, {0}, 1.0F, 0, 8,
     {{"54343434", -12.197904, -0.190592}, {"53434340", -12.237582, -0.191212}}},
    {5, 2, 2.0F, EarlyStopping::kYes, {0}, 1.0F, 0, 3,
     {{"540", -4.761469, -0.529052}, {"0", -1.600704, -1.600704}}},
    {5, 2, 2.0F, EarlyStopping::kNever, {0}, 1.0F, 0, 8,
     {{"54343434", -12.197904, -0.190592}, {"53434340", -12.237582, -0.191212}}},
    {2, 3, 1.0F, EarlyStopping::kNo, {0}, 1.3F, 0, 7,
     {{"10", -2.842931, -1.421466}, {"236410", -9.106329, -1.517722},
      {"14650", -7.736535, -1.547307}}},
    {1, 4, 0.0F, EarlyStopping::kNo, {0}, 1.0F, 2, 7,
     {{"70", -3.143605, -3.143605}, {"770", -4.426951, -4.426951},
      {"4336623", -10.260998, -10.260998}, {"7723366", -10.33789, -10.33789}}},
    {4, 2, 1.0F, EarlyStopping::kNo, {0}, 1.2F, 2, 5,
     {{"140", -4.837889, -1.61263}, {"14360", -8.242177, -1.648435}}},
    {3, 3, 1.0F, EarlyStopping::kNo, {0, 5}, 1.0F, 0, 7,
     {{"6133333", -10.925553, -1.560793}, {"6617272", -10.984122, -1.56916},
      {"6172727", -11.011467, -1.573067}}},
    {6, 4, 1.0F, EarlyStopping::kNo, {0}, 1.0F, 3, 7,
     {{"27410", -7.641965, -1.528393}, {"2746574", -10.78132, -1.540189},
      {"2741574", -10.816371, -1.545196}, {"2746546", -10.829663, -1.547095}}},
};
// clang-format on

TEST_CASE("kHuggingFace gives transformers' sequences, scores and number of steps",
          "[beam_search]") {
  for (const HuggingFaceCase& wanted : kHuggingFaceCases) {
    TableModel table = test::markov_table(8, wanted.variant);
    const bool with_processors = wanted.repetition_penalty != 1 || wanted.no_repeat_ngram_size != 0;
    const std::size_t longest = with_processors || wanted.eos_token_ids.size() > 1 ? 7 : 8;
    auto config = beams(wanted.num_beams, longest, BeamRule::kHuggingFace);
    config.length_penalty = wanted.length_penalty;
    config.early_stopping = wanted.early_stopping;
    config.eos_token_ids = wanted.eos_token_ids;
    config.repetition_penalty = wanted.repetition_penalty;
    config.no_repeat_ngram_size = wanted.no_repeat_ngram_size;
    const auto result = run(table, config);
    CHECK(result.steps.size() == wanted.steps);
    REQUIRE(result.sequences.size() == wanted.results.size());
    for (std::size_t i = 0; i < wanted.results.size(); ++i) {
      std::string ids;
      for (const TokenId id : result.sequences[i].ids) ids += std::to_string(id);
      CHECK(ids == wanted.results[i].ids);
      CHECK_THAT(result.sequences[i].score,
                 Catch::Matchers::WithinAbs(wanted.results[i].score, 1e-5));
      CHECK_THAT(result.sequences[i].normalized_score,
                 Catch::Matchers::WithinAbs(wanted.results[i].normalized_score, 1e-5));
      CHECK(result.sequences[i].finished ==
            (std::ranges::count(config.eos_token_ids, result.sequences[i].ids.back()) > 0));
    }
  }
}

// --- Hugging Face's rule by hand: 0 ends; two beams ---

TEST_CASE("kHuggingFace sets an end aside and fills the beam from behind it", "[beam_search]") {
  // After the start: end .5, 1 .3, 2 .2. Two beams go on beside the end.
  TableModel table = test::make_table(3, {{{}, {0.5F, 0.3F, 0.2F}}, {{1}, {0.1F, 0.6F, 0.3F}}});
  auto config = beams(2, 2, BeamRule::kHuggingFace);
  config.eos_token_ids = {0};
  config.length_penalty = 0;
  const auto result = run(table, config);
  CHECK(ids_of(result.steps[0].finished) == std::vector<Ids>{{0}});
  CHECK(result.steps[0].finished[0].finished);
  CHECK(ids_of(result.steps[0].beams) == std::vector<Ids>{{1}, {2}});
  CHECK(result.steps[0].pruned.empty());

  // .3·.6 = .18, .2·.5 = .10 (an end), .3·.3 = .09: the second row is the empty prefix's.
  const GenerationStep& second = result.steps[1];
  CHECK(ids_of(second.beams) == std::vector<Ids>{{1, 1}, {1, 2}});
  CHECK(ids_of(second.finished) == std::vector<Ids>{{2, 0}});
  CHECK(second.finished[0].parent == 1);
  CHECK(second.last);
  CHECK(ids_of(result.sequences) == std::vector<Ids>{{0}, {1, 1}});
}

TEST_CASE("an end behind the first num_beams extensions does not count", "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.2F, 0.5F, 0.3F}}});
  auto config = beams(2, 1, BeamRule::kHuggingFace);
  config.eos_token_ids = {0};
  const auto result = run(table, config);
  CHECK(result.steps[0].finished.empty());
  CHECK(ids_of(result.steps[0].pruned) == std::vector<Ids>{{0}});
  CHECK(result.steps[0].pruned[0].finished);
  CHECK(ids_of(result.sequences) == std::vector<Ids>{{1}, {2}});
}

TEST_CASE("length_penalty decides between short and long ends", "[beam_search]") {
  // "0" has .4; "1 0" has .6·.5 = .3.
  TableModel table = test::make_table(2, {{{}, {0.4F, 0.6F}}, {{1}, {0.5F, 0.5F}}});
  for (const auto& [rule, penalty, first] :
       std::vector<std::tuple<BeamRule, float, Ids>>{{BeamRule::kHuggingFace, 0.0F, {0}},
                                                     {BeamRule::kHuggingFace, 1.0F, {1, 0}},
                                                     {BeamRule::kGnmt, 0.0F, {0}},
                                                     {BeamRule::kGnmt, 2.0F, {1, 0}}}) {
    auto config = beams(2, 2, rule);
    config.length_penalty = penalty;
    config.eos_token_ids = {0};
    CAPTURE(rule == BeamRule::kGnmt, penalty);
    CHECK(run(table, config).sequences[0].ids == first);
  }
}

}  // namespace
}  // namespace glassformer
