#include "model/attention.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "base/parallel.hpp"

namespace glassformer {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// One head of one sequence: its rows, and its (Tq, Tk) block of scores.
struct Head {
  const AttentionProblem& problem;
  std::size_t batch;
  std::size_t head;
  bool all_keys;  // raw scores are wanted of masked keys, too
  float* scores;

  const float* query(std::size_t i) const {
    return problem.q + (batch * problem.queries + i) * problem.q_stride + head * problem.key_width;
  }
  float* output(std::size_t i) const {
    return problem.z + (batch * problem.queries + i) * problem.z_stride +
           head * problem.value_width;
  }
  std::size_t key_head() const { return head / problem.heads_per_key; }
  // How many keys query i sees at most: the causal mask hides those behind.
  std::size_t visible(std::size_t i) const {
    if (!problem.causal) return problem.keys;
    const std::size_t end = i + 1 + problem.keys;
    return end <= problem.queries ? 0 : std::min(problem.keys, end - problem.queries);
  }
};

// scores = q·k, for every key or, where no hook wants the raw scores, for the visible ones.
void raw_scores(const kernels::Kernels& kernels, const Head& head) {
  const AttentionProblem& p = head.problem;
  for (std::size_t i = 0; i < p.queries; ++i) {
    const std::size_t n = head.all_keys ? p.keys : head.visible(i);
    kernels.dot_rows(head.query(i), p.key_rows + head.batch * p.keys, head.key_head() * p.key_width,
                     n, p.key_width, head.scores + i * p.keys);
  }
}

void scale_and_mask(const kernels::Kernels& kernels, const Head& head) {
  const AttentionProblem& p = head.problem;
  const std::uint8_t* padding =
      p.key_padding == nullptr ? nullptr : p.key_padding + head.batch * p.keys;
  for (std::size_t i = 0; i < p.queries; ++i) {
    float* row = head.scores + i * p.keys;
    const std::size_t n = head.visible(i);
    kernels.scale(p.scale, row, n);
    if (p.additive != nullptr) {
      const float* mask = p.additive + head.batch * p.additive_batch_stride +
                          head.head * p.additive_head_stride + i * p.keys;
      kernels.axpy(1.0F, mask, row, n);
    }
    if (padding != nullptr) {
      for (std::size_t j = 0; j < n; ++j) row[j] = padding[j] != 0 ? kMasked : row[j];
    }
    std::fill(row + n, row + p.keys, kMasked);
  }
}

// Softmax of every row up to its last unmasked key, so that the same keys give the same bits
// however many masked ones stand behind them. A hook may have unmasked some of those.
void normalise(const kernels::Kernels& kernels, const Head& head) {
  const AttentionProblem& p = head.problem;
  for (std::size_t i = 0; i < p.queries; ++i) {
    float* row = head.scores + i * p.keys;
    std::size_t n = p.keys;
    while (n > head.visible(i) && row[n - 1] == kMasked) --n;
    kernels.softmax(row, n);
    std::fill(row + n, row + p.keys, 0.0F);
  }
}

void weigh_values(const kernels::Kernels& kernels, const Head& head) {
  const AttentionProblem& p = head.problem;
  for (std::size_t i = 0; i < p.queries; ++i) {
    kernels.weighted_rows(head.scores + i * p.keys, p.value_rows + head.batch * p.keys,
                          head.key_head() * p.value_width, p.keys, p.value_width, head.output(i));
  }
}

struct Step {
  void (*run)(const kernels::Kernels&, const Head&);
  const char* result;  // the hook that sees what has become of the scores
};
constexpr Step kSteps[] = {{raw_scores, "raw_scores"},
                           {scale_and_mask, "scores"},
                           {normalise, "pattern"},
                           {weigh_values, nullptr}};

}  // namespace

void attend(const kernels::Kernels& kernels, const AttentionProblem& problem,
            AttentionScratch& scratch, const HookScope& scope) {
  const std::size_t block = problem.queries * problem.keys;
  const std::size_t pairs = problem.batch * problem.heads;
  const bool raw_wanted = scope.wants("raw_scores");
  const bool watched = raw_wanted || scope.wants("scores") || scope.wants("pattern");
  const std::uint64_t work =
      std::uint64_t{pairs} * block * (problem.key_width + problem.value_width);
  // Each part has a block of scores of its own: no more than one for each thread.
  const std::size_t parts = parts_of(pairs, work, 1);
  // A hook sees all heads at once, so their scores must exist at once; otherwise one block is
  // reused for each head.
  const std::size_t blocks = watched ? pairs : parts;
  if (scratch.scores.size() < blocks * block) scratch.scores.resize(blocks * block);

  const auto for_each_head = [&](std::span<const Step> steps) {
    parallel_parts(parts, pairs, [&](std::size_t part, std::size_t first, std::size_t last) {
      for (std::size_t pair = first; pair < last; ++pair) {
        const Head head{problem, pair / problem.heads, pair % problem.heads, raw_wanted,
                        scratch.scores.data() + (watched ? pair : part) * block};
        for (const Step& step : steps) step.run(kernels, head);
      }
    });
  };
  if (watched) {
    for (const Step& step : kSteps) {
      for_each_head({&step, 1});
      if (step.result != nullptr)
        scope.visit_scores(step.result, scratch.scores.data(), problem.batch, problem.heads,
                           problem.queries, problem.keys);
    }
  } else {
    for_each_head(kSteps);
  }
  scope.visit_heads("z", problem.z, problem.z_stride, problem.batch, problem.heads, problem.queries,
                    problem.value_width);
}

}  // namespace glassformer
