// Files whose matrices are integers with a scale for each output.
#include "glassformer/model.hpp"
#include "glassformer/safetensors_writer.hpp"
#include "messages.hpp"
#include "small_gpt2.hpp"

namespace glassformer {
namespace {

using namespace test;

/// Tensors of a file, to be changed and written again.
struct StoredTensor {
  std::string name;
  Shape shape;
  DType dtype = DType::kF32;
  std::vector<float> floats{};
  std::vector<std::int8_t> integers{};
};
using Stored = std::vector<StoredTensor>;

Stored read(std::span<const std::byte> bytes) {
  const auto file = must(SafetensorsFile::open(bytes));
  Stored tensors;
  for (const TensorInfo& info : file.header().tensors) {
    StoredTensor& t = tensors.emplace_back(StoredTensor{info.name, info.shape, info.dtype});
    t.floats = must(file.floats(info.name)).data;
    if (info.dtype == DType::kI8) t.integers.assign(t.floats.begin(), t.floats.end());
  }
  return tensors;
}

std::vector<std::byte> written(const Stored& tensors) {
  std::vector<TensorToWrite> list;
  for (const StoredTensor& t : tensors)
    list.push_back({t.name, {t.floats.data(), t.shape}, t.dtype, t.integers.data()});
  return write_safetensors(list);
}

StoredTensor& named(Stored& tensors, const std::string& name) {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const StoredTensor& t) { return t.name == name; });
  if (found == tensors.end()) FAIL("no " << name);
  return *found;
}

ModelConfig config_with(const std::string& quantization) {
  nlohmann::json config =
      nlohmann::json::parse(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext));
  if (!quantization.empty()) config["quantization_config"] = nlohmann::json::parse(quantization);
  return must(parse_config(config.dump()));
}

const std::string kInt8 = R"({"quant_method": "int8"})";

Model small_int8() {
  const std::string file = safetensors(random_gpt2(kLayers, kWidth, kVocab, kContext));
  return must(Model::load(config_with(""), bytes_of(file), WeightType::kInt8));
}

void check_same_weights(const Model& a, const Model& b) {
  for (const WeightInfo& info : a.weights()) {
    CAPTURE(info.name);
    CHECK(must(a.weight(info.name)).data == must(b.weight(info.name)).data);
  }
}

}  // namespace

TEST_CASE("a model of 8 bits is saved and loaded without a change", "[int8]") {
  const Model model = small_int8();
  const auto file = must(model.safetensors());
  for (const WeightType type : {WeightType::kInt8, WeightType::kFloat32}) {
    const Model again = must(Model::load(config_with(kInt8), file, type));
    check_same_weights(model, again);
    CHECK(again.parameter_count() == model.parameter_count());
  }
  const Model again = must(Model::load(config_with(kInt8), file, WeightType::kInt8));
  CHECK(logits(again, {1, 2, 3}) == logits(model, {1, 2, 3}));
  CHECK(must(again.safetensors()) == file);

  Stored tensors = read(file);
  CHECK(named(tensors, "h.0.attn.c_attn.weight").dtype == DType::kI8);
  CHECK(named(tensors, "h.0.attn.c_attn.weight_scale").shape == Shape{3 * kWidth});
  CHECK(named(tensors, "wte.weight_scale").shape == Shape{kVocab});
  CHECK(named(tensors, "wpe.weight").dtype == DType::kF32);
}

TEST_CASE("a model of floats is saved and loaded without a change, halves as halves", "[model]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  for (float& value : named(tensors, "ln_f.bias").data) value = std::round(value * 64.0F) / 64.0F;
  const Model model = must(load(tensors));
  const auto file = must(model.safetensors());
  check_same_weights(model, must(Model::load(config_with(""), file)));
  Stored stored = read(file);
  CHECK(named(stored, "ln_f.bias").dtype == DType::kF16);
  CHECK(named(stored, "wte.weight").dtype == DType::kF32);
}

