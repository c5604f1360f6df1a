#include "glassformer/config.hpp"

#include <cmath>

#include "golden.hpp"
#include "messages.hpp"

namespace glassformer {

using namespace test;

namespace {

// A whole config of its kind, with `fields` put in the place of the fields they name or added.
std::string config_with(const char* base, const std::string& fields) {
  nlohmann::json json = nlohmann::json::parse(base);
  json.update(nlohmann::json::parse("{" + fields + "}"));
  return json.dump();
}

std::string gpt2_with(const std::string& fields) {
  return config_with(R"({"model_type": "gpt2", "vocab_size": 97, "n_embd": 48, "n_head": 4,
                         "n_layer": 2, "n_positions": 32})",
                     fields);
}

std::string transformer_with(const std::string& fields) {
  return config_with(R"({"model_type": "transformer", "d_model": 64, "n_head": 4, "d_ff": 256,
                         "n_enc": 2, "n_dec": 3, "src_vocab": 50, "tgt_vocab": 60})",
                     fields);
}

std::string message(const std::string& json) {
  const Result<ModelConfig> config = parse_config(json);
  CHECK(code_of(config) == ErrorCode::kInvalidFile);
  return message_of(config);
}

}  // namespace

TEST_CASE("a GPT-2 needs its sizes only", "[config]") {
  const ModelConfig config = must(parse_config(gpt2_with("")));
  CHECK(config.model_type == "gpt2");
  CHECK(config.architecture == Architecture::kDecoder);
  CHECK(config.vocab_size == 97);
  CHECK(config.source_vocab_size == 0);
  CHECK(config.d_model == 48);
  CHECK(config.num_heads == 4);
  CHECK(config.head_width() == 12);
  CHECK(config.d_ff == 192);
  CHECK(config.encoder_layers == 0);
  CHECK(config.decoder_layers == 2);
  CHECK(config.max_positions == 32);
  CHECK(config.norm == NormPlace::kPre);
  CHECK(config.final_norm);
  CHECK(config.norm_epsilon == 1e-5);
  CHECK(config.activation == Activation::kGeluNew);
  CHECK(config.positions == Positions::kLearned);
  CHECK_FALSE(config.scale_embedding);
  CHECK(config.scale_attention);
  CHECK(config.tied_head);
  CHECK_FALSE(config.pad_token_id);
  CHECK(config.eos_token_ids.empty());
}

TEST_CASE("the hand-made (aab)* transformer is a GPT-2 without norm and feed-forward", "[config]") {
  const ModelConfig config = must(parse_config(R"({"model_type": "gpt2", "vocab_size": 2,
      "n_embd": 8, "n_head": 1, "n_layer": 1, "n_positions": 5, "n_inner": 0, "norm": "none"})"));
  CHECK(config.d_ff == 0);
  CHECK(config.norm == NormPlace::kNone);
  CHECK_FALSE(config.final_norm);
}

TEST_CASE("a transformer is that of the original paper where nothing else is said", "[config]") {
  const ModelConfig config = must(parse_config(transformer_with("")));
  CHECK(config.architecture == Architecture::kEncoderDecoder);
  CHECK(config.vocab_size == 60);
  CHECK(config.source_vocab_size == 50);
  CHECK(config.encoder_layers == 2);
  CHECK(config.decoder_layers == 3);
  CHECK(config.d_ff == 256);
  CHECK(config.norm == NormPlace::kPost);
  CHECK(config.activation == Activation::kRelu);
  CHECK(config.positions == Positions::kSinusoidal);
  CHECK(config.max_positions == 0);
}

TEST_CASE("layers of one kind alone make an encoder or a decoder", "[config]") {
  const std::string sizes = R"("d_model": 8, "nhead": 2, "dim_feedforward": 16, "vocab_size": 9)";
  const ModelConfig encoder = must(parse_config("{\"n_enc\": 2, " + sizes + "}"));
  CHECK(encoder.architecture == Architecture::kEncoder);
  CHECK(encoder.model_type == "transformer");
  CHECK(encoder.vocab_size == 9);
  const ModelConfig decoder = must(parse_config("{\"num_decoder_layers\": 2, " + sizes + "}"));
  CHECK(decoder.architecture == Architecture::kDecoder);
  CHECK(decoder.source_vocab_size == 0);
  const ModelConfig both = must(parse_config("{\"n_enc\": 2, \"n_dec\": 1, " + sizes + "}"));
  CHECK(both.source_vocab_size == 9);
}

