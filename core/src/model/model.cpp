#include "glassformer/model.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "glassformer/memory_limit.hpp"
#include "model/encoded_source.hpp"
#include "model/logits.hpp"
#include "model/model_parts.hpp"
#include "model/norm.hpp"
#include "model/run_memory.hpp"
#include "model/run_pass.hpp"
#include "model/sequences.hpp"
#include "weights/weight_writing.hpp"

namespace glassformer {
namespace {

RunSizes sizes_of(const ForwardInput& input, LogitsWanted logits) {
  const auto longest = [](const std::vector<TokenIds>& sequences) {
    std::size_t length = 0;
    for (const TokenIds& s : sequences) length = std::max(length, s.size());
    return length;
  };
  const std::size_t target = longest(input.tokens);
  return {.batch = input.tokens.size(),
          .target = target,
          .source = longest(input.source),
          .logits = logits == LogitsWanted::kNone  ? 0
                    : logits == LogitsWanted::kAll ? target
                                                   : 1};
}

// Whether a run makes logits: of kIfHooked, where a hook wants them.
LogitsWanted wanted_logits(const Model::Parts& parts, const ForwardOptions& options) {
  if (options.logits != LogitsWanted::kIfHooked) return options.logits;
  const HookScope output = output_scope(parts, options.hooks);
  const bool hooked =
      output.wants("logits") || (parts.config.classifies() && output.wants("pooled"));
  return hooked ? LogitsWanted::kAll : LogitsWanted::kNone;
}

Status check_run(const Model::Parts& parts, const ForwardInput& input,
                 const ForwardOptions& options, LogitsWanted logits) {
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
    return invalid_argument(parts.encodes()
                                ? "this model has no decoder: its text is the input, not a source"
                                : "this model has no encoder, so it takes no source");
  }
  return check_run_memory("this run", parts.config, sizes_of(input, logits), options.hooks);
}

// buffers.stream becomes (B, T, D): the last layer's output after the final norm.
void run(const Model::Parts& parts, const ForwardInput& input, const Sequences& sequences,
         Hooks* hooks, Buffers& buffers) {
  const HookScope scope = output_scope(parts, hooks);
  PassInput pass{
      .ids = sequences.ids, .batch = sequences.batch, .padding = sequences.padding_or_null()};
  if (!parts.decodes()) return run_encoder(parts, pass, scope, buffers);
  EncodedSource source;
  EncoderOutput encoder_output;
  if (parts.has_source()) {
    source = encode_source(parts, input.source, hooks);
    encoder_output = source.output(parts.config);
    pass.encoder_output = &encoder_output;
  }
  run_decoder(parts, pass, scope, buffers);
}

// (B, labels); else (B, T, V), or (B, 1, V) of each sequence's last token; empty without a head.
Tensor logits_of(const Model::Parts& parts, const Sequences& sequences, const float* hidden,
                 LogitsWanted wanted, const HookScope& hooks) {
  const std::size_t d = parts.config.d_model;
  if (parts.config.classifies()) {
    Tensor logits({sequences.batch, parts.config.head_rows()});
    classify(parts, hidden, sequences.batch, sequences.length, sequences.lengths, hooks,
             logits.data.data());
    return logits;
  }
  const bool last = wanted == LogitsWanted::kLast;
  std::vector<float> last_rows(last ? sequences.batch * d : 0);
  if (last)
    copy_last_rows(hidden, sequences.batch, sequences.length, sequences.lengths, d,
                   last_rows.data());
  const std::size_t length = last ? 1 : sequences.length;
  Tensor logits({sequences.batch, length, parts.config.vocab_size});
  const float* rows = last ? last_rows.data() : hidden;
  if (!write_logits(parts, rows, sequences.batch, length, hooks, logits.data.data())) return {};
  return logits;
}

}  // namespace

