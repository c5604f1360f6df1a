#include "decoding/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace glassformer {

Stepper::Stepper(GenerationSetup setup) : setup_(std::move(setup)) {}

Result<bool> Stepper::advance() {
  const Result<GenerationStep> step = take(0);
  if (!step) return step.error();
  return step->last;
}

Result<GenerationStep> Stepper::take(std::size_t candidates) {
  if (done_) return invalid_argument("the generation has ended; no step follows");
  Result<GenerationStep> step = take_step(candidates);
  ++steps_taken_;
  done_ = !step || step->last;
  return step;
}

bool Stepper::is_end_token(TokenId id) const {
  return std::ranges::find(config().eos_token_ids, id) != config().eos_token_ids.end();
}

std::vector<TokenId> Stepper::said(std::span<const TokenId> generated) const {
  std::vector<TokenId> ids = setup_.prompt;
  ids.insert(ids.end(), generated.begin(), generated.end());
  return ids;
}

double Stepper::normalized(double score, std::size_t length) const {
  if (length == 0) return score;
  const double n = static_cast<double>(length);
  const double base = config().beam_rule == BeamRule::kGnmt ? (5 + n) / 6 : n;
  return score / std::pow(base, config().length_penalty);
}

Error nothing_left_to_choose() {
  return invalid_argument(
      "no_repeat_ngram_size leaves no token to go on with: every one is banned or has probability "
      "0");
}

}  // namespace glassformer
