#include "weights/parameters.hpp"

#include <cmath>

#include "weights/sublayers.hpp"

namespace glassformer {
namespace {

class Lister {
 public:
  Lister(const ModelConfig& config, const Naming& names) : config_(config), names_(names) {}

  std::vector<Parameter> list() {
    if (encodes() && decodes())
      table(Role::kSourceEmbedding, names_.source_embedding, config_.source_vocab_size);
    table(Role::kEmbedding, decodes() ? names_.embedding : names_.source_embedding,
          config_.vocab_size);
    if (config_.positions == Positions::kLearned)
      table(Role::kPositions, names_.positions, config_.max_positions);
    for (std::size_t i = 0; i < config_.encoder_layers; ++i) layer(false, i);
    for (std::size_t i = 0; i < config_.decoder_layers; ++i) layer(true, i);
    for (const bool in_decoder : {false, true}) {
      if (!config_.final_norm || !(in_decoder ? decodes() : encodes())) continue;
      Parameter p = parameter(Role::kFinalNorm, in_decoder);
      norm(p, in_decoder ? names_.decoder_final_norm : names_.encoder_final_norm);
    }
    head();
    return std::move(list_);
  }

 private:
  bool encodes() const { return config_.architecture != Architecture::kDecoder; }
  bool decodes() const { return config_.architecture != Architecture::kEncoder; }

  static Parameter parameter(Role role, bool in_decoder) {
    Parameter p;
    p.role = role;
    p.stack = in_decoder ? Stack::kDecoder : Stack::kEncoder;
    return p;
  }

  void layer(bool in_decoder, std::size_t index) {
    const std::size_t d = config_.d_model, f = config_.d_ff;
    const std::size_t query = config_.query_width(), key = config_.key_width(),
                      value = config_.value_width();
    const bool has_cross = in_decoder && encodes();
    const std::string at =
        numbered(in_decoder ? names_.decoder_layer : names_.encoder_layer, index);
    const std::string self = at + (in_decoder ? names_.decoder_self : names_.encoder_self);
    const std::string cross = at + names_.cross;
    Parameter p = parameter(Role::kQkv, in_decoder);
    p.layer = index;

    const auto add_linear = [&](Role role, const std::string& name, std::size_t in,
                                std::size_t out) {
      p.role = role;
      linear(p, name + ".weight", name + ".bias", in, out);
    };
    // Query, key and value in one tensor.
    const auto add_packed = [&](Role role, const std::string& name) {
      p.role = role;
      linear(p, name + names_.qkv_weight, name + names_.qkv_bias, d, config_.qkv_width());
    };
    // In one each: first their matrices, then their biases.
    const auto add_parts = [&](const std::string& name) {
      Parameter part = p;
      part.role = Role::kQkv;
      part.layout = names_.layout;
      const std::size_t widths[] = {query, key, value};
      for (const bool is_bias : {false, true}) {
        part.whole = name + (is_bias ? names_.qkv_bias : names_.qkv_weight);
        part.first = 0;
        for (std::size_t i = 0; i < std::size(widths); ++i) {
          const std::string own = name + kSplitProjections[i];
          if (is_bias) {
            bias(part, own + ".bias", widths[i]);
          } else {
            weight(part, own + ".weight", d, widths[i]);
          }
          part.first += widths[i];
        }
      }
    };
    const auto add_sublayer = [&](Sublayer sublayer) {
      switch (sublayer) {
        case Sublayer::kSelfAttention:
          if (names_.self_is_split) {
            add_parts(self);
          } else {
            add_packed(Role::kQkv, self);
          }
          add_linear(Role::kSelfOut, self + names_.self_out, query, d);
          break;
        case Sublayer::kCrossAttention:
          if (names_.cross_is_packed) {
            add_packed(Role::kCrossQkv, cross);
          } else {
            add_linear(Role::kCrossQuery, cross + names_.cross_query, d, query);
            add_linear(Role::kCrossKey, cross + names_.cross_key, d, key);
            add_linear(Role::kCrossValue, cross + names_.cross_value, d, value);
          }
          add_linear(Role::kCrossOut, cross + names_.cross_out, query, d);
          break;
        case Sublayer::kFeedForward:
          add_linear(Role::kFeedForwardIn, at + names_.feed_forward_in, d, f);
          add_linear(Role::kFeedForwardOut, at + names_.feed_forward_out, f, d);
          break;
      }
    };
    for (const Sublayer sublayer : sublayers_of(config_, has_cross)) {
      p.sublayer = sublayer;
      for (const ResidualStep step : residual_steps(config_.norm)) {
        switch (step) {
          case ResidualStep::kNormBranch:
          case ResidualStep::kNormStream:
            p.role = Role::kNorm;
            norm(p, at + (has_cross ? names_.norms : names_.norms_without_cross)[p.norm]);
            break;
          case ResidualStep::kSublayer:
            add_sublayer(sublayer);
            break;
          case ResidualStep::kAdd:
            break;
        }
      }
      ++p.norm;
    }
  }

