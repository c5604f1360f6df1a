// The models that come with the project: each folder's golden.json holds what PyTorch computes from
// the same weights (npx glassformer golden writes it; web/src/client/golden.ts says what is in it).
#include "glassformer/decoding.hpp"
#include "glassformer/model.hpp"
#include "places.hpp"
#include "tokenizers.hpp"

namespace glassformer {
namespace {

using namespace test;
using Json = nlohmann::json;

std::vector<std::filesystem::path> shipped_folders() {
  const auto models = std::filesystem::path(GLASSFORMER_TESTS_DIR) / "../models";
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(models)) {
    if (std::filesystem::exists(entry.path() / "golden.json")) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

// `prefix` tells a source's tokenizer; without one of its own the target's serves both sides.
std::unique_ptr<Tokenizer> open_tokenizer(const std::filesystem::path& folder,
                                          const std::string& prefix) {
  const auto text = [&](const std::string& name) {
    const auto path = folder / (prefix + name);
    return std::filesystem::exists(path) ? read_file(path) : std::string();
  };
  auto tokenizer = must(make_tokenizer({.tokenizer_json = text("tokenizer.json"),
                                        .vocab_json = text("vocab.json"),
                                        .merges_txt = text("merges.txt"),
                                        .vocab_txt = text("vocab.txt")}));
  if (tokenizer == nullptr && !prefix.empty()) return open_tokenizer(folder, "");
  REQUIRE(tokenizer != nullptr);
  return tokenizer;
}

struct ShippedModel {
  Json golden;
  Model model;
  std::unique_ptr<Tokenizer> tokenizer, source_tokenizer;

  explicit ShippedModel(const std::filesystem::path& folder)
      : golden(read_json(folder / "golden.json")),
        model(must(Model::load(must(parse_config(read_file(folder / "config.json"))),
                               TensorFile(folder / "model.safetensors").bytes()))),
        tokenizer(open_tokenizer(folder, "")),
        source_tokenizer(open_tokenizer(folder, "source_")) {}

  bool translates() const { return model.config().architecture == Architecture::kEncoderDecoder; }
};

// Of a tensor whose values are not all in the file, those at its places.
void check_activation(const std::string& name, const Tensor& got, const Json& want,
                      Tolerance tolerance) {
  CHECK(got.shape == want["shape"].get<Shape>());
  std::vector<float> values = got.data;
  if (want.contains("places")) {
    values.clear();
    for (const Json& place : want["places"]) values.push_back(got.data.at(place));
  }
  check_close(name, values, want["data"].get<std::vector<float>>(), tolerance);
}

}  // namespace

TEST_CASE("shipped models: every tensor in golden.json is what PyTorch computes", "[shipped]") {
  const auto folders = shipped_folders();
  REQUIRE_FALSE(folders.empty());
  for (const auto& folder : folders) {
    INFO(folder.filename().string());
    const ShippedModel shipped(folder);
    const Json& input = shipped.golden["input"];
    ForwardInput batch{{input["ids"].get<TokenIds>()}, {}};
    if (shipped.translates()) batch.source.push_back(input["source_ids"].get<TokenIds>());
    const Json& activations = shipped.golden["activations"];
    REQUIRE(activations.contains(shipped.translates() ? "decoder.logits" : "logits"));
    HookList hooks;
    for (const auto& [name, want] : activations.items()) hooks.record(name);
    (void)must(shipped.model.forward(batch, {LogitsWanted::kAll, &hooks}));
    const auto recorded = hooks.take_recorded();
    CHECK(recorded.size() == activations.size());
    const Tolerance tolerance{shipped.golden["tolerance"]["absolute"],
                              shipped.golden["tolerance"]["relative"]};
    CHECK(tolerance.absolute <= kForward.absolute);
    CHECK(tolerance.relative <= kForward.relative);
    for (const auto& [name, tensor] : recorded) {
      check_activation(name, tensor, activations[name], tolerance);
    }
  }
}

TEST_CASE("shipped models: texts have the tokens that golden.json names", "[shipped]") {
  for (const auto& folder : shipped_folders()) {
    INFO(folder.filename().string());
    const ShippedModel shipped(folder);
    const Json& input = shipped.golden["input"];
    Ids ids = ids_of(*shipped.tokenizer, input["text"].get<std::string>());
    if (shipped.translates()) {
      const ModelConfig& config = shipped.model.config();
      const auto start =
          config.decoder_start_token_id ? config.decoder_start_token_id : config.bos_token_id;
      REQUIRE(start.has_value());
      ids.insert(ids.begin(), *start);
      CHECK(ids_of(*shipped.source_tokenizer, input["source"].get<std::string>()) ==
            input["source_ids"].get<Ids>());
    }
    CHECK(ids == input["ids"].get<Ids>());
  }
}

TEST_CASE("shipped models: texts are continued, or translated, as PyTorch does it", "[shipped]") {
  for (const auto& folder : shipped_folders()) {
    INFO(folder.filename().string());
    const ShippedModel shipped(folder);
    for (const Json& item : shipped.golden["generated"]) {
      const std::string text = item["text"].get<std::string>();
      INFO(text);
      GenerationConfig config;
      config.max_new_tokens = item["options"]["max_new_tokens"].get<std::size_t>();
      config.eos_token_ids = shipped.model.config().eos_token_ids;
      TokenIds prompt, source;
      if (shipped.translates()) {
        source = ids_of(*shipped.source_tokenizer, text);
      } else {
        prompt = ids_of(*shipped.tokenizer, text);
      }
      const auto session = must(shipped.model.start_session(prompt, source));
      const auto generation = must(Generation::create(*session, config));
      while (!generation->done()) must(generation->step());
      const TokenIds got = generation->sequences()[0].ids;
      CHECK(must(shipped.tokenizer->decode(got)) == item["continuation"].get<std::string>());
      if (item.contains("ids")) CHECK(got == item["ids"].get<TokenIds>());
    }
  }
}

}  // namespace glassformer
