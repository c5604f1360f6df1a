// The naming schemes of checkpoints we know, and how to tell which one a file follows.
#pragma once

#include <optional>
#include <string>

#include "glassformer/config.hpp"
#include "glassformer/safetensors.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer {

/// How one family of checkpoints names its tensors. "{}" stands for a layer's number. Names of
/// linear layers and norms go without their ".weight" and ".bias".
struct Naming {
  WeightLayout layout = WeightLayout::kOutIn;
  std::string prefix;  // what stands before every name of the stacks: "", "transformer.", …

  std::string encoder_layer, decoder_layer;  // "encoder.layers.{}."
  std::string encoder_self, decoder_self;    // behind the layer: "self_attn."
  std::string qkv_weight, qkv_bias, self_out;
  std::string cross;  // "cross_attn."
  bool cross_is_packed =
      false;  // one in_proj_weight of query, key and value, as the self-attention
  std::string cross_query, cross_key, cross_value, cross_out;
  std::string feed_forward_in, feed_forward_out;
  std::string norms[3];         // of a layer with cross-attention, in the order of use
  std::string norms_of_two[2];  // of a layer without
  std::string encoder_final_norm, decoder_final_norm;
  std::string source_embedding, embedding;  // "tgt_embed.weight"
  std::string positions;                    // of learned positions

  // What files that we write have; those that we read may differ.
  bool norms_first = false;    // a norm stands before its sub-layer
  std::string head;            // an output head of its own: "lm_head"
  std::string head_bias;       // its bias; empty: none
  std::string tied_head_bias;  // the bias where the embedding is the head; empty: none
};

/// GPT-2's names, as Hugging Face writes them; weights (in, out).
Naming gpt2_names();
/// Those of the modules of the paper's implementation ("encoder.0.attn.c_attn"); weights (out, in).
Naming module_names();

/// The family of this file; none if we know no such names.
std::optional<Naming> recognise_names(const SafetensorsHeader& header, const ModelConfig& config);

/// `pattern` with "{}" replaced by the layer's number.
std::string numbered(const std::string& pattern, std::size_t layer);

}  // namespace glassformer
