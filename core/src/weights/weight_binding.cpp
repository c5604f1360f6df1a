#include "weights/weight_binding.hpp"

#include <algorithm>
#include <set>

#include "base/sorting.hpp"
#include "weights/weight_names.hpp"

namespace glassformer {
namespace {

using Columns = WeightSlot::Columns;
using Values = WeightSlot::Values;

std::size_t size_of(const WeightSlot::Place& place) {
  const auto* columns = std::get_if<Columns>(&place);
  return columns != nullptr ? columns->matrix->in() * columns->count
                            : std::get_if<Values>(&place)->count;
}

// "'a', 'b', 'c' and 4 more"
std::string list(const std::vector<std::string>& names) {
  std::string text = "'" + names[0] + "'";
  for (std::size_t i = 1; i < std::min<std::size_t>(names.size(), 3); ++i)
    text += ", '" + names[i] + "'";
  if (names.size() > 3) text += " and " + std::to_string(names.size() - 3) + " more";
  return text;
}

// The causal masks that Hugging Face's and nanoGPT's checkpoints carry along are no weights.
bool is_buffer(const TensorInfo& info) {
  return info.shape.size() != 1 &&
         (info.name.ends_with(".attn.bias") || info.name.ends_with(".attn.masked_bias"));
}

// Collects slots and, for the end, what was missing or of the wrong shape.
class Binder {
 public:
  Binder(const SafetensorsHeader& header, const kernels::Kernels& kernels, Naming names)
      : header_(header), kernels_(kernels), names_(std::move(names)) {}

  const Naming& names() const { return names_; }
  const TensorInfo* find(const std::string& name) const {
    const TensorInfo* info = header_.find(names_.prefix + name);
    return info != nullptr
               ? info
               : header_.find(name);  // embeddings and heads stand outside of a prefixed model
  }
  bool has(const std::string& name) const { return find(name) != nullptr; }

  /// Memory is taken at the end, when the file is known to hold what the config asks for.
  void allocate(PackedMatrix& matrix, std::size_t in, std::size_t out) {
    matrix = PackedMatrix(kernels_, in, out);
    matrices_.push_back(&matrix);
  }
  void allocate(std::vector<float>& vector, std::size_t size) {
    vectors_.push_back({&vector, size});
  }

  void columns(const std::string& name, PackedMatrix& matrix, std::size_t first, std::size_t count,
               WeightLayout layout) {
    const Shape shape =
        layout == WeightLayout::kInOut ? Shape{matrix.in(), count} : Shape{count, matrix.in()};
    bind(name, shape, {Columns{&matrix, layout, first, count}});
  }
  void columns(const std::string& name, PackedMatrix& matrix, std::size_t first,
               std::size_t count) {
    columns(name, matrix, first, count, names_.layout);
  }

  void values(const std::string& name, const Shape& shape, std::vector<float>& vector) {
    allocate(vector, element_count(shape));
    bind(name, shape, {Values{&vector, 0, element_count(shape)}});
  }

  /// `name.weight` and, with a bias, `name.bias`.
  void linear(const std::string& name, std::size_t in, std::size_t out, bool bias, Linear& linear) {
    allocate(linear.weight, in, out);
    columns(name + ".weight", linear.weight, 0, out);
    if (bias) values(name + ".bias", {out}, linear.bias);
  }

  /// A norm whose file has a weight but no bias has a bias of zeros (nanoGPT's option).
  void norm(const std::string& name, std::size_t width, NormWeights& norm) {
    values(name + ".weight", {width}, norm.weight);
    allocate(norm.bias, width);
    if (has(name + ".bias") || !has(name + ".weight")) values(name + ".bias", {width}, norm.bias);
  }

  void bind(const std::string& name, const Shape& shape, std::vector<WeightSlot::Place> places) {
    const TensorInfo* info = find(name);
    if (info == nullptr) return missing_.push_back(names_.prefix + name);
    used_.insert(info->name);
    const bool is_empty = element_count(info->shape) == 0;
    if (info->shape == shape && !is_empty) return slots_.push_back({*info, std::move(places)});
    if (wrong_shape_.empty()) {
      wrong_shape_ = "the weight '" + info->name + "' has shape " + to_string(info->shape) +
                     (is_empty ? "; no dimension of a weight may be 0"
                               : ", but the config asks for " + to_string(shape));
    }
  }

