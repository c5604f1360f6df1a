#include "training/parameters.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace glassformer::training {
namespace {

class Placer {
 public:
  Placer(const ModelConfig& config, WeightLayout layout, ParameterPlaces& places)
      : config_(config), layout_(layout), places_(places) {}

  std::size_t add(std::string name, Shape shape, Initial initial, double scale = 0.0) {
    const std::size_t offset = places_.size;
    double numbers = 1.0;
    for (const std::size_t n : shape) numbers *= static_cast<double>(n);
    places_.numbers += numbers;
    places_.parameters.push_back({std::move(name), std::move(shape), offset, initial, scale});
    places_.size += places_.parameters.back().size();
    return offset;
  }

  // GPT-2's weights are normal, and narrower where their output is added to the stream; those of
  // torch.nn.Transformer are uniform (Glorot and Bengio 2010).
  LinearPlace linear(const std::string& name, std::size_t in, std::size_t out, bool into_stream) {
    LinearPlace place{.in = in, .out = out, .layout = layout_};
    const Shape shape = layout_ == WeightLayout::kInOut ? Shape{in, out} : Shape{out, in};
    if (layout_ == WeightLayout::kInOut) {
      const double layers = static_cast<double>(config_.decoder_layers);
      const double narrowed = into_stream ? 1.0 / std::sqrt(2.0 * layers) : 1.0;
      place.weight = add(name + ".weight", shape, Initial::kNormal, 0.02 * narrowed);
    } else {
      place.weight = add(name + ".weight", shape, Initial::kUniform,
                         std::sqrt(6.0 / static_cast<double>(in + out)));
    }
    place.bias = add(name + ".bias", {out}, Initial::kZeros);
    return multiplied(place);
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

 private:
  const ModelConfig& config_;
  WeightLayout layout_;
  ParameterPlaces& places_;
};

LayerPlaces gpt2_layer(Placer& placer, const ModelConfig& config, const std::string& name) {
  const std::size_t d = config.d_model;
  const bool norms = config.norm != NormPlace::kNone;
  LayerPlaces layer;
  if (norms) layer.norms[0] = placer.norm(name + "ln_1");
  layer.qkv = placer.linear(name + "attn.c_attn", d, 3 * d, false);
  layer.out = placer.linear(name + "attn.c_proj", d, d, true);
  if (config.d_ff == 0) return layer;
  if (norms) layer.norms[1] = placer.norm(name + "ln_2");
  layer.hidden = placer.linear(name + "mlp.c_fc", d, config.d_ff, false);
  layer.hidden_out = placer.linear(name + "mlp.c_proj", config.d_ff, d, true);
  return layer;
}

LayerPlaces module_layer(Placer& placer, const ModelConfig& config, const std::string& name,
                         bool decodes) {
  const std::size_t d = config.d_model;
  const std::string self = name + (decodes ? "self_attn." : "attn.");
  std::size_t sublayer = 0;
  LayerPlaces layer;
  const auto add_norm = [&] {
    if (config.norm != NormPlace::kNone)
      layer.norms[sublayer] = placer.norm(name + "norm" + std::to_string(sublayer + 1));
    ++sublayer;
  };
  layer.qkv = placer.linear(self + "c_attn", d, 3 * d, false);
  layer.out = placer.linear(self + "c_proj", d, d, true);
  add_norm();
  if (decodes) {
    layer.cross_query = placer.linear(name + "cross_attn.query", d, d, false);
    layer.cross_key = placer.linear(name + "cross_attn.key", d, d, false);
    layer.cross_value = placer.linear(name + "cross_attn.value", d, d, false);
    layer.cross_out = placer.linear(name + "cross_attn.proj", d, d, true);
    add_norm();
  }
  if (config.d_ff == 0) return layer;
  layer.hidden = placer.linear(name + "ffn.net.0", d, config.d_ff, false);
  layer.hidden_out = placer.linear(name + "ffn.net.3", config.d_ff, d, true);
  add_norm();
  return layer;
}

void place_gpt2(const ModelConfig& config, ParameterPlaces& places) {
  const std::size_t d = config.d_model, vocab = config.vocab_size;
  Placer placer(config, WeightLayout::kInOut, places);
  places.embedding = placer.add("wte.weight", {vocab, d}, Initial::kNormal, 0.02);
  if (config.positions == Positions::kLearned)
    places.positions = placer.add("wpe.weight", {config.max_positions, d}, Initial::kNormal, 0.02);
  for (std::size_t i = 0; i < config.decoder_layers; ++i)
    places.decoder.layers.push_back(gpt2_layer(placer, config, "h." + std::to_string(i) + "."));
  if (config.final_norm) places.decoder.final_norm = placer.norm("ln_f");
  LinearPlace head{.weight = places.embedding, .in = d, .out = vocab};
  head.layout = WeightLayout::kOutIn;
  if (!config.tied_head)
    head.weight = placer.add("lm_head.weight", {vocab, d}, Initial::kNormal, 0.02);
  places.head = placer.multiplied(head);
}

void place_modules(const ModelConfig& config, ParameterPlaces& places) {
  const std::size_t d = config.d_model, vocab = config.vocab_size;
  const double spread = 1.0 / std::sqrt(static_cast<double>(d));
  Placer placer(config, WeightLayout::kOutIn, places);
  places.source_embedding =
      placer.add("src_embed.weight", {config.source_vocab_size, d}, Initial::kNormal, spread);
  places.embedding = placer.add("tgt_embed.weight", {vocab, d}, Initial::kNormal, spread);
  if (config.positions == Positions::kLearned)
    places.positions = placer.add("pos_table", {config.max_positions, d}, Initial::kNormal, spread);
  for (std::size_t i = 0; i < config.encoder_layers; ++i)
    places.encoder.layers.push_back(
        module_layer(placer, config, "encoder." + std::to_string(i) + ".", false));
  for (std::size_t i = 0; i < config.decoder_layers; ++i)
    places.decoder.layers.push_back(
        module_layer(placer, config, "decoder." + std::to_string(i) + ".", true));
  if (config.final_norm) {
    places.encoder.final_norm = placer.norm("encoder.final_norm");
    places.decoder.final_norm = placer.norm("decoder.final_norm");
  }
  LinearPlace head{.weight = places.embedding, .in = d, .out = vocab};
  head.layout = WeightLayout::kOutIn;
  if (!config.tied_head) {
    head.weight = placer.add("generator.weight", {vocab, d}, Initial::kUniform,
                             std::sqrt(6.0 / static_cast<double>(d + vocab)));
    head.bias = placer.add("generator.bias", {vocab}, Initial::kZeros);
  } else {
    head.bias = placer.add("out_bias", {vocab}, Initial::kZeros);
  }
  places.head = placer.multiplied(head);
}

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
      place_gpt2(config, places);
      break;
    case Architecture::kEncoderDecoder:
      place_modules(config, places);
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
