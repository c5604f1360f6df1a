// GPT-2: hidden states, per-head patterns, block details and logits; greedy decoding past the
// context.
#include "glassformer/decoding.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

const std::string kGpt2 = "gpt2_small";

std::map<std::string, Tensor> everything(const Model& model, const std::vector<TokenIds>& batch,
                                         Tensor* logits) {
  HookList hooks;
  hooks.record("*");
  *logits = must(model.forward({batch, {}}, {LogitsWanted::kAll, &hooks})).logits;
  std::map<std::string, Tensor> seen;
  for (NamedTensor& named : hooks.take_recorded()) seen[named.name] = std::move(named.tensor);
  return seen;
}

Model gpt2(const TensorFile& weights) {
  return must(Model::load(must(parse_config(read_file(golden_path(kGpt2 + "_config.json")))),
                          weights.bytes()));
}

// The golden's detail names and ours.
const std::vector<std::pair<std::string, std::string>> kDetails{
    {"ln_1", "ln1"},       {"q", "attn.q"},          {"k", "attn.k"},
    {"v", "attn.v"},       {"attn_out", "attn_out"}, {"resid_mid", "resid_mid"},
    {"ln_2", "ln2"},       {"fc", "mlp.pre"},        {"act", "mlp.post"},
    {"mlp_out", "mlp_out"}};

// (B, H, T, w) → (B, T, H w): what the heads give, side by side.
Tensor heads_joined(const Tensor& z) {
  const std::size_t batch = z.shape[0], heads = z.shape[1], length = z.shape[2], width = z.shape[3];
  Tensor joined({batch, length, heads * width});
  for (std::size_t i = 0; i < z.data.size(); ++i) {
    const std::size_t c = i % width, t = i / width % length, h = i / (width * length) % heads,
                      b = i / (width * length * heads);
    joined.data[((b * length + t) * heads + h) * width + c] = z.data[i];
  }
  return joined;
}

}  // namespace

TEST_CASE("golden: GPT-2's hidden states, patterns, details and logits", "[golden]") {
  need(kGpt2 + "_forward.safetensors");
  const TensorFile weights(kGpt2 + ".safetensors"), golden(kGpt2 + "_forward.safetensors");
  const auto json = read_json(golden_path(kGpt2 + ".json"));
  const Model model = gpt2(weights);
  const std::size_t layers = model.config().decoder_layers;

  for (const auto& [name, description] : json["forward"].items()) {
    INFO(name);
    const Tensor ids = golden[name + ".input_ids"];
    std::vector<TokenIds> batch;
    for (std::size_t b = 0; b < ids.shape[0]; ++b)
      batch.push_back(golden.ids(name + ".input_ids", b));
    Tensor logits;
    auto seen = everything(model, batch, &logits);
    for (std::size_t l = 0; l < layers; ++l) {
      const std::string at = "blocks." + std::to_string(l) + ".", i = std::to_string(l);
      check_close(name + ".hidden." + i, seen[at + "resid_pre"], golden[name + ".hidden." + i]);
      check_close(name + ".hidden after " + i, seen[at + "resid_post"],
                  golden[name + ".hidden." + std::to_string(l + 1)]);
      check_probabilities(name + ".attn_probs." + i, seen[at + "attn.pattern"],
                          golden[name + ".attn_probs." + i]);
      for (const auto& [theirs, ours] : kDetails) {
        const std::string detail = name + ".d." + i + "." + theirs;
        if (golden.has(detail)) check_close(detail, seen[at + ours], golden[detail]);
      }
      const std::string z = name + ".d." + i + ".y";
      if (golden.has(z)) check_close(z, heads_joined(seen[at + "attn.z"]), golden[z]);
      // The golden's scores are the scaled ones; those the causal mask hides are compared before
      // it.
      const std::string scores = name + ".d." + i + ".scores";
      if (golden.has(scores)) {
        const Tensor want = golden[scores];
        Tensor got = seen[at + "attn.raw_scores"];
        const float scale = 1.0F / std::sqrt(static_cast<float>(model.config().head_width()));
        for (std::size_t j = 0; j < got.data.size(); ++j)
          got.data[j] = std::isinf(want.data[j]) ? want.data[j] : got.data[j] * scale;
        check_close(scores, got, want);
      }
    }
    check_close(name + ".final_norm", seen["ln_final"], golden[name + ".final_norm"]);
    check_close(name + ".logits", logits, golden[name + ".logits"]);
    check_close(name + ".logits hook", seen["logits"], golden[name + ".logits"]);

    // Each sequence on its own gives the same as in the batch, and so do the cached steps.
    for (std::size_t b = 0; b < batch.size(); ++b) {
      const auto alone = must(model.forward({{batch[b]}, {}}));
      CHECK(alone.logits.data == block(logits, b, batch.size()));
      auto session = must(model.start_session({batch[b][0]}));
      std::vector<float> row(model.config().vocab_size), cached;
      must(session->start(row));
      cached = row;
      for (std::size_t t = 1; t < batch[b].size(); ++t) {
        must(
            session->advance(std::vector<std::int32_t>{0}, std::vector<TokenId>{batch[b][t]}, row));
        cached.insert(cached.end(), row.begin(), row.end());
      }
      CHECK(cached == alone.logits.data);
    }
  }
}

TEST_CASE("golden: GPT-2 decodes greedily past its context", "[golden]") {
  need(kGpt2 + ".json");
  const TensorFile weights(kGpt2 + ".safetensors");
  const auto json = read_json(golden_path(kGpt2 + ".json"));
  const Model model = gpt2(weights);
  const auto prompt = json["greedy"]["prompt"].get<TokenIds>();
  for (const auto& [name, value] : json["greedy"].items()) {
    if (!name.starts_with("greedy_")) continue;
    const auto want = value.get<TokenIds>();
    auto session = must(model.start_session(prompt));
    GenerationConfig config;
    config.max_new_tokens = want.size() - prompt.size();
    auto generation = must(Generation::create(*session, config, prompt));
    while (!generation->done()) must(generation->step());
    TokenIds got = prompt;
    const TokenIds generated = generation->sequences()[0].ids;
    got.insert(got.end(), generated.begin(), generated.end());
    CHECK(got == want);
  }
}

}  // namespace glassformer
