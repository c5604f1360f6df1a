// Encoders that classify, as PyTorch's: hidden states, patterns, the pooled row and the logits,
// with each norm, position and pooling; and what is asked of them beside that.
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "model/run_memory.hpp"

namespace glassformer {
namespace {

using namespace test;

std::string classifier_file(const std::string& name, const char* part) {
  return "classifier_" + name + "_" + part;
}

ModelConfig classifier_config(const std::string& name) {
  return must(parse_config(read_file(golden_path(classifier_file(name, "config.json")))));
}

Model classifier(const std::string& name, WeightType type = WeightType::kFloat32) {
  const TensorFile weights(classifier_file(name, "weights.safetensors"));
  return must(Model::load(classifier_config(name), weights.bytes(), type));
}

std::string classifier_case() {
  const auto name = GENERATE(as<std::string>{}, "pre_mean", "post_first", "post_last");
  need(classifier_file(name, "forward.safetensors"));
  return name;
}

std::map<std::string, Tensor> run_classifier(const Model& model, std::vector<TokenIds> tokens,
                                             HookList& hooks) {
  must(model.forward({std::move(tokens), {}}, {LogitsWanted::kIfHooked, &hooks}));
  must(hooks.status());
  std::map<std::string, Tensor> seen;
  for (NamedTensor& named : hooks.take_recorded()) seen[named.name] = std::move(named.tensor);
  return seen;
}

std::map<std::string, Tensor> run_classifier(const Model& model, std::vector<TokenIds> tokens) {
  HookList hooks;
  hooks.record("*");
  return run_classifier(model, std::move(tokens), hooks);
}

}  // namespace

TEST_CASE("golden: the activations and logits of an encoder that classifies", "[golden]") {
  const std::string name = classifier_case();
  CAPTURE(name);
  const TensorFile golden(classifier_file(name, "forward.safetensors"));
  const Model model = classifier(name);
  auto seen = run_classifier(model, {golden.ids("ids")});
  std::size_t compared = 0;
  for (const std::string& hook : golden.names()) {
    if (hook == "ids" || hook.starts_with("batch.")) continue;
    const Tensor want = golden[hook];
    REQUIRE(seen.contains(hook));
    CHECK(seen[hook].shape == want.shape);
    if (hook.ends_with("pattern"))
      check_probabilities(hook, seen[hook], want);
    else
      check_close(hook, seen[hook], want);
    ++compared;
  }
  CHECK(compared >= 10);
  CHECK(seen["logits"].shape == Shape{model.config().labels.size()});
}

TEST_CASE("golden: in a batch, padding is no part of the pooled row", "[golden]") {
  const std::string name = classifier_case();
  CAPTURE(name);
  const TensorFile golden(classifier_file(name, "forward.safetensors"));
  const Model model = classifier(name);
  const auto output = must(model.forward({{golden.ids("ids"), golden.ids("batch.ids")}, {}}));
  CHECK(output.logits.shape == golden["batch.logits"].shape);
  check_close("batch.logits", output.logits, golden["batch.logits"]);
  const auto last = must(model.forward({{golden.ids("ids")}, {}}, {LogitsWanted::kLast, nullptr}));
  CHECK(last.logits.data == block(output.logits, 0, 2));
}

TEST_CASE("an encoder that classifies may be of halves or bytes", "[golden]") {
  const std::string name = classifier_case();
  CAPTURE(name);
  const TensorFile golden(classifier_file(name, "forward.safetensors"));
  const auto type = GENERATE(WeightType::kFloat16, WeightType::kInt8);
  const Model model = classifier(name, type);
  const auto output = must(model.forward({{golden.ids("ids")}, {}}));
  check_close("logits", output.logits.data, golden["logits"].data,
              type == WeightType::kFloat16 ? Tolerance{5e-3, 0} : Tolerance{0.1, 0});

  // What it writes is what it is.
  ModelConfig config = model.config();
  if (type == WeightType::kInt8) config.weight_scale = kWeightScale;
  const Model again = must(Model::load(config, must(model.safetensors()), type));
  CHECK(must(again.forward({{golden.ids("ids")}, {}})).logits.data == output.logits.data);
}

TEST_CASE("the hooks of an encoder that classifies change what comes after them", "[hooks]") {
  const Model model = classifier("pre_mean");
  const TokenIds ids{3, 1, 4, 1, 5};
  auto plain = run_classifier(model, {ids});

  HookList zeroed;
  zeroed.record("logits");
  zeroed.edit(
      {.hook = "pooled", .action = Edit::Action::kScale, .head = {}, .factor = 0.0F, .values = {}});
  const auto bias = must(model.weight("classifier.bias"));
  CHECK(run_classifier(model, {ids}, zeroed)["logits"].data == bias.data);

  HookList without_head;
  without_head.record("pooled");
  without_head.edit({.hook = "blocks.1.attn.z",
                     .action = Edit::Action::kScale,
                     .head = 2,
                     .factor = 0.0F,
                     .values = {}});
  auto ablated = run_classifier(model, {ids}, without_head);
  CHECK(ablated.size() == 1);
  CHECK(ablated["pooled"].data != plain["pooled"].data);

  HookList set;
  set.record("*");
  set.edit({.hook = "logits",
            .action = Edit::Action::kSet,
            .head = {},
            .factor = 0.0F,
            .values = {1.0F, 2.0F}});
  CHECK(run_classifier(model, {ids}, set)["logits"].data == std::vector<float>{1.0F, 2.0F});
}

TEST_CASE("the logit lens of an encoder that classifies gives each token's part of the mean",
          "[model]") {
  const Model model = classifier("pre_mean");
  auto seen = run_classifier(model, {{3, 1, 4, 1, 5}});
  const Tensor& residual = seen["blocks.1.resid_post"];
  const Tensor lens = must(model.logit_lens(residual.view()));
  REQUIRE(lens.shape == Shape{5, 2});
  std::vector<float> mean(2);
  for (std::size_t i = 0; i < lens.data.size(); ++i) mean[i % 2] += lens.data[i] / 5;
  check_close("mean of the lens", mean, seen["logits"].data);
}

TEST_CASE("as many floats are counted as the hooks of an encoder that classifies record",
          "[memory][hooks]") {
  const Model model = classifier("post_last");
  const ForwardInput input{{{1, 2, 3, 4, 5}, {6, 7, 8}}, {}};
  const RunSizes sizes{.batch = 2, .target = 5, .logits = 5};
  for (const char* glob : {"*", "pooled", "logits", "*.attn.pattern", "ln_final"}) {
    CAPTURE(glob);
    HookList hooks;
    hooks.record(glob);
    must(model.forward(input, {LogitsWanted::kAll, &hooks}));
    std::uint64_t recorded = 0;
    for (const NamedTensor& tensor : hooks.take_recorded()) recorded += tensor.tensor.data.size();
    CHECK(recorded > 0);
    CHECK(hooked_floats(model.config(), sizes, &hooks).total == recorded);
  }
}

TEST_CASE("an encoder that classifies writes nothing and has no source", "[model]") {
  const Model model = classifier("pre_mean");
  const auto session = model.start_session({1, 2});
  REQUIRE_FALSE(session.ok());
  CHECK(session.error().code == ErrorCode::kInvalidArgument);
  CHECK(session.error().message == "this model is an encoder and generates no text");
  CHECK(message_of(model.forward({{{1}}, {{2}}})) ==
        "this model has no decoder: its text is the input, not a source");
  CHECK(message_of(model.forward({{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, {}})) ==
        "input: found 10 tokens, but this model's context holds 9");
}

TEST_CASE("the weights of a head that classifies must be those that the config asks for",
          "[model]") {
  const TensorFile weights(classifier_file("pre_mean", "weights.safetensors"));
  ModelConfig config = classifier_config("pre_mean");
  config.labels.push_back("neither");
  CHECK(message_of(Model::load(config, weights.bytes())) ==
        "the weights (naming scheme: torch.nn.Transformer) hold 'classifier.weight' [2, 16], but "
        "the config asks for [3, 16]");
  config.pooling = Pooling::kNone;
  CHECK(message_of(Model::load(config, weights.bytes())) ==
        "the config has 3 labels; an encoder with a pooling has 2 to 4096, any other model none");
  config.labels.clear();
  config.tied_head = true;
  const std::string surplus = message_of(Model::load(config, weights.bytes()));
  CHECK(surplus.find("'classifier.weight' [2, 16]") != std::string::npos);
  CHECK(
      surplus.ends_with("for which the config has no place; a head that classifies needs its "
                        "num_labels and pooling, and no decoder"));
}

}  // namespace glassformer
