// A model's weights, in the shape in which they are used: every product's matrix packed,
// projections of the same input side by side in one matrix.
#pragma once

#include <vector>

#include "glassformer/config.hpp"
#include "weights/packed_matrix.hpp"
#include "weights/sublayers.hpp"

namespace glassformer {

struct NormWeights {
  std::vector<float> weight;  // (D); empty: there is no such norm
  std::vector<float> bias;    // (D)
};

// Q, K and V are the widths of all heads' queries, keys and values (config.hpp).
struct SelfAttentionWeights {
  Linear qkv;  // D → Q + K + V: query, key and value columns one after the other
  Linear out;  // Q → D
};

struct CrossAttentionWeights {
  Linear query;      // D → Q
  Linear key_value;  // D → K + V, of the encoder's output
  Linear out;        // Q → D
};

struct FeedForwardWeights {
  Linear in;   // D → F; empty: the model has no feed-forward
  Linear out;  // F → D
};

struct LayerWeights {
  SelfAttentionWeights self;
  CrossAttentionWeights cross;  // decoder of an encoder–decoder only
  FeedForwardWeights feed_forward;
  NormWeights norms[kMaxSublayers];  // one for each sub-layer (sublayers.hpp), in their order
};

struct StackWeights {
  std::vector<LayerWeights> layers;
  NormWeights final_norm;
};

struct EmbeddingWeights {
  PackedMatrix tokens;  // (D, V): token t is column t, so that a tied head is this matrix itself
  std::vector<float> positions;  // (max_positions, D), learned only
};

struct ModelWeights {
  EmbeddingWeights embedding;         // of the decoder, or of the only stack
  EmbeddingWeights source_embedding;  // encoder–decoder only
  StackWeights encoder;
  StackWeights decoder;  // the causal stack of a decoder-only model too
  Linear head;  // D → V, or D → labels; its weight is empty where the embedding is the head
};

}  // namespace glassformer
