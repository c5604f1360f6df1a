#include "weights/weight_binding.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/sorting.hpp"
#include "base/utf8.hpp"
#include "weights/parameters.hpp"

namespace glassformer {
namespace {

using Columns = WeightSlot::Columns;
using Values = WeightSlot::Values;
using Zeros = WeightSlot::Zeros;

// "'wte.weight' [17, 12]"; without a shape where a dimension is not known.
std::string shown(const std::string& name, const Shape& shape, bool has_shape = true) {
  return in_quotes(name) + (has_shape ? " " + to_string(shape) : "");
}

// "'a' [3], 'b' [5], 'c' [7] and 4 more"
std::string list(const std::vector<std::string>& names) {
  std::string text = names[0];
  for (std::size_t i = 1; i < std::min<std::size_t>(names.size(), 3); ++i) text += ", " + names[i];
  if (names.size() > 3) text += " and " + std::to_string(names.size() - 3) + " more";
  return text;
}

// The causal masks that Hugging Face's and nanoGPT's checkpoints carry along are no weights.
bool is_buffer(const TensorInfo& info) {
  return info.shape.size() != 1 &&
         (info.name.ends_with(".attn.bias") || info.name.ends_with(".attn.masked_bias"));
}

// Gives every parameter its tensor and its places, and collects what is missing, of the wrong
// shape or of the wrong type.
class Binder {
 public:
  Binder(const SafetensorsHeader& header, const kernels::Kernels& kernels, WeightType type,
         const Naming& names, const ModelConfig& config, ModelWeights& weights)
      : header_(header),
        kernels_(kernels),
        type_(type),
        names_(names),
        config_(config),
        weights_(weights),
        used_(header.tensors.size()) {
    weights_.encoder.layers.resize(config.encoder_layers);
    weights_.decoder.layers.resize(config.decoder_layers);
    biases_[0].resize(config.encoder_layers);
    biases_[1].resize(config.decoder_layers);
  }

  void bind_all(const std::vector<Parameter>& parameters) {
    for (const Parameter& p : parameters) {
      if (p.role == Role::kNorm && p.is_bias) norms_have_biases_ |= is_in_file(p.name);
      if (p.role == Role::kQkv && p.is_bias && p.first == 0) biases_of(p) = biases_found(p);
    }
    for (const Parameter& p : parameters) bind(p);
  }

  Result<BoundWeights> finish() {
    const std::string weights = "the weights (naming scheme: " + std::string(names_.scheme) + ")";
    if (!wrong_.empty()) return invalid_file(weights + wrong_);
    std::vector<std::string> surplus;
    bool has_integers = false, has_classifier = false;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      const TensorInfo& info = header_.tensors[i];
      has_integers |= info.dtype == DType::kI8;
      if (used_[i] != 0 || is_buffer(info)) continue;
      surplus.push_back(shown(info.name, info.shape));
      has_classifier |= info.name.ends_with("classifier.weight");
    }
    if (!missing_.empty()) {
      return invalid_file(weights + " lack " + list(missing_) + ", which the config asks for" +
                          (surplus.empty() ? ""
                                           : ", and hold " + list(surplus) +
                                                 ", for which it has no place; other names need "
                                                 "its table weight_names, see docs/javascript.md"));
    }
    if (!surplus.empty()) {
      return invalid_file(weights + " hold " + list(surplus) +
                          ", for which the config has no place" +
                          (has_integers && config_.weight_scale.empty()
                               ? "; scales of I8 weights need its quantization_config"
                           : has_classifier ? "; a head that classifies needs its num_labels and "
                                              "pooling, and no decoder"
                                            : ""));
    }
    small_sort(std::span(slots_), [](const WeightSlot& a, const WeightSlot& b) {
      return a.info.begin < b.info.begin;
    });
    return BoundWeights{std::move(slots_), std::move(joined_)};
  }

 private:
  void bind(const Parameter& p) {
    const TensorInfo* info = find_tensor(header_, names_, p.name);
    if (p.is_bias && p.role < Role::kNorm) {
      const LayerBiases& has = biases_of(p);
      if (p.role == Role::kQkv && !has.qkv) {
        if (has.others && p.first == 0) join_zeros(p);
        return;
      }
      if (!has.others) return;
    }

    std::vector<WeightSlot::Place> places = places_of(p);
    // A norm whose file has a weight but no bias has a bias of zeros (nanoGPT's option), but in the
    // layers none lacks it that others have.
    const bool may_lack_bias =
        p.role == Role::kFinalNorm || (p.role == Role::kNorm && !norms_have_biases_);
    if (info == nullptr && p.is_bias && may_lack_bias && is_in_file(weight_beside(p.name))) {
      const auto& bias = *std::get_if<Values>(&places[0]);
      if (wrong_.empty()) slots_.back().places.push_back(Zeros{bias.vector, bias.count});
      return;
    }
    if (info == nullptr)
      return missing_.push_back(shown(names_.prefix + p.name, p.shape, p.size() > 0));
    WeightSlot slot{*info, p, std::move(places)};
    slot.weight.name = info->name;
    if (p.is_part()) slot.part_of = joined_of(p);
    if (is_as_asked(*info, p.shape) && bind_scale(p, slot)) slots_.push_back(std::move(slot));
  }

