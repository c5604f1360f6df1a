// The options of a trainer and of its batches.
// Written by `npm run options` from core/options/training.json: change that file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "glassformer/option_range.hpp"

namespace glassformer {

/// How the learning rate goes on after the warm-up.
enum class Schedule {
  /// It stays.
  kConstant,
  /// Half a cosine down to min_lr_ratio · lr at total_steps (Loshchilov and Hutter 2017).
  kCosine,
  /// With 1 / √step (Vaswani et al. 2017, section 5.3).
  kInverseSquareRoot,
  /// Constant until the last decay_steps, then in a straight line down to min_lr_ratio · lr at
  /// total_steps (Hägele et al. 2024): a run can be lengthened, or ended early, from any checkpoint
  /// of its constant part.
  kWarmupStableDecay,
};
/// Their names, in their order.
inline constexpr std::array<std::string_view, 4> kScheduleNames{
    "constant", "cosine", "inverse_square_root", "warmup_stable_decay"};

/// How a trainer learns. The optimiser is AdamW (Loshchilov and Hutter 2019); lr, betas, eps and
/// weight_decay are torch.optim.AdamW's.
struct TrainingOptions {
  /// The highest learning rate, reached after the warm-up.
  double lr = 0.001;
  /// How much of the running means of the gradient and of its square each step keeps.
  std::array<double, 2> betas{0.9, 0.95};
  /// Added to the root of the mean square, by which a step is divided.
  double eps = 1e-8;
  /// Decoupled weight decay, of matrices and tables.
  double weight_decay = 0.1;
  /// Weight decay of biases and norms, too.
  bool decay_vectors = false;
  /// Over how many steps the learning rate rises.
  std::size_t warmup_steps = 0;
  /// How the learning rate goes on after the warm-up: it stays, falls as a cosine or with 1 /
  /// √step, or stays and falls at the end.
  Schedule schedule = Schedule::kConstant;
  /// 'cosine' and 'warmup_stable_decay': the step at which the learning rate has come down.
  std::size_t total_steps = 0;
  /// 'warmup_stable_decay': over how many steps the learning rate comes down at the end.
  std::size_t decay_steps = 0;
  /// 'cosine' and 'warmup_stable_decay': the last learning rate, as a share of lr.
  double min_lr_ratio = 0.1;
  /// Longer gradients are scaled down to this norm (torch.nn.utils.clip_grad_norm_). 0: off.
  double max_gradient_norm = 0.0;
  /// The target's share of probability that is spread over all tokens, as in
  /// torch.nn.CrossEntropyLoss.
  double label_smoothing = 0.0;
  /// Dropout of attention weights.
  double attention_dropout = 0.0;
  /// Dropout of what a sublayer adds to the residual stream.
  double residual_dropout = 0.0;
  /// Dropout of the embedded tokens.
  double embedding_dropout = 0.0;
  /// A step's sequences go through the network in micro-batches of about so many tokens, whose
  /// gradients add up: memory follows the micro-batch, not the step.
  std::size_t micro_batch_tokens = 1024;
  /// Seed of the first weights, the order of the documents and dropout.
  std::uint64_t seed = 0;

  /// Calls visit(name, member, range) for every option, in this order. Checks, the reading of
  /// recipes and the bindings go over all of them so.
  template <class Visit>
  static void for_each_option(Visit visit) {
    visit("lr", &TrainingOptions::lr, {0, 1000000000, "a number from 0 to 1000000000"});
    visit("betas", &TrainingOptions::betas, {0, kBelowOne, "a number of at least 0 and below 1"});
    visit("eps", &TrainingOptions::eps, {0, 1000000000, "a number from 0 to 1000000000"});
    visit("weight_decay", &TrainingOptions::weight_decay,
          {0, 1000000000, "a number from 0 to 1000000000"});
    visit("decay_vectors", &TrainingOptions::decay_vectors, kAnyValue);
    visit("warmup_steps", &TrainingOptions::warmup_steps, kAnyValue);
    visit("schedule", &TrainingOptions::schedule, kAnyValue);
    visit("total_steps", &TrainingOptions::total_steps, kAnyValue);
    visit("decay_steps", &TrainingOptions::decay_steps, kAnyValue);
    visit("min_lr_ratio", &TrainingOptions::min_lr_ratio, {0, 1, "a number from 0 to 1"});
    visit("max_gradient_norm", &TrainingOptions::max_gradient_norm,
          {0, 1000000000, "a number from 0 to 1000000000 (0 switches it off)"});
    visit("label_smoothing", &TrainingOptions::label_smoothing,
          {0, kBelowOne, "a number of at least 0 and below 1"});
    visit("attention_dropout", &TrainingOptions::attention_dropout,
          {0, kBelowOne, "a number of at least 0 and below 1"});
    visit("residual_dropout", &TrainingOptions::residual_dropout,
          {0, kBelowOne, "a number of at least 0 and below 1"});
    visit("embedding_dropout", &TrainingOptions::embedding_dropout,
          {0, kBelowOne, "a number of at least 0 and below 1"});
    visit("micro_batch_tokens", &TrainingOptions::micro_batch_tokens,
          {1, 4294967295, "a whole number from 1 to 4294967295"});
    visit("seed", &TrainingOptions::seed, kAnyValue);
  }
};

/// Which sequences a step learns from.
struct BatchOptions {
  /// The longest input. A longer document is cut, elsewhere in every epoch; one with a source is
  /// left out, as is one whose source is longer.
  std::size_t max_length = 256;
  /// About so many tokens, sources and inputs together, make a step.
  std::size_t tokens_per_batch = 512;
  /// How often a document without a source goes without its first token: a reader's text begins
  /// with a word, not with a mark for the beginning.
  double drop_first = 0.0;
  /// Seed of the first weights, the order of the documents and dropout.
  std::uint64_t seed = 0;

  /// Calls visit(name, member, range) for every option, in this order. Checks, the reading of
  /// recipes and the bindings go over all of them so.
  template <class Visit>
  static void for_each_option(Visit visit) {
    visit("max_length", &BatchOptions::max_length,
          {1, 4294967295, "a whole number from 1 to 4294967295"});
    visit("tokens_per_batch", &BatchOptions::tokens_per_batch,
          {1, 4294967295, "a whole number from 1 to 4294967295"});
    visit("drop_first", &BatchOptions::drop_first, {0, 1, "a number from 0 to 1"});
    visit("seed", &BatchOptions::seed, kAnyValue);
  }
};

}  // namespace glassformer
