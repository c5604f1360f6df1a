// The three articles with worked numbers: self-attention over a sentence, the hand-made (aab)*
// transformer, and the three-input example with integer weights.
#include <cstdio>

#include "checkpoint.hpp"
#include "glassformer/article/seeded_self_attention.hpp"
#include "glassformer/attention.hpp"
#include "glassformer/decoding.hpp"
#include "glassformer/model.hpp"
#include "glassformer/random.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

const std::string kSentence = "seed000_self_attention", kAab = "seed001_aab",
                  kIntegers = "seed002_attention";

Tensor drawn(Generator& generator, Shape shape, void (Generator::*draw)(std::span<float>)) {
  Tensor tensor(std::move(shape));
  (generator.*draw)(tensor.data);
  return tensor;
}

std::size_t size(const nlohmann::json& json, const char* name) {
  return json[name].get<std::size_t>();
}

SelfAttention attention_of_sentence(const nlohmann::json& json, const TensorFile& golden) {
  const std::uint64_t seed = json["torch_manual_seed"].get<std::uint64_t>();
  const std::size_t d = size(json, "d");
  Generator embedding_generator(seed), weight_generator(seed);
  const Tensor table = drawn(embedding_generator, {size(json, "vocab_size"), d}, &Generator::randn);
  Tensor embedded({json["ids"].size(), d});
  for (std::size_t t = 0; t < json["ids"].size(); ++t) {
    std::copy_n(
        table.data.begin() + json["ids"][t].get<std::ptrdiff_t>() * static_cast<std::ptrdiff_t>(d),
        d, embedded.data.begin() + static_cast<std::ptrdiff_t>(t * d));
  }
  check_close("embedded", embedded, golden["embedded"], {1e-6, 1e-6});
  const Tensor w_query = drawn(weight_generator, {d, size(json, "d_q")}, &Generator::rand);
  const Tensor w_key = drawn(weight_generator, {d, size(json, "d_k")}, &Generator::rand);
  const Tensor w_value = drawn(weight_generator, {d, size(json, "d_v")}, &Generator::rand);
  check_close("W_query", w_query, golden["W_query"], {0, 0});
  check_close("W_key", w_key, golden["W_key"], {0, 0});
  check_close("W_value", w_value, golden["W_value"], {0, 0});
  return must(self_attention(embedded.view(), w_query.view(), w_key.view(), w_value.view(), true));
}

}  // namespace

TEST_CASE("golden: a sentence's words get the article's ids", "[golden]") {
  need(kSentence + ".json");
  const auto json = read_json(golden_path(kSentence + ".json"));
  const auto words = must(article_words(json["sentence"].get<std::string>()));
  REQUIRE(words.size() == json["ids"].size());
  need(kSentence + ".safetensors");
  CHECK(TensorFile(kSentence + ".safetensors").ids("ids") == json["ids"].get<TokenIds>());
  for (std::size_t i = 0; i < words.size(); ++i) {
    CHECK(words[i].id == json["ids"][i].get<TokenId>());
    CHECK(json["word_ids"][words[i].text].get<TokenId>() == words[i].id);
  }
}

TEST_CASE("golden: self-attention over a sentence from PyTorch's random weights", "[golden]") {
  need(kSentence + ".safetensors");
  const TensorFile golden(kSentence + ".safetensors");
  const auto json = read_json(golden_path(kSentence + ".json"));
  const SelfAttention result = attention_of_sentence(json, golden);
  check_close("queries", result.query, golden["queries"]);
  check_close("keys", result.key, golden["keys"]);
  check_close("values", result.value, golden["values"]);
  check_close("scores", result.attention.raw_scores, golden["scores"]);
  check_probabilities("attention weights", result.attention.pattern, golden["attention_weights"]);
  check_close("output", result.attention.z, golden["output"]);

  const std::size_t row = size(json, "row_of_the_single_query"), count = json["ids"].size();
  check_close("query_2", block(result.query, row, count), golden["query_2"].data);
  check_close("key_2", block(result.key, row, count), golden["key_2"].data);
  check_close("value_2", block(result.value, row, count), golden["value_2"].data);
  const std::vector<float> omega_2 = block(result.attention.raw_scores, row, count);
  check_close("omega_2", omega_2, golden["omega_2"].data);
  const std::vector<float> omega_24{omega_2.at(size(json, "row_of_omega_24_key"))};
  check_close("omega_24", omega_24, golden["omega_24"].data);
  check_close("attention_weights_2", block(result.attention.pattern, row, count),
              golden["attention_weights_2"].data, kProbability);
  check_close("context_vector_2", block(result.attention.z, row, count),
              golden["context_vector_2"].data);
}

