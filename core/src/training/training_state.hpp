// Parameters, their gradients and the optimiser's memory, and one step over them. Of floats in the
// Trainer; of doubles where the formulas are checked.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/parallel.hpp"
#include "base/parts.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/training.hpp"
#include "training/network.hpp"
#include "training/optimizer.hpp"
#include "training/step_memory.hpp"

namespace glassformer::training {

/// Neighbouring examples that one pass goes over.
struct MicroBatch {
  std::size_t number;  // of those that a step is divided into, of which some may hold nothing
  std::span<const TrainingExample> examples;
};

template <class T>
class TrainingState {
 public:
  TrainingState(const ModelConfig& config, const TrainingOptions& options, ParameterPlaces places,
                Executor& executor)
      : config_(config),
        options_(options),
        places_(std::move(places)),
        executor_(executor),
        math_{kernels::active()},
        runs_(runs_of(places_, options)),
        parameters_(places_.size),
        first_moments_(places_.size),
        second_moments_(places_.size),
        workers_(executor.workers()) {
    for (Worker& worker : workers_) worker.gradients.resize(places_.size);
    place_matrices();
  }
  TrainingState(const TrainingState&) = delete;
  TrainingState& operator=(const TrainingState&) = delete;

  /// What a pass over these examples takes, asked for before it is allocated. Where it is refused,
  /// nothing has changed. To be called before gradients() and loss().
  Status prepare(std::span<const TrainingExample> examples, bool learning) {
    const std::string_view what = learning ? "a training step" : "a loss";
    MemorySize held = 0;
    for (const TrainingExample& e : examples)
      held += example_memory(e.source.size(), e.input.size());
    const MemorySize batches = MemorySize(examples.size()) * sizeof(MicroBatch);
    if (examples.size() > micro_batches_.capacity()) {
      if (Status s = check_memory(what, batches, kLessMemory, held); !s) return s;
      micro_batches_ = {};  // before the larger one is taken
      micro_batches_.reserve(examples.size());
    }
    make_micro_batches(examples);
    MemorySize values = 0;
    for (const MicroBatch& batch : micro_batches_)
      values = std::max(values, pass_values(config_, options_, batch.examples, learning));
    const auto is_short = [&](Worker& w) { return values > w.memory.arena.capacity(); };
    if (std::ranges::none_of(workers_, is_short)) return ok_status();
    for (Worker& worker : workers_) worker.memory.arena.release();
    const MemorySize bytes = values * sizeof(T);
    if (Status s = check_memory(what, bytes, kLessMemory, held + batches); !s) return s;
    if (Status s = check_available(what, bytes * workers_.size()); !s) return s;
    for (Worker& worker : workers_)
      worker.memory.arena.reserve(static_cast<std::size_t>(values.value()));
    return ok_status();
  }
  /// Of the first thread.
  PassMemory<T>& pass_memory() { return workers_.front().memory; }

  /// Loss and gradients, without an update. The examples have been checked.
  double gradients(std::span<const TrainingExample> examples, std::size_t target_count) {
    const double loss = run(examples, target_count, true);
    parallel(executor_, workers_.size(), [&](std::size_t slice) { sum_gradients(slice); });
    return loss / static_cast<double>(target_count);
  }
  double loss(std::span<const TrainingExample> examples, std::size_t target_count) {
    return run(examples, target_count, false) / static_cast<double>(target_count);
  }

  double gradient_norm() const {
    return std::sqrt(math_.sum_of_squares(gradient().data(), places_.size));
  }

  /// The optimiser's step with the present gradients; returns the rate.
  double update(double norm) {
    ++steps_;
    const double clip = options_.max_gradient_norm;
    const AdamStep s{lr_at(options_, steps_),
                     options_.betas,
                     options_.eps,
                     0.0,
                     clip > 0.0 ? std::min(1.0, clip / (norm + 1e-6)) : 1.0,
                     steps_};
    parallel(executor_, runs_.size(), [&](std::size_t i) {
      const Run& run = runs_[i];
      AdamStep mine = s;
      mine.weight_decay = run.decays ? options_.weight_decay : 0.0;
      adamw<T>(math_, mine, gradient().data() + run.begin, parameters_.data() + run.begin,
               first_moments_.data() + run.begin, second_moments_.data() + run.begin,
               run.end - run.begin);
    });
    packed_ = false;
    return s.lr;
  }

  const ModelConfig& config() const { return config_; }
  const TrainingOptions& options() const { return options_; }
  const ParameterPlaces& places() const { return places_; }
  std::vector<T>& parameters() {
    packed_ = false;
    return parameters_;
  }
  const std::vector<T>& parameters() const { return parameters_; }
  const std::vector<T>& gradient() const { return workers_.front().gradients; }
  std::vector<T>& first_moments() { return first_moments_; }
  std::vector<T>& second_moments() { return second_moments_; }
  std::size_t steps() const { return steps_; }
  void set_steps(std::size_t steps) { steps_ = steps; }

 private:
  struct Worker {
    std::vector<T> gradients;
    PassMemory<T> memory;
    double loss = 0.0;
  };
  // Neighbouring parameters that decay alike: the optimiser takes them at once.
  struct Run {
    std::size_t begin;
    std::size_t end;
    bool decays;
  };

