// The whole model for training: forward with everything kept that backward needs, the loss, and the
// gradients of all parameters. Layers are those of the inference: both directions go over the
// config's sub-layers (weights/sublayers.hpp), backward in the opposite order.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "glassformer/training.hpp"
#include "model/positions.hpp"
#include "training/activation_gradient.hpp"
#include "training/attention_gradient.hpp"
#include "training/norm_gradient.hpp"
#include "training/parameter_places.hpp"
#include "weights/sublayers.hpp"

namespace glassformer::training {

/// What is the same for all sequences of a step.
template <class T>
struct Step {
  const ModelConfig& config;
  const ParameterPlaces& places;
  Arithmetic<T> math;
  const T* parameters = nullptr;
  std::span<const Matrix<T>> matrices{};  // of `parameters`, packed, as places.matrices
  double label_smoothing = 0.0;
  double target_count = 1.0;  // of all sequences: the loss is a mean over so many targets
};

/// Dropout of one pass; the default drops nothing.
struct PassDropout {
  Dropout embedding{};
  Dropout attention{};
  Dropout residual{};
};

/// Some of a step's sequences, forward and (with gradients) backward.
template <class T>
class NetworkPass {
 public:
  /// `gradients`, laid out as the parameters, is added to; null: only the loss is wanted.
  NetworkPass(const Step<T>& step, const PassDropout& dropout, T* gradients, Arena<T>& arena)
      : step_(step),
        config_(step.config),
        math_(step.math),
        dropout_(dropout),
        gradients_(gradients),
        arena_(arena) {}

  /// The sum of the targets' losses (not yet divided by the number of all targets).
  double run(std::span<const TrainingExample* const> examples) {
    arena_.reset();
    site_ = 0;
    Sequences targets, sources;
    for (const TrainingExample* example : examples) {
      targets.add(example->input.size());
      if (has_source()) sources.add(example->source.size());
    }

    Embedded source, input;
    StackKept encoder, decoder;
    const T* memory = nullptr;
    if (has_source()) {
      source = embed(examples, &TrainingExample::source, sources, places().source_embedding);
      encoder = run_stack(places().encoder, source.x, sources, nullptr, nullptr, false);
      memory = encoder.output;
    }
    input = embed(examples, &TrainingExample::input, targets, places().embedding);
    decoder = run_stack(places().decoder, input.x, targets, memory, &sources, true);

    T* d_hidden = gradients_ == nullptr ? nullptr : arena_.take(targets.rows() * width());
    const double loss = head_and_loss(examples, decoder.output, targets.rows(), d_hidden);
    if (gradients_ == nullptr) return loss;

    T* d_memory = has_source() ? arena_.zeros(sources.rows() * width()) : nullptr;
    stack_backward(places().decoder, decoder, targets, memory, &sources, d_hidden, d_memory);
    embed_backward(input, d_hidden, places().embedding);
    if (has_source()) {
      stack_backward(places().encoder, encoder, sources, nullptr, nullptr, d_memory, nullptr);
      embed_backward(source, d_memory, places().source_embedding);
    }
    return loss;
  }

 private:
  // What a sub-layer keeps for the backward pass.
  struct SublayerKept {
    const T* normed_from = nullptr;  // what its norm saw: the stream, or the sum (post-norm)
    const T* input = nullptr;        // what its function saw
    std::uint64_t site = 0;          // of its dropout
    std::uint64_t pattern_site = 0;
    Attention<T> attention{};
    const T* z = nullptr;       // attention's output before the projection
    const T* hidden = nullptr;  // feed-forward before and after the activation
    const T* active = nullptr;
  };
  struct LayerKept {
    SublayerKept sublayers[3];
  };
  struct StackKept {
    std::vector<LayerKept> layers;
    const T* normed_from = nullptr;  // what the final norm saw
    const T* output = nullptr;
  };
  struct Embedded {
    std::vector<TokenId> ids;
    std::vector<std::size_t> positions;
    std::uint64_t site = 0;
    T* x = nullptr;
  };

