// Training: cross-entropy, its gradients and AdamW, for every decoder and encoder–decoder that a
// config describes. Inference does not depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/error.hpp"
#include "glassformer/executor.hpp"
#include "glassformer/model.hpp"
#include "glassformer/safetensors.hpp"
#include "glassformer/training_options.hpp"

namespace glassformer {

/// A target that is not learned from (torch's ignore_index).
constexpr TokenId kIgnoredTarget = -100;

/// What the model reads and its targets: target[t] is the token that follows input[0 … t].
struct TrainingExample {
  TokenIds source{};  // encoder–decoder only
  TokenIds input{};
  TokenIds target{};  // as many as input
};

/// The example of one sequence: every token is predicted from those before it.
TrainingExample next_token_example(const TokenIds& sequence, const TokenIds& source = {});

struct TrainingStep {
  std::size_t step = 0;        // 1 for the first
  double loss = 0.0;           // mean over the targets, before the update
  double gradient_norm = 0.0;  // before clipping
  double lr = 0.0;
  std::size_t tokens = 0;  // that it learned to predict
};

/// The optimiser's learning rate at `step` (the first is 1).
double lr_at(const TrainingOptions& options, std::size_t step);

class Trainer {
 public:
  /// Weights begin at random, as GPT-2's or torch.nn.Transformer's do. Config and options that make
  /// no sense are Errors. The executor must outlive the trainer.
  static Result<Trainer> create(const ModelConfig& config, const TrainingOptions& options,
                                Executor* executor = nullptr);
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;
  ~Trainer();

  /// One step of the optimiser over all these sequences. Sequences of unequal length need no
  /// padding. The same seed, sequences and number of workers give the same weights to the bit. An
  /// id outside the vocabulary, an input longer than the context, no target at all, or a loss that
  /// is no number is an Error and changes nothing.
  Result<TrainingStep> step(std::span<const TrainingExample> examples);
  /// The mean loss without dropout and label smoothing; learns nothing.
  Result<double> loss(std::span<const TrainingExample> examples);

  const ModelConfig& config() const;
  std::size_t steps() const;
  std::size_t parameter_count() const;
  /// Names and shapes as a file has them (begin, end: byte offsets in the array of all parameters).
  std::vector<TensorInfo> parameters() const;
  Result<Tensor> parameter(std::string_view name) const;
  /// Of the last step, before clipping.
  Result<Tensor> gradient(std::string_view name) const;

  /// A safetensors file of the parameters, F32, F16 or BF16.
  std::vector<std::byte> weights(DType dtype) const;
  /// The model as it is now, to run, look inside and decode with.
  Result<Model> model() const;

  /// Everything that step() goes on from, as a safetensors file.
  std::vector<std::byte> checkpoint() const;
  /// Goes on from a checkpoint. One of another model is an Error that names the first difference
  /// and changes nothing.
  Status resume(std::span<const std::byte> checkpoint);

 private:
  struct State;
  explicit Trainer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glassformer