Model::Model(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Result<Model> Model::load(const ModelConfig& config, std::span<const std::byte> file,
                          WeightType type) {
  ModelLoader loader(config, file.size(), type);
  if (Status status = loader.append(file); !status) return status.error();
  return loader.finish();
}

const ModelConfig& Model::config() const { return parts_->config; }
WeightType Model::weight_type() const { return parts_->weight_type; }

std::size_t Model::parameter_count() const {
  std::size_t count = 0;
  for (const WeightSlot& slot : parts_->slots) count += element_count(slot.info.shape);
  return count;
}

std::size_t Model::memory_bytes() const {
  return static_cast<std::size_t>(memory_of(parts_->slots).value());
}

Result<ForwardOutput> Model::forward(const ForwardInput& input,
                                     const ForwardOptions& options) const {
  const LogitsWanted logits = wanted_logits(*parts_, options);
  if (Status status = check_run(*parts_, input, options, logits); !status) return status.error();
  const Sequences sequences(input.tokens, parts_->config.pad_token_id.value_or(0));
  Buffers buffers;
  run(*parts_, input, sequences, options.hooks, buffers);
  ForwardOutput output;
  if (logits != LogitsWanted::kNone) {
    output.logits = logits_of(*parts_, sequences, buffers.stream.data(), logits,
                              output_scope(*parts_, options.hooks));
  }
  output.hidden = Tensor({sequences.batch, sequences.length, parts_->config.d_model},
                         std::move(buffers.stream));
  return output;
}

Result<Tensor> Model::logit_lens(const TensorView& residual) const {
  const std::size_t d = parts_->config.d_model;
  if (residual.shape.size() != 2 || residual.shape[1] != d || residual.shape[0] == 0) {
    return invalid_argument("rows of the residual stream have shape [tokens, " + std::to_string(d) +
                            "], found " + to_string(residual.shape));
  }
  const std::size_t n = residual.shape[0];
  const Shape shape = {n, parts_->config.head_rows()};
  const MemorySize bytes = MemorySize(n) * (MemorySize(shape[1]) + d) * sizeof(float);
  if (Status status = check_memory("a logit lens of these rows", bytes); !status)
    return status.error();
  std::vector<float> rows(residual.data, residual.data + residual.size());
  const StackWeights& stack = parts_->decodes() ? parts_->weights.decoder : parts_->weights.encoder;
  apply_norm(Pass{parts_->config, parts_->kernels, 1, n}, stack.final_norm, rows.data());
  Tensor logits(shape);
  if (!project_to_logits(*parts_, rows.data(), n, logits.data.data()))
    return invalid_argument("this model has no output head");
  return logits;
}

std::vector<WeightInfo> Model::weights() const {
  std::vector<WeightInfo> infos;
  for (const WeightSlot& slot : parts_->slots) infos.push_back(slot.weight);
  return infos;
}

namespace {

Result<const WeightSlot*> find_slot(const std::vector<WeightSlot>& slots, std::string_view name) {
  const auto slot = std::find_if(slots.begin(), slots.end(),
                                 [&](const WeightSlot& s) { return s.info.name == name; });
  if (slot == slots.end())
    return invalid_argument("this model has no weight named " + in_quotes(name));
  return &*slot;
}

}  // namespace

Result<Tensor> Model::weight(std::string_view name) const {
  auto slot = find_slot(parts_->slots, name);
  if (!slot) return slot.error();
  const Shape& shape = (*slot)->info.shape;
  const MemorySize bytes = MemorySize(2) * element_count(shape) * sizeof(float);
  if (Status status = check_available("a copy of this weight", bytes); !status)
    return status.error();
  return Tensor(shape, (*slot)->load());
}

Status Model::set_weight(std::string_view name, std::span<const float> values) {
  auto slot = find_slot(parts_->slots, name);
  if (!slot) return slot.error();
  const std::size_t expected = element_count((*slot)->info.shape);
  if (values.size() != expected) {
    return invalid_argument("the weight " + in_quotes(name) + " of shape " +
                            to_string((*slot)->info.shape) + " takes " + std::to_string(expected) +
                            " values, found " + std::to_string(values.size()));
  }
  if (const auto unfit = (*slot)->find_unfit(values))
    return invalid_argument("the new values of " + in_quotes(name) + " hold " + *unfit);
  (*slot)->store(values);
  return ok_status();
}

Result<std::vector<std::byte>> Model::safetensors() const {
  const std::string& suffix = parts_->config.weight_scale;
  return write_weights(parts_->slots, suffix.empty() ? kWeightScale : suffix);
}

}  // namespace glassformer
