// What a model is made of. The hand-made (aab)* transformer, GPT-2, torch.nn.Transformer and the
// original paper's model are values of this one struct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/error.hpp"

namespace glassformer {

enum class Architecture { kDecoder, kEncoder, kEncoderDecoder };  // kDecoder: causal, as GPT
enum class NormPlace { kNone, kPre, kPost };
enum class Positions { kNone, kLearned, kSinusoidal };
enum class Activation { kRelu, kGelu, kGeluNew };  // gelu: erf; gelu_new: tanh
/// How the rows of a text's tokens become the one row that is classified. kNone: the model has no
/// head that classifies.
enum class Pooling { kNone, kMean, kFirst, kLast };

/// What the name of a tensor of scales ends with, where a file does not say.
inline constexpr const char* kWeightScale = "_scale";

struct ModelConfig {
  std::string model_type;  // as the file says: "gpt2", "transformer"
  Architecture architecture = Architecture::kDecoder;

  std::size_t vocab_size = 0;         // of the decoder, or of the only stack
  std::size_t source_vocab_size = 0;  // encoder–decoder only
  std::size_t d_model = 0;
  std::size_t num_heads = 0;            // of queries
  std::size_t num_key_value_heads = 0;  // each shared by a group of query heads; 0: num_heads
  std::size_t d_ff = 0;                 // 0: no feed-forward
  std::size_t encoder_layers = 0;
  std::size_t decoder_layers = 0;
  std::size_t max_positions = 0;  // 0: no limit; of learned positions, as many as the file

  NormPlace norm = NormPlace::kPre;
  bool final_norm = true;
  double norm_epsilon = 1e-5;
  Activation activation = Activation::kGeluNew;
  bool says_activation = true;  // false: parse_config found none, and the weights may tell
  Positions positions = Positions::kLearned;
  bool scale_embedding =
      false;  // multiply token embeddings by sqrt(d_model) before positions are added
  bool scale_attention = true;  // divide scores by sqrt(head width)
  bool tied_head = true;        // logits = h · embeddingᵀ (+ bias where the file has one)

  // Of an encoder that classifies a text: a head with a row for each class, on the pooled row.
  Pooling pooling = Pooling::kNone;
  std::vector<std::string> labels;  // the classes' names

  /// What is put behind the name of a matrix of integers (I8) to give the name of its scales, one
  /// for each output; empty: the file has none.
  std::string weight_scale;

  std::optional<std::int32_t> pad_token_id;
  std::optional<std::int32_t>
      bos_token_id;  // what a decoder starts with where nothing else is said
  std::optional<std::int32_t> decoder_start_token_id;
  std::vector<std::int32_t> eos_token_ids;

  std::size_t head_width() const { return d_model / num_heads; }
  std::size_t key_value_heads() const {
    return num_key_value_heads > 0 ? num_key_value_heads : num_heads;
  }
  /// Widths of all heads' queries, keys and values of a token, and of the three side by side.
  std::size_t query_width() const { return num_heads * head_width(); }
  std::size_t key_width() const { return key_value_heads() * head_width(); }
  std::size_t value_width() const { return key_value_heads() * head_width(); }
  std::size_t qkv_width() const { return query_width() + key_width() + value_width(); }

  bool classifies() const { return pooling != Pooling::kNone; }
  /// How many logits the output head gives: one for each class, or for each token.
  std::size_t head_rows() const { return classifies() ? labels.size() : vocab_size; }
};

/// Reads config.json. Hugging Face's field names (n_embd, n_layer, d_model, encoder_layers,
/// encoder_attention_heads, decoder_ffn_dim, activation_function, layer_norm_epsilon,
/// scale_embedding, tie_word_embeddings, …), those of torch.nn.Transformer's arguments (nhead,
/// num_encoder_layers, dim_feedforward, norm_first, …), and for what neither has a field: `norm`
/// ("pre", "post", "none"), `final_norm`, `positions` ("learned", "sinusoidal", "none"; words after
/// the first may explain). The short names d_ff, n_head, n_enc, n_dec, src_vocab, tgt_vocab,
/// pad_id, bos_id, eos_id, activation, embed_scale, tied_output are read too.
///
/// Sizes must be given, except: a gpt2's n_inner (4 · n_embd; 0 means no feed-forward), the length
/// of the context (0: the weights' table of positions tells), one vocabulary for both sides. Else a
/// `gpt2` is GPT-2 (with nanoGPT's exact GELU where the weights are nanoGPT's), and a `transformer`
/// or `encoder-decoder` (also a file without model_type that counts encoder or decoder layers) is
/// that of the original paper: post-norm, ReLU, sinusoidal positions. Both end in a norm unless
/// `final_norm` is false or `norm` is "none", as torch.nn.Transformer does, and have a tied head.
/// An encoder without a decoder that has `num_labels` or `id2label` classifies: its head is of its
/// own, with a row for each class, and `pooling` ("mean", "first", "last") must say which row of a
/// text it is given. Classes without names are LABEL_0, LABEL_1, …, as Hugging Face's are.
/// An id of a special token that lies outside the vocabulary is an Error, except that a gpt2's
/// 50256 names no token there: Hugging Face writes it into every GPT2Config. A
/// `quantization_config` says that matrices are integers with scales: its quant_method is "int8",
/// its `weight_scale` is what the name of a tensor of scales has behind the matrix's ("_scale" if
/// it is not given). A field with an
/// impossible value, two names of one field that disagree, or a field that asks for what this
/// engine does not do, is an Error that names it. Fields of training and of Hugging Face's library
/// are passed over.
Result<ModelConfig> parse_config(std::string_view json);

/// Checks that a config is whole (sizes above zero, heads divide the width, …); parse_config calls
/// it.
Status check_config(const ModelConfig& config);

}  // namespace glassformer
