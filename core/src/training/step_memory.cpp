#include "training/step_memory.hpp"

#include <algorithm>
#include <ranges>

#include "kernels/kernels.hpp"
#include "training/arena.hpp"
#include "training/head_gradient.hpp"
#include "weights/packed_matrix.hpp"
#include "weights/sublayers.hpp"

namespace glassformer::training {
namespace {

// An arena that only counts. The count below takes and gives back in the order of the functions of
// the same names, of which it leaves out what they compute.
class CountedArena {
 public:
  void take(MemorySize values) {
    used_ += values + kArenaLine<float>;
    most_ = std::max(most_, used_);
  }
  /// What is given back before anything else is taken.
  void take_for_now(MemorySize values) {
    const MemorySize before = used_;
    take(values);
    used_ = before;
  }
  MemorySize mark() const { return used_; }
  void give_back_to(MemorySize mark) { used_ = mark; }
  MemorySize most() const { return most_; }

 private:
  MemorySize used_;
  MemorySize most_;
};

MemorySize packed(MemorySize in, MemorySize out) {
  return PackedView::size_at_most(kernels::active(), in, out);
}

struct Rows {
  MemorySize all;
  MemorySize longest;
};

// The patterns of all sequences.
struct Patterns {
  MemorySize all;      // of one head
  MemorySize largest;  // of one head of one sequence
};

class PassCount {
 public:
  PassCount(const ModelConfig& config, const TrainingOptions& options,
            std::span<const TrainingExample> examples, bool learning)
      : config_(config), options_(options), learning_(learning) {
    for (const TrainingExample& e : examples) {
      const MemorySize target = e.input.size(), source = e.source.size();
      add(target, targets_);
      add(source, sources_);
      add(target * target, self_);
      add(source * source, source_self_);
      add(target * source, cross_);
    }
  }

  MemorySize pass() {
    const bool has_source = config_.architecture == Architecture::kEncoderDecoder;
    if (has_source) {
      embed(sources_);
      run_stack(config_.encoder_layers, sources_, source_self_, false);
    }
    embed(targets_);
    run_stack(config_.decoder_layers, targets_, self_, has_source);
    if (learning_) arena_.take(targets_.all * config_.d_model);
    head_and_loss();
    if (!learning_) return arena_.most();
    if (has_source) arena_.take(sources_.all * config_.d_model);
    stack_backward(targets_, self_, has_source);
    if (has_source) stack_backward(sources_, source_self_, false);
    return arena_.most();
  }

 private:
  static void add(MemorySize length, Rows& rows) {
    rows.all += length;
    rows.longest = std::max(rows.longest, length);
  }
  static void add(MemorySize block, Patterns& patterns) {
    patterns.all += block;
    patterns.largest = std::max(patterns.largest, block);
  }

  void embed(const Rows& rows) {
    arena_.take(rows.all * config_.d_model);
    if (config_.positions == Positions::kSinusoidal) arena_.take(rows.longest * config_.d_model);
  }

  void run_stack(std::size_t layers, const Rows& rows, const Patterns& self, bool has_cross) {
    const MemorySize stream = rows.all * config_.d_model;
    for (std::size_t l = 0; l < layers; ++l) {
      for (const Sublayer sublayer : sublayers_of(config_, has_cross)) {
        for (const ResidualStep step : residual_steps(config_.norm)) {
          if (step == ResidualStep::kSublayer) run(sublayer, rows, self);
          if (step != ResidualStep::kAdd) arena_.take(stream);
        }
      }
    }
    if (config_.final_norm) arena_.take(stream);
  }

  // Without its result, which is as large as the stream.
  void run(Sublayer sublayer, const Rows& rows, const Patterns& self) {
    switch (sublayer) {
      case Sublayer::kSelfAttention:
        arena_.take(rows.all * config_.qkv_width());
        return attend(rows, rows, self);
      case Sublayer::kCrossAttention:
        arena_.take(rows.all * config_.query_width());
        arena_.take(sources_.all * config_.key_width());
        arena_.take(sources_.all * config_.value_width());
        return attend(rows, sources_, cross_);
      case Sublayer::kFeedForward:
        arena_.take(rows.all * config_.d_ff);
        arena_.take(rows.all * config_.d_ff);
    }
  }

