// The naming schemes of checkpoints we know, and how to tell which one a file follows.
#pragma once

#include <string>

#include "glassformer/config.hpp"
#include "glassformer/safetensors.hpp"
#include "weights/packed_matrix.hpp"
#include "weights/sublayers.hpp"

namespace glassformer {

/// Queries, keys and values in a matrix each, where a file has them so in place of its scheme's
/// one: the names of torch.nn.MultiheadAttention and Hugging Face.
inline constexpr const char* kSplitProjections[] = {"q_proj", "k_proj", "v_proj"};

/// How one family of checkpoints names its tensors. "{}" stands for a layer's number. Names of
/// linear layers and norms go without their ".weight" and ".bias".
struct Naming {
  const char* scheme = "";  // for messages: "GPT-2"
  WeightLayout layout = WeightLayout::kOutIn;
  std::string prefix;  // what stands before every name of the stacks: "", "transformer.", …

  std::string encoder_layer, decoder_layer;  // "encoder.layers.{}."
  std::string encoder_self, decoder_self;    // behind the layer: "self_attn."
  std::string qkv_weight, qkv_bias, self_out;
  bool self_is_split = false;  // kSplitProjections in place of qkv_weight and qkv_bias
  std::string cross;           // "cross_attn."
  bool cross_is_packed =
      false;  // one in_proj_weight of query, key and value, as the self-attention
  std::string cross_query = kSplitProjections[0], cross_key = kSplitProjections[1],
              cross_value = kSplitProjections[2], cross_out;
  std::string feed_forward_in, feed_forward_out;
  std::string norms[kMaxSublayers];  // of a layer with cross-attention, in the order of use
  std::string norms_without_cross[kMaxSublayers - 1];  // of a layer without
  std::string encoder_final_norm, decoder_final_norm;
  std::string source_embedding, embedding;  // "tgt_embed.weight"
  std::string positions;                    // of learned positions
  std::string head;                         // of an output head of its own; empty: there is none
  std::string head_bias;                    // the bias of the logits; empty: there is none
};

/// The names that files we write have: a decoder's are GPT-2's, as Hugging Face writes them, with
/// weights (in, out); an encoder–decoder's those of the modules of the paper's implementation
/// ("encoder.0.attn.c_attn"), with weights (out, in).
Naming written_names(const ModelConfig& config);

/// The names of this file; an Error if we know no such scheme. Completes in `config` what only the
/// file tells: the length of a table of learned positions, whether the output head is a matrix of
/// its own, and nanoGPT's activation where the config says none.
Result<Naming> recognise_names(const SafetensorsHeader& header, ModelConfig& config);

/// The tensor of a parameter; null where the file has none. Embeddings and heads may belong to a
/// module around that of the stacks, whose prefix is the beginning of theirs: wrappers such as
/// DistributedDataParallel ("module.") and torch.compile ("_orig_mod.") stand before both.
const TensorInfo* find_tensor(const SafetensorsHeader& header, const Naming& names,
                              const std::string& name);

/// `pattern` with "{}" replaced by the layer's number.
std::string numbered(const std::string& pattern, std::size_t layer);

}  // namespace glassformer
