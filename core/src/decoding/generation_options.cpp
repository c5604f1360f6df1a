#include "decoding/generation_options.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "base/utf8.hpp"
#include "text/token_ids.hpp"

namespace glassformer {
namespace {

struct Rule {
  const char* name;
  double value;
  bool kept;
  std::string expected;
};

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

/// ok, or an Error about the first rule that is broken.
Status check(std::span<const Rule> rules) {
  for (const Rule& rule : rules) {
    if (!rule.kept) {
      return invalid_argument(std::string(rule.name) + " is " + number_text(rule.value) +
                              "; expected " + rule.expected);
    }
  }
  return ok_status();
}

Status check_stop_strings(std::span<const std::string> strings) {
  for (std::size_t i = 0; i < strings.size(); ++i) {
    const std::string name = "stop_strings[" + std::to_string(i) + "]";
    if (strings[i].empty()) return invalid_argument(name + " is empty; expected some text");
    if (const Status utf8 = check_utf8(strings[i]); !utf8) {
      return invalid_text(name + ": " + utf8.error().message);
    }
  }
  return ok_status();
}

Status check_numbers(const GenerationConfig& config) {
  const float penalty = config.repetition_penalty;
  const float length = config.length_penalty;
  const double beams = static_cast<double>(config.num_beams);
  const double sequences = static_cast<double>(config.num_return_sequences);
  const std::array rules{
      Rule{"max_new_tokens", 0, config.max_new_tokens >= 1, "at least 1"},
      Rule{"repetition_penalty", penalty, std::isfinite(penalty) && penalty > 0,
           "a number above 0 (1 switches it off)"},
      Rule{"num_beams", beams, config.num_beams >= 1 && config.num_beams <= kMaxBeams,
           "1 to " + std::to_string(kMaxBeams)},
      Rule{"length_penalty", length, std::abs(length) <= kMaxLengthPenalty,
           "a number from " + number_text(-kMaxLengthPenalty) + " to " +
               number_text(kMaxLengthPenalty)},
      Rule{"num_return_sequences", sequences, config.num_return_sequences >= 1, "at least 1"},
  };
  return check(rules);
}

/// Options that are fine alone but not together.
Status check_together(const GenerationConfig& config) {
  if (config.num_return_sequences > config.num_beams) {
    return invalid_argument("num_return_sequences is " +
                            std::to_string(config.num_return_sequences) + " but num_beams is " +
                            std::to_string(config.num_beams) +
                            "; expected at most as many sequences as beams");
  }
  if (config.forced_tokens.size() > config.max_new_tokens) {
    return invalid_argument("forced_tokens holds " + std::to_string(config.forced_tokens.size()) +
                            " tokens but max_new_tokens is " +
                            std::to_string(config.max_new_tokens) +
                            "; expected at most as many forced tokens as new ones");
  }
  return ok_status();
}

}  // namespace

Status check_filters(const GenerationConfig& config) {
  const float temperature = config.temperature;
  const std::array rules{
      Rule{"temperature", temperature, std::isfinite(temperature) && temperature > 0,
           "a number above 0 (for greedy decoding switch do_sample off)"},
      Rule{"top_p", config.top_p, config.top_p > 0 && config.top_p <= 1,
           "a number above 0 and at most 1 (1 switches it off)"},
      Rule{"min_p", config.min_p, config.min_p >= 0 && config.min_p <= 1,
           "a number from 0 to 1 (0 switches it off)"},
  };
  return check(rules);
}

Status check_generation(const GenerationConfig& config, std::size_t vocab_size) {
  if (vocab_size == 0) return invalid_argument("the vocabulary is empty; expected a token or more");
  for (const Status& status : {check_filters(config), check_numbers(config), check_together(config),
                               check_ids("eos_token_ids", config.eos_token_ids, vocab_size),
                               check_ids("forced_tokens", config.forced_tokens, vocab_size),
                               check_stop_strings(config.stop_strings)}) {
    if (!status) return status;
  }
  return ok_status();
}

}  // namespace glassformer
