// The whole model for training: forward with everything kept that backward needs, the loss, and the
// gradients of all parameters. Layers are those of the inference: both directions go over the
// config's sub-layers (weights/sublayers.hpp), backward in the opposite order.
#pragma once

#include <ranges>
#include <span>

#include "training/embedding_gradient.hpp"
#include "training/head_gradient.hpp"
#include "training/sublayer_gradients.hpp"
#include "weights/sublayers.hpp"

namespace glassformer::training {

template <class T, class F>
const T* sublayer(Pass<T>& pass, const NormPlaces& place, const T* x, std::size_t rows,
                  SublayerKept<T>& kept, F f) {
  kept.input = x;
  kept.site = pass.site++;
  kept.pattern_site = pass.site++;
  T* added = nullptr;  // then the sum
  for (const ResidualStep step : residual_steps(pass.config().norm)) {
    switch (step) {
      case ResidualStep::kNormBranch:
        kept.normed_from = x;
        kept.input = norm(pass, place, x, rows);
        break;
      case ResidualStep::kSublayer:
        added = f(kept.input);
        pass.dropout.residual.apply(kept.site, added, rows * pass.width());
        break;
      case ResidualStep::kAdd:
        pass.math().axpy(T(1), x, added, rows * pass.width());
        x = added;
        break;
      case ResidualStep::kNormStream:
        kept.normed_from = x;
        x = norm(pass, place, x, rows);
        break;
    }
  }
  return x;
}

// dx (rows, D), the output's gradient, becomes the input's.
template <class T, class F>
void sublayer_backward(Pass<T>& pass, const NormPlaces& place, std::size_t rows,
                       const SublayerKept<T>& kept, T* dx, F f_backward) {
  const std::size_t size = rows * pass.width();
  const auto before = pass.arena().mark();
  const T* d_added = dx;
  T* d_branch = nullptr;
  for (const ResidualStep step : std::views::reverse(residual_steps(pass.config().norm))) {
    switch (step) {
      case ResidualStep::kNormStream:
        norm_backward(pass, place, kept.normed_from, dx, rows);
        break;
      case ResidualStep::kAdd:
        break;  // the sum's gradient is the stream's and the branch's
      case ResidualStep::kSublayer:
        if (pass.dropout.residual.active()) {
          T* left = pass.arena().copy(dx, size);
          pass.dropout.residual.apply(kept.site, left, size);
          d_added = left;
        }
        d_branch = f_backward(d_added);
        break;
      case ResidualStep::kNormBranch:
        norm_backward(pass, place, kept.normed_from, d_branch, rows);
        break;
    }
  }
  pass.math().axpy(T(1), d_branch, dx, size);  // the branch began as the stream
  pass.arena().give_back_to(before);
}

template <class T>
void run_stack(Pass<T>& pass, const StackPlaces& stack, const T* x, const Sequences& rows,
               const T* memory, const Sequences* memory_rows, bool causal, StackKept<T>& kept) {
  const auto sublayers = sublayers_of(pass.config(), memory != nullptr);
  kept.layers.resize(stack.layers.size());
  for (std::size_t l = 0; l < stack.layers.size(); ++l) {
    const LayerPlaces& layer = stack.layers[l];
    for (std::size_t i = 0; i < sublayers.size(); ++i) {
      SublayerKept<T>& k = kept.layers[l].sublayers[i];
      x = sublayer(pass, layer.norms[i], x, rows.rows(), k, [&](const T* in) {
        switch (sublayers[i]) {
          case Sublayer::kSelfAttention:
            return self_attention(pass, layer, in, rows, causal, k);
          case Sublayer::kCrossAttention:
            return cross_attention(pass, layer, in, rows, memory, *memory_rows, k);
          case Sublayer::kFeedForward:
            break;
        }
        return feed_forward(pass, layer, in, rows.rows(), k);
      });
    }
  }
  kept.normed_from = x;
  kept.output = pass.config().final_norm ? norm(pass, stack.final_norm, x, rows.rows()) : x;
}

// dx, the output's gradient, becomes the input's; the memory's is added to d_memory.
template <class T>
void stack_backward(Pass<T>& pass, const StackPlaces& stack, const StackKept<T>& kept,
                    const Sequences& rows, const T* memory, const Sequences* memory_rows, T* dx,
                    T* d_memory) {
  if (pass.config().final_norm)
    norm_backward(pass, stack.final_norm, kept.normed_from, dx, rows.rows());
  const auto sublayers = sublayers_of(pass.config(), memory != nullptr);
  for (std::size_t l = stack.layers.size(); l-- > 0;) {
    const LayerPlaces& layer = stack.layers[l];
    for (std::size_t i = sublayers.size(); i-- > 0;) {
      const SublayerKept<T>& k = kept.layers[l].sublayers[i];
      sublayer_backward(pass, layer.norms[i], rows.rows(), k, dx, [&](const T* dy) {
        switch (sublayers[i]) {
          case Sublayer::kSelfAttention:
            return self_attention_backward(pass, layer, rows.rows(), k, dy);
          case Sublayer::kCrossAttention:
            return cross_attention_backward(pass, layer, rows.rows(), memory, *memory_rows, k, dy,
                                            d_memory);
          case Sublayer::kFeedForward:
            break;
        }
        return feed_forward_backward(pass, layer, rows.rows(), k, dy);
      });
    }
  }
}

/// Some of a step's sequences, forward and (with gradients) backward. The sum of the targets'
/// losses (not yet divided by the number of all targets).
template <class T>
double run_pass(const Step<T>& step, const PassDropout& dropout,
                std::span<const TrainingExample> examples, T* gradients, PassMemory<T>& kept) {
  kept.arena.reset();
  kept.targets.clear();
  kept.sources.clear();
  Pass<T> pass{step, dropout, gradients, kept};
  const ParameterPlaces& places = step.places;
  const bool has_source = pass.has_source();
  for (const TrainingExample& example : examples) {
    kept.targets.add(example.input.size());
    if (has_source) kept.sources.add(example.source.size());
  }

  const T* memory = nullptr;
  if (has_source) {
    embed(pass, examples, &TrainingExample::source, kept.sources, places.source_embedding,
          kept.source);
    run_stack<T>(pass, places.encoder, kept.source.x, kept.sources, nullptr, nullptr, false,
                 kept.encoder);
    memory = kept.encoder.output;
  }
  embed(pass, examples, &TrainingExample::input, kept.targets, places.embedding, kept.input);
  run_stack<T>(pass, places.decoder, kept.input.x, kept.targets, memory, &kept.sources, true,
               kept.decoder);

  const std::size_t size = kept.targets.rows() * pass.width();
  T* d_hidden = gradients == nullptr ? nullptr : kept.arena.take(size);
  const double loss =
      head_and_loss(pass, examples, kept.decoder.output, kept.targets.rows(), d_hidden);
  if (gradients == nullptr) return loss;

  T* d_memory = has_source ? kept.arena.zeros(kept.sources.rows() * pass.width()) : nullptr;
  stack_backward<T>(pass, places.decoder, kept.decoder, kept.targets, memory, &kept.sources,
                    d_hidden, d_memory);
  embed_backward(pass, kept.input, d_hidden, places.embedding);
  if (has_source) {
    stack_backward<T>(pass, places.encoder, kept.encoder, kept.sources, nullptr, nullptr, d_memory,
                      nullptr);
    embed_backward(pass, kept.source, d_memory, places.source_embedding);
  }
  return loss;
}

}  // namespace glassformer::training
