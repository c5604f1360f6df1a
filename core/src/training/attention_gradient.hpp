// Attention forward and backward: softmax(q·kᵀ · scale) · v for every head of every sequence. The
// patterns are kept for the way back.
#pragma once

#include <vector>

#include "training/arithmetic.hpp"
#include "training/dropout.hpp"
#include "training/sequences.hpp"

namespace glassformer::training {

template <class T>
struct Attention {
  const Sequences* queries;
  const Sequences* keys;  // as many
  std::size_t heads;
  std::size_t width;  // of a head
  bool causal;        // query i sees keys 0 … i
  T scale;

  // Rows, `stride` values apart; head h begins at h · width.
  const T* q = nullptr;
  const T* k = nullptr;
  const T* v = nullptr;
  std::size_t q_stride = 0;
  std::size_t kv_stride = 0;

  T* pattern = nullptr;  // (heads, Tq, Tk) of each sequence, before dropout

  std::size_t pattern_size() const {
    std::size_t size = 0;
    for (std::size_t s = 0; s < queries->count(); ++s)
      size += heads * queries->length(s) * keys->length(s);
    return size;
  }
  std::size_t visible(std::size_t query, std::size_t key_count) const {
    return causal ? std::min(query + 1, key_count) : key_count;
  }
  /// f(sequence, head, offset of its (Tq, Tk) block in `pattern`).
  template <class F>
  void for_each_block(F f) const {
    std::size_t offset = 0;
    for (std::size_t s = 0; s < queries->count(); ++s) {
      for (std::size_t h = 0; h < heads; ++h) {
        f(s, h, offset);
        offset += queries->length(s) * keys->length(s);
      }
    }
  }
};

/// Pointers to one head's rows of one sequence.
template <class T>
inline std::vector<const T*>& head_rows(const T* rows, std::size_t stride,
                                        const Sequences& sequences, std::size_t s,
                                        std::size_t offset, std::vector<const T*>& out) {
  out.resize(sequences.length(s));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = rows + (sequences.begin(s) + i) * stride + offset;
  return out;
}

/// z (rows of the queries, heads · width); fills a.pattern.
template <class T>
void attend(const Arithmetic<T>& math, const Attention<T>& a, const Dropout& dropout,
            std::uint64_t site, Arena<T>& arena, T* z) {
  std::vector<const T*> rows;
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    head_rows(a.k, a.kv_stride, *a.keys, s, h * a.width, rows);
    for (std::size_t i = 0; i < queries; ++i) {
      const std::size_t n = a.visible(i, keys);
      T* row = a.pattern + block + i * keys;
      math.dot_rows(a.q + (a.queries->begin(s) + i) * a.q_stride + h * a.width, rows.data(), n,
                    a.width, row);
      for (std::size_t j = 0; j < n; ++j) row[j] *= a.scale;
      math.softmax(row, n);
      std::fill(row + n, row + keys, T(0));
    }
  });

  T* weights = a.pattern;
  if (dropout.active()) {
    weights = arena.copy(a.pattern, a.pattern_size());
    dropout.apply(site, weights, a.pattern_size());
  }
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    head_rows(a.v, a.kv_stride, *a.keys, s, h * a.width, rows);
    for (std::size_t i = 0; i < queries; ++i) {
      math.weighted_rows(weights + block + i * keys, rows.data(), a.visible(i, keys), a.width,
                         z + ((a.queries->begin(s) + i) * a.heads + h) * a.width);
    }
  });
}

/// From dz, the gradients of q, k and v, laid out as these are. With P the pattern and P' what
/// dropout left of it: dV = P'ᵀ dZ, dP' = dZ Vᵀ, dS = P ∘ (dP - rowsum(dP ∘ P)), dQ = dS K · scale,
/// dK = dSᵀ Q · scale.
template <class T>
void attend_backward(const Arithmetic<T>& math, const Attention<T>& a, const Dropout& dropout,
                     std::uint64_t site, Arena<T>& arena, const T* dz, T* dq, T* dk, T* dv) {
  const std::size_t size = a.pattern_size();
  const std::size_t d = a.heads * a.width;
  std::vector<const T*> rows;

  // dP', and P' where dropout changed P.
  T* d_pattern = arena.take(size);
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    head_rows(a.v, a.kv_stride, *a.keys, s, h * a.width, rows);
    for (std::size_t i = 0; i < queries; ++i) {
      const std::size_t n = a.visible(i, keys);
      T* row = d_pattern + block + i * keys;
      math.dot_rows(dz + (a.queries->begin(s) + i) * d + h * a.width, rows.data(), n, a.width, row);
      std::fill(row + n, row + keys, T(0));
    }
  });
  const T* weights = a.pattern;
  if (dropout.active()) {
    dropout.apply(site, d_pattern, size);
    T* dropped = arena.copy(a.pattern, size);
    dropout.apply(site, dropped, size);
    weights = dropped;
  }

  std::size_t largest = 0;
  for (std::size_t s = 0; s < a.queries->count(); ++s)
    largest = std::max(largest, a.queries->length(s) * a.keys->length(s));
  T* transposed = arena.take(largest);
  // out[j] = Σ_i block[i][j] · rows[i]: the queries that see key j are its last ones.
  const auto add_up_columns = [&](const T* block, std::size_t queries, std::size_t keys, T* out,
                                  std::size_t stride) {
    for (std::size_t j = 0; j < keys; ++j) {
      const std::size_t first = a.causal ? std::min(j, queries) : 0;
      T* column = transposed + j * queries;
      for (std::size_t i = first; i < queries; ++i) column[i] = block[i * keys + j];
      math.weighted_rows(column + first, rows.data() + first, queries - first, a.width,
                         out + j * stride);
    }
  };

  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    const std::size_t first_key = a.keys->begin(s) * a.kv_stride + h * a.width;
    head_rows(dz, d, *a.queries, s, h * a.width, rows);
    add_up_columns(weights + block, queries, keys, dv + first_key, a.kv_stride);

    T* d_scores = d_pattern + block;
    for (std::size_t i = 0; i < queries; ++i) {
      const T* p = a.pattern + block + i * keys;
      T* row = d_scores + i * keys;
      const std::size_t n = a.visible(i, keys);
      const T sum = sum_of<T>(n, [&](std::size_t j) { return row[j] * p[j]; });
      for (std::size_t j = 0; j < n; ++j) row[j] = p[j] * (row[j] - sum) * a.scale;
    }
    head_rows(a.k, a.kv_stride, *a.keys, s, h * a.width, rows);
    for (std::size_t i = 0; i < queries; ++i) {
      math.weighted_rows(d_scores + i * keys, rows.data(), a.visible(i, keys), a.width,
                         dq + (a.queries->begin(s) + i) * a.q_stride + h * a.width);
    }
    head_rows(a.q, a.q_stride, *a.queries, s, h * a.width, rows);
    add_up_columns(d_scores, queries, keys, dk + first_key, a.kv_stride);
  });
}

}  // namespace glassformer::training
