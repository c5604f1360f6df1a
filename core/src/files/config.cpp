#include "glassformer/config.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "base/utf8.hpp"
#include "files/json.hpp"

namespace glassformer {

namespace {

constexpr std::size_t kMaxTokens = 10'000'000;
constexpr std::size_t kMaxPositions = 10'000'000;
constexpr std::size_t kWidest = 65'536;
constexpr std::size_t kWidestFeedForward = 16 * kWidest;
constexpr std::size_t kMaxLayers = 1'000;

// One field under all the names it goes by; the first is the one that messages ask for.
using Names = std::initializer_list<const char*>;

// Reads fields one after the other and keeps the first error; values read after it are not used.
class Fields {
 public:
  explicit Fields(const JsonValue& root) : root_(root) {}

  bool failed() const { return !error_.empty(); }
  Error error() const { return invalid_file("config.json: " + error_); }
  void fail(std::string what) {
    if (!failed()) error_ = std::move(what);
  }

  struct Field {
    const char* name = nullptr;
    const JsonValue* value = nullptr;  // null: there is none
    explicit operator bool() const { return value != nullptr; }
  };

  /// The field under whichever name it has (null counts as absent). Two names must not contradict
  /// each other.
  Field find(Names names) {
    Field found;
    for (const char* name : names) {
      const JsonValue* value = root_.find(name);
      if (value == nullptr || value->is_null()) continue;
      if (!found) {
        found = {name, value};
      } else if (value->shown() != found.value->shown()) {
        fail(std::string(found.name) + " is " + found.value->shown() + ", but " + name + " is " +
             value->shown());
      }
    }
    return found;
  }

  void expect(const Field& field, const std::string& expected) {
    fail(std::string(field.name) + " is " + field.value->shown() + ", expected " + expected);
  }

  std::optional<std::size_t> size(Names names, std::size_t min, std::size_t max) {
    const Field field = find(names);
    if (!field) return std::nullopt;
    const std::int64_t* value = field.value->integer();
    if (value == nullptr || *value < static_cast<std::int64_t>(min) ||
        *value > static_cast<std::int64_t>(max)) {
      expect(field, "an integer from " + std::to_string(min) + " to " + std::to_string(max));
      return std::nullopt;
    }
    return static_cast<std::size_t>(*value);
  }

  std::size_t required_size(Names names, std::size_t min, std::size_t max) {
    const std::optional<std::size_t> value = size(names, min, max);
    if (!value) fail(std::string(*names.begin()) + " is missing");
    return value.value_or(min);
  }

  std::optional<bool> flag(Names names) {
    const Field field = find(names);
    if (!field) return std::nullopt;
    const bool* value = field.value->boolean();
    if (value == nullptr) {
      expect(field, "true or false");
      return std::nullopt;
    }
    return *value;
  }

  /// The text of a field; empty where there is none.
  std::string text(Names names, const std::string& expected) {
    const Field field = find(names);
    if (!field) return {};
    const std::string* value = field.value->string();
    if (value == nullptr || value->empty()) expect(field, expected);
    return value == nullptr ? std::string() : *value;
  }