TEST_CASE("golden: the printed digits of the self-attention article appear", "[golden]") {
  need(kSentence + ".json");
  const auto json = read_json(golden_path(kSentence + ".json"));
  need(json.contains("printed_in_article"), "the article's own sentence");
  const std::size_t words = json["ids"].size(), row = size(json, "row_of_the_single_query"),
                    key = size(json, "row_of_omega_24_key");
  const auto example = must(seeded_self_attention(json["sentence"].get<std::string>()));
  const auto& printed = json["printed_in_article"];
  std::size_t different = 0;
  const auto compare = [&](const char* name, const nlohmann::json& want,
                           std::span<const float> got) {
    std::size_t i = 0;
    for (const auto& value : want.flatten()) {
      char digits[32], wanted[32];
      std::snprintf(digits, sizeof digits, "%.4f", static_cast<double>(got[i]));
      std::snprintf(wanted, sizeof wanted, "%.4f", number(value));
      // The one digit that exact arithmetic does not give: -0.26264992, printed as -0.2627.
      const bool known =
          std::string(name) == "output" && i == 10 && std::string(wanted) == "-0.2627";
      if (known) {
        CHECK(std::string(digits) == "-0.2626");
        ++different;
      } else {
        INFO(name << "[" << i << "]");
        CHECK(std::string(digits) == wanted);
      }
      ++i;
    }
    CHECK(i == got.size());
  };
  const AttentionOutput& attention = example.result.attention;
  compare("embedded", printed["embedded"], example.embedded.data);
  const std::vector<float> omega_2 = block(attention.raw_scores, row, words);
  compare("omega_24", printed["omega_24"], std::span(omega_2).subspan(key, 1));
  compare("omega_2", printed["omega_2"], omega_2);
  compare("attention_weights_2", printed["attention_weights_2"],
          block(attention.pattern, row, words));
  compare("context_vector_2", printed["context_vector_2"], block(attention.z, row, words));
  compare("output", printed["output"], attention.z.data);
  CHECK(different == 1);
}

TEST_CASE("golden: the three-input example with integer weights", "[golden]") {
  need(kIntegers + ".safetensors");
  const TensorFile golden(kIntegers + ".safetensors");
  const Tensor x = golden["x"], wq = golden["w_query"], wk = golden["w_key"],
               wv = golden["w_value"];
  const auto result = must(self_attention(x.view(), wq.view(), wk.view(), wv.view(), false));
  check_close("k", result.key, golden["k"], {0, 0});
  check_close("q", result.query, golden["q"], {0, 0});
  check_close("v", result.value, golden["v"], {0, 0});
  check_close("scores", result.attention.raw_scores, golden["att_score"], {0, 0});
  check_probabilities("softmax", result.attention.pattern, golden["att_score_softmax"]);
  check_close("output", result.attention.z, golden["output"]);

  // The article's code sums values over queries, not keys: alpha^T v.
  const Tensor& alpha = result.attention.pattern;
  const std::size_t n = x.shape[0], width = wv.shape[1];
  Tensor of_article_code({n, width});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t c = 0; c < width; ++c)
        of_article_code.data[i * width + c] +=
            alpha.data[j * n + i] * result.value.data[j * width + c];
    }
  }
  check_close("output_of_article_code", of_article_code, golden["output_of_article_code"]);

  const auto scaled = must(self_attention(x.view(), wq.view(), wk.view(), wv.view(), true));
  check_close("scaled", scaled.attention.z, golden["outputs_scaled"]);
}

namespace {

// The golden's own weights, under the names of a GPT-2 checkpoint.
std::string aab_checkpoint(const TensorFile& golden) {
  return safetensors({{"wte.weight", golden["wte"]},
                      {"wpe.weight", golden["wpe"]},
                      {"h.0.attn.c_attn.weight", golden["c_attn.w"]},
                      {"h.0.attn.c_attn.bias", golden["c_attn.b"]},
                      {"h.0.attn.c_proj.weight", golden["c_proj.w"]},
                      {"h.0.attn.c_proj.bias", golden["c_proj.b"]}});
}

Model aab_model(const nlohmann::json& json, const TensorFile& golden) {
  const nlohmann::json config{
      {"model_type", "gpt2"},         {"n_layer", 1},   {"n_head", 1},
      {"n_embd", json["n_embed"]},    {"n_inner", 0},   {"vocab_size", json["n_vocab"]},
      {"n_positions", json["n_ctx"]}, {"norm", "none"}, {"final_norm", false},
      {"tie_word_embeddings", true}};
  const std::string file = aab_checkpoint(golden);
  return must(Model::load(must(parse_config(config.dump())), bytes_of(file)));
}

TokenIds letters(const std::string& text) {
  TokenIds ids;
  for (char letter : text) ids.push_back(letter - 'a');
  return ids;
}

// The last n_ctx letters, as the article's window.
TokenIds window(const std::string& text, std::size_t context) {
  return letters(text.size() > context ? text.substr(text.size() - context) : text);
}

}  // namespace

