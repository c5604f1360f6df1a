#include "model/run_memory.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "glassformer/memory_limit.hpp"
#include "model/hook_scope.hpp"
#include "model/layer.hpp"

namespace glassformer {
namespace {

// The tensors of a run that hooks see, added up where they are wanted.
class HookedFloatsCount {
 public:
  HookedFloatsCount(const ModelConfig& config, const RunSizes& sizes)
      : config_(config), sizes_(sizes) {}

  void add_stack(const HookScope& scope, std::size_t layers, std::size_t length, bool has_cross) {
    const MemorySize rows = MemorySize(sizes_.batch) * length, stream = rows * config_.d_model;
    add(scope, stream, {"embed"});
    if (config_.positions != Positions::kNone) add(scope, stream, {"pos_embed"});
    const auto sublayers = sublayers_of(config_, has_cross);
    for (std::size_t l = 0; l < layers; ++l) {
      const HookScope layer = scope.inside("blocks", l);
      add(layer, stream, {"resid_pre"});
      for (std::size_t i = 0; i < sublayers.size(); ++i) {
        const SublayerNames names = hook_names(sublayers, i);
        for (const ResidualStep step : residual_steps(config_.norm)) {
          switch (step) {
            case ResidualStep::kNormBranch:
            case ResidualStep::kNormStream:
              add(layer, stream, {names.norm});
              break;
            case ResidualStep::kSublayer:
              add_sublayer(layer.inside(names.inside), sublayers[i], length);
              add(layer, stream, {names.out});
              break;
            case ResidualStep::kAdd:
              add(layer, stream, {names.after});
              break;
          }
        }
      }
    }
    if (config_.final_norm) add(scope, stream, {"ln_final"});
  }

  void add(const HookScope& scope, MemorySize floats, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (scope.wants(name)) total_ += floats;
    }
  }

  MemorySize total() const { return total_; }
  /// Of the scores that exist at once: one head's, or all heads' where a hook sees them.
  MemorySize max_scores() const { return max_scores_; }

 private:
  void add_sublayer(const HookScope& scope, Sublayer sublayer, std::size_t length) {
    switch (sublayer) {
      case Sublayer::kSelfAttention:
        return add_attention(scope, length, length, sizes_.past + length);
      case Sublayer::kCrossAttention:
        return add_attention(scope, length, sizes_.encoded ? 0 : sizes_.source, sizes_.source);
      case Sublayer::kFeedForward:
        return add(scope, MemorySize(sizes_.batch) * length * config_.d_ff, {"pre", "post"});
    }
  }

  void add_attention(const HookScope& scope, std::size_t queries, std::size_t new_keys,
                     std::size_t keys) {
    const MemorySize batch = sizes_.batch, block = MemorySize(queries) * keys;
    add(scope, batch * queries * config_.query_width(), {"q", "z"});
    add(scope, batch * new_keys * config_.key_width(), {"k"});
    add(scope, batch * new_keys * config_.value_width(), {"v"});
    const MemorySize before = total_, all_heads = batch * config_.num_heads * block;
    add(scope, all_heads, {"raw_scores", "scores", "pattern"});
    max_scores_ = std::max(max_scores_, total_ > before ? all_heads : block * thread_count());
  }

  const ModelConfig& config_;
  const RunSizes& sizes_;
  MemorySize total_;
  MemorySize max_scores_;
};

MemorySize logits_floats(const ModelConfig& config, const RunSizes& sizes) {
  const std::size_t rows = config.classifies() && sizes.logits > 0 ? 1 : sizes.logits;
  return MemorySize(sizes.batch) * rows * config.head_rows();
}

// The pooled rows of a classifier.
MemorySize pooled_floats(const ModelConfig& config, const RunSizes& sizes) {
  return MemorySize(config.classifies() && sizes.logits > 0 ? sizes.batch : 0) * config.d_model;
}

}  // namespace

HookedFloats hooked_floats(const ModelConfig& config, const RunSizes& sizes, Hooks* hooks) {
  HookedFloatsCount floats(config, sizes);
  const bool has_source = config.architecture == Architecture::kEncoderDecoder;
  const HookScope output(hooks, has_source ? "decoder." : "");
  if (has_source && !sizes.encoded)
    floats.add_stack(HookScope(hooks, "encoder."), config.encoder_layers, sizes.source, false);
  const bool encodes = config.architecture == Architecture::kEncoder;
  floats.add_stack(output, encodes ? config.encoder_layers : config.decoder_layers, sizes.target,
                   has_source);
  floats.add(output, pooled_floats(config, sizes), {"pooled"});
  floats.add(output, logits_floats(config, sizes), {"logits"});
  return {.total = floats.total(), .max_scores = floats.max_scores()};
}

MemorySize key_value_floats(const ModelConfig& config, const RunSizes& sizes) {
  const MemorySize source = sizes.encoded ? 0 : sizes.source;
  const MemorySize positions = source + (sizes.cached ? sizes.target : 0);
  return MemorySize(sizes.batch) * positions * config.decoder_layers *
         (config.key_width() + config.value_width());
}

MemorySize working_bytes(const ModelConfig& config, const RunSizes& sizes, Hooks* hooks) {
  const MemorySize source = sizes.encoded ? 0 : sizes.source;
  const MemorySize rows = (MemorySize(sizes.target) + source) * sizes.batch;
  // The stream, positions, normed and added rows, and those of the sub-layers (pass.hpp).
  const MemorySize width =
      MemorySize(4 * config.d_model) + config.qkv_width() + config.query_width() + config.d_ff;
  // The source's in every layer; of the target's one layer's list is used again for the next.
  const MemorySize pointed =
      MemorySize(sizes.source) * config.decoder_layers + sizes.past + sizes.target;
  return (rows * width + hooked_floats(config, sizes, hooks).max_scores) * sizeof(float) +
         pointed * sizes.batch * (2 * sizeof(const float*));
}

Status check_run_memory(std::string_view what, const ModelConfig& config, const RunSizes& sizes,
                        Hooks* hooks) {
  const MemorySize recorded = hooked_floats(config, sizes, hooks).total;
  const MemorySize floats = key_value_floats(config, sizes) + pooled_floats(config, sizes) +
                            logits_floats(config, sizes) + recorded;
  return check_memory(
      what, working_bytes(config, sizes, hooks) + floats * sizeof(float),
      recorded > 0 ? "; shorten the text, or ask for fewer hooks" : "; shorten the text");
}

}  // namespace glassformer
