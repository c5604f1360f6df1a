// The encoder–decoder: hidden states and patterns of a padded batch, each sentence alone, greedy
// and beam decoding.
#include "glassformer/decoding.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "kernels/kernels.hpp"

namespace glassformer {
namespace {

using namespace test;

const std::string kEncdec = "seed004_encdec";

Model encoder_decoder(const nlohmann::json& json) {
  const TensorFile weights(kEncdec + "_weights.safetensors");
  return must(Model::load(must(parse_config(json["config"].dump())), weights.bytes()));
}

// Four layers deep, PyTorch's own float32 run is 2.7e-6 away from these patterns.
constexpr Tolerance kDeepProbability{4e-6, 0};

// A (B, …) tensor's entries of one sequence without what stands at padded positions: rows (T,
// width) cut to `valid`.
std::vector<float> valid_rows(const Tensor& tensor, std::size_t index, std::size_t batch,
                              std::size_t valid, std::size_t width) {
  std::vector<float> rows = block(tensor, index, batch);
  rows.resize(valid * width);
  return rows;
}

// (B, H, Tq, Tk) → the (H, valid queries, Tk) of one sequence.
std::vector<float> valid_pattern(const Tensor& tensor, std::size_t index, std::size_t queries) {
  const std::vector<float> all = block(tensor, index, tensor.shape[0]);
  const std::size_t heads = tensor.shape[1], length = tensor.shape[2], keys = tensor.shape[3];
  std::vector<float> rows;
  for (std::size_t h = 0; h < heads; ++h) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(h * length * keys);
    rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(queries * keys));
  }
  return rows;
}

struct Batch {
  std::vector<TokenIds> sources, targets;
};

// The padded rows of the file as sequences of their own lengths.
Batch read_batch(const TensorFile& golden) {
  Batch batch;
  const Tensor src = golden["src"], padding = golden["src_padding"];
  for (std::size_t b = 0; b < src.shape[0]; ++b) {
    TokenIds source = golden.ids("src", b);
    std::size_t length = 0;
    while (length < source.size() && padding.data[b * source.size() + length] == 0.0F) ++length;
    source.resize(length);
    batch.sources.push_back(std::move(source));
    batch.targets.push_back(golden.ids("tgt_in", b));
  }
  return batch;
}

}  // namespace

TEST_CASE("golden: the encoder–decoder's hidden states, patterns and logits over a padded batch",
          "[golden]") {
  need(kEncdec + "_forward.safetensors");
  const TensorFile golden(kEncdec + "_forward.safetensors");
  const Model model = encoder_decoder(read_json(golden_path(kEncdec + ".json")));
  const ModelConfig& config = model.config();
  const Batch batch = read_batch(golden);
  const std::size_t n = batch.sources.size(), d = config.d_model;
  HookList hooks;
  hooks.record("*");
  const auto output =
      must(model.forward({batch.targets, batch.sources}, {LogitsWanted::kAll, &hooks}));
  std::map<std::string, Tensor> seen;
  for (NamedTensor& named : hooks.take_recorded()) seen[named.name] = std::move(named.tensor);

  // hidden.0 are the embeddings, hidden.i what layer i gives on: under post-norm, its last norm's
  // output.
  const auto hidden_hook = [&](const std::string& stack, std::size_t i, std::size_t layers,
                               const char* last_norm) {
    return i < layers ? stack + ".blocks." + std::to_string(i) + ".resid_pre"
                      : stack + ".blocks." + std::to_string(layers - 1) + last_norm;
  };
  for (std::size_t b = 0; b < n; ++b) {
    const std::size_t length = batch.sources[b].size(), steps = batch.targets[b].size();
    for (std::size_t i = 0; i <= config.encoder_layers; ++i) {
      check_close("enc.hidden." + std::to_string(i),
                  valid_rows(seen[hidden_hook("encoder", i, config.encoder_layers, ".ln2")], b, n,
                             length, d),
                  valid_rows(golden["enc.hidden." + std::to_string(i)], b, n, length, d));
    }
    check_close(
        "memory",
        valid_rows(
            seen[hidden_hook("encoder", config.encoder_layers, config.encoder_layers, ".ln2")], b,
            n, length, d),
        valid_rows(golden["memory"], b, n, length, d));
    for (std::size_t i = 0; i < config.encoder_layers; ++i) {
      check_close(
          "enc.attn_probs." + std::to_string(i),
          valid_pattern(seen["encoder.blocks." + std::to_string(i) + ".attn.pattern"], b, length),
          valid_pattern(golden["enc.attn_probs." + std::to_string(i)], b, length),
          kDeepProbability);
    }
    for (std::size_t i = 0; i <= config.decoder_layers; ++i) {
      check_close("dec.hidden." + std::to_string(i),
                  valid_rows(seen[hidden_hook("decoder", i, config.decoder_layers, ".ln3")], b, n,
                             steps, d),
                  valid_rows(golden["dec.hidden." + std::to_string(i)], b, n, steps, d));
    }
  }
  for (std::size_t i = 0; i < config.decoder_layers; ++i) {
    const std::string at = "decoder.blocks." + std::to_string(i) + ".";
    check_probabilities("dec.self_probs", seen[at + "attn.pattern"],
                        golden["dec.self_probs." + std::to_string(i)], kDeepProbability);
    check_probabilities("dec.cross_probs", seen[at + "cross_attn.pattern"],
                        golden["dec.cross_probs." + std::to_string(i)], kDeepProbability);
  }
  check_close("logits", output.logits, golden["logits"]);
  Tensor log_probabilities = output.logits;
  const std::size_t vocabulary = log_probabilities.shape.back();
  for (std::size_t at = 0; at < log_probabilities.data.size(); at += vocabulary)
    kernels::active().log_softmax(log_probabilities.data.data() + at, vocabulary);
  check_close("log_probs", log_probabilities, golden["log_probs"], {2e-5, 1e-5});
}

