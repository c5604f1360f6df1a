#include "decoding/beam_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "decoding_fixtures.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;
using Ids = std::vector<TokenId>;

GenerationConfig beams(std::size_t count, std::size_t max_new_tokens, BeamRule rule) {
  GenerationConfig config;
  config.num_beams = config.num_return_sequences = count;
  config.max_new_tokens = max_new_tokens;
  config.beam_rule = rule;
  return config;
}

std::vector<Ids> ids_of(const std::vector<Sequence>& sequences) {
  std::vector<Ids> ids;
  for (const Sequence& sequence : sequences) ids.push_back(sequence.ids);
  return ids;
}

std::vector<Ids> ids_of(const std::vector<Beam>& beams) {
  std::vector<Ids> ids;
  for (const Beam& beam : beams) ids.push_back(beam.ids);
  return ids;
}

// --- The article's example ---

TableModel golden_table(const nlohmann::json& golden) {
  const auto letters = golden["vocab"].get<std::vector<std::string>>();
  std::vector<TableModel::Row> rows;
  for (const auto& [prefix, row] : golden["next_token_probabilities_after_prefix"].items()) {
    Ids ids;
    for (const char letter : prefix) {
      const auto place = std::ranges::find(letters, std::string(1, letter));
      ids.push_back(static_cast<TokenId>(place - letters.begin()));
    }
    rows.push_back({ids, row.get<std::vector<float>>()});
  }
  return test::make_table(letters.size(), std::move(rows));
}

/// The end token is an id, or one of the vocabulary's texts, or there is none.
Ids end_tokens(const nlohmann::json& golden) {
  const auto& end = golden["end_token"];
  if (end.is_null()) return {};
  if (end.is_number()) return {end.get<TokenId>()};
  const auto vocab = golden["vocab"].get<std::vector<std::string>>();
  const auto at = std::find(vocab.begin(), vocab.end(), end.get<std::string>());
  REQUIRE(at != vocab.end());
  return {static_cast<TokenId>(at - vocab.begin())};
}

template <typename Hypothesis>
void check_hypothesis(const Hypothesis& got, const nlohmann::json& wanted) {
  CHECK(got.ids == wanted["ids"].get<Ids>());
  const double score = test::number(wanted["score"]);
  const double normalized_score = test::number(wanted["rank"]);
  CHECK((got.score == score || std::abs(got.score - score) < 1e-4));
  CHECK((got.normalized_score == normalized_score ||
         std::abs(got.normalized_score - normalized_score) < 1e-4));
}

TEST_CASE("golden: the article's beam example, step by step", "[beam_search][golden]") {
  test::need("seed004_beam_example.json");
  const auto golden = test::read_json(test::golden_path("seed004_beam_example.json"));
  TableModel table = golden_table(golden);
  for (const auto& wanted : golden["results"]) {
    auto config = beams(wanted["beam_size"].get<std::size_t>(),
                        golden["max_steps"].get<std::size_t>(), BeamRule::kGnmt);
    config.length_penalty = wanted["alpha"].get<float>();
    config.eos_token_ids = end_tokens(golden);
    CAPTURE(config.num_beams, config.length_penalty);
    const auto result = run(table, config);
    REQUIRE(result.sequences.size() >= wanted["hypotheses"].size());
    for (std::size_t i = 0; i < wanted["hypotheses"].size(); ++i) {
      check_hypothesis(result.sequences[i], wanted["hypotheses"][i]);
      CHECK(result.sequences[i].finished == wanted["hypotheses"][i]["finished"].get<bool>());
    }
    REQUIRE(result.steps.size() == wanted["trace"].size());
    if (config.num_beams == 1) continue;  // greedy: no beams in its events
    for (std::size_t step = 0; step < result.steps.size(); ++step) {
      const auto& trace = wanted["trace"][step];
      REQUIRE(result.steps[step].beams.size() >= trace.size());
      for (std::size_t i = 0; i < trace.size(); ++i) {
        check_hypothesis(result.steps[step].beams[i], trace[i]);
        CHECK(result.steps[step].beams[i].finished == trace[i]["done"].get<bool>());
      }
    }
  }
}

