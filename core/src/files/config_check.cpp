// Whether a config is whole and possible.
#include <algorithm>

#include "files/config_limits.hpp"
#include "glassformer/config.hpp"

namespace glassformer {
namespace {

Status check_size(const char* what, std::size_t value, std::size_t min, std::size_t max) {
  if (value >= min && value <= max) return ok_status();
  return invalid_argument("the config has " + std::to_string(value) + " " + what + ", expected " +
                          std::to_string(min) + " to " + std::to_string(max));
}

Status check_sizes(const ModelConfig& config) {
  const bool encodes = config.architecture != Architecture::kDecoder;
  const bool decodes = config.architecture != Architecture::kEncoder;
  const bool has_source = encodes && decodes;
  struct Bound {
    const char* what;
    std::size_t value, min, max;
  };
  const Bound bounds[] = {
      {"tokens in its vocabulary", config.vocab_size, 1, kMaxTokens},
      {"tokens in its source vocabulary", config.source_vocab_size, has_source ? 1U : 0U,
       has_source ? kMaxTokens : 0},
      {"numbers per token (d_model)", config.d_model, 1, kMaxWidth},
      {"attention heads", config.num_heads, 1, kMaxWidth},
      {"heads of keys and values", config.num_key_value_heads, 0, config.num_heads},
      {"numbers in its feed-forward layers (d_ff)", config.d_ff, 0, kMaxFeedForwardWidth},
      {"encoder layers", config.encoder_layers, encodes ? 1U : 0U, encodes ? kMaxLayers : 0},
      {"decoder layers", config.decoder_layers, decodes ? 1U : 0U, decodes ? kMaxLayers : 0},
      {"positions", config.max_positions, 0, kMaxPositions},
  };
  for (const Bound& bound : bounds) {
    Status status = check_size(bound.what, bound.value, bound.min, bound.max);
    if (!status) return status;
  }
  if (config.d_model % config.num_heads != 0) {
    return invalid_argument("the config has " + std::to_string(config.num_heads) +
                            " attention heads, which do not divide its width of " +
                            std::to_string(config.d_model));
  }
  if (config.num_heads % config.key_value_heads() != 0) {
    return invalid_argument("the config has " + std::to_string(config.key_value_heads()) +
                            " heads of keys and values, which do not divide its " +
                            std::to_string(config.num_heads) + " attention heads");
  }
  return ok_status();
}

Status check_token_id(const char* what, std::int32_t id, std::size_t vocab_size) {
  if (id >= 0 && static_cast<std::size_t>(id) < vocab_size) return ok_status();
  return invalid_argument("the config's " + std::string(what) + " is " + std::to_string(id) +
                          ", which is not in its vocabulary of " + std::to_string(vocab_size));
}

}  // namespace

Status check_config(const ModelConfig& config) {
  if (Status status = check_sizes(config); !status) return status;
  if (!is_epsilon(config.norm_epsilon)) {
    return invalid_argument(std::string("the config's norm_epsilon is not ") + kEpsilonRange);
  }
  struct Id {
    const char* what;
    std::optional<std::int32_t> id;
    std::size_t vocab_size;
  };
  const std::size_t labels = config.labels.size();
  const bool encodes_only = config.architecture == Architecture::kEncoder;
  if (config.classifies() ? !encodes_only || labels < 2 || labels > kMaxLabels : labels > 0) {
    return invalid_argument("the config has " + std::to_string(labels) +
                            " labels; an encoder with a pooling has 2 to " +
                            std::to_string(kMaxLabels) + ", any other model none");
  }
  std::vector<Id> ids = {
      {"pad_token_id", config.pad_token_id, std::max(config.vocab_size, config.source_vocab_size)},
      {"bos_token_id", config.bos_token_id, config.vocab_size},
      {"decoder_start_token_id", config.decoder_start_token_id, config.vocab_size},
  };
  for (const std::int32_t id : config.eos_token_ids) {
    ids.push_back({"eos_token_id", id, config.vocab_size});
  }
  for (const Id& id : ids) {
    if (!id.id) continue;
    Status status = check_token_id(id.what, *id.id, id.vocab_size);
    if (!status) return status;
  }
  return ok_status();
}

}  // namespace glassformer
