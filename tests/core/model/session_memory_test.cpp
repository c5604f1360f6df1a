// A token costs no memory: what a step needs was there for the step before.
#include "checkpoint.hpp"
#include "counted_allocations.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

// Steps of a session with so many hypotheses, and how often memory was taken in them.
std::size_t taken_in(Session& session, std::size_t hypotheses, std::size_t steps) {
  const std::size_t vocab = session.vocab_size();
  std::vector<float> logits(hypotheses * vocab);
  std::vector<std::int32_t> parents(hypotheses);
  std::vector<TokenId> tokens(hypotheses, 1);
  for (std::size_t i = 0; i < hypotheses; ++i) parents[i] = static_cast<std::int32_t>(i / 2);
  const std::size_t before = allocations();
  for (std::size_t step = 0; step < steps; ++step) must(session.advance(parents, tokens, logits));
  return allocations() - before;
}

}  // namespace

TEST_CASE("decoding takes memory for growth only, not for every token", "[session]") {
  constexpr std::size_t kWords = 19, kPlaces = 300, kSteps = 64;
  const std::string file = safetensors(random_gpt2(2, 12, kWords, kPlaces));
  const Model model =
      must(Model::load(must(parse_config(gpt2_config(2, 3, 12, kWords, kPlaces))), bytes_of(file)));
  const std::size_t hypotheses = GENERATE(1U, 4U);
  HookList no_hooks;  // as JavaScript passes them where none is set
  auto session = must(model.start_session({1, 2, 3}, {}, &no_hooks));
  std::vector<float> logits(kWords);
  must(session->start(logits));
  const std::vector<std::int32_t> parents(hypotheses, 0);
  const std::vector<TokenId> tokens(hypotheses, 2);
  std::vector<float> rows(hypotheses * kWords);
  must(session->advance(parents, tokens, rows));
  taken_in(*session, hypotheses, kSteps);
  if (allocations() == 0) SKIP("the sanitizer counts its allocations itself");
  // Vectors double, and keys and values come in blocks: some dozens in 64 tokens of all hypotheses.
  CHECK(taken_in(*session, hypotheses, kSteps) < kSteps);
}

}  // namespace glassformer
