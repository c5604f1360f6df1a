// Models with weights of 16 bits: the numbers of the same models with rounded floats.
#include "base/half.hpp"
#include "messages.hpp"
#include "small_gpt2.hpp"

namespace glassformer {
namespace {

using namespace test;

// As loading rounds: matrices, but not the table of positions.
NamedTensors rounded(NamedTensors tensors) {
  for (auto& [name, tensor] : tensors) {
    if (tensor.shape.size() < 2 || name == "wpe.weight") continue;
    for (float& value : tensor.data) value = half_to_float(to_half(value));
  }
  return tensors;
}

Result<Model> load_as(const NamedTensors& tensors, WeightType type) {
  const std::string file = safetensors(tensors);
  const std::string config = gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext);
  return Model::load(must(parse_config(config)), bytes_of(file), type);
}

}  // namespace

TEST_CASE("weights of 16 bits give the numbers of the same weights as floats", "[fp16]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  named(tensors, "h.0.mlp.c_fc.weight").data[5] = 3e-7F;  // subnormal as a half
  const Model halves = must(load_as(tensors, WeightType::kFloat16));
  const Model floats = must(load_as(rounded(tensors), WeightType::kFloat32));
  CHECK(halves.weight_type() == WeightType::kFloat16);
  CHECK(halves.parameter_count() == floats.parameter_count());
  CHECK(static_cast<double>(halves.memory_bytes()) <
        0.6 * static_cast<double>(floats.memory_bytes()));
  for (const WeightInfo& info : floats.weights())
    CHECK(must(halves.weight(info.name)).data == must(floats.weight(info.name)).data);
  for (const TokenIds& tokens : {TokenIds{7}, TokenIds{1, 2, 3, 4, 5, 6, 7, 8}})
    CHECK(logits(halves, tokens) == logits(floats, tokens));
}

TEST_CASE("a model of 16 bits is saved as it is", "[fp16]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  named(tensors, "h.0.mlp.c_fc.weight").data[5] = 3e-7F;
  const Model model = must(load_as(tensors, WeightType::kFloat16));
  const auto file = must(model.safetensors());
  const auto header = must(parse_safetensors_header(file, file.size()));
  CHECK(header.find("h.0.mlp.c_fc.weight")->dtype == DType::kF16);
  const std::string config = gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext);
  const Model again = must(Model::load(must(parse_config(config)), file, WeightType::kFloat32));
  CHECK(logits(again, {1, 2, 3}) == logits(model, {1, 2, 3}));
}

TEST_CASE("integers with scales open as 16 bits", "[fp16]") {
  const Model bytes =
      must(load_as(random_gpt2(kLayers, kWidth, kVocab, kContext), WeightType::kInt8));
  const auto file = must(bytes.safetensors());
  auto json = nlohmann::json::parse(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext));
  json["quantization_config"] = {{"quant_method", "int8"}};
  const ModelConfig config = must(parse_config(json.dump()));
  const Model halves = must(Model::load(config, file, WeightType::kFloat16));
  for (const WeightInfo& info : bytes.weights()) {
    const bool is_matrix = info.shape.size() == 2 && info.name != "wpe.weight";
    const std::vector<float> got = must(halves.weight(info.name)).data;
    const std::vector<float> want = must(bytes.weight(info.name)).data;
    CAPTURE(info.name);
    REQUIRE(got.size() == want.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      REQUIRE(got[i] == (is_matrix ? half_to_float(to_half(want[i])) : want[i]));
  }
}

TEST_CASE("what 16 bits cannot hold is refused", "[fp16]") {
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  named(tensors, "h.0.mlp.c_fc.weight").data[5] = 65505.0F;
  CHECK(load_as(tensors, WeightType::kFloat32).ok());
  const auto refused = load_as(tensors, WeightType::kFloat16);
  CHECK(code_of(refused) == ErrorCode::kInvalidFile);
  CHECK(message_of(refused) ==
        "the weight 'h.0.mlp.c_fc.weight' holds a value at 5 that a float of 16 bits cannot hold, "
        "which goes from -65504 to 65504");

  Model model = must(load_as(random_gpt2(kLayers, kWidth, kVocab, kContext), WeightType::kFloat16));
  Tensor table = must(model.weight("wte.weight"));
  const std::vector<float> before = table.data;
  table.data[3] = -70000.0F;
  const Status status = model.set_weight("wte.weight", table.data);
  CHECK(message_of(status) ==
        "the new values of 'wte.weight' hold a value at 3 that a float of 16 bits cannot hold, "
        "which goes from -65504 to 65504");
  CHECK(must(model.weight("wte.weight")).data == before);
}

}  // namespace glassformer
