// Models with weights of 8 bits: beside the same models with floats, and against themselves.
#include "checkpoint.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "places.hpp"

namespace glassformer {
namespace {

using namespace test;

Model shipped(const std::string& name, WeightType type) {
  const auto folder = std::filesystem::path(GLASSFORMER_TESTS_DIR) / "../models" / name;
  return must(Model::load(must(parse_config(read_file(folder / "config.json"))),
                          TensorFile(folder / "model.safetensors").bytes(), type));
}

nlohmann::json golden_of(const std::string& name) {
  return nlohmann::json::parse(
      read_file(std::filesystem::path(GLASSFORMER_TESTS_DIR) / "../models" / name / "golden.json"));
}

/// Mean of -log softmax of the next token, and how often the greatest logit is the same token.
struct Compared {
  double loss, loss_of_floats, agreement, largest;
};

Compared compare(const Model& bytes, const Model& floats, const ForwardInput& input) {
  const Tensor a = must(bytes.forward(input)).logits;
  const Tensor b = must(floats.forward(input)).logits;
  const std::size_t words = a.shape.back(), rows = a.data.size() / words;
  Compared result{};
  const auto loss = [&](const float* row, TokenId target) {
    double sum = 0;
    for (std::size_t i = 0; i < words; ++i) sum += std::exp(static_cast<double>(row[i]));
    return std::log(sum) - row[target];
  };
  for (std::size_t r = 0; r + 1 < rows; ++r) {
    const float* one = a.data.data() + r * words;
    const float* other = b.data.data() + r * words;
    const TokenId target = input.tokens[0][r + 1];
    result.loss += loss(one, target) / static_cast<double>(rows - 1);
    result.loss_of_floats += loss(other, target) / static_cast<double>(rows - 1);
    const bool agrees =
        std::max_element(one, one + words) - one == std::max_element(other, other + words) - other;
    result.agreement += agrees ? 1.0 / static_cast<double>(rows - 1) : 0.0;
    for (std::size_t i = 0; i < words; ++i)
      result.largest = std::max(result.largest, std::abs(static_cast<double>(one[i]) - other[i]));
  }
  return result;
}

}  // namespace

TEST_CASE("shipped models with 8 bits: a quarter of the memory, the loss of floats", "[int8]") {
  for (const std::string name : {"stories", "tang", "en-zh"}) {
    const Model bytes = shipped(name, WeightType::kInt8);
    const Model floats = shipped(name, WeightType::kFloat32);
    CHECK(bytes.parameter_count() == floats.parameter_count());
    CHECK(static_cast<double>(bytes.memory_bytes()) <
          0.3 * static_cast<double>(floats.memory_bytes()));

    const nlohmann::json golden = golden_of(name);
    ForwardInput input{{golden["input"]["ids"].get<TokenIds>()}, {}};
    if (golden["input"].contains("source_ids"))
      input.source.push_back(golden["input"]["source_ids"].get<TokenIds>());
    const Compared found = compare(bytes, floats, input);
    CAPTURE(name, found.loss, found.loss_of_floats, found.agreement, found.largest);
    CHECK(found.loss == Catch::Approx(found.loss_of_floats).margin(0.01));  // nats
    CHECK(found.largest < 0.6);
    CHECK(found.agreement > 0.95);
  }
}

TEST_CASE("a weight of 8 bits is read and set as floats", "[int8]") {
  const std::string file = safetensors(random_gpt2(1, 12, 20, 8));
  const ModelConfig config = must(parse_config(gpt2_config(1, 3, 12, 20, 8)));
  Model bytes = must(Model::load(config, bytes_of(file), WeightType::kInt8));
  const Model floats = must(Model::load(config, bytes_of(file)));
  for (const WeightInfo& info : floats.weights()) {
    CAPTURE(info.name);
    const Tensor got = must(bytes.weight(info.name));
    const Tensor want = must(floats.weight(info.name));
    REQUIRE(got.shape == want.shape);
    float greatest = 0.0F;
    for (const float value : want.data) greatest = std::max(greatest, std::abs(value));
    for (std::size_t i = 0; i < got.data.size(); ++i)
      REQUIRE(std::abs(got.data[i] - want.data[i]) <= greatest / 127.0F * 0.501F);
    // What was read is the integers times their scales, which are found again.
    must(bytes.set_weight(info.name, got.data));
    const Tensor again = must(bytes.weight(info.name));
    for (std::size_t i = 0; i < got.data.size(); ++i)
      REQUIRE(again.data[i] == Catch::Approx(got.data[i]).margin(1e-7));
  }
}

TEST_CASE("weights of 8 bits arrive in pieces as at once", "[int8]") {
  const std::string file = safetensors(random_gpt2(2, 12, 20, 8));
  const ModelConfig config = must(parse_config(gpt2_config(2, 3, 12, 20, 8)));
  const Model whole = must(Model::load(config, bytes_of(file), WeightType::kInt8));
  ModelLoader loader(config, file.size(), WeightType::kInt8);
  for (std::size_t at = 0; at < file.size(); at += 37)
    must(loader.append(bytes_of(file).subspan(at, std::min<std::size_t>(37, file.size() - at))));
  const Model pieces = must(loader.finish());
  CHECK(must(pieces.forward({{{1, 2, 3}}, {}})).logits.data ==
        must(whole.forward({{{1, 2, 3}}, {}})).logits.data);
}

}  // namespace glassformer
