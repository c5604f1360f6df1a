// A model's weights, in the shape in which they are used: every product's matrix packed,
// projections of the same input side by side in one matrix.
#pragma once

#include <vector>

#include "glassformer/config.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer {

struct NormWeights {
  std::vector<float> weight;  // (D); empty: there is no such norm
  std::vector<float> bias;    // (D)
};

struct SelfAttentionWeights {
  Linear qkv;  // D → 3D: query, key and value columns one after the other
  Linear out;  // D → D
};

struct CrossAttentionWeights {
  Linear query;      // D → D
  Linear key_value;  // D → 2D, of the encoder's memory
  Linear out;        // D → D
};

struct FeedForwardWeights {
  Linear in;   // D → F; empty: the model has no feed-forward
  Linear out;  // F → D
};

struct LayerWeights {
  SelfAttentionWeights self;
  CrossAttentionWeights cross;  // decoder of an encoder–decoder only
  FeedForwardWeights feed_forward;
  NormWeights norms[3];  // in the order of use; an encoder layer has two
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
  Linear head;           // D → V; its weight is empty where the embedding is the head
};

}  // namespace glassformer