  // Which biases the file has of a layer.
  struct LayerBiases {
    bool qkv = false;     // of queries, keys and values
    bool others = false;  // of the other projections
  };
  LayerBiases& biases_of(const Parameter& p) {
    return biases_[p.stack == Stack::kDecoder ? 1 : 0][p.layer];
  }

  // They are all there or all absent; the first projection tells, or the second where the first is
  // lacking. Queries, keys and values in a layer each often have none where the projection behind
  // them has one.
  LayerBiases biases_found(const Parameter& qkv_bias) const {
    const std::string& name = qkv_bias.name;
    const std::string& whole = qkv_bias.is_part() ? qkv_bias.whole : name;
    const std::string attention = whole.substr(0, whole.size() - names_.qkv_bias.size());
    const std::string weight = qkv_bias.is_part() ? attention + kSplitProjections[2] + ".weight"
                                                  : attention + names_.qkv_weight;
    const bool has_bias_behind = is_in_file(attention + names_.self_out + ".bias");
    const bool qkv = is_in_file(name) || (!is_in_file(weight) && has_bias_behind);
    return {qkv, qkv || (qkv_bias.is_part() && has_bias_behind)};
  }

  bool is_in_file(const std::string& name) const {
    return find_tensor(header_, names_, name) != nullptr;
  }

  // "ln_1.weight" of "ln_1.bias".
  static std::string weight_beside(const std::string& bias) {
    return bias.substr(0, bias.size() - std::string_view("bias").size()) + "weight";
  }

  // The bias of all three where none has one and the layer has others: zeros, so that what is
  // written has all of them.
  void join_zeros(const Parameter& part) {
    const std::size_t at = joined_of(part);
    const auto& bias = *std::get_if<Values>(&joined_[at].places[0]);
    if (wrong_.empty() && !slots_.empty())
      slots_.back().places.push_back(Zeros{bias.vector, bias.count});
  }

  // What it is a part of, among the joined weights.
  std::size_t joined_of(Parameter p) {
    const std::string name = names_.prefix + p.whole;
    if (joined_.empty() || joined_.back().info.name != name) {
      p.out = config_.qkv_width();
      p.shape[p.layout == WeightLayout::kInOut && !p.is_bias ? 1 : 0] = p.out;
      p.first = 0;
      WeightSlot& joined = joined_.emplace_back(WeightSlot{TensorInfo{}, p, places_of(p)});
      joined.info.name = joined.weight.name = name;
      joined.info.shape = p.shape;
    }
    return joined_.size() - 1;
  }

  // Marks the tensor as used; false where its shape is another.
  bool is_as_asked(const TensorInfo& info, const Shape& shape) {
    used_[static_cast<std::size_t>(&info - header_.tensors.data())] = 1;
    const bool is_empty = element_count(info.shape) == 0;
    if (info.shape == shape && !is_empty) return true;
    if (wrong_.empty()) {
      wrong_ = " hold " + shown(info.name, info.shape) +
               (is_empty ? "; no dimension of a weight may be 0"
                         : ", but the config asks for " + to_string(shape));
    }
    return false;
  }

  // Where the config names scales, a matrix of integers has them, and nothing else is of integers.
  bool bind_scale(const Parameter& p, WeightSlot& slot) {
    if (config_.weight_scale.empty()) return true;
    const bool is_matrix = std::holds_alternative<Columns>(slot.places[0]) && !p.is_bias;
    if (!is_matrix) return is_of_floats(slot.info, ": only matrices have scales");
    if (slot.info.dtype != DType::kI8)
      return is_of_floats(slot.info, ": integers with scales are I8");
    const std::string name = slot.info.name + config_.weight_scale;
    const TensorInfo* info = header_.find(name);
    if (info == nullptr) {
      missing_.push_back(shown(name, {p.out}));
      return false;
    }
    slot.scale = *info;
    return is_as_asked(*info, {p.out}) &&
           is_of_floats(*info, ": scales are floating-point numbers");
  }

