// The input of a pass through a stack of layers, and its buffers.
#pragma once

#include <cstdint>
#include <vector>

#include "glassformer/config.hpp"
#include "kernels/kernels.hpp"
#include "model/attention.hpp"
#include "model/hook_scope.hpp"

namespace glassformer {

/// Where the keys and values of a layer's attention lie: (batch, keys) pointers to rows of
/// config.key_width() and config.value_width() floats.
struct KeyValueRows {
  std::size_t keys = 0;
  std::vector<const float*> key_rows;
  std::vector<const float*> value_rows;
};

/// Keeps the keys and values of earlier positions for a decoder's self-attention.
class KeyValueCache {
 public:
  virtual ~KeyValueCache() = default;
  /// Takes the new keys and values of one layer, (batch, T) rows `stride` floats apart of a key
  /// with its value behind it, and says where all keys and values lie now, theirs included.
  virtual const KeyValueRows& extend(std::size_t layer, const float* keys, std::size_t stride) = 0;
};

/// The encoder's output as the decoder's layers see it: keys and values for the cross-attention of
/// each.
struct EncoderOutput {
  std::vector<KeyValueRows> layers;
  const std::uint8_t* padding = nullptr;  // (batch, S) or null
};

struct Pass {
  const ModelConfig& config;
  const kernels::Kernels& kernels;
  std::size_t batch;
  std::size_t length;  // T: rows of each sequence
  bool causal = false;
  const std::uint8_t* padding = nullptr;  // (batch, T) or null; keys only
  KeyValueCache* cache = nullptr;
  const EncoderOutput* encoder_output = nullptr;
  HookScope hooks{};

  std::size_t rows() const { return batch * length; }
};

/// Memory of a pass, made once and used by every layer. D is the model's width, F the feed-forward
/// network's; Q, K and V are those of all heads' queries, keys and values.
struct Buffers {
  std::vector<float> stream;     // (rows, D) the residual stream
  std::vector<float> positions;  // (rows, D)
  std::vector<float> normed;     // (rows, D) a sub-layer's input under pre-norm
  std::vector<float> qkv;        // (rows, Q + K + V); cross-attention: queries (rows, Q)
  std::vector<float> z;          // (rows, Q) the heads' outputs, side by side
  std::vector<float> added;      // (rows, D) a sub-layer's output
  std::vector<float> hidden;     // (rows, F)
  KeyValueRows rows;
  AttentionScratch attention;

  void fit(const ModelConfig& config, std::size_t row_count);
};

}  // namespace glassformer
