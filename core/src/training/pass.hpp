// One pass over some of a step's sequences: what it reads, what forward keeps for backward, and the
// memory in which both work. The memory stays with its owner from pass to pass, so that a step
// takes none once it has had its greatest size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glassformer/training.hpp"
#include "training/attention_gradient.hpp"
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

/// What a sub-layer keeps for the backward pass.
template <class T>
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
template <class T>
struct LayerKept {
  SublayerKept<T> sublayers[kMaxSublayers];
};
template <class T>
struct StackKept {
  std::vector<LayerKept<T>> layers;
  const T* normed_from = nullptr;  // what the final norm saw
  const T* output = nullptr;
};
template <class T>
struct Embedded {
  std::vector<TokenId> ids;
  std::vector<std::size_t> positions;
  std::uint64_t site = 0;
  T* x = nullptr;
};

template <class T>
struct PassMemory {
  Arena<T> arena;
  Sequences targets;
  Sequences sources;
  Embedded<T> source;
  Embedded<T> input;
  StackKept<T> encoder;
  StackKept<T> decoder;
};

template <class T>
struct Pass {
  const Step<T>& step;
  const PassDropout& dropout;
  T* gradients;  // laid out as the parameters, added to; null: only the loss is wanted
  PassMemory<T>& memory;
  std::uint64_t site = 0;  // the next tensor that dropout sees

  const ModelConfig& config() const { return step.config; }
  const ParameterPlaces& places() const { return step.places; }
  const Arithmetic<T>& math() const { return step.math; }
  Arena<T>& arena() { return memory.arena; }
  std::size_t width() const { return step.config.d_model; }
  bool has_source() const { return step.config.architecture == Architecture::kEncoderDecoder; }
  const T* at(std::size_t place) const { return step.parameters + place; }
  T* gradient(std::size_t place) const { return gradients + place; }
};

}  // namespace glassformer::training
