#include "glassformer/model.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/memory_limit.hpp"
#include "model/embedding.hpp"
#include "model/encoder_decoder.hpp"
#include "model/logits.hpp"
#include "model/model_parts.hpp"
#include "model/norm.hpp"
#include "model/sequences.hpp"

namespace glassformer {
namespace {

// What a run takes beside the weights: rows, logits, and the scores that hooks want to see or keep.
double run_bytes(const Model::Parts& parts, const ForwardInput& input,
                 const ForwardOptions& options) {
  const auto longest = [](const std::vector<TokenIds>& sequences) {
    double length = 0;
    for (const TokenIds& s : sequences) length = std::max(length, static_cast<double>(s.size()));
    return length;
  };
  const ModelConfig& c = parts.config;
  const double batch = static_cast<double>(input.tokens.size()), t = longest(input.tokens),
               s = longest(input.source);
  const double heads = static_cast<double>(c.num_heads);
  double floats = batch * (t + s) * static_cast<double>(8 * c.d_model + c.d_ff);
  if (options.logits == LogitsWanted::kAll) floats += batch * t * static_cast<double>(c.vocab_size);

  // One head's scores are made over and over; where somebody looks, all heads' at once, and copies.
  const auto count_scores = [&](const HookScope& stack, std::size_t layers, const char* attention,
                                double block) {
    double at_once = block;
    for (std::size_t l = 0; l < layers; ++l) {
      for (const char* name : {"raw_scores", "scores", "pattern"}) {
        if (!stack.inside("blocks", l).inside(attention).wants(name)) continue;
        at_once = batch * heads * block;
        floats += at_once;
      }
    }
    floats += at_once;
  };
  const HookScope decoder = decoder_scope(parts, options.hooks);
  const HookScope encoder = parts.has_source() ? HookScope(options.hooks, "encoder.") : decoder;
  count_scores(encoder, c.encoder_layers, "attn.", parts.has_source() ? s * s : t * t);
  count_scores(decoder, c.decoder_layers, "attn.", t * t);
  if (parts.has_source()) count_scores(decoder, c.decoder_layers, "cross_attn.", t * s);
  return floats * sizeof(float);
}

Status check_run(const Model::Parts& parts, const ForwardInput& input,
                 const ForwardOptions& options) {
  if (Status s = check_tokens(parts, input.tokens, parts.config.vocab_size,
                              parts.has_source() ? "target" : "input");
      !s)
    return s;
  if (parts.has_source()) {
    if (Status s = check_tokens(parts, input.source, parts.config.source_vocab_size, "source"); !s)
      return s;
    if (input.source.size() != input.tokens.size()) {
      return invalid_argument("found " + std::to_string(input.source.size()) + " sources for " +
                              std::to_string(input.tokens.size()) +
                              " targets; each target needs its own");
    }
  } else if (!input.source.empty()) {
    return invalid_argument("this model has no encoder, so it takes no source");
  }
  return check_memory("this run", run_bytes(parts, input, options),
                      "; shorten the text, or ask for fewer hooks");
}

// hidden (B, T, D) of the stack whose logits are asked for.
std::vector<float> run(const Model::Parts& parts, const ForwardInput& input,
                       const Sequences& sequences, Hooks* hooks) {
  const HookScope scope = decoder_scope(parts, hooks);
  if (!parts.decodes()) return encode(parts, sequences, parts.weights.embedding, scope);
  EncodedSource source;
  Memory memory;
  if (parts.has_source()) {
    source = encode_source(parts, input.source, hooks);
    memory = source.memory(parts.config.d_model);
  }
  Buffers buffers;
  embed(parts, parts.weights.embedding, sequences.ids, sequences.batch, 0, scope, buffers);
  std::vector<float> x = std::move(buffers.stream);
  Pass pass{parts.config, parts.kernels, sequences.batch, sequences.length};
  pass.causal = true;
  pass.padding = sequences.padding_or_null();
  pass.memory = parts.has_source() ? &memory : nullptr;
  pass.hooks = scope;
  decode(pass, parts, buffers, x.data());
  return x;
}

// (B, T, V), or (B, 1, V) of each sequence's last token.
Tensor logits_of(const Model::Parts& parts, const Sequences& sequences,
                 const std::vector<float>& hidden, LogitsWanted wanted, const HookScope& hooks) {
  const std::size_t d = parts.config.d_model;
  const bool last = wanted == LogitsWanted::kLast;
  std::vector<float> last_rows;
  for (std::size_t b = 0; last && b < sequences.batch; ++b) {
    const float* row = hidden.data() + (b * sequences.length + sequences.lengths[b] - 1) * d;
    last_rows.insert(last_rows.end(), row, row + d);
  }
  const std::size_t length = last ? 1 : sequences.length;
  Tensor logits({sequences.batch, length, parts.config.vocab_size});
  if (!project_to_logits(parts, last ? last_rows.data() : hidden.data(), sequences.batch * length,
                         logits.data.data()))
    return {};
  hooks.visit_rows("logits", logits.data.data(), sequences.batch, length, parts.config.vocab_size);
  return logits;
}

}  // namespace

Model::Model(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Result<Model> Model::load(const ModelConfig& config, std::span<const std::byte> file) {
  ModelLoader loader(config, file.size());
  if (Status status = loader.append(file); !status) return status.error();
  return loader.finish();
}

const ModelConfig& Model::config() const { return parts_->config; }

std::size_t Model::parameter_count() const {
  std::size_t count = 0;
  for (const WeightSlot& slot : parts_->slots) count += element_count(slot.info.shape);
  return count;
}

std::size_t Model::memory_bytes() const {
  std::size_t bytes = 0;
  std::set<const void*> counted;
  for (const WeightSlot& slot : parts_->slots) {
    for (const WeightSlot::Place& place : slot.places) {
      if (const auto* columns = std::get_if<WeightSlot::Columns>(&place)) {
        if (counted.insert(columns->matrix).second) bytes += columns->matrix->bytes();
      } else {
        bytes += std::get_if<WeightSlot::Values>(&place)->count * sizeof(float);
      }
    }
  }
  return bytes;
}

Result<ForwardOutput> Model::forward(const ForwardInput& input,
                                     const ForwardOptions& options) const {
  if (Status status = check_run(*parts_, input, options); !status) return status.error();
  const Sequences sequences(input.tokens, parts_->config.pad_token_id.value_or(0));
  std::vector<float> hidden = run(*parts_, input, sequences, options.hooks);
  ForwardOutput output;
  if (options.logits != LogitsWanted::kNone) {
    output.logits = logits_of(*parts_, sequences, hidden, options.logits,
                              decoder_scope(*parts_, options.hooks));
  }
  output.hidden =
      Tensor({sequences.batch, sequences.length, parts_->config.d_model}, std::move(hidden));
  return output;
}

Result<Tensor> Model::logit_lens(const TensorView& residual) const {
  const std::size_t d = parts_->config.d_model;
  if (residual.shape.size() != 2 || residual.shape[1] != d || residual.shape[0] == 0) {
    return invalid_argument("rows of the residual stream have shape [tokens, " + std::to_string(d) +
                            "], found " + to_string(residual.shape));
  }
  const std::size_t n = residual.shape[0];
  std::vector<float> rows(residual.data, residual.data + residual.size());
  const StackWeights& stack = parts_->decodes() ? parts_->weights.decoder : parts_->weights.encoder;
  apply_norm(Pass{parts_->config, parts_->kernels, 1, n}, stack.final_norm, rows.data());
  Tensor logits({n, parts_->config.vocab_size});
  if (!project_to_logits(*parts_, rows.data(), n, logits.data.data()))
    return invalid_argument("this model has no output head");
  return logits;
}

std::vector<TensorInfo> Model::weights() const {
  std::vector<TensorInfo> infos;
  for (const WeightSlot& slot : parts_->slots) infos.push_back(slot.info);
  return infos;
}

namespace {

Result<const WeightSlot*> find_slot(const std::vector<WeightSlot>& slots, std::string_view name) {
  const auto slot = std::find_if(slots.begin(), slots.end(),
                                 [&](const WeightSlot& s) { return s.info.name == name; });
  if (slot == slots.end())
    return invalid_argument("this model has no weight named '" + std::string(name) + "'");
  return &*slot;
}

}  // namespace

Result<Tensor> Model::weight(std::string_view name) const {
  auto slot = find_slot(parts_->slots, name);
  if (!slot) return slot.error();
  return Tensor((*slot)->info.shape, (*slot)->load());
}

Status Model::set_weight(std::string_view name, std::span<const float> values) {
  auto slot = find_slot(parts_->slots, name);
  if (!slot) return slot.error();
  const std::size_t expected = element_count((*slot)->info.shape);
  if (values.size() != expected) {
    return invalid_argument("the weight '" + std::string(name) + "' of shape " +
                            to_string((*slot)->info.shape) + " takes " + std::to_string(expected) +
                            " values, found " + std::to_string(values.size()));
  }
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) {
    return invalid_argument("the new values of '" + std::string(name) + "' must be finite numbers");
  }
  (*slot)->store(values);
  return ok_status();
}

Result<Tensor> Model::token_embeddings(bool of_source) const {
  const ModelWeights& weights = parts_->weights;
  const bool is_source = of_source && parts_->has_source();
  const PackedMatrix& table =
      is_source ? weights.source_embedding.tokens : weights.embedding.tokens;
  const double bytes =
      static_cast<double>(table.in()) * static_cast<double>(table.out()) * sizeof(float);
  if (Status status = check_memory("a copy of the embeddings", bytes); !status)
    return status.error();
  // Token t is column t of the packed matrix.
  return Tensor({table.out(), table.in()}, table.load(WeightLayout::kOutIn, 0, table.out()));
}

}  // namespace glassformer
