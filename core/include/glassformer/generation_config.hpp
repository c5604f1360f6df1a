// The options of a generation.
// Written by `npm run options` from core/options/generation.json: change that file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/option_range.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// How hypotheses of different lengths compete. n counts a hypothesis' generated tokens, the end
/// token included.
enum class BeamRule {
  /// transformers' BeamSearchScorer: hypotheses that end are set aside, num_beams others go on. Of
  /// those set aside the num_beams best by sum log P / n^length_penalty are remembered, and
  /// early_stopping says when they are enough.
  kHuggingFace,
  /// Finished hypotheses stay in the beam and compete, by sum log P / ((5 + n) / 6)^length_penalty
  /// (Wu et al. 2016, equation 14). The search ends when all of the beam are finished;
  /// early_stopping has no meaning here.
  kGnmt,
};
/// Their names, in their order.
inline constexpr std::array<std::string_view, 2> kBeamRuleNames{"huggingface", "gnmt"};

/// When a beam search ends, once num_beams hypotheses are set aside: Hugging Face's False, True,
/// "never".
enum class EarlyStopping {
  /// Once this step's best extension would, if it ended now, not beat the worst of them.
  kNo,
  /// At once.
  kYes,
  /// Once the best extension would not beat the worst of them at any length.
  kNever,
};
/// Their names, in their order.
inline constexpr std::array<std::string_view, 3> kEarlyStoppingNames{"false", "true", "never"};

/// How tokens are generated. Names, meaning and defaults are those of Hugging Face's
/// GenerationConfig where it has the option.
struct GenerationConfig {
  /// How many tokens are generated at most.
  std::size_t max_new_tokens = 20;
  /// Draw the next token instead of taking the most probable one. temperature, top_k, top_p, min_p
  /// and seed count only then.
  bool do_sample = false;
  /// Divides the logits.
  float temperature = 1.0F;
  /// Keeps the k most probable tokens, and all that are as probable as the k-th. 0: off.
  std::size_t top_k = 50;
  /// Keeps the fewest most probable tokens whose probabilities sum to this. 1: off.
  float top_p = 1.0F;
  /// Keeps the tokens that are at least this many times as probable as the most probable one. 0:
  /// off.
  float min_p = 0.0F;
  /// Seed of the random numbers that are drawn; the same seed gives the same text.
  std::uint64_t seed = 0;
  /// Above 1: tokens of the text so far become less probable. 1: off.
  float repetition_penalty = 1.0F;
  /// No n-gram of this size occurs twice. 0: off.
  std::size_t no_repeat_ngram_size = 0;
  /// Width of the beam search; 1: greedy decoding or sampling.
  std::size_t num_beams = 1;
  /// Beam search: the exponent of the length by which a hypothesis' score is divided.
  float length_penalty = 1.0F;
  /// Beam search ends as soon as num_beams hypotheses have ended (true), when no better one is
  /// likely (false), or when none is possible ('never').
  EarlyStopping early_stopping = EarlyStopping::kNo;
  /// How many sequences a result holds, num_beams at most.
  std::size_t num_return_sequences = 1;
  /// Beam search. 'huggingface': hypotheses that have ended are set aside, normalized_score = score
  /// / length^length_penalty. 'gnmt': they stay and compete, normalized_score = score / ((5 +
  /// length) / 6)^length_penalty.
  BeamRule beam_rule = BeamRule::kHuggingFace;
  /// Tokens that end a text.
  std::vector<TokenId> eos_token_ids;
  /// The output's first tokens, given instead of chosen.
  std::vector<TokenId> forced_tokens;
  /// The generation ends when its text holds one of them.
  std::vector<std::string> stop_strings;
  /// How many candidates each step lists.
  std::size_t num_candidates = 16;

  /// Calls visit(name, member, range) for every option, in this order. Checks, the reading of
  /// recipes and the bindings go over all of them so.
  template <class Visit>
  static void for_each_option(Visit visit) {
    visit("max_new_tokens", &GenerationConfig::max_new_tokens,
          {1, 4294967295, "a whole number from 1 to 4294967295"});
    visit("do_sample", &GenerationConfig::do_sample, kAnyValue);
    visit("temperature", &GenerationConfig::temperature,
          {kAboveZero, kFinite, "a number above 0 (for greedy decoding switch do_sample off)"});
    visit("top_k", &GenerationConfig::top_k, kAnyValue);
    visit("top_p", &GenerationConfig::top_p,
          {kAboveZero, 1, "a number above 0 and at most 1 (1 switches it off)"});
    visit("min_p", &GenerationConfig::min_p, {0, 1, "a number from 0 to 1 (0 switches it off)"});
    visit("seed", &GenerationConfig::seed, kAnyValue);
    visit("repetition_penalty", &GenerationConfig::repetition_penalty,
          {0.000001F, 1000000, "a number from 0.000001 to 1000000 (1 switches it off)"});
    visit("no_repeat_ngram_size", &GenerationConfig::no_repeat_ngram_size, kAnyValue);
    visit("num_beams", &GenerationConfig::num_beams, {1, 1000, "a whole number from 1 to 1000"});
    visit("length_penalty", &GenerationConfig::length_penalty,
          {-10, 10, "a number from -10 to 10"});
    visit("early_stopping", &GenerationConfig::early_stopping, kAnyValue);
    visit("num_return_sequences", &GenerationConfig::num_return_sequences,
          {1, 4294967295, "a whole number from 1 to 4294967295"});
    visit("beam_rule", &GenerationConfig::beam_rule, kAnyValue);
    visit("eos_token_ids", &GenerationConfig::eos_token_ids, kAnyValue);
    visit("forced_tokens", &GenerationConfig::forced_tokens, kAnyValue);
    visit("stop_strings", &GenerationConfig::stop_strings, kAnyValue);
    visit("num_candidates", &GenerationConfig::num_candidates, kAnyValue);
  }
};

}  // namespace glassformer