  Result<std::vector<WeightSlot>> finish() {
    if (!wrong_shape_.empty()) return invalid_file(wrong_shape_);
    if (!missing_.empty())
      return invalid_file("the weights lack " + list(missing_) + ", which the config asks for");
    std::vector<std::string> surplus;
    for (const TensorInfo& info : header_.tensors) {
      if (!used_.contains(info.name) && !is_buffer(info)) surplus.push_back(info.name);
    }
    if (!surplus.empty())
      return invalid_file("the weights hold " + list(surplus) +
                          ", for which the config has no place");
    for (const auto& [vector, size] : vectors_) vector->assign(size, 0.0F);
    for (PackedMatrix* matrix : matrices_) {
      if (matrix->allocate()) continue;
      return out_of_memory("the model's weights, " + std::to_string(header_.data_size >> 20) +
                           " MiB in their file, do not fit into memory");
    }
    small_sort(std::span(slots_), [](const WeightSlot& a, const WeightSlot& b) {
      return a.info.begin < b.info.begin;
    });
    return std::move(slots_);
  }

 private:
  const SafetensorsHeader& header_;
  const kernels::Kernels& kernels_;
  Naming names_;
  std::vector<WeightSlot> slots_;
  std::set<std::string> used_;
  std::vector<std::string> missing_;
  std::string wrong_shape_;
  std::vector<PackedMatrix*> matrices_;
  std::vector<std::pair<std::vector<float>*, std::size_t>> vectors_;
};

void bind_self_attention(Binder& binder, const std::string& at, std::size_t d, bool bias,
                         SelfAttentionWeights& w) {
  const Naming& n = binder.names();
  binder.allocate(w.qkv.weight, d, 3 * d);
  binder.columns(at + n.qkv_weight, w.qkv.weight, 0, 3 * d);
  if (bias) binder.values(at + n.qkv_bias, {3 * d}, w.qkv.bias);
  binder.linear(at + n.self_out, d, d, bias, w.out);
}

void bind_cross_attention(Binder& binder, const std::string& at, std::size_t d, bool bias,
                          CrossAttentionWeights& w) {
  const Naming& n = binder.names();
  binder.allocate(w.query.weight, d, d);
  binder.allocate(w.key_value.weight, d, 2 * d);
  if (bias) {
    binder.allocate(w.query.bias, d);
    binder.allocate(w.key_value.bias, 2 * d);
  }
  if (n.cross_is_packed) {
    binder.bind(at + n.qkv_weight, {3 * d, d},
                {Columns{&w.query.weight, WeightLayout::kOutIn, 0, d},
                 Columns{&w.key_value.weight, WeightLayout::kOutIn, 0, 2 * d}});
    if (bias)
      binder.bind(at + n.qkv_bias, {3 * d},
                  {Values{&w.query.bias, 0, d}, Values{&w.key_value.bias, 0, 2 * d}});
  } else {
    binder.columns(at + n.cross_query + ".weight", w.query.weight, 0, d);
    binder.columns(at + n.cross_key + ".weight", w.key_value.weight, 0, d);
    binder.columns(at + n.cross_value + ".weight", w.key_value.weight, d, d);
    if (bias) {
      binder.bind(at + n.cross_query + ".bias", {d}, {Values{&w.query.bias, 0, d}});
      binder.bind(at + n.cross_key + ".bias", {d}, {Values{&w.key_value.bias, 0, d}});
      binder.bind(at + n.cross_value + ".bias", {d}, {Values{&w.key_value.bias, d, d}});
    }
  }
  binder.linear(at + n.cross_out, d, d, bias, w.out);
}

void bind_stack(Binder& binder, const ModelConfig& config, bool decoder, StackWeights& stack) {
  const Naming& n = binder.names();
  const std::size_t d = config.d_model;
  const bool has_cross = decoder && config.architecture == Architecture::kEncoderDecoder;
  stack.layers.resize(decoder ? config.decoder_layers : config.encoder_layers);
  for (std::size_t i = 0; i < stack.layers.size(); ++i) {
    LayerWeights& layer = stack.layers[i];
    const std::string at = numbered(decoder ? n.decoder_layer : n.encoder_layer, i);
    const std::string self = at + (decoder ? n.decoder_self : n.encoder_self);
    // A layer's biases are all there or all absent; its first projection tells.
    const bool bias = binder.has(self + n.qkv_bias) || !binder.has(self + n.qkv_weight);

    bind_self_attention(binder, self, d, bias, layer.self);
    if (has_cross) bind_cross_attention(binder, at + n.cross, d, bias, layer.cross);
    if (config.d_ff > 0) {
      binder.linear(at + n.feed_forward_in, d, config.d_ff, bias, layer.feed_forward.in);
      binder.linear(at + n.feed_forward_out, config.d_ff, d, bias, layer.feed_forward.out);
    }
    const std::size_t sublayers = 1 + (has_cross ? 1 : 0) + (config.d_ff > 0 ? 1 : 0);
    for (std::size_t s = 0; config.norm != NormPlace::kNone && s < sublayers; ++s) {
      binder.norm(at + (has_cross ? n.norms[s] : n.norms_of_two[s]), d, layer.norms[s]);
    }
  }
  if (config.final_norm)
    binder.norm(decoder ? n.decoder_final_norm : n.encoder_final_norm, d, stack.final_norm);
}

void bind_embedding(Binder& binder, const std::string& name, std::size_t d, std::size_t vocab,
                    EmbeddingWeights& embedding) {
  binder.allocate(embedding.tokens, d, vocab);
  binder.columns(name, embedding.tokens, 0, vocab, WeightLayout::kOutIn);
}

// One table of positions serves both stacks of an encoder–decoder.
void bind_positions(Binder& binder, ModelConfig& config, ModelWeights& weights) {
  const std::string& name = binder.names().positions;
  const TensorInfo* table = binder.find(name);
  if (config.max_positions == 0 && table != nullptr && !table->shape.empty())
    config.max_positions = table->shape[0];
  binder.values(name, {config.max_positions, config.d_model}, weights.embedding.positions);
}

void bind_head(Binder& binder, ModelConfig& config, Linear& head) {
  const std::size_t d = config.d_model, vocab = config.vocab_size;
  std::string name;
  for (const char* known : {"lm_head", "generator", "out_proj"}) {
    if (binder.has(std::string(known) + ".weight")) name = known;
  }
  // A head in the file is the head, whatever the config says of tying: then its numbers are right
  // in any case.
  config.tied_head = config.tied_head && name.empty();
  const bool headless =
      name.empty() && !config.tied_head && config.architecture == Architecture::kEncoder;
  if (headless) return;
  if (!config.tied_head) {
    if (name.empty()) name = "lm_head";  // to be reported as missing
    binder.allocate(head.weight, d, vocab);
    binder.columns(name + ".weight", head.weight, 0, vocab, WeightLayout::kOutIn);
  }
  for (const std::string& bias :
       {name + ".bias", std::string("out_bias"), std::string("generator.bias")}) {
    if (binder.has(bias)) return binder.values(bias, {vocab}, head.bias);
  }
}

}  // namespace

void WeightSlot::store(std::span<const float> values) const {
  for (const Place& place : places) {
    const auto stretch = values.first(size_of(place));
    if (const auto* columns = std::get_if<Columns>(&place)) {
      columns->matrix->store(stretch, columns->layout, columns->first, columns->count);
    } else {
      const auto& target = *std::get_if<Values>(&place);
      std::copy(stretch.begin(), stretch.end(),
                target.vector->begin() + static_cast<std::ptrdiff_t>(target.begin));
    }
    values = values.subspan(stretch.size());
  }
}

std::vector<float> WeightSlot::load() const {
  std::vector<float> values;
  for (const Place& place : places) {
    if (const auto* columns = std::get_if<Columns>(&place)) {
      const auto stretch = columns->matrix->load(columns->layout, columns->first, columns->count);
      values.insert(values.end(), stretch.begin(), stretch.end());
    } else {
      const auto& source = *std::get_if<Values>(&place);
      const auto begin = source.vector->begin() + static_cast<std::ptrdiff_t>(source.begin);
      values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(source.count));
    }
  }
  return values;
}

