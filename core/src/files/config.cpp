#include "glassformer/config.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "base/utf8.hpp"
#include "files/config_fields.hpp"
#include "files/config_limits.hpp"

namespace glassformer {

namespace {

constexpr Names kEncoderLayers = {"n_enc", "encoder_layers", "num_encoder_layers"};
constexpr Names kDecoderLayers = {"n_dec", "decoder_layers", "num_decoder_layers"};
constexpr Names kSourceVocab = {"src_vocab", "src_vocab_size", "source_vocab_size"};

std::string read_model_type(Fields& fields) {
  const std::string expected = "\"gpt2\", \"transformer\" or \"encoder-decoder\"";
  std::string type = fields.text({"model_type"}, expected);
  if (type.empty() && !fields.find(kEncoderLayers) && !fields.find(kDecoderLayers)) {
    fields.fail("model_type is missing, expected " + expected +
                ", or the layer counts n_enc and n_dec");
  }
  if (type.empty()) return "transformer";
  if (type != "gpt2" && type != "transformer" && type != "encoder-decoder") {
    fields.fail("model_type " + in_quotes(type) + " is not supported, expected " + expected);
  }
  return type;
}

void refuse(Fields& fields, const Fields::Field& field) {
  fields.fail(std::string(field.name) + " is " + field.value->shown() +
              ", which asks for something this engine does not do");
}

// Fields that, if they were ignored, would give other numbers than the model's own.
void refuse_other_kinds(Fields& fields, const ModelConfig& config) {
  for (const char* name : {"scale_attn_by_inverse_layer_idx", "add_cross_attention", "alibi",
                           "rotary", "layernorm_embedding", "normalize_embedding"}) {
    if (fields.flag({name}).value_or(false)) refuse(fields, fields.find({name}));
  }
  for (const char* name : {"rms_norm_eps", "rope_theta", "rope_scaling", "rope_parameters",
                           "rotary_dim", "rotary_pct", "sliding_window"}) {
    if (const auto field = fields.find({name})) refuse(fields, field);
  }
  if (const auto field = fields.find({"position_embedding_type"})) {
    const std::string* type = field.value->string();
    if (type == nullptr || *type != "absolute") fields.expect(field, "\"absolute\"");
  }
  const auto must_be = [&](Names names, std::size_t only) {
    const std::optional<std::size_t> value = fields.size(names, 0, kMaxWidth);
    if (value && *value != only) fields.expect(fields.find(names), std::to_string(only));
  };
  must_be({"num_key_value_heads", "n_kv_heads", "n_head_kv", "num_kv_heads"}, config.num_heads);
  if (config.num_heads > 0) must_be({"head_dim"}, config.head_width());
}

void read_gpt2_sizes(Fields& fields, ModelConfig& config) {
  if (fields.size(kEncoderLayers, 0, kMaxLayers).value_or(0) > 0) {
    fields.expect(fields.find(kEncoderLayers), "none: a gpt2 has no encoder");
  }
  config.architecture = Architecture::kDecoder;
  config.vocab_size = fields.required_size({"vocab_size"}, 1, kMaxTokens);
  config.d_model = fields.required_size({"n_embd", "hidden_size", "d_model"}, 1, kMaxWidth);
  config.num_heads =
      fields.required_size({"n_head", "num_attention_heads", "num_heads"}, 1, kMaxWidth);
  config.decoder_layers = fields.required_size(
      {"n_layer", "num_hidden_layers", "n_dec", "decoder_layers"}, 1, kMaxLayers);
  config.d_ff =
      fields.size({"n_inner", "d_ff"}, 0, kMaxFeedForwardWidth).value_or(4 * config.d_model);
  config.max_positions =
      fields
          .size({"n_positions", "n_ctx", "max_position_embeddings", "block_size"}, 1, kMaxPositions)
          .value_or(0);
}

void read_transformer_vocabularies(Fields& fields, ModelConfig& config) {
  switch (config.architecture) {
    case Architecture::kEncoder:
      config.vocab_size = fields.required_size(
          {"vocab_size", "src_vocab", "src_vocab_size", "source_vocab_size"}, 1, kMaxTokens);
      return;
    case Architecture::kDecoder:
      config.vocab_size = fields.required_size(
          {"vocab_size", "tgt_vocab", "tgt_vocab_size", "target_vocab_size"}, 1, kMaxTokens);
      return;
    case Architecture::kEncoderDecoder:
      config.vocab_size = fields.required_size(
          {"tgt_vocab", "tgt_vocab_size", "target_vocab_size", "vocab_size"}, 1, kMaxTokens);
      if (fields.find({"vocab_size"}) && !fields.find(kSourceVocab)) {
        config.source_vocab_size = config.vocab_size;  // one vocabulary for both
      } else {
        config.source_vocab_size = fields.required_size(kSourceVocab, 1, kMaxTokens);
      }
      return;
  }
}

void read_transformer_sizes(Fields& fields, ModelConfig& config) {
  config.encoder_layers = fields.size(kEncoderLayers, 0, kMaxLayers).value_or(0);
  config.decoder_layers = fields.size(kDecoderLayers, 0, kMaxLayers).value_or(0);
  const bool encodes = config.encoder_layers > 0;
  const bool decodes = config.decoder_layers > 0;
  if (!encodes && !decodes) {
    fields.fail(
        "n_enc (num_encoder_layers) and n_dec (num_decoder_layers) name no layers, expected one at "
        "least");
  }
  if (config.model_type == "encoder-decoder" && !(encodes && decodes)) {
    fields.fail("an encoder-decoder needs layers of both kinds, but n_enc is " +
                std::to_string(config.encoder_layers) + " and n_dec is " +
                std::to_string(config.decoder_layers));
  }
  config.architecture = encodes && decodes ? Architecture::kEncoderDecoder
                        : encodes          ? Architecture::kEncoder
                                           : Architecture::kDecoder;
  read_transformer_vocabularies(fields, config);
  config.d_model = fields.required_size({"d_model", "hidden_size", "n_embd"}, 1, kMaxWidth);
  config.num_heads = fields.required_size({"n_head", "num_heads", "nhead", "num_attention_heads",
                                           "encoder_attention_heads", "decoder_attention_heads"},
                                          1, kMaxWidth);
  config.d_ff = fields.required_size(
      {"d_ff", "dim_feedforward", "n_inner", "encoder_ffn_dim", "decoder_ffn_dim"}, 0,
      kMaxFeedForwardWidth);
  config.max_positions =
      fields.size({"max_position_embeddings", "n_positions", "n_ctx", "max_len"}, 1, kMaxPositions)
          .value_or(0);
}

void read_norm(Fields& fields, NormPlace fallback, ModelConfig& config) {
  const std::string expected = "\"pre\", \"post\" or \"none\"";
  const std::string place = fields.text({"norm"}, expected);
  const std::optional<bool> is_first = fields.flag({"norm_first", "normalize_before"});
  if (place.empty()) {
    config.norm = is_first ? (*is_first ? NormPlace::kPre : NormPlace::kPost) : fallback;
  } else if (place == "pre") {
    config.norm = NormPlace::kPre;
  } else if (place == "post") {
    config.norm = NormPlace::kPost;
  } else if (place == "none") {
    config.norm = NormPlace::kNone;
  } else {
    fields.expect(fields.find({"norm"}), expected);
  }
  if (is_first && *is_first != (config.norm == NormPlace::kPre)) {
    fields.expect(fields.find({"norm_first", "normalize_before"}), "what norm says");
  }
  config.final_norm =
      fields.flag({"final_norm", "add_final_layer_norm"}).value_or(config.norm != NormPlace::kNone);

  const Names epsilon_names = {"layer_norm_epsilon", "layer_norm_eps"};
  if (const auto field = fields.find(epsilon_names)) {
    config.norm_epsilon = field.value->number().value_or(0);
    if (!is_epsilon(config.norm_epsilon)) {
      fields.expect(field, kEpsilonRange);
    }
  }
}

void read_activation(Fields& fields, Activation fallback, ModelConfig& config) {
  const Names names = {"activation_function", "activation", "hidden_act"};
  const std::string expected = "\"relu\", \"gelu\" or \"gelu_new\"";
  const std::string name = fields.text(names, expected);
  if (name.empty()) {
    config.activation = fallback;
    config.says_activation = false;
  } else if (name == "relu") {
    config.activation = Activation::kRelu;
  } else if (name == "gelu") {
    config.activation = Activation::kGelu;
  } else if (name == "gelu_new" || name == "gelu_pytorch_tanh") {
    config.activation = Activation::kGeluNew;
  } else {
    fields.expect(fields.find(names), expected);
  }
}

// The first word decides; what follows it may explain ("sinusoidal, added to …").
void read_positions(Fields& fields, Positions fallback, ModelConfig& config) {
  const std::string expected = "\"learned\", \"sinusoidal\" or \"none\"";
  const std::string text = fields.text({"positions"}, expected);
  const std::string word = text.substr(0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
  if (text.empty()) {
    config.positions = fallback;
  } else if (word == "learned" || word == "table") {  // a table in the weights, however it was made
    config.positions = Positions::kLearned;
  } else if (word == "sinusoidal") {
    config.positions = Positions::kSinusoidal;
  } else if (word == "none") {
    config.positions = Positions::kNone;
  } else {
    fields.expect(fields.find({"positions"}), expected);
  }
}

// "int8" is what is read: every other method stores its integers in another way.
void read_quantization(Fields& fields, ModelConfig& config) {
  const auto field = fields.find({"quantization_config"});
  if (!field) return;
  const auto refuse_part = [&](const char* part, const JsonValue* value, const char* expected) {
    fields.fail(std::string("quantization_config") +
                (value == nullptr ? std::string(" has no ") + part
                                  : std::string(".") + part + " is " + value->shown()) +
                ", expected " + expected);
  };
  const JsonValue* method = field.value->find("quant_method");
  const std::string* name = method == nullptr ? nullptr : method->string();
  if (name == nullptr || *name != "int8") return refuse_part("quant_method", method, "\"int8\"");
  const JsonValue* bits = field.value->find("bits");
  if (bits != nullptr && bits->number() != 8) return refuse_part("bits", bits, "8");
  const JsonValue* scale = field.value->find("weight_scale");
  const std::string* suffix = scale == nullptr ? nullptr : scale->string();
  if (scale != nullptr && (suffix == nullptr || suffix->empty()))
    return refuse_part("weight_scale", scale, "what stands behind the names of weights");
  config.weight_scale = scale == nullptr ? kWeightScale : *suffix;
}

// As a flag, or as the factor itself.
void read_embedding_scale(Fields& fields, ModelConfig& config) {
  const std::optional<bool> flag = fields.flag({"scale_embedding"});
  config.scale_embedding = flag.value_or(false);
  const auto field = fields.find({"embed_scale"});
  if (!field) return;
  const double factor = field.value->number().value_or(0);
  const double root = std::sqrt(static_cast<double>(config.d_model));
  const bool is_one = std::abs(factor - 1) < 1e-3;
  const bool is_root = std::abs(factor - root) < 1e-3;
  if (!is_one && !is_root) {
    fields.expect(field, "1 or the square root of d_model, " + JsonValue{root}.shown());
  } else if (flag && *flag != is_root) {
    fields.expect(field, "what scale_embedding says");
  }
  config.scale_embedding = is_root;
}

// As a flag, or as the formula of the logits: "logits = H tgt_embed^T + out_bias".
void read_head(Fields& fields, ModelConfig& config) {
  const auto field = fields.find({"tied_output"});
  const std::string* formula = field ? field.value->string() : nullptr;
  if (formula != nullptr && formula->find("embed") == std::string::npos) {
    fields.expect(field, "true, false or a formula with the embedding");
  }
  const std::optional<bool> output =
      formula != nullptr ? std::optional(true) : fields.flag({"tied_output"});
  const std::optional<bool> tied = fields.flag({"tie_word_embeddings"});
  if (output && tied && *output != *tied) fields.expect(field, "what tie_word_embeddings says");
  config.tied_head = tied.value_or(output.value_or(true));
}

// The classes of a head: how many, as Hugging Face has it, and the name of each.
void read_labels(Fields& fields, ModelConfig& config) {
  const auto count = fields.size({"num_labels"}, 2, kMaxLabels);
  const auto field = fields.find({"id2label"});
  if (!count && !field) return fields.fail("num_labels is missing, which pooling needs");
  const JsonObject* names = field ? field.value->object() : nullptr;
  const std::size_t labels = count ? *count : names != nullptr ? names->size() : 0;
  if (field && (names == nullptr || names->size() != labels || labels < 2 || labels > kMaxLabels))
    return fields.expect(field, count ? "an object with " + std::to_string(*count) + " names"
                                      : "an object with a name for each of two classes or more");
  for (std::size_t i = 0; i < labels; ++i) {
    const std::string id = std::to_string(i);
    const std::string* name = field ? field.value->find_string(id) : nullptr;
    if (field && name == nullptr)
      return fields.fail("id2label has no text for \"" + id + "\", expected one for each class");
    config.labels.push_back(name != nullptr ? *name : "LABEL_" + id);
  }
}

// An encoder alone may have a head that classifies. No pooling is usual enough to be taken where
// none is named: the class would be another one.
void read_classes(Fields& fields, ModelConfig& config) {
  const Names pooling = {"pooling"};
  if (config.architecture != Architecture::kEncoder ||
      !(fields.find({"num_labels"}) || fields.find({"id2label"}) || fields.find(pooling)))
    return;
  const std::string expected = "\"mean\", \"first\" or \"last\"";
  const std::string rows = fields.text(pooling, expected);
  if (rows.empty())
    return fields.fail("pooling is missing, expected " + expected +
                       ": which row of a text's tokens is classified");
  if (rows == "mean") {
    config.pooling = Pooling::kMean;
  } else if (rows == "first") {
    config.pooling = Pooling::kFirst;
  } else if (rows == "last") {
    config.pooling = Pooling::kLast;
  } else {
    return fields.expect(fields.find(pooling), expected);
  }
  const std::string only = "\"single_label_classification\"";
  const std::string problem = fields.text({"problem_type"}, only);
  if (!problem.empty() && problem != "single_label_classification")
    return fields.expect(fields.find({"problem_type"}), only);
  config.tied_head = false;
  read_labels(fields, config);
}

// Hugging Face writes GPT-2's 50256 into every GPT2Config, however small its vocabulary: there it
// names no token. Any other id outside the vocabulary is a mistake, which check_config finds.
constexpr std::int32_t kEndOfGpt2 = 50256;

std::vector<std::int32_t> token_ids(Fields& fields, Names names, const ModelConfig& config) {
  const auto field = fields.find(names);
  if (!field) return {};
  const JsonArray* list = field.value->array();
  const JsonArray one = list == nullptr ? JsonArray{*field.value} : JsonArray{};
  std::vector<std::int32_t> ids;
  for (const JsonValue& value : list == nullptr ? one : *list) {
    const std::int64_t* id = value.integer();
    if (id == nullptr || *id < 0 || *id > std::numeric_limits<std::int32_t>::max()) {
      fields.fail(std::string(field.name) + " is " + value.shown() + ", expected a token's id");
    } else if (*id != kEndOfGpt2 || config.vocab_size > kEndOfGpt2 || config.model_type != "gpt2") {
      ids.push_back(static_cast<std::int32_t>(*id));
    }
  }
  return ids;
}

std::optional<std::int32_t> token_id(Fields& fields, Names names, const ModelConfig& config) {
  const auto field = fields.find(names);
  if (field && field.value->array() != nullptr) fields.expect(field, "a token's id");
  const std::vector<std::int32_t> ids = token_ids(fields, names, config);
  return ids.empty() ? std::nullopt : std::optional(ids[0]);
}

void read_special_tokens(Fields& fields, ModelConfig& config) {
  config.pad_token_id = token_id(fields, {"pad_token_id", "pad_id"}, config);
  config.bos_token_id = token_id(fields, {"bos_token_id", "bos_id"}, config);
  config.decoder_start_token_id = token_id(fields, {"decoder_start_token_id"}, config);
  config.eos_token_ids = token_ids(fields, {"eos_token_id", "eos_id"}, config);
}

}  // namespace

Result<ModelConfig> parse_config(std::string_view json) {
  const Result<JsonValue> root = parse_json(json, "config.json");
  if (!root) return root.error();
  if (root.value().object() == nullptr) {
    return invalid_file("config.json is " + root.value().shown() + ", expected an object");
  }
  Fields fields(root.value());
  ModelConfig config;
  config.model_type = read_model_type(fields);
  if (fields.failed())
    return fields.error();  // an unknown model_type is reported before its other fields

  const bool is_gpt2 = config.model_type == "gpt2";
  is_gpt2 ? read_gpt2_sizes(fields, config) : read_transformer_sizes(fields, config);
  refuse_other_kinds(fields, config);
  read_norm(fields, is_gpt2 ? NormPlace::kPre : NormPlace::kPost, config);
  read_activation(fields, is_gpt2 ? Activation::kGeluNew : Activation::kRelu, config);
  read_positions(fields, is_gpt2 ? Positions::kLearned : Positions::kSinusoidal, config);
  read_embedding_scale(fields, config);
  read_quantization(fields, config);
  config.scale_attention = fields.flag({"scale_attn_weights", "scale_attention"}).value_or(true);
  read_head(fields, config);
  read_classes(fields, config);
  read_special_tokens(fields, config);
  if (fields.failed()) return fields.error();

  if (Status status = check_config(config); !status) {
    return invalid_file("config.json: " + status.error().message);
  }
  return config;
}

}  // namespace glassformer