TEST_CASE("the golden configs are read", "[config]") {
  const ModelConfig gpt2 = must(parse_config(read_file(golden_path("gpt2_small_config.json"))));
  CHECK(gpt2.architecture == Architecture::kDecoder);
  CHECK(gpt2.tied_head);

  const nlohmann::json golden = read_json(golden_path("seed004_encdec.json"));
  const ModelConfig encdec = must(parse_config(golden["config"].dump()));
  CHECK(encdec.architecture == Architecture::kEncoderDecoder);
  CHECK(encdec.norm == NormPlace::kPost);
  CHECK_FALSE(encdec.final_norm);
  CHECK(encdec.positions == Positions::kSinusoidal);
  CHECK(encdec.tied_head);
  CHECK_FALSE(encdec.scale_embedding);
  CHECK(encdec.bos_token_id == 1);
  CHECK(encdec.eos_token_ids == std::vector<std::int32_t>{2});
}

TEST_CASE("configs of published models are read as they are", "[config]") {
  const ModelConfig sorter = must(parse_config(R"({"model_type": "gpt2", "n_layer": 3,
      "n_head": 3, "n_embd": 48, "vocab_size": 3, "n_positions": 11, "n_ctx": 11,
      "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05,
      "tie_word_embeddings": false, "alphabet": ["A", "B", "C"]})"));
  CHECK_FALSE(sorter.tied_head);

  const ModelConfig transliterator = must(parse_config(R"({"model_type": "encoder-decoder",
      "norm": "pre", "final_norm": true, "activation": "relu", "d_model": 32, "n_head": 8,
      "d_ff": 128, "n_enc": 6, "n_dec": 6, "src_vocab": 51, "tgt_vocab": 43,
      "embed_scale": 5.656854249492381, "positions": "table pos_table [64,32] added after scaling",
      "layer_norm_epsilon": 1e-05, "tied_output": false, "pad_id": 0, "bos_id": 1, "eos_id": 2,
      "decoder_starts_with": "<s>", "source_gets_eos": false})"));
  CHECK(transliterator.norm == NormPlace::kPre);
  CHECK(transliterator.final_norm);
  CHECK(transliterator.scale_embedding);
  CHECK(transliterator.positions == Positions::kLearned);
  CHECK_FALSE(transliterator.tied_head);
  CHECK(transliterator.pad_token_id == 0);

  CHECK(message(R"({"model_type": "llama2.c", "dim": 64, "hidden_dim": 172})") ==
        "config.json: model_type 'llama2.c' is not supported, expected \"gpt2\", "
        "\"transformer\" or \"encoder-decoder\"");
}

TEST_CASE("torch.nn.Transformer's own names are understood", "[config]") {
  const ModelConfig config = must(parse_config(R"({"model_type": "transformer", "d_model": 16,
      "nhead": 2, "num_encoder_layers": 1, "num_decoder_layers": 1, "dim_feedforward": 32,
      "activation": "gelu", "layer_norm_eps": 1e-6, "norm_first": true, "vocab_size": 12,
      "max_len": 100, "scale_embedding": true, "final_norm": false, "tied_output": false})"));
  CHECK(config.norm == NormPlace::kPre);
  CHECK_FALSE(config.final_norm);
  CHECK(config.activation == Activation::kGelu);
  CHECK(config.norm_epsilon == 1e-6);
  CHECK(config.scale_embedding);
  CHECK(config.max_positions == 100);
}

TEST_CASE("a missing size is named", "[config]") {
  CHECK(message(R"({"model_type": "gpt2"})") == "config.json: vocab_size is missing");
  CHECK(message(R"({"model_type": "gpt2", "vocab_size": 5})") == "config.json: n_embd is missing");
  CHECK(message(gpt2_with(R"("n_head": null)")) == "config.json: n_head is missing");
  CHECK(message(transformer_with(R"("d_ff": null)")) == "config.json: d_ff is missing");
  CHECK(message(transformer_with(R"("src_vocab": null)")) == "config.json: src_vocab is missing");
}