TEST_CASE("golden: every matrix of the hand-made (aab)* transformer", "[golden]") {
  need(kAab + ".safetensors");
  const TensorFile golden(kAab + ".safetensors");
  const auto json = read_json(golden_path(kAab + ".json"));
  const Model model = aab_model(json, golden);
  HookList hooks;
  hooks.record("*");
  const auto output =
      must(model.forward({{golden.ids("tokens")}, {}}, {LogitsWanted::kAll, &hooks}));
  std::map<std::string, Tensor> seen;
  for (NamedTensor& named : hooks.take_recorded()) seen[named.name] = std::move(named.tensor);

  const auto check = [&](const char* hook, const char* name, Tolerance tolerance = kForward) {
    REQUIRE(seen.contains(hook));
    check_close(hook, seen[hook], golden[name], tolerance);
  };
  check("blocks.0.resid_pre", "embedding");
  check("blocks.0.attn.q", "q");
  check("blocks.0.attn.k", "k");
  check("blocks.0.attn.v", "v");
  check("blocks.0.attn.raw_scores", "scores_unscaled");
  check("blocks.0.attn.pattern", "attn_probs", kProbability);
  check("blocks.0.attn.z", "attn_out");
  check("blocks.0.attn_out", "projected");
  check("blocks.0.resid_post", "residual");
  check("logits", "logits");
  check_close("output", output.logits, golden["logits"]);
  check_close("probabilities", softmax(output.logits.view()), golden["probs"], kProbability);

  const Tensor qkv = golden["qkv"];
  const std::size_t rows = qkv.shape[0], third = qkv.shape[1] / 3;
  std::vector<float> joined;
  for (std::size_t t = 0; t < rows; ++t) {
    for (const char* part : {"q", "k", "v"}) {
      const std::vector<float> row = block(seen[std::string("blocks.0.attn.") + part], t, rows);
      REQUIRE(row.size() == third);
      joined.insert(joined.end(), row.begin(), row.end());
    }
  }
  check_close("qkv", joined, qkv.data);

  const Tensor scaled = golden["scores_scaled"], mask = golden["mask"];
  const std::size_t n = scaled.shape[0];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const float got = seen["blocks.0.attn.scores"].data[i * n + j];
      CHECK((j > i) == (mask.data[i * n + j] != 0.0F));
      if (j > i) {
        CHECK(got == -std::numeric_limits<float>::infinity());
      } else {
        CHECK_THAT(got, Catch::Matchers::WithinRel(scaled.data[i * n + j], 1e-5F) ||
                            Catch::Matchers::WithinAbs(0.0, 1e-5));
      }
    }
  }
}

TEST_CASE("golden: the hand-made transformer completes and passes the article's test", "[golden]") {
  need(kAab + ".json");
  const TensorFile golden(kAab + ".safetensors");
  const auto json = read_json(golden_path(kAab + ".json"));
  const Model model = aab_model(json, golden);
  const std::size_t context = size(json, "n_ctx");

  std::size_t correct = 0;
  for (const auto& run : json["accuracy_runs"]) {
    const TokenIds ids = window(run["context"].get<std::string>(), context);
    const auto output = must(model.forward({{ids}, {}}, {LogitsWanted::kLast, nullptr}));
    const auto& logits = output.logits.data;
    const char predicted = logits[1] > logits[0] ? 'b' : 'a';
    CHECK(std::string(1, predicted) == run["predicted"].get<std::string>());
    CHECK_THAT(logits[0], Catch::Matchers::WithinAbs(run["last_logits"][0].get<double>(), 1e-2));
    CHECK_THAT(logits[1], Catch::Matchers::WithinAbs(run["last_logits"][1].get<double>(), 1e-2));
    const Tensor probabilities = softmax(output.logits.view());
    for (std::size_t i = 0; i < 2; ++i)
      CHECK_THAT(probabilities.data[i],
                 Catch::Matchers::WithinAbs(run["last_probs"][i].get<double>(), 2e-6));
    correct += run["expected"].get<std::string>() == std::string(1, predicted) ? 1 : 0;
  }
  CHECK(correct == json["accuracy"]["correct"].get<std::size_t>());
  CHECK(json["accuracy_runs"].size() == json["accuracy"]["total"].get<std::size_t>());

  const std::string demo = json["demo"].get<std::string>();
  const auto& next = json["next_after_each_prefix_of_demo"];
  REQUIRE(next.size() == demo.size());
  const auto whole = must(model.forward({{letters(demo)}, {}}));
  for (std::size_t t = 0; t < demo.size(); ++t) {
    const std::vector<float> logits = block(whole.logits, t, demo.size());
    CHECK((logits[1] > logits[0] ? "b" : "a") == next[t].get<std::string>());
  }

  for (const auto& line : json["completions"]) {
    const std::string text = line.get<std::string>();
    const std::size_t separator = text.find(" :: ");
    const std::string wanted = text.substr(separator + 4);
    auto session = must(model.start_session(letters(text.substr(0, separator))));
    GenerationConfig config;
    config.max_new_tokens = wanted.size();
    auto generation = must(Generation::create(*session, config));
    while (!generation->done()) must(generation->step());
    CHECK(generation->sequences()[0].ids == letters(wanted));
  }
}

}  // namespace glassformer