  std::size_t width() const { return config_.d_model; }
  bool has_source() const { return config_.architecture == Architecture::kEncoderDecoder; }
  const ParameterPlaces& places() const { return step_.places; }
  const T* at(std::size_t place) const { return step_.parameters + place; }
  T* gradient(std::size_t place) const { return gradients_ + place; }

  // ---- embedding ----

  T embedding_scale() const {
    return config_.scale_embedding ? std::sqrt(static_cast<T>(width())) : T(1);
  }

  Embedded embed(std::span<const TrainingExample* const> examples,
                 std::vector<TokenId> TrainingExample::*ids, const Sequences& sequences,
                 std::size_t table) {
    Embedded e;
    e.x = arena_.zeros(sequences.rows() * width());
    for (const TrainingExample* example : examples) {
      for (std::size_t t = 0; t < (example->*ids).size(); ++t) {
        e.ids.push_back((example->*ids)[t]);
        e.positions.push_back(t);
      }
    }
    const T* positions = positions_up_to(sequences.longest());
    for (std::size_t row = 0; row < e.ids.size(); ++row) {
      T* x = e.x + row * width();
      math_.axpy(embedding_scale(), at(table + static_cast<std::size_t>(e.ids[row]) * width()), x,
                 width());
      if (positions != nullptr)
        math_.axpy(T(1), positions + e.positions[row] * width(), x, width());
    }
    e.site = site_++;
    dropout_.embedding.apply(e.site, e.x, sequences.rows() * width());
    return e;
  }

  // The encodings (n, D) of the first n positions; null where the model has none.
  const T* positions_up_to(std::size_t n) {
    if (config_.positions == Positions::kNone) return nullptr;
    T* values = arena_.take(n * width());
    write_positions(config_, at(places().positions), n, 0, values);
    return values;
  }

  void embed_backward(const Embedded& e, T* dx, std::size_t table) {
    dropout_.embedding.apply(e.site, dx, e.ids.size() * width());
    for (std::size_t row = 0; row < e.ids.size(); ++row) {
      const T* d = dx + row * width();
      math_.axpy(embedding_scale(), d,
                 gradient(table + static_cast<std::size_t>(e.ids[row]) * width()), width());
      if (config_.positions == Positions::kLearned)
        math_.axpy(T(1), d, gradient(places().positions + e.positions[row] * width()), width());
    }
  }

  // ---- linear layers and norms ----

  T* linear(const LinearPlace& place, const T* x, std::size_t rows) {
    T* y = arena_.take(rows * place.out);
    math_.multiply(x, rows, step_.matrices[place.matrix], place.bias ? at(*place.bias) : nullptr,
                   y);
    return y;
  }

  // Adds the weight's and the bias's gradients.
  void linear_gradients(const LinearPlace& place, const T* x, const T* dy, std::size_t rows) {
    T* d_weight = gradient(place.weight);
    if (place.layout == WeightLayout::kInOut) {
      math_.add_outer(x, place.in, dy, place.out, rows, d_weight, arena_);
    } else {
      math_.add_outer(dy, place.out, x, place.in, rows, d_weight, arena_);
    }
    if (!place.bias) return;
    for (std::size_t r = 0; r < rows; ++r)
      math_.axpy(T(1), dy + r * place.out, gradient(*place.bias), place.out);
  }

  T* linear_backward(const LinearPlace& place, const T* x, const T* dy, std::size_t rows) {
    linear_gradients(place, x, dy, rows);
    T* dx = arena_.take(rows * place.in);
    math_.multiply_transposed(dy, rows, step_.matrices[place.matrix], dx);
    return dx;
  }

  T* norm(const NormPlaces& place, const T* x, std::size_t rows) {
    T* y = arena_.take(rows * width());
    for (std::size_t r = 0; r < rows; ++r)
      math_.layer_norm(x + r * width(), width(), at(place.weight), at(place.bias),
                       static_cast<T>(config_.norm_epsilon), y + r * width());
    return y;
  }

