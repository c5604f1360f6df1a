// Training: cross-entropy, its gradients and AdamW, for every decoder and encoder–decoder that a
// config describes. Inference does not depend on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/error.hpp"
#include "glassformer/model.hpp"
#include "glassformer/safetensors.hpp"

namespace glassformer {

/// A target that is not learned from (torch's ignore_index).
constexpr TokenId kIgnoredTarget = -100;

/// What the model reads and what it shall say at each place: target[t] follows input[0 … t].
struct TrainingExample {
  TokenIds source{};  // encoder–decoder only
  TokenIds input{};
  TokenIds target{};  // as many as input
};

/// The example of one sequence: every token is predicted from those before it.
TrainingExample next_token_example(const TokenIds& sequence, const TokenIds& source = {});

enum class Schedule {
  kConstant,
  kCosine,             // down to min_lr_ratio · lr at total_steps (Loshchilov and Hutter 2017)
  kInverseSquareRoot,  // with 1 / √step (Vaswani et al. 2017, section 5.3)
  /// Constant until the last decay_steps, then in a straight line down to min_lr_ratio · lr at
  /// total_steps (Hägele et al. 2024): a run can be lengthened, or ended early, from any checkpoint
  /// of its constant part.
  kWarmupStableDecay,
};

struct TrainingOptions {
  double lr = 1e-3;  // the highest, reached after the warm-up
  std::size_t warmup_steps = 0;
  Schedule schedule = Schedule::kConstant;
  std::size_t total_steps = 0;  // cosine and warmup-stable-decay
  std::size_t decay_steps = 0;  // warmup-stable-decay only
  double min_lr_ratio = 0.1;    // of lr; cosine and warmup-stable-decay

  // AdamW (Loshchilov and Hutter 2019), as torch.optim.AdamW.
  std::array<double, 2> betas{0.9, 0.95};
  double eps = 1e-8;
  double weight_decay = 0.1;
  bool decay_vectors = false;      // biases and norms too, not only matrices
  double max_gradient_norm = 0.0;  // torch.nn.utils.clip_grad_norm_; 0: no clipping

  double label_smoothing = 0.0;  // as torch.nn.CrossEntropyLoss
  double attention_dropout = 0.0;
  double residual_dropout = 0.0;
  double embedding_dropout = 0.0;

  std::uint64_t seed = 0;  // of the first weights and of dropout
  /// A step's sequences go through the network in micro-batches of about so many tokens, whose
  /// gradients add up: memory follows the micro-batch, not the step.
  std::size_t micro_batch_tokens = 1024;
};

/// Runs tasks side by side. Without one a trainer works in its caller's thread alone.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual std::size_t workers() const = 0;
  /// Calls task(data, i) for every i below `count`, on any thread, and returns when all are done.
  virtual void run(std::size_t count, void (*task)(void* data, std::size_t i), void* data) = 0;
};

struct TrainingStep {
  std::size_t step = 0;        // 1 for the first
  double loss = 0.0;           // mean over the targets, before the update
  double gradient_norm = 0.0;  // before clipping
  double lr = 0.0;
  std::size_t targets = 0;
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
  /// Names and shapes as a file has them (begin, end: places in the row of all parameters).
  std::vector<TensorInfo> parameters() const;
  Result<Tensor> parameter(std::string_view name) const;
  /// Of the last step, before clipping.
  Result<Tensor> gradient(std::string_view name) const;
  Status set_parameter(std::string_view name, std::span<const float> values);

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
