// Running a model, its logit lens, reading and changing its weights, and bad inputs.
#include "glassformer/model.hpp"

#include "messages.hpp"
#include "small_gpt2.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("sequences of unequal length in one batch give what each gives alone", "[model]") {
  const Model model = small_gpt2();
  const std::vector<TokenIds> batch{{1, 2, 3, 4, 5}, {6, 7}, {8}};
  const auto together = must(model.forward({batch, {}})).logits;
  const auto last = must(model.forward({batch, {}}, {LogitsWanted::kLast, nullptr})).logits;
  REQUIRE(together.shape == Shape{3, 5, kVocab});
  REQUIRE(last.shape == Shape{3, 1, kVocab});
  for (std::size_t b = 0; b < batch.size(); ++b) {
    const auto alone = logits(model, batch[b]);
    std::vector<float> rows = block(together, b, batch.size());
    rows.resize(alone.size());
    CHECK(rows == alone);
    CHECK(block(last, b, batch.size()) == std::vector<float>(alone.end() - kVocab, alone.end()));
  }
}

TEST_CASE("the logit lens of the last layer's stream is the logits", "[model]") {
  const Model model = small_gpt2();
  HookList hooks;
  hooks.record("blocks.1.resid_post");
  const auto expected = logits(model, {5, 6, 7}, &hooks);
  const Tensor residual = hooks.take_recorded()[0].tensor;
  CHECK(must(model.logit_lens(residual.view())).data == expected);
  CHECK_FALSE(model.logit_lens(Tensor({3, kWidth + 1}).view()).ok());
}

TEST_CASE("a logit lens of more rows than memory is given to is refused, and the model lives on",
          "[model]") {
  // 65,536 rows of 65,536 logits: 2^32 numbers, which are 0 in 32 bits.
  constexpr std::size_t kMany = 65536;
  const std::string file = safetensors(random_gpt2(1, 2, kMany, kContext));
  const Model model =
      must(Model::load(must(parse_config(gpt2_config(1, 1, 2, kMany, kContext))), bytes_of(file)));
  const auto before = logits(model, {1, 2});
  const auto refused = model.logit_lens(Tensor({kMany, 2}).view());
  CHECK(code_of(refused) == ErrorCode::kOutOfMemory);
  CHECK(message_of(refused) ==
        "a logit lens of these rows needs about 16385 MiB, but at most 1024 MiB are given to one "
        "call");
  CHECK(logits(model, {1, 2}) == before);
}

TEST_CASE("a weight can be read, changed and put back, bit for bit", "[model]") {
  Model model = small_gpt2();
  const auto before = logits(model, {1, 2, 3});
  for (const WeightInfo& info : model.weights()) {
    INFO(info.name);
    const Tensor original = must(model.weight(info.name));
    CHECK(original.shape == info.shape);
    std::vector<float> changed = original.data;
    for (float& value : changed) value += 0.25F;
    must(model.set_weight(info.name, changed));
    CHECK(must(model.weight(info.name)).data == changed);
    CHECK(logits(model, {1, 2, 3}) != before);
    must(model.set_weight(info.name, original.data));
    CHECK(logits(model, {1, 2, 3}) == before);
  }
  CHECK(model.set_weight("wte.weight", std::vector<float>(3)).error().message ==
        "the weight 'wte.weight' of shape [17, 12] takes 204 values, found 3");
  CHECK(model.weight("nonsense").error().message == "this model has no weight named 'nonsense'");
  CHECK_FALSE(model.set_weight("ln_f.bias", std::vector<float>(kWidth, std::nanf(""))).ok());
}

TEST_CASE("bad inputs get a sentence", "[model]") {
  const Model model = small_gpt2();
  const auto problem = [&](ForwardInput input) { return model.forward(input).error().message; };
  CHECK(problem({{}, {}}) == "input: at least one sequence is needed, found none");
  CHECK(problem({{{}}, {}}) == "input: a sequence needs at least one token, found an empty one");
  CHECK(problem({{{1, 17}}, {}}) == "input[1] is 17; expected an id from 0 to 16");
  CHECK(problem({{{-1}}, {}}) == "input[0] is -1; expected an id from 0 to 16");
  CHECK(problem({{TokenIds(10, 1)}, {}}) ==
        "input: found 10 tokens, but this model's context holds 9");
  CHECK(problem({{{1}}, {{1}}}) == "this model has no encoder, so it takes no source");
}

TEST_CASE("a run that would not fit into memory is refused with its size", "[model]") {
  const std::string config = gpt2_config(1, 2, 4, 5, 30000);
  const Model model = must(load(random_gpt2(1, 4, 5, 30000), config));
  const auto refused = model.forward({{TokenIds(30000, 1)}, {}}, {LogitsWanted::kNone, nullptr});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kOutOfMemory);
  CHECK(refused.error().message.find("MiB") != std::string::npos);
}

}  // namespace glassformer
