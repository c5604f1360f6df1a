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
    const bool has_cross = in_decoder && encodes();
    const std::string at =
        numbered(in_decoder ? names_.decoder_layer : names_.encoder_layer, index);
    const std::string* const norms = has_cross ? names_.norms : names_.norms_without_cross;
    Parameter p = parameter(Role::kNorm, in_decoder);
    p.layer = index;
    for (const Sublayer each : sublayers_of(config_, has_cross)) {
      p.sublayer = each;
      for (const ResidualStep step : residual_steps(config_.norm)) {
        switch (step) {
          case ResidualStep::kNormBranch:
          case ResidualStep::kNormStream:
            p.role = Role::kNorm;
            norm(p, at + norms[p.norm]);
            break;
          case ResidualStep::kSublayer:
            sublayer(p, at);
            break;
          case ResidualStep::kAdd:
            break;
        }
      }
      ++p.norm;
    }
  }

  // `at`: what the names of the layer begin with.
  void sublayer(Parameter& p, const std::string& at) {
    switch (p.sublayer) {
      case Sublayer::kSelfAttention:
        return self_attention(
            p, at + (p.stack == Stack::kDecoder ? names_.decoder_self : names_.encoder_self));
      case Sublayer::kCrossAttention:
        return cross_attention(p, at + names_.cross);
      case Sublayer::kFeedForward:
        return feed_forward(p, at);
    }
  }

  void self_attention(Parameter& p, const std::string& at) {
    if (names_.self_is_split) {
      split_qkv(p, at);
    } else {
      packed_qkv(p, Role::kQkv, at);
    }
    linear(p, Role::kSelfOut, at + names_.self_out, config_.query_width(), config_.d_model);
  }

  void cross_attention(Parameter& p, const std::string& at) {
    const std::size_t d = config_.d_model;
    if (names_.cross_is_packed) {
      packed_qkv(p, Role::kCrossQkv, at);
    } else {
      linear(p, Role::kCrossQuery, at + names_.cross_query, d, config_.query_width());
      linear(p, Role::kCrossKey, at + names_.cross_key, d, config_.key_width());
      linear(p, Role::kCrossValue, at + names_.cross_value, d, config_.value_width());
    }
    linear(p, Role::kCrossOut, at + names_.cross_out, config_.query_width(), d);
  }

  void feed_forward(Parameter& p, const std::string& at) {
    const std::size_t d = config_.d_model, f = config_.d_ff;
    linear(p, Role::kFeedForwardIn, at + names_.feed_forward_in, d, f);
    linear(p, Role::kFeedForwardOut, at + names_.feed_forward_out, f, d);
  }

  // Query, key and value in one tensor.
  void packed_qkv(Parameter& p, Role role, const std::string& at) {
    p.role = role;
    matrix_and_bias(p, at + names_.qkv_weight, at + names_.qkv_bias, config_.d_model,
                    config_.qkv_width());
  }

  // In one each: first their matrices, then their biases.
  void split_qkv(Parameter part, const std::string& at) {
    part.role = Role::kQkv;
    part.layout = names_.layout;
    const std::size_t widths[] = {config_.query_width(), config_.key_width(),
                                  config_.value_width()};
    for (const bool is_bias : {false, true}) {
      part.whole = at + (is_bias ? names_.qkv_bias : names_.qkv_weight);
      part.first = 0;
      for (std::size_t i = 0; i < std::size(widths); ++i) {
        const std::string own = at + kSplitProjections[i];
        if (is_bias) {
          bias(part, own + ".bias", widths[i]);
        } else {
          weight(part, own + ".weight", config_.d_model, widths[i]);
        }
        part.first += widths[i];
      }
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

  void linear(Parameter& p, Role role, const std::string& name, std::size_t in, std::size_t out) {
    p.role = role;
    matrix_and_bias(p, name + ".weight", name + ".bias", in, out);
  }

  void matrix_and_bias(Parameter& p, const std::string& weight_name, const std::string& bias_name,
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
