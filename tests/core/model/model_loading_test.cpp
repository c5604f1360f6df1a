// What a load does with good and bad files.
#include "glassformer/model.hpp"

#include <cstring>

#include "counted_allocations.hpp"
#include "messages.hpp"
#include "small_gpt2.hpp"

namespace glassformer {

using namespace test;

namespace {

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

TEST_CASE("bytes of another's memory are copied once each, in their order", "[model]") {
  class Counted final : public ForeignBytes {
   public:
    explicit Counted(std::span<const std::byte> bytes)
        : ForeignBytes(bytes.size()), bytes_(bytes) {}
    void copy(std::size_t from, std::span<std::byte> to) const override {
      CHECK(from == copied_);
      REQUIRE(from + to.size() <= bytes_.size());
      std::memcpy(to.data(), bytes_.data() + from, to.size());
      copied_ += to.size();
    }
    std::size_t copied() const { return copied_; }

   private:
    std::span<const std::byte> bytes_;
    mutable std::size_t copied_ = 0;
  };
  const std::string file = safetensors(random_gpt2(kLayers, kWidth, kVocab, kContext));
  ModelLoader loader(must(parse_config(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext))),
                     file.size());
  for (const auto part : {bytes_of(file).first(5), bytes_of(file).first(0),
                          bytes_of(file).subspan(5, 3000), bytes_of(file).subspan(3005)}) {
    const Counted bytes(part);
    must(loader.append(bytes));
    CHECK(bytes.copied() == part.size());
  }
  CHECK(logits(must(loader.finish()), {1, 2, 3}) == logits(small_gpt2(), {1, 2, 3}));
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
        "the weight 'h.1.mlp.c_fc.weight' holds a value at 5 that is not a finite number");
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
  // Of a name that is another both are told, and how to say so.
  NamedTensors renamed = without("h.1.ln_2.weight");
  renamed.push_back({"h.1.second_norm.weight", Tensor({kWidth})});
  CHECK(load(renamed).error().message ==
        "the weights (naming scheme: GPT-2) lack 'h.1.ln_2.weight' [12], which the config asks "
        "for, and hold 'h.1.second_norm.weight' [12], for which it has no place; other names need "
        "its table weight_names, see docs/javascript.md");
  NamedTensors more = tensors;
  more.push_back({"h.2.ln_1.weight", Tensor({kWidth})});
  CHECK(load(more).error().message ==
        "the weights (naming scheme: GPT-2) hold 'h.2.ln_1.weight' [12], for which the config has "
        "no place");
  CHECK(load(tensors, gpt2_config(kLayers, kHeads, kWidth, kVocab + 1, kContext)).error().message ==
        "the weights (naming scheme: GPT-2) hold 'wte.weight' [17, 12], but the config asks for "
        "[18, 12]");
  CHECK(load({{"a", Tensor({1})}})
            .error()
            .message.starts_with(
                "the weights' names follow no scheme we know: none ends with one of 'wte.weight' "
                "(GPT-2), "
                "'encoder.layers.0.self_attn.in_proj_weight' (torch.nn.Transformer), "));
  CHECK(load({{"a\x7F", Tensor({1})}})
            .error()
            .message.ends_with(
                "the first is 'a<U+007F>'; other names need a table weight_names in config.json, "
                "see docs/javascript.md"));
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

  // Wrappers stand before the names inside of the prefix and before the head's: torch.compile's,
  // DistributedDataParallel's, Lightning's, each around the other, and any other module's.
  for (const std::string wrapper :
       {"_orig_mod.", "module.", "model.", "module._orig_mod.", "_orig_mod.module.", "foo.bar."}) {
    CAPTURE(wrapper);
    NamedTensors wrapped;
    for (const auto& [name, tensor] : transposes) wrapped.push_back({wrapper + name, tensor});
    CHECK(logits(must(load(wrapped, config.dump())), {4, 0, 16}) == expected);
    // The head of a wrapped model is read as any other.
    named(wrapped, wrapper + "lm_head.weight").data[0] += 1;
    CHECK(logits(must(load(wrapped, config.dump())), {4, 0, 16}) != expected);
    // A part of a name is no module.
    wrapped.back().first = wrapper.substr(0, wrapper.size() - 2) + ".lm_head.weight";
    CHECK(message_of(load(wrapped, config.dump()))
              .ends_with("lm_head.weight' [17, 12], for which the config has no place"));
  }
  NamedTensors inner;  // the stack alone is compiled
  for (const auto& [name, tensor] : transposes)
    inner.push_back({name.starts_with("transformer.")
                         ? "module.transformer._orig_mod." + name.substr(12)
                         : "module." + name,
                     tensor});
  CHECK(logits(must(load(inner, config.dump())), {4, 0, 16}) == expected);