TEST_CASE("encoder–decoders with packed projections are saved as 8 bits", "[int8]") {
  nlohmann::json config{{"model_type", "transformer"},
                        {"d_model", 8},
                        {"n_head", 2},
                        {"d_ff", 10},
                        {"n_enc", 2},
                        {"n_dec", 2},
                        {"src_vocab", 11},
                        {"tgt_vocab", 11},
                        {"final_norm", false}};
  const std::string floats = safetensors(random_torch_transformer(8, 10, 11));
  const Model model =
      must(Model::load(must(parse_config(config.dump())), bytes_of(floats), WeightType::kInt8));
  config["quantization_config"] = {{"quant_method", "int8"}, {"weight_scale", ".s"}};
  const ModelConfig named_otherwise = must(parse_config(config.dump()));
  Stored tensors = read(must(model.safetensors()));
  for (StoredTensor& t : tensors) {
    if (t.name.ends_with("_scale")) t.name.replace(t.name.size() - 6, 6, ".s");
  }
  const auto file = written(tensors);
  for (const WeightType type : {WeightType::kInt8, WeightType::kFloat32})
    check_same_weights(model, must(Model::load(named_otherwise, file, type)));
}

TEST_CASE("scales come before or behind their integers, in pieces of any size", "[int8]") {
  const Model model = small_int8();
  Stored tensors = read(must(model.safetensors()));
  const auto expected = logits(model, {1, 2, 3});
  const Model floats =
      must(Model::load(config_with(kInt8), must(model.safetensors()), WeightType::kFloat32));
  const auto expected_of_floats = logits(floats, {1, 2, 3});
  for (const bool reversed : {false, true}) {
    if (reversed) std::reverse(tensors.begin(), tensors.end());
    const auto file = written(tensors);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{101}, file.size()}) {
      for (const bool is_size_known : {false, true}) {
        for (const WeightType type : {WeightType::kInt8, WeightType::kFloat32}) {
          ModelLoader loader(config_with(kInt8),
                             is_size_known ? std::optional(file.size()) : std::nullopt, type);
          const std::span<const std::byte> bytes(file);
          for (std::size_t at = 0; at < file.size(); at += piece)
            must(loader.append(bytes.subspan(at, std::min(piece, file.size() - at))));
          CHECK(logits(must(loader.finish()), {1, 2, 3}) ==
                (type == WeightType::kInt8 ? expected : expected_of_floats));
        }
      }
    }
  }
}

