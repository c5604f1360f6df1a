// A token costs no memory: what a step needs was there for the step before. What does not fit is
// refused before anything has changed.
#include "checkpoint.hpp"
#include "counted_allocations.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "model/run_memory.hpp"

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

namespace {

constexpr std::size_t kFewWords = 19;

Model of_context(std::size_t width, std::size_t context) {
  const std::string file = safetensors(random_gpt2(2, width, kFewWords, context));
  return must(Model::load(must(parse_config(gpt2_config(2, 2, width, kFewWords, context))),
                          bytes_of(file)));
}

// One step of so many hypotheses, which all continue the first.
Status step_of(Session& session, std::size_t hypotheses) {
  std::vector<float> logits(hypotheses * kFewWords);
  const std::vector<std::int32_t> parents(hypotheses, 0);
  const std::vector<TokenId> tokens(hypotheses, 1);
  return session.advance(parents, tokens, logits);
}

void check_refused(Session& session, std::size_t hypotheses) {
  std::vector<float> first(kFewWords);
  must(session.start(first));
  const TokenIds before = session.tokens(0);
  const Status refused = step_of(session, hypotheses);
  CHECK(code_of(refused) == ErrorCode::kOutOfMemory);
  CHECK(message_of(refused).starts_with("the next step of all hypotheses needs about "));
  CHECK(session.hypotheses() == 1);
  CHECK(session.tokens(0) == before);
  must(step_of(session, 2));
  CHECK(session.tokens(1).size() == before.size() + 1);
}

}  // namespace

TEST_CASE("hypotheses past the context whose rows would not fit are refused", "[session][memory]") {
  // 256 rows of 768 floats for each of 5000 hypotheses: 4 GB.
  const Model model = of_context(64, 256);
  check_refused(*must(model.start_session(TokenIds(256, 1))), 5000);
}

TEST_CASE("hypotheses whose copies of the prompt would not fit are refused", "[session][memory]") {
  const Model model = of_context(8, 16);
  check_refused(*must(model.start_session(TokenIds(100'000, 1))), 1000);
}

TEST_CASE("what a step past the context takes is what was counted for it", "[session][memory]") {
  constexpr std::size_t kLongContext = 64, kCopies = 100;
  const Model model = of_context(64, kLongContext);
  const auto session = must(model.start_session(TokenIds(kLongContext, 1)));
  std::vector<float> first(kFewWords);
  must(session->start(first));
  const std::size_t before = allocated_bytes();
  must(step_of(*session, kCopies));
  if (allocated_bytes() == 0) SKIP("the sanitizer counts its allocations itself");
  // Half of it is the block by which check_memory tries whether there is as much.
  const auto taken = static_cast<double>(allocated_bytes() - before) / 2;
  const auto counted = static_cast<double>(
      working_bytes(model.config(), {.batch = kCopies, .target = kLongContext, .logits = 1},
                    nullptr)
          .value());
  CHECK(taken <= 1.2 * counted);
  CHECK(counted <= 1.2 * taken);
}

}  // namespace glassformer
