// One layer and a stack of them, encoder's or decoder's. A layer reads like the paper's figure 1:
// attention, cross-attention where there is a memory, feed-forward, each added to the residual
// stream, with the norm where the config puts it.
#pragma once

#include <cstdint>
#include <vector>

#include "glassformer/config.hpp"
#include "kernels/kernels.hpp"
#include "model/attention.hpp"
#include "model/hook_scope.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// Where the keys and values of a layer's attention lie: (batch, keys) pointers to rows of D
/// floats.
struct KeyValueRows {
  std::size_t keys = 0;
  std::vector<const float*> key_rows;
  std::vector<const float*> value_rows;
};

/// Keeps the keys and values of earlier positions for a decoder's self-attention.
class KeyValueCache {
 public:
  virtual ~KeyValueCache() = default;
  /// Takes the new rows' qkv (batch, T, 3D) of one layer and says where all keys and values lie
  /// now, theirs included.
  virtual void extend(std::size_t layer, const float* qkv, KeyValueRows& rows) = 0;
};

/// The encoder's output as the decoder's layers see it: one entry per layer.
struct Memory {
  std::vector<KeyValueRows> layers;
  const std::uint8_t* padding = nullptr;  // (batch, S) or null
};

/// What a pass through a stack needs to know of its input.
struct Pass {
  const ModelConfig& config;
  const kernels::Kernels& kernels;
  std::size_t batch;
  std::size_t length;  // T: rows of each sequence
  bool causal = false;
  const std::uint8_t* padding = nullptr;  // (batch, T) or null; keys only
  KeyValueCache* cache = nullptr;
  const Memory* memory = nullptr;
  HookScope hooks{};

  std::size_t rows() const { return batch * length; }
};

/// Memory of a pass, made once and used by every layer.
struct Buffers {
  std::vector<float> stream;     // (rows, D) the residual stream, for those who begin with tokens
  std::vector<float> positions;  // (rows, D)
  std::vector<float> normed;     // (rows, D) a sub-layer's input under pre-norm
  std::vector<float> qkv;        // (rows, 3D); cross-attention: queries (rows, D)
  std::vector<float> z;          // (rows, D) the heads' outputs, side by side
  std::vector<float> added;      // (rows, D) a sub-layer's output
  std::vector<float> hidden;     // (rows, F)
  KeyValueRows rows;
  AttentionScratch attention;

  void fit(const ModelConfig& config, std::size_t row_count);
};

/// x (rows, D) becomes the layer's output.
void run_layer(const Pass& pass, const LayerWeights& weights, std::size_t index,
               const HookScope& hooks, Buffers& buffers, float* x);

/// All layers, without the final norm.
void run_stack(const Pass& pass, const StackWeights& weights, Buffers& buffers, float* x);

/// x (rows, D) normalised in place.
void apply_norm(const Pass& pass, const NormWeights& weights, float* x);

}  // namespace glassformer
