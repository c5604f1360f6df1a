// Attention over rows wherever they lie. The one place of inference where scores are computed,
// masked, normalised and used: the functions of functional/, the whole-sequence pass and the cached
// step of a decoder all call it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/kernels.hpp"
#include "model/hook_scope.hpp"

namespace glassformer {

struct AttentionProblem {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t heads_per_key = 1;  // consecutive query heads that share one head of keys and values
  std::size_t queries = 0;        // Tq
  std::size_t keys = 0;           // Tk
  std::size_t key_width = 0;      // K
  std::size_t value_width = 0;    // Kv
  float scale = 1.0F;

  const float* q = nullptr;  // (batch, Tq) rows, q_stride apart; head h begins at h * key_width
  std::size_t q_stride = 0;
  // (batch, Tk) pointers; key head h begins at h * key_width, value head h at h * value_width
  const float* const* key_rows = nullptr;
  const float* const* value_rows = nullptr;

  bool causal = false;  // query i sees keys 0 … i + (Tk - Tq)
  const float* additive =
      nullptr;  // (Tq, Tk) blocks, found by the two strides below; 0: one block for all
  std::size_t additive_batch_stride = 0;
  std::size_t additive_head_stride = 0;
  const std::uint8_t* key_padding = nullptr;  // (batch, Tk), 1 = ignore

  float* z = nullptr;  // (batch, Tq) rows, z_stride apart; head h begins at h * value_width
  std::size_t z_stride = 0;
};

/// Memory that attend() may use, kept between calls.
struct AttentionScratch {
  std::vector<float> scores;
};

/// Hooks of `scope`: raw_scores, scores, pattern, z. A query whose keys are all masked gets a
/// pattern and z of zeros.
void attend(const kernels::Kernels& kernels, const AttentionProblem& problem,
            AttentionScratch& scratch, const HookScope& scope);

}  // namespace glassformer