  static std::vector<Run> runs_of(const ParameterPlaces& places, const TrainingOptions& options) {
    // So long at most that threads have enough of them.
    constexpr std::size_t kMaxRunLength = std::size_t{1} << 16;
    std::vector<Run> runs;
    for (const PlacedParameter& p : places.parameters) {
      const bool decays = p.decays() || options.decay_vectors || options.weight_decay == 0.0;
      std::size_t begin = p.offset;
      const std::size_t end = p.offset + p.size();
      while (begin < end) {
        const bool joins = !runs.empty() && runs.back().decays == decays &&
                           runs.back().end - runs.back().begin < kMaxRunLength;
        if (!joins) runs.push_back({begin, begin, decays});
        runs.back().end = std::min(end, runs.back().begin + kMaxRunLength);
        begin = runs.back().end;
      }
    }
    return runs;
  }

  void place_matrices() {
    std::size_t size = 0;
    for (const LinearPlace& place : places_.matrices) {
      matrices_.push_back({parameters_.data() + place.weight, place.in, place.out, place.layout});
      size += math_.packed_size(matrices_.back());
    }
    packed_values_.reset(static_cast<T*>(::operator new(size * sizeof(T), kCacheLine)));
    T* free = packed_values_.get();
    for (Matrix<T>& matrix : matrices_) {
      math_.place(matrix, free);
      free += math_.packed_size(matrix);
    }
  }

  // Micro-batches of about the same number of tokens, given to the workers in turn, so that who
  // computes what depends on their number only.
  void make_micro_batches(std::span<const TrainingExample> examples) {
    std::size_t tokens = 0;
    for (const TrainingExample& e : examples) tokens += e.source.size() + e.input.size();
    const std::size_t per_round = options_.micro_batch_tokens * workers_.size();
    const std::size_t rounds = (tokens + per_round - 1) / per_round;
    const std::size_t count = std::max<std::size_t>(1, rounds * workers_.size());
    micro_batches_.clear();
    std::size_t before = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::size_t number = part_at(before, tokens, count);
      if (micro_batches_.empty() || micro_batches_.back().number != number)
        micro_batches_.push_back({number, examples.subspan(i, 0)});
      auto& mine = micro_batches_.back().examples;
      mine = {mine.data(), mine.size() + 1};
      before += examples[i].source.size() + examples[i].input.size();
    }
  }

  double run(std::span<const TrainingExample> examples, std::size_t target_count, bool learning) {
    if (!packed_) {
      parallel(executor_, matrices_.size(), [&](std::size_t i) { math_.pack(matrices_[i]); });
      packed_ = true;
    }
    Step<T> step{config_, places_, math_, parameters_.data(), matrices_};
    step.label_smoothing = learning ? options_.label_smoothing : 0.0;
    step.target_count = static_cast<double>(target_count);
    make_micro_batches(examples);
    parallel(executor_, workers_.size(), [&](std::size_t w) {
      Worker& worker = workers_[w];
      worker.loss = 0.0;
      if (learning) std::fill(worker.gradients.begin(), worker.gradients.end(), T(0));
      for (const MicroBatch& batch : micro_batches_) {
        if (batch.number % workers_.size() != w) continue;
        const PassDropout dropout = learning ? dropout_of(batch.number) : PassDropout{};
        worker.loss += run_pass<T>(step, dropout, batch.examples,
                                   learning ? worker.gradients.data() : nullptr, worker.memory);
      }
    });
    double loss = 0.0;
    for (const Worker& worker : workers_) loss += worker.loss;
    return loss;
  }

  PassDropout dropout_of(std::size_t micro_batch) const {
    const std::uint64_t key = (options_.seed * 1'000'003 + steps_) * 65'537 + micro_batch;
    return {Dropout(options_.embedding_dropout, key), Dropout(options_.attention_dropout, key),
            Dropout(options_.residual_dropout, key)};
  }

  // The workers' gradients into the first one's, in their order; each call takes a slice.
  void sum_gradients(std::size_t slice) {
    const std::size_t begin = places_.size * slice / workers_.size();
    const std::size_t end = places_.size * (slice + 1) / workers_.size();
    for (std::size_t w = 1; w < workers_.size(); ++w)
      math_.axpy(T(1), workers_[w].gradients.data() + begin, workers_[0].gradients.data() + begin,
                 end - begin);
  }

  ModelConfig config_;
  TrainingOptions options_;
  ParameterPlaces places_;
  Executor& executor_;
  Arithmetic<T> math_;
  std::vector<Run> runs_;
  std::vector<T> parameters_;
  std::vector<T> first_moments_;
  std::vector<T> second_moments_;
  std::vector<Matrix<T>> matrices_;
  AlignedArray<T> packed_values_;
  bool packed_ = false;  // whether packed_values_ are those of the present parameters
  std::vector<Worker> workers_;
  std::vector<MicroBatch> micro_batches_;
  std::size_t steps_ = 0;
};

}  // namespace glassformer::training
