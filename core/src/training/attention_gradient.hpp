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
/// time, up to the diagonal of the last of them only. What lies beyond is neither written nor read.
constexpr std::size_t kRowsAtOnce = 64;

/// f(first row, rows) for all rows, some at a time.
template <class F>
void for_some_rows(std::size_t rows, F f) {
  for (std::size_t first = 0; first < rows; first += kRowsAtOnce)
    f(first, std::min(kRowsAtOnce, rows - first));
}

/// The (Tq, Tk) block of one head and sequence: its products, and its rows with each row's number
/// of visible keys.
template <class T>
struct HeadBlock {
  const Arithmetic<T>& math;
  const Attention<T>& a;
  std::size_t queries;
  std::size_t keys;
  Arena<T>& arena;

  /// block = x · yᵀ: every query with the keys it sees.
  void multiply(const T* x, std::size_t x_stride, const T* y, T* block) const {
    const auto before = arena.mark();
    const Factor<T> f = math.factor(y, a.kv_stride, true, a.width, keys, arena);
    for_some_rows(queries, [&](std::size_t i, std::size_t count) {
      math.multiply(x + i * x_stride, x_stride, count, f, a.width, a.visible(i + count - 1, keys),
                    block + i * keys, keys);
    });
    arena.give_back_to(before);
  }

  /// out (Tq, K) = block · y (Tk, K).
  void spend_on_queries(const T* block, const T* y, T* out, std::size_t out_stride) const {
    const auto before = arena.mark();
    const Factor<T> f = math.factor(y, a.kv_stride, false, keys, a.width, arena);
    for_some_rows(queries, [&](std::size_t i, std::size_t count) {
      math.multiply(block + i * keys, keys, count, f, a.visible(i + count - 1, keys), a.width,
                    out + i * out_stride, out_stride);
    });
    arena.give_back_to(before);
  }

  /// out (Tk, K) = blockᵀ · x (Tq, K): a causal key is seen by the queries from its own on.
  void spend_on_keys(const T* block, const T* x, std::size_t x_stride, T* out) const {
    const auto before = arena.mark();
    const Factor<T> f = math.factor(x, x_stride, false, queries, a.width, arena);
    for_some_rows(keys, [&](std::size_t j, std::size_t count) {
      const std::size_t first = a.causal ? std::min(j, queries) : 0;
      math.multiply_columns(block + first * keys + j, keys, count, f, first, out + j * a.kv_stride,
                            a.kv_stride);
    });
    arena.give_back_to(before);
  }

  /// f(row's index, row of `block`, visible keys); what else its rows-at-once have becomes zero.
  template <class F>
  void for_each_row(T* block, F f) const {
    for_some_rows(queries, [&](std::size_t first, std::size_t count) {
      const std::size_t edge = a.visible(first + count - 1, keys);
      for (std::size_t i = first; i < first + count; ++i) {
        T* row = block + i * keys;
        const std::size_t n = a.visible(i, keys);
        f(i, row, n);
        std::fill(row + n, row + edge, T(0));
      }
    });
  }

  /// What dropout leaves of the pattern, whose first value is number `first` of all.
  const T* dropped(const Dropout& dropout, std::uint64_t site, const T* pattern,
                   std::size_t first) const {
    if (!dropout.active()) return pattern;
    T* left = arena.copy(pattern, queries * keys);
    dropout.apply(site, left, queries * keys, first);
    return left;
  }
};

/// z (rows of the queries, heads · width); fills a.pattern.
template <class T>
void attend(const Arithmetic<T>& math, const Attention<T>& a, const Dropout& dropout,
            std::uint64_t site, Arena<T>& arena, T* z) {
  const std::size_t d = a.heads * a.width;
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t offset) {
    const auto before = arena.mark();
    const HeadBlock<T> head{math, a, a.queries->length(s), a.keys->length(s), arena};
    T* pattern = a.pattern + offset;
    head.multiply(a.query(s, h), a.q_stride, a.key(s, h), pattern);
    head.for_each_row(pattern, [&](std::size_t, T* row, std::size_t n) {
      math.scale(a.scale, row, n);
      math.softmax(row, n);
    });
    head.spend_on_queries(head.dropped(dropout, site, pattern, offset), a.value(s, h),
                          z + a.queries->begin(s) * d + h * a.width, d);
    arena.give_back_to(before);
  });
}

/// From dz, the gradients of q, k and v, laid out as these are. With P the pattern and P' what
/// dropout left of it: dV = P'ᵀ dZ, dP' = dZ Vᵀ, dS = P ∘ (dP - rowsum(dP ∘ P)), dQ = dS K · scale,
/// dK = dSᵀ Q · scale.
template <class T>
void attend_backward(const Arithmetic<T>& math, const Attention<T>& a, const Dropout& dropout,
                     std::uint64_t site, Arena<T>& arena, const T* dz, T* dq, T* dk, T* dv) {
  const std::size_t d = a.heads * a.width;
  a.for_each_block([&](std::size_t s, std::size_t h, std::size_t offset) {
    const auto before = arena.mark();
    const HeadBlock<T> head{math, a, a.queries->length(s), a.keys->length(s), arena};
    const std::size_t size = head.queries * head.keys;
    const T* pattern = a.pattern + offset;
    const T* dz_head = dz + a.queries->begin(s) * d + h * a.width;
    const std::size_t first_query = a.queries->begin(s) * a.q_stride + h * a.width;
    const std::size_t first_key = a.keys->begin(s) * a.kv_stride + h * a.width;

    head.spend_on_keys(head.dropped(dropout, site, pattern, offset), dz_head, d, dv + first_key);

    T* d_scores = arena.take(size);
    head.multiply(dz_head, d, a.value(s, h), d_scores);
    dropout.apply(site, d_scores, size, offset);
    head.for_each_row(d_scores, [&](std::size_t i, T* row, std::size_t n) {
      math.softmax_backward(pattern + i * head.keys, a.scale, row, n);
    });
    head.spend_on_queries(d_scores, a.key(s, h), dq + first_query, a.q_stride);
    head.spend_on_keys(d_scores, a.query(s, h), a.q_stride, dk + first_key);
    arena.give_back_to(before);
  });
}

}  // namespace glassformer::training
