// The count of what hooks record, against what they did record.
#include "model/run_memory.hpp"

#include <limits>

#include "checkpoint.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "model/key_value_pool.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr std::size_t kRunVocab = 19;

nlohmann::json translator_config() {
  return {{"model_type", "transformer"},
          {"d_model", 8},
          {"n_head", 2},
          {"d_ff", 10},
          {"n_enc", 2},
          {"n_dec", 2},
          {"src_vocab", kRunVocab},
          {"tgt_vocab", kRunVocab},
          {"bos_id", 1},
          {"eos_id", 2},
          {"final_norm", false}};
}

Model loaded(const nlohmann::json& config, const NamedTensors& tensors) {
  return must(Model::load(must(parse_config(config.dump())), bytes_of(safetensors(tensors))));
}

// Floats that a run records under `glob`, and floats that are counted for it.
void check_counted(const Model& model, const ForwardInput& input, const RunSizes& sizes,
                   const std::string& glob) {
  CAPTURE(glob);
  HookList hooks;
  hooks.record(glob);
  must(model.forward(input, {LogitsWanted::kAll, &hooks}));
  std::uint64_t recorded = 0;
  for (const NamedTensor& tensor : hooks.take_recorded()) recorded += tensor.tensor.data.size();
  CHECK(recorded > 0);
  CHECK(hooked_floats(model.config(), sizes, &hooks).total == recorded);
}

TEST_CASE("as many floats are counted as a decoder's hooks record", "[memory][hooks]") {
  const Model model = loaded(nlohmann::json::parse(gpt2_config(3, 3, 12, kRunVocab, 9)),
                             random_gpt2(3, 12, kRunVocab, 9));
  const ForwardInput input{{{1, 2, 3, 4, 5}, {6, 7, 8}}, {}};
  const RunSizes sizes{.batch = 2, .target = 5, .logits = 5};
  for (const char* glob : {"*", "*.attn.pattern", "*.attn.q", "*.mlp.post", "*resid_*", "logits",
                           "*ln*", "*embed", "blocks.1.*"})
    check_counted(model, input, sizes, glob);
}

TEST_CASE("as many floats are counted as an encoder–decoder's hooks record", "[memory][hooks]") {
  const Model model = loaded(translator_config(), random_torch_transformer(8, 10, kRunVocab));
  const ForwardInput input{{{1, 2, 3}}, {{4, 5, 6, 7, 8}}};
  const RunSizes sizes{.target = 3, .source = 5, .logits = 3};
  for (const char* glob :
       {"*", "encoder.*", "decoder.*", "*.cross_attn.k", "*.cross_attn.z", "*.scores", "*.ln3"})
    check_counted(model, input, sizes, glob);
}

TEST_CASE("no hooks, no floats", "[memory][hooks]") {
  const ModelConfig config = must(parse_config(gpt2_config(3, 3, 12, kRunVocab, 9)));
  HookList none;
  CHECK(hooked_floats(config, {.target = 9, .logits = 9}, nullptr).total == 0);
  CHECK(hooked_floats(config, {.target = 9, .logits = 9}, &none).total == 0);
}

TEST_CASE("a run whose recorded tensors would not fit into memory is refused", "[memory][hooks]") {
  // 256 layers' hidden rows of the feed-forward, before and after the activation: 1.3 GB.
  constexpr std::size_t kDeep = 256, kNarrow = 32, kLong = 5000;
  const auto config = nlohmann::json::parse(gpt2_config(kDeep, 1, kNarrow, kRunVocab, kLong));
  const Model model = loaded(config, random_gpt2(kDeep, kNarrow, kRunVocab, kLong));
  CHECK(check_run_memory("this run", model.config(), {.target = kLong}, nullptr).ok());
  HookList hooks;
  hooks.record("*.mlp.*");
  const TokenIds tokens(kLong, 1);
  const auto run = model.forward({{tokens}, {}}, {LogitsWanted::kNone, &hooks});
  CHECK(code_of(run) == ErrorCode::kOutOfMemory);
  CHECK(message_of(run).ends_with("; shorten the text, or ask for fewer hooks"));
  CHECK(code_of(model.start_session(tokens, {}, &hooks)) == ErrorCode::kOutOfMemory);
}

TEST_CASE("keys and values are counted where they are kept", "[memory]") {
  const ModelConfig decoder = must(parse_config(gpt2_config(3, 3, 12, kRunVocab, 9)));
  CHECK(key_value_floats(decoder, {.target = 9}) == 0);
  CHECK(key_value_floats(decoder, {.target = 9, .cached = true}) == 3 * 9 * 2 * 12);
  ModelConfig grouped = decoder;
  grouped.num_key_value_heads = 1;
  CHECK(key_value_floats(grouped, {.target = 9, .cached = true}) == 3 * 9 * 2 * 4);
  const ModelConfig translator = must(parse_config(translator_config().dump()));
  CHECK(key_value_floats(translator, {.batch = 4, .target = 3, .source = 5}) == 4 * 2 * 5 * 2 * 8);
  CHECK(key_value_floats(translator, {.target = 3, .source = 5, .cached = true}) ==
        2 * (3 + 5) * 2 * 8);
}

TEST_CASE("a prompt whose cache would not fit into memory is refused", "[memory][session]") {
  // 1000 layers of 64 floats for each of 5000 tokens: 1.3 GB.
  const ModelConfig deep = must(parse_config(gpt2_config(1000, 1, 32, kRunVocab, 5000)));
  CHECK(check_run_memory("reading", deep, {.target = 5000, .logits = 1}, nullptr).ok());
  CHECK(code_of(check_run_memory("reading", deep, {.target = 5000, .logits = 1, .cached = true},
                                 nullptr)) == ErrorCode::kOutOfMemory);
}

TEST_CASE("sizes of a run that overflow 64 bits are refused", "[memory]") {
  ModelConfig config = must(parse_config(gpt2_config(1000, 1, 65536, kRunVocab, 5000)));
  constexpr std::size_t kMany = std::numeric_limits<std::size_t>::max();
  const RunSizes endless{.batch = kMany, .target = kMany, .logits = kMany, .cached = true};
  CHECK(code_of(check_run_memory("this run", config, endless, nullptr)) == ErrorCode::kOutOfMemory);
}

TEST_CASE("a cache that would outgrow its memory is refused and stays as it was", "[session]") {
  KeyValuePool pool(must(parse_config(gpt2_config(2, 3, 12, kRunVocab, 9))));
  const std::vector<std::int32_t> none{-1}, first{0};
  must(pool.begin(none, 2));
  CHECK(message_of(pool.begin(first, 10'000'000)) ==
        "the key–value cache needs about 1832 MiB, but at most 1024 MiB are given to one call");
  must(pool.begin(first, 1));
  const std::vector<float> rows(3 * 12, 1.0F);
  CHECK(pool.extend(1, rows.data() + 12, 36).keys == 3);
}

}  // namespace
}  // namespace glassformer