 private:
  const JsonValue& root_;
  std::string error_;
};

constexpr Names kEncoderLayers = {"n_enc", "encoder_layers", "num_encoder_layers"};
constexpr Names kDecoderLayers = {"n_dec", "decoder_layers", "num_decoder_layers"};
constexpr Names kSourceVocab = {"src_vocab", "src_vocab_size", "source_vocab_size"};

std::string read_model_type(Fields& fields) {
  const std::string expected = "\"gpt2\", \"transformer\" or \"encoder-decoder\"";
  const std::string type = fields.text({"model_type"}, expected);
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
                           "rotary_dim", "rotary_pct", "sliding_window", "quantization_config"}) {
    if (const auto field = fields.find({name})) refuse(fields, field);
  }
  if (const auto field = fields.find({"position_embedding_type"})) {
    const std::string* type = field.value->string();
    if (type == nullptr || *type != "absolute") fields.expect(field, "\"absolute\"");
  }
  const auto must_be = [&](Names names, std::size_t only) {
    const std::optional<std::size_t> value = fields.size(names, 0, kWidest);
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
  config.d_model = fields.required_size({"n_embd", "hidden_size", "d_model"}, 1, kWidest);
  config.num_heads =
      fields.required_size({"n_head", "num_attention_heads", "num_heads"}, 1, kWidest);
  config.decoder_layers = fields.required_size(
      {"n_layer", "num_hidden_layers", "n_dec", "decoder_layers"}, 1, kMaxLayers);
  config.d_ff =
      fields.size({"n_inner", "d_ff"}, 0, kWidestFeedForward).value_or(4 * config.d_model);
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
  if (!encodes && !decodes) fields.fail("n_enc and n_dec name no layers, expected one at least");
  if (config.model_type == "encoder-decoder" && !(encodes && decodes)) {
    fields.fail("an encoder-decoder needs layers of both kinds, but n_enc is " +
                std::to_string(config.encoder_layers) + " and n_dec is " +
                std::to_string(config.decoder_layers));
  }
  config.architecture = encodes && decodes ? Architecture::kEncoderDecoder
                        : encodes          ? Architecture::kEncoder
                                           : Architecture::kDecoder;
  read_transformer_vocabularies(fields, config);
  config.d_model = fields.required_size({"d_model", "hidden_size", "n_embd"}, 1, kWidest);
  config.num_heads = fields.required_size({"n_head", "num_heads", "nhead", "num_attention_heads",
                                           "encoder_attention_heads", "decoder_attention_heads"},
                                          1, kWidest);
  config.d_ff = fields.required_size(
      {"d_ff", "dim_feedforward", "n_inner", "encoder_ffn_dim", "decoder_ffn_dim"}, 0,
      kWidestFeedForward);
  config.max_positions =
      fields.size({"max_position_embeddings", "n_positions", "n_ctx", "max_len"}, 1, kMaxPositions)
          .value_or(0);
}

// Kernels take a float, in which it must not be 0: rows without variance are divided by its root.
constexpr const char* kEpsilonRange = "a number from 1e-45 (about the smallest float) to below 1";
bool is_epsilon(double value) { return value >= 1e-45 && value < 1; }

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

Status check_size(const char* what, std::size_t value, std::size_t min, std::size_t max) {
  if (value >= min && value <= max) return ok_status();
  return invalid_argument("the config has " + std::to_string(value) + " " + what + ", expected " +
                          std::to_string(min) + " to " + std::to_string(max));
}

Status check_sizes(const ModelConfig& config) {
  const bool encodes = config.architecture != Architecture::kDecoder;
  const bool decodes = config.architecture != Architecture::kEncoder;
  const bool has_source = encodes && decodes;
  struct Bound {
    const char* what;
    std::size_t value, min, max;
  };
  const Bound bounds[] = {
      {"tokens in its vocabulary", config.vocab_size, 1, kMaxTokens},
      {"tokens in its source vocabulary", config.source_vocab_size, has_source ? 1U : 0U,
       has_source ? kMaxTokens : 0},
      {"numbers per token (d_model)", config.d_model, 1, kWidest},
      {"attention heads", config.num_heads, 1, kWidest},
      {"heads of keys and values", config.num_key_value_heads, 0, config.num_heads},
      {"numbers in its feed-forward layers (d_ff)", config.d_ff, 0, kWidestFeedForward},
      {"encoder layers", config.encoder_layers, encodes ? 1U : 0U, encodes ? kMaxLayers : 0},
      {"decoder layers", config.decoder_layers, decodes ? 1U : 0U, decodes ? kMaxLayers : 0},
      {"positions", config.max_positions, 0, kMaxPositions},
  };
  for (const Bound& bound : bounds) {
    Status status = check_size(bound.what, bound.value, bound.min, bound.max);
    if (!status) return status;
  }
  if (config.d_model % config.num_heads != 0) {
    return invalid_argument("the config has " + std::to_string(config.num_heads) +
                            " attention heads, which do not divide its width of " +
                            std::to_string(config.d_model));
  }
  if (config.num_heads % config.key_value_heads() != 0) {
    return invalid_argument("the config has " + std::to_string(config.key_value_heads()) +
                            " heads of keys and values, which do not divide its " +
                            std::to_string(config.num_heads) + " attention heads");
  }
  return ok_status();
}

Status check_token_id(const char* what, std::int32_t id, std::size_t vocab_size) {
  if (id >= 0 && static_cast<std::size_t>(id) < vocab_size) return ok_status();
  return invalid_argument("the config's " + std::string(what) + " is " + std::to_string(id) +
                          ", which is not in its vocabulary of " + std::to_string(vocab_size));
}

}  // namespace

Status check_config(const ModelConfig& config) {
  if (Status status = check_sizes(config); !status) return status;
  if (!is_epsilon(config.norm_epsilon)) {
    return invalid_argument(std::string("the config's norm_epsilon is not ") + kEpsilonRange);
  }
  struct Id {
    const char* what;
    std::optional<std::int32_t> id;
    std::size_t vocab_size;
  };
  std::vector<Id> ids = {
      {"pad_token_id", config.pad_token_id, std::max(config.vocab_size, config.source_vocab_size)},
      {"bos_token_id", config.bos_token_id, config.vocab_size},
      {"decoder_start_token_id", config.decoder_start_token_id, config.vocab_size},
  };
  for (const std::int32_t id : config.eos_token_ids) {
    ids.push_back({"eos_token_id", id, config.vocab_size});
  }
  for (const Id& id : ids) {
    if (!id.id) continue;
    Status status = check_token_id(id.what, *id.id, id.vocab_size);
    if (!status) return status;
  }
  return ok_status();
}

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
  config.scale_attention = fields.flag({"scale_attn_weights", "scale_attention"}).value_or(true);
  read_head(fields, config);
  read_special_tokens(fields, config);
  if (fields.failed()) return fields.error();

  if (Status status = check_config(config); !status) {
    return invalid_file("config.json: " + status.error().message);
  }
  return config;
}

}  // namespace glassformer
