// Loading, running, editing: what a model does with good and bad files, inputs and hooks.
#include "glassformer/model.hpp"

#include <cstring>

#include "checkpoint.hpp"
#include "counted_allocations.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "shortest_time.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr std::size_t kLayers = 2, kHeads = 3, kWidth = 12, kVocab = 17, kContext = 9;

Model small_gpt2() {
  const std::string file = safetensors(random_gpt2(kLayers, kWidth, kVocab, kContext));
  return must(Model::load(
      must(parse_config(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext))), bytes_of(file)));
}

Result<Model> load(const NamedTensors& tensors,
                   const std::string& config = gpt2_config(kLayers, kHeads, kWidth, kVocab,
                                                           kContext)) {
  const std::string file = safetensors(tensors);
  return Model::load(must(parse_config(config)), bytes_of(file));
}

std::vector<float> logits(const Model& model, const TokenIds& ids, Hooks* hooks = nullptr) {
  return must(model.forward({{ids}, {}}, {LogitsWanted::kAll, hooks})).logits.data;
}

Tensor& named(NamedTensors& tensors, const std::string& name) {
  for (auto& [n, tensor] : tensors) {
    if (n == name) return tensor;
  }
  FAIL("no " << name);
  return tensors[0].second;
}

Tensor transposed(const Tensor& w) {
  Tensor t({w.shape[1], w.shape[0]});
  for (std::size_t i = 0; i < w.shape[0]; ++i)
    for (std::size_t j = 0; j < w.shape[1]; ++j)
      t.data[j * w.shape[0] + i] = w.data[i * w.shape[1] + j];
  return t;
}

}  // namespace

TEST_CASE(
    "a file that arrives in pieces of any size gives the same model as one that arrives whole",
    "[model]") {
  const std::string file = safetensors(random_gpt2(kLayers, kWidth, kVocab, kContext));
  const ModelConfig config =
      must(parse_config(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext)));
  const auto expected = logits(small_gpt2(), {1, 2, 3});
  for (std::size_t piece :
       {std::size_t{1}, std::size_t{7}, std::size_t{1000}, file.size() - 1, file.size()}) {
    for (bool size_known : {true, false}) {
      ModelLoader loader(config, size_known ? std::optional(file.size()) : std::nullopt);
      for (std::size_t at = 0; at < file.size(); at += piece)
        must(loader.append(bytes_of(file).subspan(at, std::min(piece, file.size() - at))));
      CHECK(logits(must(loader.finish()), {1, 2, 3}) == expected);
    }
  }
}

TEST_CASE("a file that ends early, goes on too long or holds NaN is refused in one sentence",
          "[model]") {
  const ModelConfig config =
      must(parse_config(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext)));
  const std::string file = safetensors(random_gpt2(kLayers, kWidth, kVocab, kContext));
  {
    ModelLoader loader(config);
    must(loader.append(bytes_of(file).first(file.size() - 4)));
    CHECK(loader.finish().error().message.find("the weights end after") == 0);
  }
  {
    ModelLoader loader(config);
    must(loader.append(bytes_of(file)));
    CHECK(loader.append(bytes_of(file).first(1)).error().message.find("the weights go on after") ==
          0);
    CHECK_FALSE(loader.finish().ok());
  }
  {
    ModelLoader loader(config);
    must(loader.append(bytes_of(file).first(5)));
    CHECK(loader.finish().error().message == "the weights end inside their header");
  }
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  named(tensors, "h.1.mlp.c_fc.weight").data[5] = std::nanf("");
  CHECK(load(tensors).error().message ==
        "the weight 'h.1.mlp.c_fc.weight' holds a value that is not a finite number");
}

