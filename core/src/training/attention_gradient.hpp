// Attention forward and backward: softmax(q·kᵀ · scale) · v for every head of every sequence. The
// patterns are kept for the backward pass.
#pragma once

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

  /// One head's rows of one sequence.
  const T* query(std::size_t s, std::size_t h) const {
    return q + queries->begin(s) * q_stride + h * width;
  }
  const T* key(std::size_t s, std::size_t h) const {
    return k + keys->begin(s) * kv_stride + h * width;
  }
  const T* value(std::size_t s, std::size_t h) const {
    return v + keys->begin(s) * kv_stride + h * width;
  }
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

/// Rows of a causal pattern are zero beyond its diagonal, so products are made of so many rows at a
/// time, up to the diagonal only.
constexpr std::size_t kRowsAtOnce = 64;

/// f(first row, rows) for all rows, some at a time.
template <class F>
void for_some_rows(std::size_t rows, F f) {
  for (std::size_t first = 0; first < rows; first += kRowsAtOnce)
    f(first, std::min(kRowsAtOnce, rows - first));
}

/// block (Tq, Tk) = x · yᵀ: every query with the keys it sees; masked entries are not written.
template <class T>
void multiply_heads(const Arithmetic<T>& math, const Attention<T>& a, std::size_t queries,
                    std::size_t keys, const T* x, std::size_t x_stride, const T* y, T* block,
                    Arena<T>& arena) {
  const Factor<T> f = math.factor(y, a.kv_stride, true, a.width, keys, arena);
  for_some_rows(queries, [&](std::size_t i, std::size_t count) {
    math.multiply(x + i * x_stride, x_stride, count, f, 0, a.width, a.visible(i + count - 1, keys),
                  block + i * keys, keys);
  });
}

/// out (Tq, K) = block (Tq, Tk) · y (Tk, K).
template <class T>
void spend_on_queries(const Arithmetic<T>& math, const Attention<T>& a, std::size_t queries,
                      std::size_t keys, const T* block, const T* y, T* out, std::size_t out_stride,
                      Arena<T>& arena) {
  const Factor<T> f = math.factor(y, a.kv_stride, false, keys, a.width, arena);
  for_some_rows(queries, [&](std::size_t i, std::size_t count) {
    math.multiply(block + i * keys, keys, count, f, 0, a.visible(i + count - 1, keys), a.width,
                  out + i * out_stride, out_stride);
  });
}

/// out (Tk, K) = blockᵀ · x (Tq, K): a causal key is seen by the queries from its own on.
template <class T>
void spend_on_keys(const Arithmetic<T>& math, const Attention<T>& a, std::size_t queries,
                   std::size_t keys, const T* block, const T* x, std::size_t x_stride, T* out,
                   Arena<T>& arena) {
  T* transposed = arena.take(queries * keys);
  math.transpose(block, queries, keys, transposed);
  const Factor<T> f = math.factor(x, x_stride, false, queries, a.width, arena);
  for_some_rows(keys, [&](std::size_t j, std::size_t count) {
    const std::size_t first = a.causal ? std::min(j, queries) : 0;
    math.multiply(transposed + j * queries, queries, count, f, first, queries, a.width,
                  out + j * a.kv_stride, a.kv_stride);
  });
}

/// z (rows of the queries, heads · width); fills a.pattern.
template <class T>
void attend(const Arithmetic<T>& math, const Attention<T>& a, const Dropout& dropout,
            std::uint64_t site, Arena<T>& arena, T* z) {
  const auto before = arena.mark();
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    T* pattern = a.pattern + block;
    const auto here = arena.mark();
    multiply_heads(math, a, queries, keys, a.query(s, h), a.q_stride, a.key(s, h), pattern, arena);
    arena.give_back_to(here);
    for (std::size_t i = 0; i < queries; ++i) {
      const std::size_t n = a.visible(i, keys);
      T* row = pattern + i * keys;
      for (std::size_t j = 0; j < n; ++j) row[j] *= a.scale;
      math.softmax(row, n);
      std::fill(row + n, row + keys, T(0));
    }
  });

  const T* weights = a.pattern;
  if (dropout.active()) {
    T* dropped = arena.copy(a.pattern, a.pattern_size());
    dropout.apply(site, dropped, a.pattern_size());
    weights = dropped;
  }
  const std::size_t d = a.heads * a.width;
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const auto here = arena.mark();
    spend_on_queries(math, a, a.queries->length(s), a.keys->length(s), weights + block,
                     a.value(s, h), z + a.queries->begin(s) * d + h * a.width, d, arena);
    arena.give_back_to(here);
  });
  arena.give_back_to(before);
}

/// From dz, the gradients of q, k and v, laid out as these are. With P the pattern and P' what
/// dropout left of it: dV = P'ᵀ dZ, dP' = dZ Vᵀ, dS = P ∘ (dP - rowsum(dP ∘ P)), dQ = dS K · scale,
/// dK = dSᵀ Q · scale.
template <class T>
void attend_backward(const Arithmetic<T>& math, const Attention<T>& a, const Dropout& dropout,
                     std::uint64_t site, Arena<T>& arena, const T* dz, T* dq, T* dk, T* dv) {
  const auto before = arena.mark();
  const std::size_t size = a.pattern_size();
  const std::size_t d = a.heads * a.width;
  const auto dz_of = [&](std::size_t s, std::size_t h) {
    return dz + a.queries->begin(s) * d + h * a.width;
  };

  // dP', and P' where dropout changed P.
  T* d_pattern = arena.take(size);
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    const auto here = arena.mark();
    multiply_heads(math, a, queries, keys, dz_of(s, h), d, a.value(s, h), d_pattern + block, arena);
    arena.give_back_to(here);
    for (std::size_t i = 0; i < queries; ++i) {
      T* row = d_pattern + block + i * keys;
      std::fill(row + a.visible(i, keys), row + keys, T(0));
    }
  });
  const T* weights = a.pattern;
  if (dropout.active()) {
    dropout.apply(site, d_pattern, size);
    T* dropped = arena.copy(a.pattern, size);
    dropout.apply(site, dropped, size);
    weights = dropped;
  }

  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t block) {
    const std::size_t queries = a.queries->length(s), keys = a.keys->length(s);
    const std::size_t first_key = a.keys->begin(s) * a.kv_stride + h * a.width;
    const auto here = arena.mark();
    spend_on_keys(math, a, queries, keys, weights + block, dz_of(s, h), d, dv + first_key, arena);

    T* d_scores = d_pattern + block;
    for (std::size_t i = 0; i < queries; ++i) {
      const T* p = a.pattern + block + i * keys;
      T* row = d_scores + i * keys;
      const std::size_t n = a.visible(i, keys);
      const T sum = sum_of<T>(n, [&](std::size_t j) { return row[j] * p[j]; });
      for (std::size_t j = 0; j < n; ++j) row[j] = p[j] * (row[j] - sum) * a.scale;
    }
    spend_on_queries(math, a, queries, keys, d_scores, a.key(s, h),
                     dq + a.queries->begin(s) * a.q_stride + h * a.width, a.q_stride, arena);
    spend_on_keys(math, a, queries, keys, d_scores, a.query(s, h), a.q_stride, dk + first_key,
                  arena);
    arena.give_back_to(here);
  });
  arena.give_back_to(before);
}

}  // namespace glassformer::training