  // dy becomes dx.
  void norm_backward(const NormPlaces& place, const T* x, T* dy, std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r)
      layer_norm_backward(x + r * width(), width(), at(place.weight),
                          static_cast<T>(config_.norm_epsilon), dy + r * width(), dy + r * width(),
                          gradient(place.weight), gradient(place.bias));
  }

  // ---- a stack of layers ----

  StackKept run_stack(const StackPlaces& stack, const T* x, const Sequences& rows, const T* memory,
                      const Sequences* memory_rows, bool causal) {
    StackKept kept;
    const auto sublayers = sublayers_of(config_, memory != nullptr);
    for (const LayerPlaces& layer : stack.layers) {
      LayerKept& layer_kept = kept.layers.emplace_back();
      for (std::size_t i = 0; i < sublayers.size(); ++i) {
        SublayerKept& k = layer_kept.sublayers[i];
        x = sublayer(layer.norms[i], x, rows.rows(), k, [&](const T* in) {
          switch (sublayers[i]) {
            case Sublayer::kSelfAttention:
              return self_attention(layer, in, rows, causal, k);
            case Sublayer::kCrossAttention:
              return cross_attention(layer, in, rows, memory, *memory_rows, k);
            case Sublayer::kFeedForward:
              break;
          }
          return feed_forward(layer, in, rows.rows(), k);
        });
      }
    }
    kept.normed_from = x;
    kept.output = config_.final_norm ? norm(stack.final_norm, x, rows.rows()) : x;
    return kept;
  }

  // dx, the output's gradient, becomes the input's; the memory's is added to d_memory.
  void stack_backward(const StackPlaces& stack, const StackKept& kept, const Sequences& rows,
                      const T* memory, const Sequences* memory_rows, T* dx, T* d_memory) {
    if (config_.final_norm) norm_backward(stack.final_norm, kept.normed_from, dx, rows.rows());
    const auto sublayers = sublayers_of(config_, memory != nullptr);
    for (std::size_t l = stack.layers.size(); l-- > 0;) {
      const LayerPlaces& layer = stack.layers[l];
      for (std::size_t i = sublayers.size(); i-- > 0;) {
        const SublayerKept& k = kept.layers[l].sublayers[i];
        sublayer_backward(layer.norms[i], rows.rows(), k, dx, [&](const T* dy) {
          switch (sublayers[i]) {
            case Sublayer::kSelfAttention:
              return self_attention_backward(layer, rows.rows(), k, dy);
            case Sublayer::kCrossAttention:
              return cross_attention_backward(layer, rows.rows(), memory, *memory_rows, k, dy,
                                              d_memory);
            case Sublayer::kFeedForward:
              break;
          }
          return feed_forward_backward(layer, rows.rows(), k, dy);
        });
      }
    }
  }

  // x + f(norm(x)), norm(x + f(x)) or x + f(x), as the config says.
  template <class F>
  const T* sublayer(const NormPlaces& place, const T* x, std::size_t rows, SublayerKept& kept,
                    F f) {
    kept.normed_from = x;
    kept.input = config_.norm == NormPlace::kPre ? norm(place, x, rows) : x;
    kept.site = site_++;
    kept.pattern_site = site_++;
    T* sum = f(kept.input);
    dropout_.residual.apply(kept.site, sum, rows * width());
    math_.axpy(T(1), x, sum, rows * width());
    if (config_.norm != NormPlace::kPost) return sum;
    kept.normed_from = sum;
    return norm(place, sum, rows);
  }