TEST_CASE("missing, surplus and misshapen weights are named", "[model]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  const auto without = [&](const std::string& name) {
    NamedTensors rest;
    for (auto& item : tensors) {
      if (item.first != name) rest.push_back(item);
    }
    return rest;
  };
  CHECK(
      load(without("h.1.ln_2.weight")).error().message ==
      "the weights (naming scheme: GPT-2) lack 'h.1.ln_2.weight' [12], which the config asks for");
  CHECK(load(without("h.0.mlp.c_fc.bias")).error().message ==
        "the weights (naming scheme: GPT-2) lack 'h.0.mlp.c_fc.bias' [48], which the config asks "
        "for");
  NamedTensors more = tensors;
  more.push_back({"h.2.ln_1.weight", Tensor({kWidth})});
  CHECK(load(more).error().message ==
        "the weights (naming scheme: GPT-2) hold 'h.2.ln_1.weight' [12], for which the config has "
        "no place");
  CHECK(load(tensors, gpt2_config(kLayers, kHeads, kWidth, kVocab + 1, kContext)).error().message ==
        "the weights (naming scheme: GPT-2) hold 'wte.weight' [17, 12], but the config asks for "
        "[18, 12]");
  CHECK(load({{"a", Tensor({1})}}).error().message.find("follow no scheme we know") !=
        std::string::npos);
  CHECK_FALSE(load({}).ok());
}

TEST_CASE(
    "the prefix of Hugging Face, the masks it stores, and nanoGPT's transposes are recognised",
    "[model]") {
  const auto expected = logits(small_gpt2(), {4, 0, 16});
  const NamedTensors plain = random_gpt2(kLayers, kWidth, kVocab, kContext);
  NamedTensors prefixed, transposes;
  for (const auto& [name, tensor] : plain) {
    prefixed.push_back({"transformer." + name, tensor});
    const bool linear = tensor.shape.size() == 2 && name.starts_with("h.");
    transposes.push_back({"transformer." + name, linear ? transposed(tensor) : tensor});
  }
  prefixed.push_back({"transformer.h.0.attn.bias", Tensor({1, 1, kContext, kContext})});
  transposes.push_back({"lm_head.weight", named(transposes, "transformer.wte.weight")});
  CHECK(logits(must(load(prefixed)), {4, 0, 16}) == expected);
  nlohmann::json config =
      nlohmann::json::parse(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext));
  config["activation_function"] = "gelu_new";
  CHECK(logits(must(load(transposes, config.dump())), {4, 0, 16}) == expected);

  // torch.compile's wrapper, around what stands inside of the prefix and what does not.
  NamedTensors compiled;
  for (const auto& [name, tensor] : transposes) compiled.push_back({"_orig_mod." + name, tensor});
  CHECK(logits(must(load(compiled, config.dump())), {4, 0, 16}) == expected);

  // Nothing said, nanoGPT's weights have its activation, and the model's config says so.
  const Model unsaid = must(load(transposes));
  CHECK(unsaid.config().activation == Activation::kGelu);
  config["activation_function"] = "gelu";
  CHECK(logits(unsaid, {4, 0, 16}) == logits(must(load(transposes, config.dump())), {4, 0, 16}));
  CHECK(must(load(prefixed)).config().activation == Activation::kGeluNew);
}

TEST_CASE("a header takes no memory for the weights that it claims, before they come", "[model]") {
  constexpr std::size_t kWide = 512;
  const std::string file = safetensors(random_gpt2(kLayers, kWide, kVocab, kContext));
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  const auto begun = bytes_of(file).first(static_cast<std::size_t>(8 + length + 100));
  const auto before = allocated_bytes();
  ModelLoader loader(must(parse_config(gpt2_config(kLayers, kHeads, kWide - 2, kVocab, kContext))));
  CHECK_FALSE(loader.append(begun).ok());  // another width
  ModelLoader other(must(parse_config(gpt2_config(kLayers, 4, kWide, kVocab, kContext))));
  must(other.append(begun));
  CHECK(allocated_bytes() - before < 1'000'000);  // of 25 million
}

