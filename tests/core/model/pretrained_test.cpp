// Real checkpoints made by others, where they are present: in the folder that
// GLASSFORMER_PRETRAINED_DIR names, or shared/pretrained beside the project.
#include "glassformer/decoding.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "places.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr Tolerance kPretrained{2e-5, 1e-5};

std::filesystem::path folder(const std::string& name) {
  const char* chosen = std::getenv("GLASSFORMER_PRETRAINED_DIR");
  const auto base = chosen != nullptr && *chosen != '\0'
                        ? std::filesystem::path(chosen)
                        : std::filesystem::path(GLASSFORMER_TESTS_DIR) / "../../shared/pretrained";
  if (!std::filesystem::exists(base / name)) SKIP(name << " is not in " << base.string());
  return base / name;
}

Model open_model(const std::filesystem::path& path) {
  const TensorFile weights(path / "model.safetensors");
  return must(Model::load(must(parse_config(read_file(path / "config.json"))), weights.bytes()));
}

std::vector<Sequence> decode(const Model& model, TokenIds prompt, TokenIds source,
                             const GenerationConfig& config) {
  auto session = must(model.start_session(std::move(prompt), std::move(source)));
  auto generation = must(Generation::create(*session, config));
  while (!generation->done()) must(generation->step());
  return generation->sequences();
}

}  // namespace

TEST_CASE("pretrained: a GPT that sorts gives its publisher's numbers and sorts", "[pretrained]") {
  const auto path = folder("gpt-nano-sort");
  const Model model = open_model(path);
  const TensorFile reference(path / "reference.safetensors");
  const Tensor ids = reference["input_ids"];
  std::vector<TokenIds> batch;
  for (std::size_t b = 0; b < ids.shape[0]; ++b) batch.push_back(reference.ids("input_ids", b));
  HookList hooks;
  hooks.record("blocks.*.resid_p*");
  hooks.record("blocks.*.attn.pattern");
  hooks.record("ln_final");
  const auto output = must(model.forward({batch, {}}, {LogitsWanted::kAll, &hooks}));
  std::map<std::string, Tensor> seen;
  for (NamedTensor& named : hooks.take_recorded()) seen[named.name] = std::move(named.tensor);
  for (std::size_t l = 0; l < model.config().decoder_layers; ++l) {
    const std::string at = "blocks." + std::to_string(l) + ".", i = std::to_string(l);
    check_close("hidden." + i, seen[at + "resid_pre"], reference["hidden." + i]);
    check_probabilities("attn_probs." + i, seen[at + "attn.pattern"], reference["attn_probs." + i]);
    check_close("upstream.hidden." + i, seen[at + "resid_pre"], reference["upstream.hidden." + i],
                kPretrained);
  }
  check_close("final_norm", seen["ln_final"], reference["final_norm"]);
  check_close("logits", output.logits, reference["logits"]);
  check_close("upstream.logits", output.logits, reference["upstream.logits"], kPretrained);

  const auto json = read_json(path / "reference.json");
  for (const auto& item : json["cases"]) {
    GenerationConfig config;
    const auto want = item["greedy"].get<TokenIds>();
    config.max_new_tokens = want.size();
    CHECK(decode(model, item["input"].get<TokenIds>(), {}, config)[0].ids == want);
  }
}

TEST_CASE(
    "pretrained: a transliterator of 6+6 layers gives its reference outputs, greedy and by beams",
    "[pretrained]") {
  const auto path = folder("aren-transliteration");
  const Model model = open_model(path);
  const TensorFile reference(path / "reference.safetensors");
  for (std::size_t n = 0; reference.has(std::to_string(n) + ".source_ids"); ++n) {
    const std::string at = std::to_string(n) + ".";
    HookList hooks;
    hooks.record("encoder.ln_final");
    const auto output = must(
        model.forward({{reference.ids(at + "decoder_ids")}, {reference.ids(at + "source_ids")}},
                      {LogitsWanted::kAll, &hooks}));
    check_close(at + "memory", hooks.take_recorded()[0].tensor, reference[at + "memory"],
                kPretrained);
    check_close(at + "logits", output.logits, reference[at + "logits"], kPretrained);
  }

  const auto json = read_json(path / "reference.json");
  GenerationConfig config;
  config.max_new_tokens = 40;
  config.eos_token_ids = model.config().eos_token_ids;
  config.beam_rule = BeamRule::kGnmt;
  config.length_penalty = 0.0F;
  const auto check = [&](const Sequence& got, const nlohmann::json& want) {
    CHECK(got.ids == want["ids"].get<TokenIds>());
    CHECK_THAT(got.score, Catch::Matchers::WithinAbs(want["score"].get<double>(), 1e-4));
  };
  for (const auto& item : json["cases"]) {
    const auto source = item["source_ids"].get<TokenIds>();
    config.num_beams = config.num_return_sequences = 1;
    check(decode(model, {}, source, config)[0], item["greedy"]);
    for (std::size_t beams : {2U, 4U}) {
      config.num_beams = config.num_return_sequences = beams;
      const auto& hypotheses = item["beam" + std::to_string(beams)]["hypotheses"];
      const auto sequences = decode(model, {}, source, config);
      REQUIRE(sequences.size() == hypotheses.size());
      for (std::size_t i = 0; i < sequences.size(); ++i) check(sequences[i], hypotheses[i]);
    }
  }

  // A given beginning: "ats" leads to another ending.
  const std::string vocabulary = read_file(path / "target_vocabulary.txt");
  auto tokenizer = must(make_tokenizer(
      {.tokenizer_json = {}, .vocab_json = {}, .merges_txt = {}, .vocab_txt = vocabulary}));
  for (const auto& item : json["published_by_upstream_tests"]) {
    if (!item.contains("target_prefix")) continue;
    const std::string source_text = item["source"].get<std::string>();
    auto source_tokenizer =
        must(make_tokenizer({.tokenizer_json = {},
                             .vocab_json = {},
                             .merges_txt = {},
                             .vocab_txt = read_file(path / "source_vocabulary.txt")}));
    const auto ids_of = [](const Tokenizer& with, const std::string& text) {
      TokenIds ids;
      for (const Token& token : must(with.encode(text))) ids.push_back(token.id);
      return ids;
    };
    config.num_beams = config.num_return_sequences = 1;
    config.forced_tokens = ids_of(*tokenizer, item["target_prefix"].get<std::string>());
    const Sequence got = decode(model, {}, ids_of(*source_tokenizer, source_text), config)[0];
    CHECK(must(tokenizer->decode(got.ids)) == item["expected"].get<std::string>());
  }
}

}  // namespace glassformer
