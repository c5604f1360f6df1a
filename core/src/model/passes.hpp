// The passes a model is made of: sequences to embeddings, embeddings through the encoder to a
// memory, through the decoder to hidden rows, hidden rows to logits. Whole-sequence runs and cached
// decoding are both put together from these.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/hook_scope.hpp"
#include "model/layer.hpp"
#include "model/model_parts.hpp"

namespace glassformer {

/// A batch of sequences, the shorter ones padded at their end.
struct Sequences {
  std::size_t batch = 0;
  std::size_t length = 0;             // of the longest
  std::vector<TokenId> ids;           // (batch, length)
  std::vector<std::size_t> lengths;   // (batch)
  std::vector<std::uint8_t> padding;  // (batch, length), 1 = padding; empty where there is none

  Sequences(std::span<const TokenIds> sequences, TokenId pad);
  const std::uint8_t* padding_or_null() const { return padding.empty() ? nullptr : padding.data(); }
};

/// Keys and values that every decoder layer makes of the encoder's output, for a batch of sources.
struct EncodedSource {
  std::size_t batch = 0;
  std::size_t length = 0;
  std::vector<std::vector<float>> key_values;  // per layer (batch, S, 2D)
  std::vector<std::uint8_t> padding;           // (batch, S) or empty

  /// The rows for `copies` hypotheses on each source.
  Memory memory(std::size_t d_model, std::size_t copies = 1) const;
};

/// Token embeddings plus positions from `first_position` on, into buffers.stream: (batch · length,
/// D). Hooks: embed, pos_embed.
void embed(const Model::Parts& parts, const EmbeddingWeights& tokens, std::span<const TokenId> ids,
           std::size_t batch, std::size_t first_position, const HookScope& hooks, Buffers& buffers);

/// The encoder: (batch · length, D) after its final norm. Hooks of its stack and ln_final.
std::vector<float> encode(const Model::Parts& parts, const Sequences& sequences,
                          const EmbeddingWeights& tokens, const HookScope& hooks);

/// Hooks: decoder.blocks.{l}.cross_attn.k and .v.
EncodedSource encode_source(const Model::Parts& parts, std::span<const TokenIds> sources,
                            Hooks* hooks);

/// The scope of the causal or decoding stack: "decoder." in an encoder–decoder, plain names
/// elsewhere.
HookScope decoder_scope(const Model::Parts& parts, Hooks* hooks);

/// The decoder over x, in place, final norm included. Hooks of its stack and ln_final.
void decode(const Pass& pass, const Model::Parts& parts, Buffers& buffers, float* x);

/// rows (n, D) → logits (n, V). False where the model has no head.
bool project_to_logits(const Model::Parts& parts, const float* rows, std::size_t n, float* logits);

/// Ids inside the vocabulary. `what` names them in the message.
Status check_ids(std::span<const TokenId> ids, std::size_t vocab, const char* what);

/// Ids inside the vocabulary and sequences that are not empty and fit the context. `what` names
/// them in the message.
Status check_tokens(const Model::Parts& parts, std::span<const TokenIds> sequences,
                    std::size_t vocab, const char* what, bool check_length = true);

}  // namespace glassformer