  // dx (rows, D), the output's gradient, becomes the input's.
  template <class F>
  void sublayer_backward(const NormPlaces& place, std::size_t rows, const SublayerKept& kept, T* dx,
                         F f_backward) {
    const auto before = arena_.mark();
    if (config_.norm == NormPlace::kPost) norm_backward(place, kept.normed_from, dx, rows);
    T* d_added = arena_.copy(dx, rows * width());
    dropout_.residual.apply(kept.site, d_added, rows * width());
    T* d_input = f_backward(d_added);
    if (config_.norm == NormPlace::kPre) norm_backward(place, kept.normed_from, d_input, rows);
    math_.axpy(T(1), d_input, dx, rows * width());
    arena_.give_back_to(before);
  }

  // ---- the sub-layers ----

  Attention<T> attention_over(const Sequences& queries, const Sequences& keys, bool causal) const {
    const std::size_t head_width = config_.head_width();
    const T scale = config_.scale_attention ? 1 / std::sqrt(static_cast<T>(head_width)) : T(1);
    return {&queries, &keys, config_.num_heads, head_width, causal, scale};
  }

  T* attend_and_project(const LinearPlace& out, std::size_t rows, SublayerKept& kept) {
    kept.attention.pattern = arena_.take(kept.attention.pattern_size());
    T* z = arena_.take(rows * config_.query_width());
    attend(math_, kept.attention, dropout_.attention, kept.pattern_site, arena_, z);
    kept.z = z;
    return linear(out, z, rows);
  }

  T* self_attention(const LayerPlaces& layer, const T* x, const Sequences& rows, bool causal,
                    SublayerKept& kept) {
    Attention<T>& a = kept.attention = attention_over(rows, rows, causal);
    a.q = linear(layer[Role::kQkv], x, rows.rows());
    a.k = a.q + config_.query_width();
    a.v = a.k + config_.key_width();
    a.q_stride = a.kv_stride = config_.qkv_width();
    return attend_and_project(layer[Role::kSelfOut], rows.rows(), kept);
  }
  T* self_attention_backward(const LayerPlaces& layer, std::size_t rows, const SublayerKept& kept,
                             const T* dy) {
    const T* dz = linear_backward(layer[Role::kSelfOut], kept.z, dy, rows);
    T* dq = arena_.take(rows * config_.qkv_width());
    T* dk = dq + config_.query_width();
    T* dv = dk + config_.key_width();
    attend_backward(math_, kept.attention, dropout_.attention, kept.pattern_site, arena_, dz, dq,
                    dk, dv);
    return linear_backward(layer[Role::kQkv], kept.input, dq, rows);
  }

  T* cross_attention(const LayerPlaces& layer, const T* x, const Sequences& rows, const T* memory,
                     const Sequences& memory_rows, SublayerKept& kept) {
    Attention<T>& a = kept.attention = attention_over(rows, memory_rows, false);
    a.q = linear(layer[Role::kCrossQuery], x, rows.rows());
    a.k = linear(layer[Role::kCrossKey], memory, memory_rows.rows());
    a.v = linear(layer[Role::kCrossValue], memory, memory_rows.rows());
    a.q_stride = config_.query_width();
    a.kv_stride = config_.key_width();
    return attend_and_project(layer[Role::kCrossOut], rows.rows(), kept);
  }
  T* cross_attention_backward(const LayerPlaces& layer, std::size_t rows, const T* memory,
                              const Sequences& memory_rows, const SublayerKept& kept, const T* dy,
                              T* d_memory) {
    const T* dz = linear_backward(layer[Role::kCrossOut], kept.z, dy, rows);
    const std::size_t source_rows = memory_rows.rows();
    T* dq = arena_.take(rows * config_.query_width());
    T* dk = arena_.take(source_rows * config_.key_width());
    T* dv = arena_.take(source_rows * config_.value_width());
    attend_backward(math_, kept.attention, dropout_.attention, kept.pattern_site, arena_, dz, dq,
                    dk, dv);
    math_.axpy(T(1), linear_backward(layer[Role::kCrossKey], memory, dk, source_rows), d_memory,
               source_rows * width());
    math_.axpy(T(1), linear_backward(layer[Role::kCrossValue], memory, dv, source_rows), d_memory,
               source_rows * width());
    return linear_backward(layer[Role::kCrossQuery], kept.input, dq, rows);
  }

