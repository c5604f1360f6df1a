#include <string>

#include "base/option_check.hpp"
#include "base/utf8.hpp"
#include "glassformer/decoding.hpp"
#include "text/token_ids.hpp"

namespace glassformer {
namespace {

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

Status check_generation(const GenerationConfig& config, std::size_t vocab_size) {
  if (vocab_size == 0) return invalid_argument("the vocabulary is empty; expected a token or more");
  for (const Status& status : {check_options(config), check_together(config),
                               check_ids("eos_token_id", config.eos_token_ids, vocab_size),
                               check_ids("forced_tokens", config.forced_tokens, vocab_size),
                               check_stop_strings(config.stop_strings)}) {
    if (!status) return status;
  }
  return ok_status();
}

}  // namespace glassformer
