// The embedding of tokens and positions.
#pragma once

#include <cmath>
#include <span>

#include "model/positions.hpp"
#include "training/pass.hpp"

namespace glassformer::training {

template <class T>
T embedding_scale(const Pass<T>& pass) {
  return pass.config().scale_embedding ? std::sqrt(static_cast<T>(pass.width())) : T(1);
}

/// The encodings (n, D) of the first n positions; null where the model has none.
template <class T>
const T* positions_up_to(Pass<T>& pass, std::size_t n) {
  if (pass.config().positions == Positions::kNone) return nullptr;
  if (pass.config().positions == Positions::kLearned) return pass.at(pass.places().positions);
  T* values = pass.arena().take(n * pass.width());
  write_positions<T>(pass.config(), nullptr, n, 0, values);
  return values;
}

/// x (rows, D) of e, from one side of the examples.
template <class T>
void embed(Pass<T>& pass, std::span<const TrainingExample> examples, TokenIds TrainingExample::*ids,
           const Sequences& sequences, std::size_t table, Embedded<T>& e) {
  const std::size_t d = pass.width();
  e.x = pass.arena().zeros(sequences.rows() * d);
  e.ids.clear();
  e.positions.clear();
  for (const TrainingExample& example : examples) {
    for (std::size_t t = 0; t < (example.*ids).size(); ++t) {
      e.ids.push_back((example.*ids)[t]);
      e.positions.push_back(t);
    }
  }
  const T* positions = positions_up_to(pass, sequences.longest());
  const T scale = embedding_scale(pass);
  for (std::size_t row = 0; row < e.ids.size(); ++row) {
    T* x = e.x + row * d;
    pass.math().axpy(scale, pass.at(table + static_cast<std::size_t>(e.ids[row]) * d), x, d);
    if (positions != nullptr) pass.math().axpy(T(1), positions + e.positions[row] * d, x, d);
  }
  e.site = pass.site++;
  pass.dropout.embedding.apply(e.site, e.x, sequences.rows() * d);
}

/// Adds the gradients of the table and of learned positions.
template <class T>
void embed_backward(Pass<T>& pass, const Embedded<T>& e, T* dx, std::size_t table) {
  const std::size_t d = pass.width();
  pass.dropout.embedding.apply(e.site, dx, e.ids.size() * d);
  const T scale = embedding_scale(pass);
  for (std::size_t row = 0; row < e.ids.size(); ++row) {
    const T* mine = dx + row * d;
    pass.math().axpy(scale, mine, pass.gradient(table + static_cast<std::size_t>(e.ids[row]) * d),
                     d);
    if (pass.config().positions == Positions::kLearned)
      pass.math().axpy(T(1), mine, pass.gradient(pass.places().positions + e.positions[row] * d),
                       d);
  }
}

}  // namespace glassformer::training