TEST_CASE("the time of a load rises with the tensors, not with their number squared", "[model]") {
  constexpr std::size_t kMany = 800;  // layers
  const std::string file = safetensors(random_gpt2(kMany, 3, kVocab, kContext));
  const ModelConfig config = must(parse_config(gpt2_config(kMany, kHeads, 3, kVocab, kContext)));
  const double reading = shortest_seconds([&] { must(SafetensorsFile::open(bytes_of(file))); });
  const double loading = shortest_seconds([&] { must(Model::load(config, bytes_of(file))); });
  CHECK(loading < 4 * reading);
}

TEST_CASE("a config's other shapes load: no biases, a head of its own", "[model]") {
  NamedTensors bare;
  for (const auto& item : random_gpt2(kLayers, kWidth, kVocab, kContext)) {
    if (!item.first.ends_with(".bias")) bare.push_back(item);
  }
  const Model without_biases = must(load(bare));
  CHECK(without_biases.parameter_count() < small_gpt2().parameter_count());

  NamedTensors untied = random_gpt2(kLayers, kWidth, kVocab, kContext);
  Generator generator(3);
  untied.push_back({"lm_head.weight", random_tensor(generator, {kVocab, kWidth})});
  const Model own_head = must(load(untied));
  CHECK_FALSE(own_head.config().tied_head);
  CHECK(logits(own_head, {1}) != logits(small_gpt2(), {1}));
}

TEST_CASE("torch.nn.Transformer's names load with and without a prefix", "[model]") {
  const nlohmann::json config{{"model_type", "transformer"},
                              {"d_model", 8},
                              {"n_head", 2},
                              {"d_ff", 10},
                              {"n_enc", 2},
                              {"n_dec", 2},
                              {"src_vocab", 11},
                              {"tgt_vocab", 11},
                              {"bos_id", 1},
                              {"eos_id", 2},
                              {"final_norm", false}};
  const NamedTensors prefixed = random_torch_transformer(8, 10, 11);
  NamedTensors plain;
  for (const auto& [name, tensor] : prefixed)
    plain.push_back({name.starts_with("transformer.") ? name.substr(12) : name, tensor});
  const Model a = must(load(prefixed, config.dump())), b = must(load(plain, config.dump()));
  const ForwardInput input{{{1, 3, 5}}, {{4, 9, 2, 7}}};
  CHECK(must(a.forward(input)).logits.data == must(b.forward(input)).logits.data);

  // The decoder sees its source: another source, other logits.
  const ForwardInput other{{{1, 3, 5}}, {{4, 9, 2, 8}}};
  CHECK(must(a.forward(input)).logits.data != must(a.forward(other)).logits.data);
}

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

TEST_CASE("recording changes nothing, and asks for nothing that is not wanted", "[model][hooks]") {
  const Model model = small_gpt2();
  HookList hooks;
  hooks.record("*");
  CHECK(logits(model, {3, 1, 4, 1, 5}, &hooks) == logits(model, {3, 1, 4, 1, 5}));
  const auto all = hooks.take_recorded();
  CHECK(all.size() == 2 + kLayers * 16 + 2);

  HookList few;
  few.record("blocks.1.attn.pattern");
  logits(model, {3, 1, 4}, &few);
  const auto recorded = few.take_recorded();
  REQUIRE(recorded.size() == 1);
  CHECK(recorded[0].tensor.shape == Shape{kHeads, 3, 3});
}

TEST_CASE("a head scaled to zero adds nothing, and one scaled to one changes nothing",
          "[model][hooks]") {
  const Model model = small_gpt2();
  const TokenIds ids{2, 7, 1};
  HookList keep;
  keep.edit({"blocks.0.attn.z", Edit::Action::kScale, 1, 1.0F, {}});
  CHECK(logits(model, ids, &keep) == logits(model, ids));

  HookList ablate;
  ablate.edit({"blocks.0.attn.z", Edit::Action::kScale, 1, 0.0F, {}});
  ablate.record("blocks.0.attn.z");
  CHECK(logits(model, ids, &ablate) != logits(model, ids));
  const Tensor z = ablate.take_recorded()[0].tensor;
  const auto head = block(z, 1, kHeads);
  CHECK(std::all_of(head.begin(), head.end(), [](float v) { return v == 0.0F; }));
  CHECK(ablate.status().ok());

  // The same head switched off in the weights: its rows of c_proj set to zero.
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  Tensor& c_proj = named(tensors, "h.0.attn.c_proj.weight");
  const std::size_t k = kWidth / kHeads;
  std::fill_n(c_proj.data.begin() + static_cast<std::ptrdiff_t>(k * kWidth), k * kWidth, 0.0F);
  check_close("ablated", logits(model, ids, &ablate), logits(must(load(tensors)), ids));
}

