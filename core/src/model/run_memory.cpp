#include "model/run_memory.hpp"

#include <algorithm>

#include "base/memory_limit.hpp"
#include "model/hook_scope.hpp"

namespace glassformer {
namespace {

double product(std::size_t a, std::size_t b) {
  return static_cast<double>(a) * static_cast<double>(b);
}

// The tensors of a run that hooks see, added up where they are wanted.
class HookedFloats {
 public:
  HookedFloats(const ModelConfig& config, const RunSizes& sizes)
      : config_(config),
        batch_(static_cast<double>(sizes.batch)),
        width_(static_cast<double>(config.d_model)),
        sizes_(sizes) {}

  void add_stack(const HookScope& scope, std::size_t layers, std::size_t length, bool has_cross) {
    const double rows = batch_ * static_cast<double>(length) * width_;
    const bool has_norm = config_.norm != NormPlace::kNone, has_ffn = config_.d_ff > 0;
    add(scope, rows, {"embed"});
    if (config_.positions != Positions::kNone) add(scope, rows, {"pos_embed"});
    for (std::size_t l = 0; l < layers; ++l) {
      const HookScope layer = scope.inside("blocks", l);
      add(layer, rows, {"resid_pre", "attn_out", "resid_post"});
      if (has_norm) add(layer, rows, {"ln1"});
      add_attention(layer.inside("attn."), rows, rows, product(length, length));
      if (has_cross) {
        const double source_rows = batch_ * product(sizes_.source, config_.d_model);
        add(layer, rows, {"resid_mid", "cross_attn_out"});
        if (has_norm) add(layer, rows, {"ln2"});
        add_attention(layer.inside("cross_attn."), rows, source_rows,
                      product(length, sizes_.source));
      }
      if (has_ffn) {
        add(layer, rows, {has_cross ? "resid_cross" : "resid_mid", "mlp_out"});
        if (has_norm) add(layer, rows, {has_cross ? "ln3" : "ln2"});
        add(layer.inside("mlp."), batch_ * product(length, config_.d_ff), {"pre", "post"});
      }
    }
    if (config_.final_norm) add(scope, rows, {"ln_final"});
  }

  void add(const HookScope& scope, double floats, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (scope.wants(name)) total_ += floats;
    }
  }

  double total() const { return total_; }
  /// Of the scores that exist at once: one head's, or all heads' where a hook sees them.
  double most_scores() const { return most_scores_; }

 private:
  void add_attention(const HookScope& scope, double query_rows, double key_rows, double block) {
    add(scope, query_rows, {"q", "z"});
    add(scope, key_rows, {"k", "v"});
    const double before = total_;
    const double all_heads = batch_ * static_cast<double>(config_.num_heads) * block;
    add(scope, all_heads, {"raw_scores", "scores", "pattern"});
    most_scores_ = std::max(most_scores_, total_ > before ? all_heads : block);
  }

  const ModelConfig& config_;
  double batch_;
  double width_;
  const RunSizes& sizes_;
  double total_ = 0.0;
  double most_scores_ = 0.0;
};

HookedFloats count(const ModelConfig& config, const RunSizes& sizes, Hooks* hooks) {
  HookedFloats floats(config, sizes);
  const bool has_source = config.architecture == Architecture::kEncoderDecoder;
  const HookScope output(hooks, has_source ? "decoder." : "");
  if (has_source)
    floats.add_stack(HookScope(hooks, "encoder."), config.encoder_layers, sizes.source, false);
  const bool encodes = config.architecture == Architecture::kEncoder;
  floats.add_stack(output, encodes ? config.encoder_layers : config.decoder_layers, sizes.target,
                   has_source);
  floats.add(output, product(sizes.batch, sizes.logits) * static_cast<double>(config.vocab_size),
             {"logits"});
  return floats;
}

}  // namespace

double hooked_floats(const ModelConfig& config, const RunSizes& sizes, Hooks* hooks) {
  return count(config, sizes, hooks).total();
}

Status check_run_memory(std::string_view what, const ModelConfig& config, const RunSizes& sizes,
                        Hooks* hooks) {
  const HookedFloats hooked = count(config, sizes, hooks);
  const double batch = static_cast<double>(sizes.batch);
  const double tokens = static_cast<double>(sizes.target) + static_cast<double>(sizes.source);
  const double buffers = batch * tokens * static_cast<double>(8 * config.d_model + config.d_ff);
  const double logits = product(sizes.batch, sizes.logits) * static_cast<double>(config.vocab_size);
  const bool records = hooked.total() > 0.0;
  return check_memory(
      what, sizeof(float) * (buffers + logits + hooked.most_scores() + hooked.total()),
      records ? "; shorten the text, or ask for fewer hooks" : "; shorten the text");
}

}  // namespace glassformer