TEST_CASE("an architecture that cannot be told is an error", "[config]") {
  CHECK(message("{}") ==
        "config.json: model_type is missing, expected \"gpt2\", \"transformer\" or "
        "\"encoder-decoder\", or the layer "
        "counts n_enc and n_dec");
  CHECK(message(R"({"model_type": "transformer", "n_layer": 3})") ==
        "config.json: n_enc (num_encoder_layers) and n_dec (num_decoder_layers) name no layers, "
        "expected one at least");
  CHECK(message(R"({"model_type": "encoder-decoder", "n_enc": 3})") ==
        "config.json: an encoder-decoder needs layers of both kinds, but n_enc is 3 and n_dec is "
        "0");
  CHECK(message(gpt2_with(R"("n_enc": 1)")) ==
        "config.json: n_enc is 1, expected none: a gpt2 has no encoder");
  CHECK(message(R"({"model_type": 3})") ==
        "config.json: model_type is 3, expected \"gpt2\", \"transformer\" or \"encoder-decoder\"");
  CHECK(message("[]") == "config.json is a list, expected an object");
  CHECK(message("{") == "config.json is not valid JSON: it ends too early");
  CHECK(message(R"({"n_enc": 1, "n_enc": 2})") ==
        "config.json has the name 'n_enc' twice in one object");
}

TEST_CASE("impossible sizes are refused", "[config]") {
  CHECK(message(gpt2_with(R"("n_head": -3)")) ==
        "config.json: n_head is -3, expected an integer from 1 to 65536");
  for (const std::string value :
       {"0", "-1", "1.5", "\"4\"", "1e3", "65537", "1000000000000000000", "true", "[4]"}) {
    CAPTURE(value);
    CHECK(message(gpt2_with("\"n_embd\": " + value)).starts_with("config.json: n_embd is "));
  }
  CHECK_FALSE(parse_config(gpt2_with(R"("vocab_size": 10000001)")).ok());
  CHECK_FALSE(parse_config(gpt2_with(R"("n_layer": 1001)")).ok());
  CHECK_FALSE(parse_config(gpt2_with(R"("n_positions": 0)")).ok());
  CHECK(message(gpt2_with(R"("n_head": 5)")) ==
        "config.json: the config has 5 attention heads, which do not divide its width of 48");
  for (const std::string value : {"0", "-1e-5", "1", "1e-60", "\"1e-5\""}) {
    CAPTURE(value);
    CHECK(message(gpt2_with("\"layer_norm_epsilon\": " + value))
              .ends_with("expected a number from 1e-45 (about the smallest float) to below 1"));
  }
  CHECK(must(parse_config(gpt2_with("\"layer_norm_epsilon\": 1e-45"))).norm_epsilon == 1e-45);
}

TEST_CASE("one field under two names must say one thing", "[config]") {
  CHECK(message(gpt2_with(R"("n_ctx": 64)")) == "config.json: n_positions is 32, but n_ctx is 64");
  CHECK(message(gpt2_with(R"("norm": "pre", "norm_first": false)")) ==
        "config.json: norm_first is false, expected what norm says");
  CHECK(message(gpt2_with(R"("embed_scale": 1, "scale_embedding": true)")) ==
        "config.json: embed_scale is 1, expected what scale_embedding says");
  CHECK(message(gpt2_with(R"("tied_output": true, "tie_word_embeddings": false)")) ==
        "config.json: tied_output is true, expected what tie_word_embeddings says");
}

