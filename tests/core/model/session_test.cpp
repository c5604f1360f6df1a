// Cached decoding: the same bits as a run over the whole text, whichever way the hypotheses part
// and die.
#include "glassformer/model.hpp"

#include "checkpoint.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr std::size_t kIds = 19, kPositions = 12;

Model tiny_gpt2(WeightType type = WeightType::kFloat32) {
  const std::string file = safetensors(random_gpt2(2, 12, kIds, kPositions));
  return must(Model::load(must(parse_config(gpt2_config(2, 3, 12, kIds, kPositions))),
                          bytes_of(file), type));
}

Model small_translator(WeightType type = WeightType::kFloat32) {
  const nlohmann::json config{{"model_type", "transformer"},
                              {"d_model", 8},
                              {"n_head", 2},
                              {"d_ff", 10},
                              {"n_enc", 2},
                              {"n_dec", 2},
                              {"src_vocab", kIds},
                              {"tgt_vocab", kIds},
                              {"bos_id", 1},
                              {"eos_id", 2},
                              {"final_norm", false}};
  const std::string file = safetensors(random_torch_transformer(8, 10, kIds));
  return must(Model::load(must(parse_config(config.dump())), bytes_of(file), type));
}

// The last row of a run over all tokens (or, past the context, over the last kPositions of them).
std::vector<float> uncached(const Model& model, TokenIds tokens, const TokenIds& source) {
  const std::size_t limit = model.config().max_positions;
  if (limit > 0 && tokens.size() > limit)
    tokens.erase(tokens.begin(), tokens.end() - static_cast<std::ptrdiff_t>(limit));
  ForwardInput input{{tokens}, {}};
  if (!source.empty()) input.source = {source};
  return must(model.forward(input, {LogitsWanted::kLast, nullptr})).logits.data;
}

// Hypotheses that branch, merge, swap and die at random, each step checked against the uncached
// run.
void check_random_walk(const Model& model, const TokenIds& prompt, const TokenIds& source,
                       std::size_t steps) {
  Generator random(5);
  auto session = must(model.start_session(prompt, source));
  std::vector<float> logits(kIds);
  must(session->start(logits));
  CHECK(logits == uncached(model, session->tokens(0), source));
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t alive = session->hypotheses(), next = 1 + random.random() % 4;
    std::vector<std::int32_t> parents;
    std::vector<TokenId> tokens;
    for (std::size_t i = 0; i < next; ++i) {
      parents.push_back(static_cast<std::int32_t>(random.random() % alive));
      tokens.push_back(static_cast<TokenId>(random.random() % kIds));
    }
    logits.assign(next * kIds, 0.0F);
    must(session->advance(parents, tokens, logits));
    REQUIRE(session->hypotheses() == next);
    for (std::size_t i = 0; i < next; ++i) {
      const auto row = logits.begin() + static_cast<std::ptrdiff_t>(i * kIds);
      CHECK(std::vector<float>(row, row + kIds) == uncached(model, session->tokens(i), source));
    }
  }
}

}  // namespace

TEST_CASE("hypotheses that branch and die give the bits of an uncached run, past the context too",
          "[session]") {
  check_random_walk(tiny_gpt2(), {3, 4}, {}, 16);
  check_random_walk(tiny_gpt2(WeightType::kFloat16), {3, 4}, {}, 16);
  check_random_walk(tiny_gpt2(WeightType::kInt8), {3, 4}, {}, 16);
}

TEST_CASE("an encoder–decoder's hypotheses share one encoded source", "[session]") {
  check_random_walk(small_translator(), {1}, {5, 6, 7, 8, 3}, 12);
  check_random_walk(small_translator(WeightType::kFloat16), {1}, {5, 6, 7, 8, 3}, 12);
  check_random_walk(small_translator(WeightType::kInt8), {1}, {5, 6, 7, 8, 3}, 12);
}

TEST_CASE("hooks see a cached step as one row, and may change it", "[session][hooks]") {
  const Model model = tiny_gpt2();
  HookList hooks;
  hooks.record("blocks.1.attn.pattern");
  hooks.edit({"blocks.0.attn.z", Edit::Action::kScale, 1, 0.0F, {}});
  auto session = must(model.start_session({3, 4}, {}, &hooks));
  std::vector<float> logits(kIds);
  must(session->start(logits));
  must(session->advance(std::vector<std::int32_t>{0}, std::vector<TokenId>{5}, logits));
  const auto recorded = hooks.take_recorded();
  REQUIRE(recorded.size() == 2);
  CHECK(recorded[0].tensor.shape == Shape{3, 2, 2});
  CHECK(recorded[1].tensor.shape == Shape{3, 1, 3});

  HookList same;
  same.edit({"blocks.0.attn.z", Edit::Action::kScale, 1, 0.0F, {}});
  const auto whole =
      must(model.forward({{{3, 4, 5}}, {}}, {LogitsWanted::kLast, &same})).logits.data;
  CHECK(logits == whole);
}

TEST_CASE("a text too long for memory is refused with its size", "[session]") {
  const Model model = small_translator();
  const TokenIds large(50000, 3);
  for (const auto& refused : {model.start_session({1}, large), model.start_session(large, {3})}) {
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kOutOfMemory);
    CHECK(refused.error().message.starts_with("reading 50001 tokens needs about "));
  }
}

TEST_CASE("sessions refuse what they cannot begin or go on with", "[session]") {
  const Model gpt = tiny_gpt2(), translator = small_translator();
  CHECK(gpt.start_session({}).error().message ==
        "the prompt is empty, and this model names no token to begin with");
  CHECK(gpt.start_session({1}, {2}).error().message ==
        "this model has no encoder, so it takes no source");
  CHECK(gpt.start_session({99}).error().message == "prompt[0] is 99; expected an id from 0 to 18");
  CHECK(translator.start_session({}, {}).error().message ==
        "source: a sequence needs at least one token, found an empty one");

  auto session = must(gpt.start_session({1}));
  std::vector<float> logits(kIds);
  must(session->start(logits));
  CHECK(session->advance(std::vector<std::int32_t>{1}, std::vector<TokenId>{1}, logits)
            .error()
            .message == "found the parent 1, but there are 1 hypotheses");
  CHECK_FALSE(
      session->advance(std::vector<std::int32_t>{0}, std::vector<TokenId>{19}, logits).ok());
  CHECK(session->tokens(0) == TokenIds{1});
}

}  // namespace glassformer
