#include "glassformer/decoding.hpp"

#include <utility>

#include "decoding/beam_search.hpp"
#include "decoding/sampling.hpp"
#include "text/token_ids.hpp"

namespace glassformer {
Result<std::unique_ptr<Generation>> Generation::create(NextTokenModel& model,
                                                       GenerationConfig config,
                                                       std::span<const TokenId> prompt,
                                                       const Tokenizer* tokenizer) {
  const std::size_t vocab_size = model.vocab_size();
  if (const Status options = check_generation(config, vocab_size); !options) {
    return options.error();
  }
  if (const Status ids = check_ids("prompt", prompt, vocab_size); !ids) return ids.error();
  if (!config.stop_strings.empty() && tokenizer == nullptr) {
    return invalid_argument("stop_strings need a tokenizer, and this model has none");
  }
  const bool with_beams = config.num_beams > 1;
  GenerationSetup setup{&model, std::move(config), {prompt.begin(), prompt.end()}, tokenizer};
  return with_beams ? make_beam_search(std::move(setup)) : make_sampling(std::move(setup));
}

}  // namespace glassformer