Result<std::vector<WeightSlot>> bind_weights(const SafetensorsHeader& header,
                                             const kernels::Kernels& kernels, ModelConfig& config,
                                             ModelWeights& weights) {
  std::optional<Naming> names = recognise_names(header, config);
  if (!names) {
    return invalid_file(
        "the weights' names follow no scheme we know (Hugging Face GPT-2, nanoGPT, "
        "torch.nn.Transformer, "
        "encoder.0.attn.c_attn); the first is '" +
        (header.tensors.empty() ? std::string() : header.tensors[0].name) + "'");
  }
  Binder binder(header, kernels, *std::move(names));
  const bool encodes = config.architecture != Architecture::kDecoder;
  const bool decodes = config.architecture != Architecture::kEncoder;
  if (encodes && decodes) {
    bind_embedding(binder, binder.names().source_embedding, config.d_model,
                   config.source_vocab_size, weights.source_embedding);
  }
  bind_embedding(binder, decodes ? binder.names().embedding : binder.names().source_embedding,
                 config.d_model, config.vocab_size, weights.embedding);
  if (config.positions == Positions::kLearned) bind_positions(binder, config, weights);
  if (encodes) bind_stack(binder, config, false, weights.encoder);
  if (decodes) bind_stack(binder, config, true, weights.decoder);
  bind_head(binder, config, weights.head);
  return binder.finish();
}

}  // namespace glassformer
