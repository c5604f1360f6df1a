// The head and the loss: cross-entropy of softmax(hidden · W + b) against the targets.
#pragma once

#include <algorithm>
#include <span>

#include "training/linear_gradient.hpp"

namespace glassformer::training {

/// The loss of one row, -Σ q log p, where q is 1 - ε at the target plus ε / V everywhere (Szegedy
/// et al. 2016, section 7, as torch.nn.CrossEntropyLoss); the logits become the gradient,
/// (p - q) / targets.
template <class T>
double cross_entropy(const Step<T>& step, T* logits, TokenId target) {
  const std::size_t n = step.places.head.out;
  if (target == kIgnoredTarget) {
    std::fill_n(logits, n, T(0));
    return 0.0;
  }
  return step.math.cross_entropy(logits, n, static_cast<std::size_t>(target),
                                 static_cast<T>(step.label_smoothing),
                                 static_cast<T>(1.0 / step.target_count));
}

/// So many rows have logits at once.
inline constexpr std::size_t kHeadRows = 512;

/// The sum of the losses of all rows, which are computed some at a time, so that the logits of a
/// large vocabulary never exist at once. Writes d_hidden unless it is null.
template <class T>
double head_and_loss(Pass<T>& pass, std::span<const TrainingExample> examples, const T* hidden,
                     std::size_t rows, T* d_hidden) {
  const LinearPlace& head = pass.places().head;
  double loss = 0.0;
  std::size_t example = 0, place = 0;  // of the next row's target
  for (std::size_t first = 0; first < rows; first += kHeadRows) {
    const std::size_t count = std::min(kHeadRows, rows - first);
    const auto before = pass.arena().mark();
    const T* x = hidden + first * pass.width();
    T* logits = linear(pass, head, x, count);
    for (std::size_t r = 0; r < count; ++r) {
      while (place == examples[example].target.size()) {
        ++example;
        place = 0;
      }
      loss += cross_entropy(pass.step, logits + r * head.out, examples[example].target[place++]);
    }
    if (d_hidden != nullptr) {
      linear_gradients(pass, head, x, logits, count);
      pass.math().multiply_transposed(logits, count, pass.step.matrices[head.matrix],
                                      d_hidden + first * pass.width());
    }
    pass.arena().give_back_to(before);
  }
  return loss;
}

}  // namespace glassformer::training