  bool drops_patterns() const { return learning_ && options_.attention_dropout > 0; }
  MemorySize factor(const Rows& queries, const Rows& keys) const {
    const MemorySize width = config_.head_width();
    return std::max(
        {packed(width, keys.longest), packed(keys.longest, width), packed(queries.longest, width)});
  }

  void attend(const Rows& queries, const Rows& keys, const Patterns& patterns) {
    arena_.take(patterns.all * config_.num_heads);
    arena_.take(queries.all * config_.query_width());
    const MemorySize before = arena_.mark();
    if (drops_patterns()) arena_.take(patterns.largest);
    arena_.take_for_now(factor(queries, keys));
    arena_.give_back_to(before);
  }

  void attend_backward(const Rows& queries, const Rows& keys, const Patterns& patterns) {
    const MemorySize before = arena_.mark();
    if (drops_patterns()) arena_.take(patterns.largest);
    arena_.take(patterns.largest);
    arena_.take_for_now(factor(queries, keys));
    arena_.give_back_to(before);
  }

  // For linear_gradients: some rows of the side that has `width` columns, packed.
  void add_outer(MemorySize rows, MemorySize width) {
    arena_.take_for_now(packed(std::min(rows, MemorySize(kOuterRows)), width));
  }

  void linear_backward(MemorySize rows, MemorySize in, MemorySize out) {
    add_outer(rows, std::max(in, out));
    arena_.take(rows * in);
  }

  void head_and_loss() {
    const MemorySize rows = std::min(targets_.all, MemorySize(kHeadRows));
    const MemorySize before = arena_.mark();
    arena_.take(rows * config_.vocab_size);
    if (learning_) add_outer(rows, config_.d_model);
    arena_.give_back_to(before);
  }

  // All layers take the same.
  void stack_backward(const Rows& rows, const Patterns& self, bool has_cross) {
    for (const Sublayer sublayer : std::views::reverse(sublayers_of(config_, has_cross))) {
      const MemorySize before = arena_.mark();
      if (options_.residual_dropout > 0) arena_.take(rows.all * config_.d_model);
      run_backward(sublayer, rows, self);
      arena_.give_back_to(before);
    }
  }

  void run_backward(Sublayer sublayer, const Rows& rows, const Patterns& self) {
    const std::size_t d = config_.d_model, query = config_.query_width();
    switch (sublayer) {
      case Sublayer::kSelfAttention:
        linear_backward(rows.all, query, d);
        arena_.take(rows.all * config_.qkv_width());
        attend_backward(rows, rows, self);
        return linear_backward(rows.all, d, config_.qkv_width());
      case Sublayer::kCrossAttention:
        linear_backward(rows.all, query, d);
        arena_.take(rows.all * query);
        arena_.take(sources_.all * config_.key_width());
        arena_.take(sources_.all * config_.value_width());
        attend_backward(rows, sources_, cross_);
        linear_backward(sources_.all, d, config_.key_width());
        linear_backward(sources_.all, d, config_.value_width());
        return linear_backward(rows.all, d, query);
      case Sublayer::kFeedForward:
        linear_backward(rows.all, config_.d_ff, d);
        linear_backward(rows.all, d, config_.d_ff);
    }
  }

  const ModelConfig& config_;
  const TrainingOptions& options_;
  const bool learning_;
  Rows targets_, sources_;
  Patterns self_, source_self_, cross_;
  CountedArena arena_;
};

// Of an array of ids, with what the allocator rounds up and keeps beside it.
MemorySize ids_memory(MemorySize count) {
  constexpr std::size_t kBeside = 16;
  return count == 0 ? MemorySize() : count * sizeof(TokenId) + kBeside;
}

}  // namespace

MemorySize example_memory(std::size_t source_tokens, std::size_t input_tokens) {
  return ids_memory(source_tokens) + ids_memory(input_tokens) * 2 + sizeof(TrainingExample);
}

MemorySize pass_values(const ModelConfig& config, const TrainingOptions& options,
                       std::span<const TrainingExample> examples, bool learning) {
  return PassCount(config, options, examples, learning).pass();
}

}  // namespace glassformer::training
