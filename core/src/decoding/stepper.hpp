// What greedy decoding, sampling and beam search share.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "decoding/stop_strings.hpp"
#include "glassformer/decoding.hpp"

namespace glassformer {

/// A generation's checked ingredients.
struct GenerationSetup {
  NextTokenModel* model = nullptr;
  GenerationConfig config;
  std::vector<TokenId> prompt;
  const Tokenizer* tokenizer = nullptr;
};

class Stepper : public Generation {
 public:
  explicit Stepper(GenerationSetup setup);

  Result<GenerationStep> step() final { return take(config().num_candidates); }
  Result<bool> advance() final;
  bool done() const final { return done_; }

 protected:
  /// `candidates`: how many to list.
  virtual Result<GenerationStep> take_step(std::size_t candidates) = 0;

  const GenerationConfig& config() const { return setup_.config; }
  NextTokenModel& model() const { return *setup_.model; }
  StopWatch stop_watch() const { return {setup_.config.stop_strings, setup_.tokenizer}; }
  std::size_t steps_taken() const { return steps_taken_; }
  bool is_end_token(TokenId id) const;
  /// The prompt and these ids: what the penalties look at.
  std::vector<TokenId> said(std::span<const TokenId> generated) const;
  /// Score after the length penalty of a hypothesis of `length` generated tokens.
  double normalized(double score, std::size_t length) const;

 private:
  Result<GenerationStep> take(std::size_t candidates);

  GenerationSetup setup_;
  std::size_t steps_taken_ = 0;
  bool done_ = false;
};

Error nothing_left_to_choose();

}  // namespace glassformer