  bool is_of_floats(const TensorInfo& info, const char* why) {
    if (glassformer::is_of_floats(info.dtype)) return true;
    if (wrong_.empty()) {
      wrong_ = " hold " + in_quotes(info.name) + " as " + name_of(info.dtype) +
               ", expected F16, BF16, F32 or F64" + why;
    }
    return false;
  }

  // Where a parameter lies in the model's memory: columns of `matrix`, or values of `vector`.
  struct Target {
    PackedMatrix* matrix;
    std::vector<float>* vector;
    std::size_t first = 0;
  };
  Target target_of(const Parameter& p) {
    StackWeights& stack = p.stack == Stack::kDecoder ? weights_.decoder : weights_.encoder;
    LayerWeights* layer = stack.layers.data() + p.layer;
    const auto linear = [](Linear& l, std::size_t first = 0) {
      return Target{&l.weight, &l.bias, first};
    };
    const auto norm = [&](NormWeights& n) {
      return Target{nullptr, p.is_bias ? &n.bias : &n.weight};
    };
    switch (p.role) {
      case Role::kQkv:
        return linear(layer->self.qkv, p.first);
      case Role::kSelfOut:
        return linear(layer->self.out);
      case Role::kCrossQkv:  // its first columns
      case Role::kCrossQuery:
        return linear(layer->cross.query);
      case Role::kCrossKey:
        return linear(layer->cross.key_value);
      case Role::kCrossValue:
        return linear(layer->cross.key_value, config_.key_width());
      case Role::kCrossOut:
        return linear(layer->cross.out);
      case Role::kFeedForwardIn:
        return linear(layer->feed_forward.in);
      case Role::kFeedForwardOut:
        return linear(layer->feed_forward.out);
      case Role::kHead:
        return linear(weights_.head);
      case Role::kNorm:
        return norm(layer->norms[p.norm]);
      case Role::kFinalNorm:
        return norm(stack.final_norm);
      case Role::kEmbedding:
        return {&weights_.embedding.tokens, nullptr};
      case Role::kSourceEmbedding:
        return {&weights_.source_embedding.tokens, nullptr};
      case Role::kPositions:
        break;
    }
    return {nullptr, &weights_.embedding.positions};
  }

  std::vector<WeightSlot::Place> places_of(const Parameter& p) {
    std::vector<WeightSlot::Place> places;
    const auto add = [&](const Target& target, std::size_t count) {
      if (p.is_bias || target.matrix == nullptr) {
        places.push_back(Values{target.vector, target.first, count});
        return;
      }
      const std::size_t end = target.first + count;
      if (target.matrix->out() < end) *target.matrix = PackedMatrix(kernels_, p.in, end, type_);
      places.push_back(Columns{target.matrix, p.layout, target.first, count});
    };
    const Target target = target_of(p);
    std::size_t count = target.matrix == nullptr ? p.size() : p.out;
    if (p.role == Role::kCrossQkv) {
      count = config_.query_width();
      Linear& key_value = weights_.decoder.layers[p.layer].cross.key_value;
      add(target, count);
      add({&key_value.weight, &key_value.bias}, p.out - count);
    } else {
      add(target, count);
    }
    return places;
  }

  const SafetensorsHeader& header_;
  const kernels::Kernels& kernels_;
  WeightType type_;
  const Naming& names_;
  const ModelConfig& config_;
  ModelWeights& weights_;
  bool norms_have_biases_ = false;                  // of the layers
  std::array<std::vector<LayerBiases>, 2> biases_;  // of the encoder's and the decoder's layers
  std::vector<WeightSlot> slots_;
  std::vector<WeightSlot> joined_;
  std::vector<std::uint8_t> used_;  // of the header's tensors
  std::vector<std::string> missing_;
  std::string wrong_;
};

}  // namespace

Result<BoundWeights> bind_weights(const SafetensorsHeader& header, const kernels::Kernels& kernels,
                                  WeightType type, ModelConfig& config, ModelWeights& weights) {
  const Result<Naming> names = recognise_names(header, config);
  if (!names) return names.error();
  Binder binder(header, kernels, type, *names, config, weights);
  binder.bind_all(parameters_of(config, *names));
  return binder.finish();
}

std::vector<WeightSlot> join_parts(BoundWeights bound) {
  std::vector<WeightSlot> slots;
  std::vector<std::uint8_t> is_there(bound.joined.size());
  for (WeightSlot& slot : bound.slots) {
    if (!slot.part_of) {
      slots.push_back(std::move(slot));
    } else if (is_there[*slot.part_of]++ == 0) {
      slots.push_back(std::move(bound.joined[*slot.part_of]));
    }
  }
  for (std::size_t i = 0; i < is_there.size(); ++i) {
    if (is_there[i] == 0) slots.push_back(std::move(bound.joined[i]));
  }
  return slots;
}

}  // namespace glassformer