  T* feed_forward(const LayerPlaces& layer, const T* x, std::size_t rows, SublayerKept& kept) {
    const T* hidden = linear(layer[Role::kFeedForwardIn], x, rows);
    T* active = arena_.copy(hidden, rows * config_.d_ff);
    activate(math_, config_.activation, active, rows * config_.d_ff);
    kept.hidden = hidden;
    kept.active = active;
    return linear(layer[Role::kFeedForwardOut], active, rows);
  }
  T* feed_forward_backward(const LayerPlaces& layer, std::size_t rows, const SublayerKept& kept,
                           const T* dy) {
    T* d_hidden = linear_backward(layer[Role::kFeedForwardOut], kept.active, dy, rows);
    activate_backward(config_.activation, kept.hidden, kept.active, d_hidden, rows * config_.d_ff);
    return linear_backward(layer[Role::kFeedForwardIn], kept.input, d_hidden, rows);
  }

  // ---- head and loss ----

  // Cross-entropy of softmax(hidden · W + b) against the targets, some rows at a time, so that the
  // logits of a large vocabulary never exist at once. Writes d_hidden unless it is null.
  double head_and_loss(std::span<const TrainingExample* const> examples, const T* hidden,
                       std::size_t rows, T* d_hidden) {
    constexpr std::size_t kRows = 512;
    std::vector<TokenId> targets;
    for (const TrainingExample* example : examples)
      targets.insert(targets.end(), example->target.begin(), example->target.end());
    const LinearPlace& head = places().head;
    double loss = 0.0;
    for (std::size_t first = 0; first < rows; first += kRows) {
      const std::size_t count = std::min(kRows, rows - first);
      const auto before = arena_.mark();
      const T* x = hidden + first * width();
      T* logits = linear(head, x, count);
      for (std::size_t r = 0; r < count; ++r)
        loss += cross_entropy(logits + r * head.out, targets[first + r]);
      if (d_hidden != nullptr) {
        linear_gradients(head, x, logits, count);
        math_.multiply_transposed(logits, count, step_.matrices[head.matrix],
                                  d_hidden + first * width());
      }
      arena_.give_back_to(before);
    }
    return loss;
  }

  // The loss of one row, -Σ q log p, where q is 1 - ε at the target plus ε / V everywhere (Szegedy
  // et al. 2016, section 7, as torch.nn.CrossEntropyLoss); the logits become the gradient,
  // (p - q) / targets.
  double cross_entropy(T* logits, TokenId target) {
    const std::size_t n = places().head.out;
    if (target == kIgnoredTarget) {
      std::fill_n(logits, n, T(0));
      return 0.0;
    }
    const auto t = static_cast<std::size_t>(target);
    const T smoothing = static_cast<T>(step_.label_smoothing);
    const T wanted = logits[t];
    const T sum = smoothing > 0 ? sum_of<T>(n, [&](std::size_t i) { return logits[i]; }) : T(0);
    const std::size_t best =
        static_cast<std::size_t>(std::max_element(logits, logits + n) - logits);
    const T highest = logits[best];
    math_.softmax(logits, n);
    const T log_sum = highest - std::log(logits[best]);  // log Σ exp
    const T share = smoothing / static_cast<T>(n);
    const T loss = (1 - smoothing) * (log_sum - wanted) + smoothing * log_sum - share * sum;

    const T factor = static_cast<T>(1.0 / step_.target_count);
    for (std::size_t i = 0; i < n; ++i) logits[i] = (logits[i] - share) * factor;
    logits[t] -= (1 - smoothing) * factor;
    return static_cast<double>(loss);
  }

  const Step<T>& step_;
  const ModelConfig& config_;
  const Arithmetic<T> math_;
  const PassDropout& dropout_;
  T* gradients_;
  Arena<T>& arena_;
  std::uint64_t site_ = 0;  // the next tensor that dropout sees
};

}  // namespace glassformer::training