  // Nothing said, nanoGPT's weights have its activation, and the model's config says so.
  const Model unsaid = must(load(transposes));
  CHECK(unsaid.config().activation == Activation::kGelu);
  config["activation_function"] = "gelu";
  CHECK(logits(unsaid, {4, 0, 16}) == logits(must(load(transposes, config.dump())), {4, 0, 16}));
  CHECK(must(load(prefixed)).config().activation == Activation::kGeluNew);
}

TEST_CASE("of nanoGPT's weights with separate queries, keys and values their matrix is lacking",
          "[model]") {
  const auto separate = [](bool biases) {
    NamedTensors tensors;
    for (const auto& [name, tensor] : random_gpt2(kLayers, kWidth, kVocab, kContext)) {
      const bool linear = tensor.shape.size() == 2 && name.starts_with("h.");
      if (name.ends_with(".c_attn.weight")) {
        const std::string attention = name.substr(0, name.find("c_attn"));
        for (const char* part : {"wq", "wk", "wv"})
          tensors.push_back({attention + part + ".weight", Tensor({kWidth, kWidth})});
      } else if (!name.ends_with(".c_attn.bias") && (biases || !name.ends_with(".bias"))) {
        tensors.push_back({name, linear ? transposed(tensor) : tensor});
      }
    }
    return tensors;
  };
  CHECK(message_of(load(separate(false))) ==
        "the weights (naming scheme: GPT-2) lack 'h.0.attn.c_attn.weight' [36, 12], "
        "'h.1.attn.c_attn.weight' [36, 12], which the config asks for, and hold "
        "'h.0.attn.wq.weight' [12, 12], 'h.0.attn.wk.weight' [12, 12], 'h.0.attn.wv.weight' [12, "
        "12] and 3 more, for which it has no place; other names need its table weight_names, see "
        "docs/javascript.md");
  CHECK(message_of(load(separate(true)))
            .starts_with("the weights (naming scheme: GPT-2) lack 'h.0.attn.c_attn.weight' [36, "
                         "12], 'h.0.attn.c_attn.bias' [36], 'h.1.attn.c_attn.weight' [36, 12] and "
                         "1 more, which the config asks for, and hold"));

  // A matrix of another shape is named as what it is, not as if it were transposed.
  NamedTensors grouped;
  for (const auto& [name, tensor] : random_gpt2(kLayers, kWidth, kVocab, kContext)) {
    const bool linear = tensor.shape.size() == 2 && name.starts_with("h.");
    grouped.push_back({name, linear ? transposed(tensor) : tensor});
  }
  named(grouped, "h.0.attn.c_attn.weight") = Tensor({20, kWidth});
  CHECK(message_of(load(grouped)) ==
        "the weights (naming scheme: GPT-2) hold 'h.0.attn.c_attn.weight' [20, 12], but the config "
        "asks for [36, 12]");

  NamedTensors turned = random_gpt2(kLayers, kWidth, kVocab, kContext);
  Tensor& first = named(turned, "h.0.attn.c_attn.weight");
  first = transposed(first);
  CHECK(message_of(load(turned)) ==
        "the weights (naming scheme: GPT-2) hold 'h.0.attn.c_attn.weight' [36, 12], but the config "
        "asks for [12, 36]");
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

TEST_CASE("a config's other shapes load: no biases, a head of its own", "[model]") {
  NamedTensors bare;
  for (const auto& item : random_gpt2(kLayers, kWidth, kVocab, kContext)) {
    if (!item.first.ends_with(".bias")) bare.push_back(item);
  }
  const Model without_biases = must(load(bare));
  CHECK(without_biases.parameter_count() < small_gpt2().parameter_count());
  // Norms of the layers have all biases or none.
  NamedTensors most;
  for (const auto& item : random_gpt2(kLayers, kWidth, kVocab, kContext)) {
    if (item.first != "h.0.ln_1.bias") most.push_back(item);
  }
  CHECK(message_of(load(most)) ==
        "the weights (naming scheme: GPT-2) lack 'h.0.ln_1.bias' [12], which the config asks for");

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

}  // namespace glassformer