TEST_CASE("words that are not known are refused with those that are", "[config]") {
  CHECK(message(gpt2_with(R"("activation_function": "silu")")) ==
        "config.json: activation_function is 'silu', expected \"relu\", \"gelu\" or \"gelu_new\"");
  CHECK(message(gpt2_with(R"("norm": "rms")")) ==
        "config.json: norm is 'rms', expected \"pre\", \"post\" or \"none\"");
  CHECK(message(gpt2_with(R"("positions": "rotary")")) ==
        "config.json: positions is 'rotary', expected \"learned\", \"sinusoidal\" or \"none\"");
  CHECK(message(gpt2_with(R"("final_norm": "yes")")) ==
        "config.json: final_norm is 'yes', expected true or false");
  CHECK(message(gpt2_with(R"("positions": "")")).starts_with("config.json: positions is ''"));
  CHECK(message(gpt2_with(R"("tied_output": "no")")) ==
        "config.json: tied_output is 'no', expected true, false or a formula with the embedding");
}

TEST_CASE("an embedding's factor is one or the root of the width", "[config]") {
  CHECK_FALSE(must(parse_config(transformer_with(R"("embed_scale": 1.0)"))).scale_embedding);
  CHECK(must(parse_config(transformer_with(R"("embed_scale": 8)"))).scale_embedding);
  CHECK(message(transformer_with(R"("embed_scale": 2.5)")) ==
        "config.json: embed_scale is 2.5, expected 1 or the square root of d_model, 8");
  CHECK_FALSE(parse_config(transformer_with(R"("embed_scale": "8")")).ok());
}

TEST_CASE("what would silently compute something else is refused", "[config]") {
  CHECK(message(gpt2_with(R"("scale_attn_by_inverse_layer_idx": true)")) ==
        "config.json: scale_attn_by_inverse_layer_idx is true, which asks for something this "
        "engine does not do");
  for (const std::string field :
       {R"("add_cross_attention": true)", R"("alibi": true)", R"("rope_theta": 10000)",
        R"("rms_norm_eps": 1e-6)", R"("quantization_config": {"bits": 4})",
        R"("sliding_window": 128)", R"("position_embedding_type": "relative_key")",
        R"("num_key_value_heads": 2)", R"("n_head_kv": 1)", R"("head_dim": 64)",
        R"("layernorm_embedding": true)"}) {
    CAPTURE(field);
    CHECK_FALSE(parse_config(gpt2_with(field)).ok());
  }
  CHECK(must(parse_config(gpt2_with(R"("scale_attn_weights": false)"))).scale_attention == false);
}

TEST_CASE("an encoder with labels and a pooling classifies", "[config]") {
  const auto encoder_with = [](const std::string& fields) {
    return R"({"num_encoder_layers": 2, "d_model": 8, "nhead": 2, "dim_feedforward": 16,
               "vocab_size": 9, )" +
           fields + "}";
  };
  const ModelConfig counted = must(parse_config(encoder_with(
      R"("num_labels": 3, "pooling": "mean", "problem_type": "single_label_classification")")));
  CHECK(counted.classifies());
  CHECK(counted.pooling == Pooling::kMean);
  CHECK(counted.labels == std::vector<std::string>{"LABEL_0", "LABEL_1", "LABEL_2"});
  CHECK(counted.head_rows() == 3);
  CHECK_FALSE(counted.tied_head);
  const ModelConfig named = must(parse_config(encoder_with(
      R"("id2label": {"1": "ham", "0": "spam"}, "pooling": "last", "tied_output": true)")));
  CHECK(named.labels == std::vector<std::string>{"spam", "ham"});
  CHECK(named.pooling == Pooling::kLast);
  CHECK_FALSE(named.tied_head);
  CHECK(must(parse_config(encoder_with(R"("num_labels": 2, "pooling": "first")"))).pooling ==
        Pooling::kFirst);

  // Hugging Face writes id2label into many configs: of what does not classify it is passed over.
  CHECK_FALSE(must(parse_config(gpt2_with(R"("id2label": {"0": "LABEL_0"})"))).classifies());
  CHECK_FALSE(must(parse_config(transformer_with(R"("num_labels": 2)"))).classifies());

  const auto refused = [&](const std::string& fields, const std::string& sentence) {
    CAPTURE(fields);
    CHECK(message(encoder_with(fields)) == "config.json: " + sentence);
  };
  refused(R"("num_labels": 2)",
          "pooling is missing, expected \"mean\", \"first\" or \"last\": which row of a text's "
          "tokens is classified");
  refused(R"("num_labels": 2, "pooling": "cls")",
          "pooling is 'cls', expected \"mean\", \"first\" or \"last\"");
  refused(R"("num_labels": 2, "pooling": 1)",
          "pooling is 1, expected \"mean\", \"first\" or \"last\"");
  refused(R"("pooling": "mean")", "num_labels is missing, which pooling needs");
  for (const std::string count : {"1", "0", "-2", "4097", "2.5", "\"2\""}) {
    CHECK(message(encoder_with("\"pooling\": \"mean\", \"num_labels\": " + count))
              .ends_with(", expected an integer from 2 to 4096"));
  }
  refused(R"("num_labels": 3, "pooling": "mean", "id2label": {"0": "a", "1": "b"})",
          "id2label is an object, expected an object with 3 names");
  refused(R"("num_labels": 2, "pooling": "mean", "id2label": ["a", "b"])",
          "id2label is a list, expected an object with 2 names");
  refused(R"("pooling": "mean", "id2label": {"0": "a"})",
          "id2label is an object, expected an object with a name for each of two classes or more");
  refused(R"("pooling": "mean", "id2label": {"0": "a", "2": "b"})",
          "id2label has no text for \"1\", expected one for each class");
  refused(R"("pooling": "mean", "id2label": {"0": "a", "1": 7})",
          "id2label has no text for \"1\", expected one for each class");
  refused(R"("num_labels": 2, "pooling": "mean", "problem_type": "regression")",
          "problem_type is 'regression', expected \"single_label_classification\"");
}