TEST_CASE("tables of tokens that are larger than a piece are the same in pieces and at once",
          "[model]") {
  constexpr std::size_t kWords = 3001, kWide = 132;  // 1.6 MB of floats, no multiple of a piece
  const ModelConfig config = must(parse_config(gpt2_config(1, kHeads, kWide, kWords, kContext)));
  const std::string file = safetensors(random_gpt2(1, kWide, kWords, kContext));
  for (const WeightType type : {WeightType::kInt8, WeightType::kFloat32}) {
    ModelLoader whole(config, std::nullopt, type);  // of unknown size: a tensor at a time
    must(whole.append(bytes_of(file)));
    const Model expected = must(whole.finish());
    for (const std::size_t piece : {std::size_t{65'537}, file.size()}) {
      ModelLoader loader(config, file.size(), type);
      for (std::size_t at = 0; at < file.size(); at += piece)
        must(loader.append(bytes_of(file).subspan(at, std::min(piece, file.size() - at))));
      const Model model = must(loader.finish());
      CHECK(must(model.weight("wte.weight")).data == must(expected.weight("wte.weight")).data);
      CHECK(must(model.weight("wpe.weight")).data == must(expected.weight("wpe.weight")).data);
      CHECK(logits(model, {0, 1, 3000}) == logits(expected, {0, 1, 3000}));
    }
  }
}

TEST_CASE("the greatest floats are saved as 8 bits and opened again", "[int8]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  for (float& value : test::named(tensors, "wte.weight").data)
    value = std::numeric_limits<float>::max();
  const std::string file = safetensors(tensors);
  const Model model = must(Model::load(config_with(""), bytes_of(file), WeightType::kInt8));
  check_same_weights(model, must(Model::load(config_with(kInt8), must(model.safetensors()))));
}

TEST_CASE("a matrix (in, out) of more than 64 MiB arrives as a whole", "[model]") {
  constexpr std::size_t kWide = 2368;  // 64 outputs of this size, as bytes, are beyond 32 bits
  NamedTensors tensors{{"wte.weight", Tensor({2, kWide})},
                       {"wpe.weight", Tensor({2, kWide})},
                       {"h.0.ln_1.weight", Tensor({kWide})},
                       {"h.0.ln_1.bias", Tensor({kWide})},
                       {"h.0.attn.c_attn.weight", Tensor({kWide, 3 * kWide})},
                       {"h.0.attn.c_attn.bias", Tensor({3 * kWide})},
                       {"h.0.attn.c_proj.weight", Tensor({kWide, kWide})},
                       {"h.0.attn.c_proj.bias", Tensor({kWide})},
                       {"ln_f.weight", Tensor({kWide})},
                       {"ln_f.bias", Tensor({kWide})}};
  std::vector<float>& values = test::named(tensors, "h.0.attn.c_attn.weight").data;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1013);
  const std::string file = safetensors(tensors);
  nlohmann::json config = nlohmann::json::parse(gpt2_config(1, 1, kWide, 2, 2));
  config["n_inner"] = 0;
  const Model model = must(Model::load(must(parse_config(config.dump())), bytes_of(file)));
  CHECK((must(model.weight("h.0.attn.c_attn.weight")).data == values));
}

TEST_CASE("what is wrong with scales is told in one sentence", "[int8]") {
  const Stored tensors = read(must(small_int8().safetensors()));
  const auto refusal = [&](auto&& change, const std::string& quantization = kInt8) {
    Stored changed = tensors;
    change(changed);
    const auto file = written(changed);
    const auto model = Model::load(config_with(quantization), file, WeightType::kInt8);
    CHECK(code_of(model) == ErrorCode::kInvalidFile);
    return message_of(model);
  };
  const std::string scale = "h.0.mlp.c_fc.weight_scale";
  CHECK(refusal([&](Stored& all) {
          std::erase_if(all, [&](const StoredTensor& t) { return t.name == scale; });
        }) ==
        "the weights (naming scheme: GPT-2) lack 'h.0.mlp.c_fc.weight_scale' [48], which the "
        "config asks for");
  CHECK(refusal([&](Stored& all) {
          named(all, scale).shape = {47};
          named(all, scale).floats.pop_back();
        }) ==
        "the weights (naming scheme: GPT-2) hold 'h.0.mlp.c_fc.weight_scale' [47], but the "
        "config asks for [48]");
  CHECK(refusal([&](Stored& all) { named(all, scale).floats[3] = std::nanf(""); }) ==
        "the weight 'h.0.mlp.c_fc.weight_scale' holds a scale at 3 that is not a finite number");
  CHECK(refusal([&](Stored& all) { named(all, scale).floats[3] = 2.7e36F; }) ==
        "the weight 'h.0.mlp.c_fc.weight_scale' holds a scale at 3 that is below 0 or above "
        "2.6e36");
  CHECK(refusal([&](Stored& all) { named(all, scale).floats[3] = -0.5F; }) ==
        "the weight 'h.0.mlp.c_fc.weight_scale' holds a scale at 3 that is below 0 or above "
        "2.6e36");
  CHECK(refusal([&](Stored& all) {
          all.push_back({"ln_f.bias_scale", {kWidth}, DType::kF32, std::vector<float>(kWidth)});
        }) ==
        "the weights (naming scheme: GPT-2) hold 'ln_f.bias_scale' [12], for which the "
        "config has no place");
  CHECK(refusal([](Stored&) {}, "")
            .ends_with(" more, for which the config has no place; scales of I8 weights need its "
                       "quantization_config"));
  const auto as_integers = [](StoredTensor& t, DType dtype) {
    t.dtype = dtype;
    t.integers.resize(t.floats.size() * size_of(dtype));
  };
  CHECK(refusal([&](Stored& all) { as_integers(named(all, scale), DType::kI8); }) ==
        "the weights (naming scheme: GPT-2) hold 'h.0.mlp.c_fc.weight_scale' as I8, expected F16, "
        "BF16, F32 or F64: scales are floating-point numbers");
  CHECK(refusal([&](Stored& all) { as_integers(named(all, "h.0.ln_1.bias"), DType::kI8); }) ==
        "the weights (naming scheme: GPT-2) hold 'h.0.ln_1.bias' as I8, expected F16, BF16, F32 "
        "or F64: only matrices have scales");
}

TEST_CASE("integers without a quantization_config are the numbers that they are", "[model]") {
  NamedTensors rounded = random_gpt2(kLayers, kWidth, kVocab, kContext);
  Stored tensors;
  for (auto& [name, tensor] : rounded) {
    StoredTensor t{name, tensor.shape, DType::kI8};
    for (float& value : tensor.data) {
      value = std::round(value * 9.0F);
      t.integers.push_back(static_cast<std::int8_t>(value));
    }
    tensors.push_back(std::move(t));
  }
  check_same_weights(must(Model::load(config_with(""), written(tensors))), must(load(rounded)));
}

}  // namespace glassformer