TEST_CASE("a pattern can be replaced and the residual stream added to", "[model][hooks]") {
  const Model model = small_gpt2();
  const TokenIds ids{2, 7};
  HookList attend_first;
  attend_first.edit({"blocks.*.attn.pattern", Edit::Action::kReplace, {}, 0, {1.0F, 0.0F}});
  attend_first.record("blocks.0.attn.z");
  attend_first.record("blocks.0.attn.v");
  logits(model, ids, &attend_first);
  const auto recorded = attend_first.take_recorded();
  const Tensor& v = recorded[0].tensor;
  const Tensor& z = recorded[1].tensor;
  for (std::size_t h = 0; h < kHeads; ++h) {
    const auto values = block(v, h, kHeads), outputs = block(z, h, kHeads);
    const std::size_t k = kWidth / kHeads;
    for (std::size_t i = 0; i < k; ++i) {
      CHECK(outputs[i] == values[i]);
      CHECK(outputs[k + i] == values[i]);
    }
  }

  HookList add;
  add.edit({"blocks.1.resid_pre", Edit::Action::kAdd, {}, 0, std::vector<float>(kWidth, 0.5F)});
  HookList plain;
  plain.record("blocks.1.resid_pre");
  add.record("blocks.1.resid_pre");
  logits(model, ids, &plain);
  logits(model, ids, &add);
  const Tensor before = plain.take_recorded()[0].tensor, after = add.take_recorded()[0].tensor;
  for (std::size_t i = 0; i < before.data.size(); ++i)
    CHECK(after.data[i] == before.data[i] + 0.5F);
}

TEST_CASE("edits that fit nothing are reported, and name what they met", "[model][hooks]") {
  const Model model = small_gpt2();
  const auto problem = [&](Edit edit) {
    HookList hooks;
    hooks.edit(std::move(edit));
    logits(model, {1, 2}, &hooks);
    return hooks.status().error().message;
  };
  CHECK(problem({"blocks.7.attn.z", Edit::Action::kScale, 0, 0, {}}) ==
        "the edit of 'blocks.7.attn.z' meets no tensor of this model");
  CHECK(problem({"blocks.0.attn.z", Edit::Action::kScale, 3, 0, {}}) ==
        "the edit of 'blocks.0.attn.z' names head 3, but 'blocks.0.attn.z' has shape [3, 2, 4], "
        "which has 3 heads");
  CHECK(problem({"blocks.0.attn.z", Edit::Action::kAdd, 0, 0, {1, 2, 3}}) ==
        "the edit of 'blocks.0.attn.z' has 3 values; 'blocks.0.attn.z' of shape [3, 2, 4] takes 8, "
        "or 4 for every row");
  for (const std::size_t head : {std::size_t{0x80000000}, std::size_t{0xFFFFFFFF}}) {
    CHECK(problem({"blocks.0.attn.z", Edit::Action::kScale, head, 0, {}}) ==
          "the edit of 'blocks.0.attn.z' names head " + std::to_string(head) +
              ", but 'blocks.0.attn.z' has shape [3, 2, 4], which has 3 heads");
  }
}

