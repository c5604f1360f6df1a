// The list of a config's parameters: what a trainer saves and a loader binds.
#include "weights/parameters.hpp"

#include <map>

#include "checkpoint.hpp"
#include "glassformer/training.hpp"
#include "golden.hpp"
#include "messages.hpp"

namespace glassformer {
namespace {

using namespace test;

std::map<std::string, Shape> shapes_of(const std::vector<Parameter>& parameters) {
  std::map<std::string, Shape> shapes;
  for (const Parameter& p : parameters) CHECK(shapes.emplace(p.name, p.shape).second);
  return shapes;
}

ModelConfig config_of(const char* json) { return must(parse_config(json)); }

constexpr const char* kDecoderJson =
    R"({"model_type": "gpt2", "n_layer": 1, "n_head": 2, "n_embd": 8,
  "n_positions": 5, "vocab_size": 7})";
constexpr const char* kTranslatorJson = R"({"model_type": "transformer", "d_model": 8, "n_head": 2,
  "d_ff": 12, "n_enc": 1, "n_dec": 1, "src_vocab": 5, "tgt_vocab": 7, "tie_word_embeddings": false,
  "norm": "pre"})";

TEST_CASE("a decoder's parameters have GPT-2's names and shapes", "[parameters]") {
  const ModelConfig config = config_of(kDecoderJson);
  CHECK(shapes_of(parameters_of(config, written_names(config))) ==
        std::map<std::string, Shape>{{"wte.weight", {7, 8}},
                                     {"wpe.weight", {5, 8}},
                                     {"h.0.ln_1.weight", {8}},
                                     {"h.0.ln_1.bias", {8}},
                                     {"h.0.attn.c_attn.weight", {8, 24}},
                                     {"h.0.attn.c_attn.bias", {24}},
                                     {"h.0.attn.c_proj.weight", {8, 8}},
                                     {"h.0.attn.c_proj.bias", {8}},
                                     {"h.0.ln_2.weight", {8}},
                                     {"h.0.ln_2.bias", {8}},
                                     {"h.0.mlp.c_fc.weight", {8, 32}},
                                     {"h.0.mlp.c_fc.bias", {32}},
                                     {"h.0.mlp.c_proj.weight", {32, 8}},
                                     {"h.0.mlp.c_proj.bias", {8}},
                                     {"ln_f.weight", {8}},
                                     {"ln_f.bias", {8}}});
}

TEST_CASE("an encoder–decoder's parameters have the names and shapes of its modules",
          "[parameters]") {
  const ModelConfig config = config_of(kTranslatorJson);
  const auto shapes = shapes_of(parameters_of(config, written_names(config)));
  CHECK(shapes.at("src_embed.weight") == Shape{5, 8});
  CHECK(shapes.at("encoder.0.attn.c_attn.weight") == Shape{24, 8});
  CHECK(shapes.at("decoder.0.cross_attn.key.weight") == Shape{8, 8});
  CHECK(shapes.at("decoder.0.ffn.net.0.weight") == Shape{12, 8});
  CHECK(shapes.at("decoder.0.norm3.bias") == Shape{8});
  CHECK(shapes.at("generator.weight") == Shape{7, 8});
  CHECK(shapes.at("generator.bias") == Shape{7});
  CHECK(shapes.size() == 2 + (4 + 4 + 4) + (4 + 8 + 4 + 6) + 4 + 2);
}

TEST_CASE("grouped keys and values are narrower columns", "[parameters]") {
  ModelConfig config = config_of(kDecoderJson);
  config.num_key_value_heads = 1;
  const auto shapes = shapes_of(parameters_of(config, written_names(config)));
  CHECK(shapes.at("h.0.attn.c_attn.weight") == Shape{8, 8 + 4 + 4});
  CHECK(shapes.at("h.0.attn.c_proj.weight") == Shape{8, 8});
  config = config_of(kTranslatorJson);
  config.num_key_value_heads = 1;
  CHECK(shapes_of(parameters_of(config, written_names(config)))
            .at("decoder.0.cross_attn.value.weight") == Shape{4, 8});
}

