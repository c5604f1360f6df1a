#include "training/parameters.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "weights/weight_names.hpp"

namespace glassformer::training {
namespace {

// Names are those of files (weights/weight_names.hpp), and their order is that of the parameters.
class Placer {
 public:
  Placer(const ModelConfig& config, Naming names, ParameterPlaces& places)
      : config_(config), names_(std::move(names)), places_(places) {}

  void place() {
    const std::size_t d = config_.d_model;
    if (has_source())
      places_.source_embedding =
          add_normal(names_.source_embedding, {config_.source_vocab_size, d});
    places_.embedding = add_normal(names_.embedding, {config_.vocab_size, d});
    if (config_.positions == Positions::kLearned)
      places_.positions = add_normal(names_.positions, {config_.max_positions, d});
    if (has_source()) {
      for (std::size_t i = 0; i < config_.encoder_layers; ++i)
        places_.encoder.layers.push_back(layer(i, false));
    }
    for (std::size_t i = 0; i < config_.decoder_layers; ++i)
      places_.decoder.layers.push_back(layer(i, true));
    if (config_.final_norm) {
      if (has_source()) places_.encoder.final_norm = norm(names_.encoder_final_norm);
      places_.decoder.final_norm = norm(names_.decoder_final_norm);
    }
    places_.head = head();
  }

 private:
  bool has_source() const { return config_.architecture == Architecture::kEncoderDecoder; }
  bool is_gpt2() const { return names_.layout == WeightLayout::kInOut; }

  LayerPlaces layer(std::size_t index, bool decodes) {
    const std::size_t d = config_.d_model;
    const bool has_cross = decodes && has_source();
    const std::string at = numbered(decodes ? names_.decoder_layer : names_.encoder_layer, index);
    const std::string self = at + (decodes ? names_.decoder_self : names_.encoder_self);
    const std::string cross = at + names_.cross;
    LayerPlaces layer;
    std::size_t sublayer = 0;
    const auto add_norm = [&] {
      const std::string& name = (has_cross ? names_.norms : names_.norms_of_two)[sublayer];
      if (config_.norm != NormPlace::kNone) layer.norms[sublayer] = norm(at + name);
      ++sublayer;
    };
    if (names_.norms_first) add_norm();
    layer.qkv = linear(self + names_.qkv_weight, self + names_.qkv_bias, d, 3 * d, false);
    layer.out = linear(self + names_.self_out, d, d, true);
    if (!names_.norms_first) add_norm();
    if (has_cross) {
      layer.cross_query = linear(cross + names_.cross_query, d, d, false);
      layer.cross_key = linear(cross + names_.cross_key, d, d, false);
      layer.cross_value = linear(cross + names_.cross_value, d, d, false);
      layer.cross_out = linear(cross + names_.cross_out, d, d, true);
      add_norm();
    }
    if (config_.d_ff == 0) return layer;
    if (names_.norms_first) add_norm();
    layer.hidden = linear(at + names_.feed_forward_in, d, config_.d_ff, false);
    layer.hidden_out = linear(at + names_.feed_forward_out, config_.d_ff, d, true);
    if (!names_.norms_first) add_norm();
    return layer;
  }

  // (V, D) in every naming; a tied head is the embedding's numbers.
  LinearPlace head() {
    LinearPlace place{
        .weight = places_.embedding, .in = config_.d_model, .out = config_.vocab_size};
    place.layout = WeightLayout::kOutIn;
    if (!config_.tied_head) place.weight = add_weight(names_.head + ".weight", place, false);
    const std::string& bias = config_.tied_head ? names_.tied_head_bias : names_.head_bias;
    if (!bias.empty()) place.bias = add(bias, {place.out}, Initial::kZeros);
    return multiplied(place);
  }

  LinearPlace linear(const std::string& weight, const std::string& bias, std::size_t in,
                     std::size_t out, bool into_stream) {
    LinearPlace place{.in = in, .out = out, .layout = names_.layout};
    place.weight = add_weight(weight, place, into_stream);
    place.bias = add(bias, {out}, Initial::kZeros);
    return multiplied(place);
  }
  LinearPlace linear(const std::string& name, std::size_t in, std::size_t out, bool into_stream) {
    return linear(name + ".weight", name + ".bias", in, out, into_stream);
  }

  LinearPlace multiplied(LinearPlace place) {
    place.matrix = places_.matrices.size();
    places_.matrices.push_back(place);
    return place;
  }

  NormPlaces norm(const std::string& name) {
    return {add(name + ".weight", {config_.d_model}, Initial::kOnes),
            add(name + ".bias", {config_.d_model}, Initial::kZeros)};
  }

  // GPT-2's weights are normal, and narrower where their output is added to the stream; those of
  // torch.nn.Transformer are uniform (Glorot and Bengio 2010).
  std::size_t add_weight(std::string name, const LinearPlace& place, bool into_stream) {
    const std::size_t in = place.in, out = place.out;
    Shape shape = place.layout == WeightLayout::kInOut ? Shape{in, out} : Shape{out, in};
    if (!is_gpt2())
      return add(std::move(name), std::move(shape), Initial::kUniform,
                 std::sqrt(6.0 / static_cast<double>(in + out)));
    const double layers = static_cast<double>(config_.decoder_layers);
    const double narrowed = into_stream ? 1.0 / std::sqrt(2.0 * layers) : 1.0;
    return add(std::move(name), std::move(shape), Initial::kNormal, 0.02 * narrowed);
  }

  // Embeddings and positions.
  std::size_t add_normal(const std::string& name, Shape shape) {
    const double spread = is_gpt2() ? 0.02 : 1.0 / std::sqrt(static_cast<double>(config_.d_model));
    return add(name, std::move(shape), Initial::kNormal, spread);
  }

  std::size_t add(std::string name, Shape shape, Initial initial, double scale = 0.0) {
    const std::size_t offset = places_.size;
    double numbers = 1.0;
    for (const std::size_t n : shape) numbers *= static_cast<double>(n);
    places_.numbers += numbers;
    places_.parameters.push_back({std::move(name), std::move(shape), offset, initial, scale});
    places_.size += places_.parameters.back().size();
    return offset;
  }

  const ModelConfig& config_;
  Naming names_;
  ParameterPlaces& places_;
};

}  // namespace

const Parameter* ParameterPlaces::find(const std::string& name) const {
  for (const Parameter& parameter : parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

Result<ParameterPlaces> parameter_places(const ModelConfig& config) {
  if (Status status = check_config(config); !status) return status.error();
  if (config.positions == Positions::kLearned && config.max_positions == 0)
    return invalid_argument(
        "the config names no context length (n_positions), which a table of "
        "learned positions to be trained must have");
  ParameterPlaces places;
  switch (config.architecture) {
    case Architecture::kDecoder:
      Placer(config, gpt2_names(), places).place();
      break;
    case Architecture::kEncoderDecoder:
      Placer(config, module_names(), places).place();
      break;
    case Architecture::kEncoder:
      return invalid_argument(
          "the config is that of an encoder alone; trained are decoders and encoder–decoders");
  }
  // Of each a trainer keeps the number, its gradient and two moments, and a matrix packed twice.
  constexpr double kBytes = 6.0 * sizeof(float);
  if (places.numbers * kBytes > static_cast<double>(std::numeric_limits<std::size_t>::max()))
    return out_of_memory("to train " + std::to_string(static_cast<std::uint64_t>(places.numbers)) +
                         " parameters takes more memory than there can be");
  return places;
}

}  // namespace glassformer::training
