#include "training/parameter_places.hpp"

#include <string>

#include "glassformer/memory_limit.hpp"

namespace glassformer::training {
namespace {

// Gives `p` the next offset and stores it where the network reads it.
void place(ParameterPlaces& places, const Parameter& p) {
  const std::size_t offset = places.size;
  StackPlaces& stack = p.stack == Stack::kDecoder ? places.decoder : places.encoder;
  const auto place_linear = [&](LinearPlace& linear) {
    if (p.is_bias) {
      linear.bias = offset;
      return;
    }
    linear = {offset, {}, p.in, p.out, p.layout, places.matrices.size()};
    places.matrices.push_back(linear);
  };
  const auto place_norm = [&](NormPlaces& norm) { (p.is_bias ? norm.bias : norm.weight) = offset; };
  switch (p.role) {
    case Role::kEmbedding:
      places.embedding = offset;
      break;
    case Role::kSourceEmbedding:
      places.source_embedding = offset;
      break;
    case Role::kPositions:
      places.positions = offset;
      break;
    case Role::kNorm:
      place_norm(stack.layers[p.layer].norms[p.norm]);
      break;
    case Role::kFinalNorm:
      place_norm(stack.final_norm);
      break;
    case Role::kHead:
      place_linear(places.head);
      break;
    case Role::kQkv:
    case Role::kSelfOut:
    case Role::kCrossQuery:
    case Role::kCrossKey:
    case Role::kCrossValue:
    case Role::kCrossQkv:
    case Role::kCrossOut:
    case Role::kFeedForwardIn:
    case Role::kFeedForwardOut:
      place_linear(stack.layers[p.layer].linears[static_cast<std::size_t>(p.role)]);
  }
  places.parameters.push_back({p, offset});
  places.size += p.size();
}

Status check_trainable(const ModelConfig& config) {
  if (Status status = check_config(config); !status) return status;
  if (config.architecture == Architecture::kEncoder)
    return invalid_argument(
        "the config is that of an encoder alone; only decoders and encoder–decoders can be "
        "trained");
  if (config.positions == Positions::kLearned && config.max_positions == 0)
    return invalid_argument(
        "the config names no context length (n_positions), which a table of "
        "learned positions to be trained must have");
  if (config.key_value_heads() != config.num_heads)
    return invalid_argument("num_key_value_heads is " + std::to_string(config.key_value_heads()) +
                            "; a model can be trained only where it is num_heads, here " +
                            std::to_string(config.num_heads));
  return ok_status();
}

}  // namespace

const PlacedParameter* ParameterPlaces::find(std::string_view name) const {
  for (const PlacedParameter& parameter : parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

Result<ParameterPlaces> parameter_places(const ModelConfig& config, std::size_t workers) {
  if (Status status = check_trainable(config); !status) return status.error();
  const std::vector<Parameter> parameters = parameters_of(config, written_names(config));
  MemorySize count = 0;
  for (const Parameter& p : parameters)
    count += p.in > 0 ? MemorySize(p.in) * p.out : MemorySize(p.out);
  const std::string what = "training " + std::to_string(count.value()) + " parameters";
  // The values, their two moments, a gradient for each worker, and every matrix packed twice.
  const MemorySize bytes = count * sizeof(float) * (MemorySize(workers) + 5);
  if (Status s = check_available(what, bytes); !s) return s.error();

  ParameterPlaces places;
  places.encoder.layers.resize(config.encoder_layers);
  places.decoder.layers.resize(config.decoder_layers);
  places.head = {.in = config.d_model, .out = config.vocab_size, .layout = WeightLayout::kOutIn};
  for (const Parameter& p : parameters) place(places, p);
  if (config.tied_head) {
    places.head.weight = places.embedding;
    places.head.matrix = places.matrices.size();
    places.matrices.push_back(places.head);
  }
  return places;
}

}  // namespace glassformer::training