TEST_CASE("the events of the article's example are its tree", "[beam_search]") {
  TableModel table = test::article_table();
  const auto result = run(table, beams(2, 2, BeamRule::kGnmt));
  const auto& [first, second] = std::tie(result.steps[0], result.steps[1]);

  CHECK(ids_of(first.beams) == std::vector<Ids>{{0}, {1}});
  CHECK(ids_of(first.pruned) == std::vector<Ids>{{2}, {3}});
  CHECK(first.beams[1].parent == -1);
  CHECK_THAT(first.beams[1].log_probability, Catch::Matchers::WithinAbs(std::log(0.3), 1e-6));

  CHECK(ids_of(second.beams) == std::vector<Ids>{{0, 1}, {1, 0}});
  CHECK(ids_of(second.pruned) == std::vector<Ids>{{0, 2}, {0, 3}});
  CHECK(second.beams[1].parent == 1);
  CHECK(second.beams[1].token == 0);
  CHECK_THAT(second.beams[1].log_probability, Catch::Matchers::WithinAbs(std::log(0.5), 1e-6));
  CHECK_THAT(second.beams[1].score, Catch::Matchers::WithinAbs(std::log(0.15), 1e-6));
  CHECK(second.last);
}

// --- The rules against their definitions ---

struct Scored {
  Ids ids;
  double score = 0;
  double normalized_score = 0;
  bool finished = false;
};

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

// --- Both rules ---

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

// --- Beam sampling ---

GenerationConfig beam_sampling(std::uint64_t seed, BeamRule rule) {
  auto config = beams(3, 6, rule);
  config.do_sample = true;
  config.seed = seed;
  return config;
}

TEST_CASE("beam sampling gives the same for the same seed and else another", "[beam_search]") {
  for (const auto rule : {BeamRule::kGnmt, BeamRule::kHuggingFace}) {
    TableModel table = test::markov_table(12, 1);
    const auto sampled = [&](std::uint64_t seed) {
      return ids_of(run(table, beam_sampling(seed, rule)).sequences);
    };
    CHECK(sampled(1) == sampled(1));
    CHECK(sampled(1) != sampled(2));
  }
}

TEST_CASE("beam sampling draws from what the filters keep of each hypothesis", "[beam_search]") {
  TableModel table = test::article_table();
  const Probabilities probabilities(table);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto config = beam_sampling(seed, BeamRule::kHuggingFace);
    config.temperature = 0.7F;
    config.top_k = 2;
    for (const Sequence& sequence : run(table, config).sequences) {
      double score = 0;
      for (std::size_t i = 0; i < sequence.ids.size(); ++i) {
        const auto end = sequence.ids.begin() + static_cast<std::ptrdiff_t>(i);
        const Ids prefix(sequence.ids.begin(), end);
        const double p = probabilities.of(prefix, sequence.ids[i]);
        score += std::log(p) / 0.7;
        std::size_t better = 0;
        for (TokenId other = 0; other < 5; ++other) better += probabilities.of(prefix, other) > p;
        CHECK(better < 2);
      }
      CHECK_THAT(sequence.score, Catch::Matchers::WithinAbs(score, 1e-4));
    }
  }
}

TEST_CASE("beam sampling draws first tokens as often as they are probable", "[beam_search]") {
  // One of two beams' four draws: with 6 tokens, each is drawn with a probability that the draw's
  // definition gives.
  TableModel table = test::make_table(3, {{{}, {0.6F, 0.3F, 0.1F}}});
  std::map<TokenId, int> first;
  constexpr int kRounds = 4000;
  for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
    auto config = beams(2, 1, BeamRule::kGnmt);
    config.do_sample = true;
    config.temperature = 2;
    config.min_p = 0.5F;  // keeps the first two: √(.3/.6) = .71, √(.1/.6) = .41
    config.seed = seed;
    for (const Sequence& sequence : run(table, config).sequences) ++first[sequence.ids[0]];
  }
  CHECK(first[0] == kRounds);
  CHECK(first[1] == kRounds);
  CHECK(first[2] == 0);
}

TEST_CASE("beam sampling keeps a way on beside every end token", "[beam_search]") {
  TableModel table = test::make_table(3, {{{}, {0.9F, 0.06F, 0.04F}}});
  auto config = beam_sampling(1, BeamRule::kHuggingFace);
  config.eos_token_ids = {0};
  config.top_p = 0.5F;
  config.early_stopping = EarlyStopping::kNever;
  const auto result = run(table, config);
  CHECK_FALSE(result.steps[0].beams.empty());
  CHECK(result.steps[0].beams[0].token == 1);
}

}  // namespace
}  // namespace glassformer