TEST_CASE(
    "golden: each sentence alone is encoded as in the batch, and predicts the same first token",
    "[golden]") {
  need(kEncdec + "_forward.safetensors");
  const TensorFile golden(kEncdec + "_forward.safetensors");
  const Model model = encoder_decoder(read_json(golden_path(kEncdec + ".json")));
  std::size_t n = 0;
  for (; golden.has("single." + std::to_string(n) + ".src"); ++n) {
    const std::string at = "single." + std::to_string(n) + ".";
    HookList hooks;
    hooks.record("encoder.blocks.*.ln2");
    const TokenIds start{*model.config().bos_token_id};
    auto output =
        must(model.forward({{start}, {golden.ids(at + "src")}}, {LogitsWanted::kLast, &hooks}));
    check_close(at + "memory", hooks.take_recorded().back().tensor, golden[at + "memory"]);
    kernels::active().log_softmax(output.logits.data.data(), output.logits.data.size());
    check_close(at + "first_log_probs", output.logits, golden[at + "first_log_probs"],
                {2e-5, 1e-5});
  }
  CHECK(n > 0);
}

namespace {

// The beams after every step, in the golden's order. Greedy decoding has no beams: its one
// hypothesis grows by the steps' tokens.
void check_trace(const std::vector<GenerationStep>& steps, const nlohmann::json& trace,
                 const std::vector<TokenId>& greedy_ids) {
  REQUIRE(steps.size() == trace.size());
  double score = 0;
  for (std::size_t t = 0; t < steps.size(); ++t) {
    CAPTURE(t);
    if (!greedy_ids.empty()) {
      score += static_cast<double>(steps[t].log_probability);
      REQUIRE(trace[t].size() == 1);
      CHECK(trace[t][0]["ids"].get<TokenIds>() ==
            TokenIds(greedy_ids.begin(), greedy_ids.begin() + static_cast<std::ptrdiff_t>(t + 1)));
      CHECK_THAT(score, Catch::Matchers::WithinAbs(trace[t][0]["score"].get<double>(), 1e-4));
      continue;
    }
    REQUIRE(steps[t].beams.size() == trace[t].size());
    for (std::size_t i = 0; i < trace[t].size(); ++i) {
      const Beam& got = steps[t].beams[i];
      const auto& want = trace[t][i];
      CHECK(got.ids == want["ids"].get<TokenIds>());
      CHECK_THAT(got.score, Catch::Matchers::WithinAbs(want["score"].get<double>(), 1e-4));
      CHECK_THAT(got.normalized_score,
                 Catch::Matchers::WithinAbs(want["rank"].get<double>(), 1e-4));
      CHECK(got.finished == want["done"].get<bool>());
    }
  }
}

}  // namespace

TEST_CASE("golden: the encoder–decoder decodes greedily and by beams", "[golden]") {
  need(kEncdec + ".json");
  const auto json = read_json(golden_path(kEncdec + ".json"));
  const Model model = encoder_decoder(json);
  const auto& decoding = json["decoding"];
  GenerationConfig config;
  config.max_new_tokens = decoding["max_new_tokens"].get<std::size_t>();
  config.eos_token_ids = model.config().eos_token_ids;
  config.beam_rule = BeamRule::kGnmt;

  std::size_t traces = 0;
  for (const auto& item : decoding["cases"]) {
    const auto source = item["source"].get<TokenIds>();
    std::vector<GenerationStep> steps;
    const auto decode = [&](std::size_t beams, float alpha) {
      steps.clear();
      config.num_beams = config.num_return_sequences = beams;
      config.length_penalty = alpha;
      auto session = must(model.start_session({}, source));
      auto generation = must(Generation::create(*session, config));
      while (!generation->done()) steps.push_back(must(generation->step()));
      return generation->sequences();
    };
    const Sequence greedy = decode(1, 1.0F)[0];
    CHECK(greedy.ids == item["greedy"]["ids"].get<TokenIds>());
    CHECK_THAT(greedy.score,
               Catch::Matchers::WithinAbs(item["greedy"]["score"].get<double>(), 1e-4));
    for (const auto& beam : item["beam"]) {
      const auto sequences =
          decode(beam["beam_size"].get<std::size_t>(), beam["alpha"].get<float>());
      REQUIRE(sequences.size() == beam["hypotheses"].size());
      for (std::size_t i = 0; i < sequences.size(); ++i) {
        const auto& want = beam["hypotheses"][i];
        CHECK(sequences[i].ids == want["ids"].get<TokenIds>());
        CHECK_THAT(sequences[i].score,
                   Catch::Matchers::WithinAbs(want["score"].get<double>(), 1e-4));
        CHECK_THAT(sequences[i].normalized_score,
                   Catch::Matchers::WithinAbs(want["rank"].get<double>(), 1e-4));
        CHECK(sequences[i].finished == want["finished"].get<bool>());
      }
      if (!beam.contains("trace")) continue;
      check_trace(steps, beam["trace"],
                  config.num_beams == 1 ? sequences[0].ids : std::vector<TokenId>{});
      ++traces;
    }
  }
  CHECK(traces > 0);
}

}  // namespace glassformer