TEST_CASE("a quantization_config names the scales of integers", "[config]") {
  const auto suffix = [](const std::string& field) {
    return must(parse_config(gpt2_with(field))).weight_scale;
  };
  CHECK(suffix(R"("n_inner": null)").empty());
  CHECK(suffix(R"("quantization_config": {"quant_method": "int8"})") == "_scale");
  CHECK(suffix(R"("quantization_config": {"quant_method": "int8", "weight_scale": ".s"})") == ".s");
  CHECK(message(gpt2_with(R"("quantization_config": {"quant_method": "gptq", "bits": 4})")) ==
        "config.json: quantization_config.quant_method is 'gptq', expected \"int8\"");
  for (const std::string none : {"{}", "true"}) {
    CHECK(message(gpt2_with(R"("quantization_config": )" + none)) ==
          "config.json: quantization_config has no quant_method, expected \"int8\"");
  }
  CHECK(
      message(
          gpt2_with(R"("quantization_config": {"quant_method": "int8", "weight_scale": ""})")) ==
      "config.json: quantization_config.weight_scale is '', expected what stands behind the names "
      "of weights");
  CHECK_FALSE(
      parse_config(
          gpt2_with(R"("quantization_config": {"quant_method": "int8", "weight_scale": 3})"))
          .ok());
}

TEST_CASE("a quantization_config of integers has 8 bits, where it says how many", "[config]") {
  const auto with_bits = [](const std::string& bits) {
    return gpt2_with(R"("quantization_config": {"quant_method": "int8", "bits": )" + bits + "}");
  };
  CHECK(parse_config(with_bits("8")).ok());
  CHECK(message(with_bits("4")) == "config.json: quantization_config.bits is 4, expected 8");
  CHECK(message(with_bits("\"8\"")) == "config.json: quantization_config.bits is '8', expected 8");
}