TEST_CASE("initial values are GPT-2's or torch.nn.Transformer's", "[parameters]") {
  const auto find = [](const std::vector<Parameter>& all, const std::string& name) {
    for (const Parameter& p : all) {
      if (p.name == name) return p;
    }
    FAIL("no parameter " << name);
    return Parameter{};
  };
  ModelConfig config = config_of(kDecoderJson);
  auto all = parameters_of(config, written_names(config));
  CHECK(find(all, "h.0.attn.c_attn.weight").initial == Initial::kNormal);
  CHECK(find(all, "h.0.attn.c_attn.weight").scale == 0.02);
  CHECK(find(all, "h.0.mlp.c_proj.weight").scale == Catch::Approx(0.02 / std::sqrt(2.0)));
  CHECK(find(all, "h.0.ln_1.weight").initial == Initial::kOnes);
  CHECK(find(all, "h.0.ln_1.bias").initial == Initial::kZeros);
  CHECK_FALSE(find(all, "h.0.ln_1.weight").decays());
  CHECK_FALSE(find(all, "h.0.attn.c_attn.bias").decays());
  CHECK(find(all, "wpe.weight").decays());
  config = config_of(kTranslatorJson);
  all = parameters_of(config, written_names(config));
  CHECK(find(all, "encoder.0.attn.c_attn.weight").initial == Initial::kUniform);
  CHECK(find(all, "encoder.0.attn.c_attn.weight").scale == Catch::Approx(std::sqrt(6.0 / 32.0)));
  CHECK(find(all, "src_embed.weight").scale == Catch::Approx(1.0 / std::sqrt(8.0)));
}

TEST_CASE("what a trainer saves is the list, and the model that opens it holds the list",
          "[parameters]") {
  for (const char* json : {kDecoderJson, kTranslatorJson}) {
    const ModelConfig config = config_of(json);
    const auto listed = shapes_of(parameters_of(config, written_names(config)));
    const Trainer trainer = must(Trainer::create(config, {}));
    const auto named = [](const auto& infos) {
      std::map<std::string, Shape> shapes;
      for (const auto& info : infos) shapes[info.name] = info.shape;
      return shapes;
    };
    CHECK(named(trainer.parameters()) == listed);
    CHECK(named(must(trainer.model()).weights()) == listed);
  }
}

WeightInfo info_of(const Model& model, const std::string& name) {
  for (const WeightInfo& info : model.weights()) {
    if (info.name == name) return info;
  }
  FAIL("no weight " << name);
  return {};
}

TEST_CASE("a model says what each of its weights is for, in whatever names its file has",
          "[parameters]") {
  const Model gpt2 = must(Model::load(must(parse_config(gpt2_config(2, 2, 8, 7, 5))),
                                      bytes_of(safetensors(random_gpt2(2, 8, 7, 5)))));
  const WeightInfo out = info_of(gpt2, "h.1.attn.c_proj.bias");
  CHECK(out.role == Role::kSelfOut);
  CHECK(out.is_bias);
  CHECK(out.stack == Stack::kDecoder);
  CHECK(out.layer == 1);
  CHECK(info_of(gpt2, "h.0.mlp.c_proj.weight").role == Role::kFeedForwardOut);
  CHECK(info_of(gpt2, "h.0.mlp.c_proj.weight").layout == WeightLayout::kInOut);
  CHECK(info_of(gpt2, "h.1.ln_2.weight").sublayer == Sublayer::kFeedForward);
  CHECK(info_of(gpt2, "ln_f.weight").role == Role::kFinalNorm);
  CHECK(info_of(gpt2, "wte.weight").role == Role::kEmbedding);

  NamedTensors tensors = random_torch_transformer(8, 12, 7);
  Generator generator(3);
  tensors.push_back({"out_bias", random_tensor(generator, {7})});
  const Model torch = must(Model::load(
      config_of(R"({"model_type": "transformer", "d_model": 8, "n_head": 2, "d_ff": 12, "n_enc": 2,
                    "n_dec": 2, "src_vocab": 7, "tgt_vocab": 7, "final_norm": false})"),
      bytes_of(safetensors(tensors))));
  const WeightInfo norm = info_of(torch, "transformer.decoder.layers.1.norm2.weight");
  CHECK(norm.role == Role::kNorm);
  CHECK(norm.stack == Stack::kDecoder);
  CHECK(norm.layer == 1);
  CHECK(norm.sublayer == Sublayer::kCrossAttention);
  const WeightInfo last = info_of(torch, "transformer.encoder.layers.0.norm2.bias");
  CHECK(last.stack == Stack::kEncoder);
  CHECK(last.sublayer == Sublayer::kFeedForward);
  CHECK(info_of(torch, "transformer.decoder.layers.0.linear2.weight").layout ==
        WeightLayout::kOutIn);
  CHECK(info_of(torch, "src_embed.weight").role == Role::kSourceEmbedding);
  CHECK(info_of(torch, "tgt_embed.weight").stack == Stack::kDecoder);
  const WeightInfo bias = info_of(torch, "out_bias");
  CHECK(bias.role == Role::kHead);
  CHECK(bias.is_bias);
}

}  // namespace
}  // namespace glassformer