TEST_CASE("what has no heads has none in a batch either", "[model]") {
  const Model model = small_gpt2();
  for (const std::size_t batch : {std::size_t{1}, std::size_t{2}}) {
    for (const char* name : {"embed", "blocks.0.resid_post", "blocks.1.attn_out",
                             "blocks.0.mlp.post", "ln_final", "logits"}) {
      HookList hooks;
      hooks.edit({name, Edit::Action::kScale, 0, 0, {}});
      must(model.forward({std::vector<TokenIds>(batch, {1, 2}), {}}, {LogitsWanted::kAll, &hooks}));
      CHECK(message_of(hooks.status()).ends_with("which has 0 heads"));
    }
    for (const char* name : {"blocks.0.attn.q", "blocks.0.attn.scores", "blocks.1.attn.z"}) {
      HookList hooks;
      hooks.edit({name, Edit::Action::kScale, 0, 0, {}});
      must(model.forward({std::vector<TokenIds>(batch, {1, 2}), {}}, {LogitsWanted::kAll, &hooks}));
      CHECK(hooks.status().ok());
    }
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

TEST_CASE("learned positions without rows are refused", "[model]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  const std::string context = "\"n_positions\":9";
  std::string config = gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext);
  REQUIRE(config.find(context) != std::string::npos);
  config.replace(config.find(context), context.size(), "\"bos_token_id\":0");

  CHECK(must(load(tensors, config)).config().max_positions == kContext);
  named(tensors, "wpe.weight") = Tensor({0, kWidth});
  const auto refused = load(tensors, config);
  CHECK(code_of(refused) == ErrorCode::kInvalidFile);
  CHECK(
      message_of(refused) ==
      "the weights (naming scheme: GPT-2) hold 'wpe.weight' [0, 12]; no dimension of a weight may "
      "be 0");
  std::erase_if(tensors, [](const auto& entry) { return entry.first == "wpe.weight"; });
  CHECK(message_of(load(tensors, config)) ==
        "the weights (naming scheme: GPT-2) lack 'wpe.weight', which the config asks for");
}

TEST_CASE("no weight may be without numbers", "[model]") {
  for (const auto& [name, tensor] : random_gpt2(kLayers, kWidth, kVocab, kContext)) {
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
      NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
      Shape shape = tensor.shape;
      shape[i] = 0;
      named(tensors, name) = Tensor(shape);
      CHECK(message_of(load(tensors)) == "the weights (naming scheme: GPT-2) hold '" + name + "' " +
                                             to_string(shape) +
                                             "; no dimension of a weight may be 0");
    }
  }
}

TEST_CASE("a weight can be read, changed and put back, bit for bit", "[model]") {
  Model model = small_gpt2();
  const auto before = logits(model, {1, 2, 3});
  for (const TensorInfo& info : model.weights()) {
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

TEST_CASE("hooks that are not active are asked nothing", "[model][hooks]") {
  class Inactive final : public Hooks {
   public:
    bool active() const override { return false; }
    bool wants(std::string_view) const override { return ++asked_ > 0; }
    void visit(std::string_view, const Shape&, float*) override { ++asked_; }
    std::size_t asked() const { return asked_; }

   private:
    mutable std::size_t asked_ = 0;
  };
  Inactive hooks;
  const Model model = small_gpt2();
  must(model.forward({{{1, 2, 3}}, {}}, {LogitsWanted::kIfHooked, &hooks}));
  auto session = must(model.start_session({1, 2}, {}, &hooks));
  std::vector<float> row(kVocab);
  must(session->start(row));
  must(session->advance(std::vector<std::int32_t>{0}, std::vector<TokenId>{3}, row));
  CHECK(hooks.asked() == 0);
}

TEST_CASE("logits are made where a hook wants them", "[model][hooks]") {
  const Model model = small_gpt2();
  HookList some, none;
  some.record("logits");
  none.record("blocks.0.ln1");
  const ForwardInput input{{{1, 2, 3}}, {}};
  const auto made = must(model.forward(input, {LogitsWanted::kIfHooked, &some}));
  CHECK(made.logits.data == logits(model, {1, 2, 3}));
  CHECK(some.take_recorded().size() == 1);
  CHECK(must(model.forward(input, {LogitsWanted::kIfHooked, &none})).logits.data.empty());
  CHECK(must(model.forward(input, {LogitsWanted::kIfHooked, nullptr})).logits.data.empty());
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