TEST_CASE("fields of training and of Hugging Face's library pass", "[config]") {
  CHECK(parse_config(gpt2_with(R"("attn_pdrop": 0.1, "initializer_range": 0.02,
      "architectures": ["GPT2LMHeadModel"], "summary_type": "cls_index", "torch_dtype": "float32",
      "transformers_version": "4.0", "use_cache": true, "reorder_and_upcast_attn": false,
      "add_cross_attention": false, "sliding_window": null, "position_embedding_type": "absolute",
      "num_key_value_heads": 4, "task_specific_params": {"text-generation": {"max_length": 50}},
      "scale_attn_by_inverse_layer_idx": false, "n_inner": null)"))
            .ok());
}

TEST_CASE("the end may be one token or several", "[config]") {
  using EndIds = std::vector<std::int32_t>;
  CHECK(must(parse_config(gpt2_with(R"("eos_token_id": 3)"))).eos_token_ids == EndIds{3});
  CHECK(must(parse_config(gpt2_with(R"("eos_token_id": [3, 5])"))).eos_token_ids == EndIds{3, 5});
  CHECK(must(parse_config(gpt2_with(R"("eos_token_id": [])"))).eos_token_ids.empty());
  CHECK(message(gpt2_with(R"("eos_token_id": [3, "x"])")) ==
        "config.json: eos_token_id is 'x', expected a token's id");
  CHECK(message(gpt2_with(R"("pad_token_id": -1)")) ==
        "config.json: pad_token_id is -1, expected a token's id");
}

TEST_CASE("a special token outside the vocabulary is refused", "[config]") {
  for (const char* name : {"bos_token_id", "eos_token_id", "pad_token_id"}) {
    CHECK(message(gpt2_with("\"" + std::string(name) + "\": 97")) ==
          "config.json: the config's " + std::string(name) +
              " is 97, which is not in its vocabulary of 97");
  }
  CHECK(message(gpt2_with(R"("eos_token_id": [3, 2000000000])")) ==
        "config.json: the config's eos_token_id is 2000000000, which is not in its vocabulary of "
        "97");
  CHECK(message(gpt2_with(R"("pad_token_id": [3])")) ==
        "config.json: pad_token_id is a list, expected a token's id");
  const std::string encdec = R"({"model_type": "transformer", "d_model": 4, "n_head": 2, "d_ff": 8,
      "n_enc": 1, "n_dec": 1, "src_vocab": 40, "tgt_vocab": 7, )";
  CHECK(message(encdec + R"("decoder_start_token_id": 7})") ==
        "config.json: the config's decoder_start_token_id is 7, which is not in its vocabulary of "
        "7");
  CHECK(message(encdec + R"("eos_token_id": 50256})") ==
        "config.json: the config's eos_token_id is 50256, which is not in its vocabulary of 7");
  CHECK(must(parse_config(encdec + R"("pad_token_id": 39})")).pad_token_id == 39);
}

TEST_CASE("the 50256 that Hugging Face writes into every GPT2Config names no token", "[config]") {
  const ModelConfig config = must(parse_config(
      gpt2_with(R"("bos_token_id": 50256, "eos_token_id": 50256, "pad_token_id": 96)")));
  CHECK_FALSE(config.bos_token_id);
  CHECK(config.eos_token_ids.empty());
  CHECK(config.pad_token_id == 96);
}

TEST_CASE("a config made by hand is checked as well", "[config]") {
  ModelConfig config = must(parse_config(gpt2_with("")));
  CHECK(check_config(config).ok());
  SECTION("heads") {
    config.num_heads = 0;
    CHECK(message_of(check_config(config)) ==
          "the config has 0 attention heads, expected 1 to 65536");
  }
  SECTION("heads of keys and values") {
    config.num_key_value_heads = 2;
    CHECK(check_config(config).ok());
    CHECK(config.key_width() == 24);
    CHECK(config.qkv_width() == 96);
    config.num_key_value_heads = 3;
    CHECK(message_of(check_config(config)) ==
          "the config has 3 heads of keys and values, which do not divide its 4 attention heads");
  }
  SECTION("layers of another architecture") {
    config.encoder_layers = 1;
    CHECK(message_of(check_config(config)) == "the config has 1 encoder layers, expected 0 to 0");
  }
  SECTION("epsilon") {
    config.norm_epsilon = std::nanf("");
    CHECK(message_of(check_config(config)) ==
          "the config's norm_epsilon is not a number from 1e-45 (about the smallest float) to "
          "below 1");
  }
  SECTION("special tokens") {
    config.eos_token_ids = {97};
    CHECK(message_of(check_config(config)) ==
          "the config's eos_token_id is 97, which is not in its vocabulary of 97");
  }
}

}  // namespace glassformer