  // A head of its own is stored (V, D), or (labels, D), in every naming scheme.
  void head() {
    Parameter p = parameter(Role::kHead, decodes());
    p.layout = WeightLayout::kOutIn;
    if (!config_.tied_head && !names_.head.empty())
      weight(p, names_.head + ".weight", config_.d_model, config_.head_rows());
    if (!names_.head_bias.empty()) bias(p, names_.head_bias, config_.head_rows());
  }

  // What follows completes `p` and adds it.

  void linear(Parameter& p, const std::string& weight_name, const std::string& bias_name,
              std::size_t in, std::size_t out) {
    p.layout = names_.layout;
    weight(p, weight_name, in, out);
    bias(p, bias_name, out);
  }

  void weight(Parameter& p, const std::string& name, std::size_t in, std::size_t out) {
    if (config_.architecture == Architecture::kDecoder) {
      const bool into_stream = p.role == Role::kSelfOut || p.role == Role::kFeedForwardOut;
      const double layers = static_cast<double>(config_.decoder_layers);
      p.initial = Initial::kNormal;
      p.scale = 0.02 * (into_stream ? 1.0 / std::sqrt(2.0 * layers) : 1.0);
    } else {
      p.initial = Initial::kUniform;
      p.scale = std::sqrt(6.0 / static_cast<double>(in + out));
    }
    matrix(p, name, in, out);
  }

  // (rows, D): embeddings and positions.
  void table(Role role, const std::string& name, std::size_t rows) {
    Parameter p = parameter(role, decodes() && role != Role::kSourceEmbedding);
    p.layout = WeightLayout::kOutIn;
    p.initial = Initial::kNormal;
    p.scale = config_.architecture == Architecture::kDecoder
                  ? 0.02
                  : 1.0 / std::sqrt(static_cast<double>(config_.d_model));
    matrix(p, name, config_.d_model, rows);
  }

  void norm(Parameter& p, const std::string& name) {
    vector(p, name + ".weight", config_.d_model, Initial::kOnes);
    bias(p, name + ".bias", config_.d_model);
  }

  void bias(Parameter& p, const std::string& name, std::size_t size) {
    p.is_bias = true;
    vector(p, name, size, Initial::kZeros);
    p.is_bias = false;
  }

  void matrix(Parameter& p, const std::string& name, std::size_t in, std::size_t out) {
    p.shape = p.layout == WeightLayout::kInOut ? Shape{in, out} : Shape{out, in};
    add(p, name, in, out);
  }
  void vector(Parameter& p, const std::string& name, std::size_t size, Initial initial) {
    p.initial = initial;
    p.shape = {size};
    add(p, name, 0, size);
  }
  void add(Parameter& p, const std::string& name, std::size_t in, std::size_t out) {
    p.name = name;
    p.in = in;
    p.out = out;
    list_.push_back(p);
  }

  const ModelConfig& config_;
  const Naming& names_;
  std::vector<Parameter> list_;
};

}  // namespace

std::vector<Parameter> parameters_of(const ModelConfig& config, const Naming& names) {
  return Lister(config, names).list();
}

}  // namespace glassformer
