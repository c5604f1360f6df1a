// Files with a matrix each for queries, keys and values, where the model has one of all three.
#include <algorithm>
#include <deque>

#include "glassformer/model.hpp"
#include "glassformer/safetensors_writer.hpp"
#include "messages.hpp"
#include "small_gpt2.hpp"

namespace glassformer {
namespace {

using namespace test;

// Keys and values before queries, as files that are sorted by name have them.
constexpr std::size_t kOrder[] = {1, 2, 0};
constexpr const char* kParts[] = {"q_proj", "k_proj", "v_proj"};

// The rows of a third, or of a matrix (in, out) its columns.
Tensor third_of(const Tensor& whole, std::size_t which, bool are_columns) {
  Shape shape = whole.shape;
  std::size_t& parted = are_columns ? shape.back() : shape.front();
  parted /= 3;
  Tensor part(shape);
  const std::size_t stretch = are_columns ? parted : part.data.size();
  for (std::size_t at = 0, row = 0; at < part.data.size(); at += stretch, ++row)
    std::copy_n(whole.data.begin() + static_cast<std::ptrdiff_t>((row * 3 + which) * stretch),
                stretch, part.data.begin() + static_cast<std::ptrdiff_t>(at));
  return part;
}

// `packed`: how the one matrix and its bias end, such as "c_attn.".
NamedTensors split(const NamedTensors& tensors, const std::string& packed, bool is_in_out) {
  NamedTensors parts;
  for (const auto& [name, tensor] : tensors) {
    const std::size_t at = name.find(packed);
    if (at == std::string::npos) {
      parts.push_back({name, tensor});
      continue;
    }
    const std::string kind = name.substr(at + packed.size());
    for (const std::size_t which : kOrder)
      parts.push_back({name.substr(0, at) + kParts[which] + "." + kind,
                       third_of(tensor, which, is_in_out && kind == "weight")});
  }
  return parts;
}

NamedTensors gpt2() { return random_gpt2(kLayers, kWidth, kVocab, kContext); }

NamedTensors nanogpt() {
  NamedTensors tensors = gpt2();
  for (auto& [name, tensor] : tensors) {
    if (tensor.shape.size() != 2 || !name.starts_with("h.")) continue;
    Tensor turned({tensor.shape[1], tensor.shape[0]});
    for (std::size_t i = 0; i < tensor.shape[0]; ++i)
      for (std::size_t j = 0; j < tensor.shape[1]; ++j)
        turned.data[j * tensor.shape[0] + i] = tensor.data[i * tensor.shape[1] + j];
    tensor = std::move(turned);
  }
  return tensors;
}

const std::string kGpt2 = gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext);

void check_same(const Model& a, const Model& b) {
  const auto wanted = b.weights();
  CHECK(a.weights().size() == wanted.size());
  for (const WeightInfo& info : wanted) {
    CAPTURE(info.name);
    CHECK(must(a.weight(info.name)).data == must(b.weight(info.name)).data);
  }
  CHECK(a.parameter_count() == b.parameter_count());
  CHECK(a.memory_bytes() == b.memory_bytes());
}

}  // namespace

TEST_CASE("separate queries, keys and values are the model's one matrix", "[model]") {
  const TokenIds ids{4, 0, 16};
  for (const WeightType type : {WeightType::kFloat32, WeightType::kFloat16, WeightType::kInt8}) {
    for (const bool is_in_out : {true, false}) {
      CAPTURE(static_cast<int>(type), is_in_out);
      const NamedTensors packed = is_in_out ? gpt2() : nanogpt();
      const std::string whole = safetensors(packed);
      const std::string file = safetensors(split(packed, "c_attn.", is_in_out));
      const ModelConfig config = must(parse_config(kGpt2));
      const Model expected = must(Model::load(config, bytes_of(whole), type));
      const Model model = must(Model::load(config, bytes_of(file), type));
      check_same(model, expected);
      CHECK(logits(model, ids) == logits(expected, ids));
      // In pieces, of a length that is not told.
      ModelLoader loader(config, std::nullopt, type);
      for (std::size_t at = 0; at < file.size(); at += 100)
        must(loader.append(
            bytes_of(file).subspan(at, std::min<std::size_t>(100, file.size() - at))));
      CHECK(logits(must(loader.finish()), ids) == logits(expected, ids));
    }
  }
}

TEST_CASE("the joined matrix can be set, and is written as one", "[model]") {
  Model model = must(load(split(gpt2(), "c_attn.", true)));
  const std::string name = "h.1.attn.c_attn.weight";
  Tensor weight = must(model.weight(name));
  CHECK(weight.shape == Shape{kWidth, 3 * kWidth});
  weight.data[kWidth] += 1;  // of a key
  must(model.set_weight(name, weight.data));
  CHECK(must(model.weight(name)).data == weight.data);
  const auto file = must(model.safetensors());
  check_same(must(Model::load(must(parse_config(kGpt2)), file)), model);
}

TEST_CASE("stored integers of separate queries, keys and values have their own scales", "[int8]") {
  const std::string floats = safetensors(nanogpt());
  const Model expected =
      must(Model::load(must(parse_config(kGpt2)), bytes_of(floats), WeightType::kInt8));
  nlohmann::json config = nlohmann::json::parse(kGpt2);
  config["quantization_config"] = {{"quant_method", "int8"}};
  config["activation_function"] = "gelu";

  const auto stored = must(expected.safetensors());
  const auto opened = must(SafetensorsFile::open(stored));
  NamedTensors tensors;
  for (const TensorInfo& info : opened.header().tensors)
    tensors.push_back({info.name, must(opened.floats(info.name))});
  const NamedTensors parts = split(tensors, "c_attn.", false);
  std::deque<std::vector<std::int8_t>> integers;
  std::vector<TensorToWrite> list;
  for (const auto& [name, tensor] : parts) {
    const bool has_scale = std::any_of(parts.begin(), parts.end(), [&](const auto& other) {
      return other.first == name + "_scale";
    });
    auto& own = integers.emplace_back(tensor.data.begin(), tensor.data.end());
    list.push_back({name,
                    {tensor.data.data(), tensor.shape},
                    has_scale ? DType::kI8 : DType::kF32,
                    own.data()});
  }
  const auto file = write_safetensors(list);
  check_same(must(Model::load(must(parse_config(config.dump())), file, WeightType::kInt8)),
             expected);
}

TEST_CASE("separate queries, keys and values may have no bias, but not some of them", "[model]") {
  NamedTensors tensors = split(gpt2(), "c_attn.", true);
  const auto without = [&](const std::string& end) {
    NamedTensors some;
    for (const auto& item : tensors)
      if (!item.first.ends_with(end)) some.push_back(item);
    return some;
  };
  CHECK(message_of(load(without("k_proj.bias"))) ==
        "the weights (naming scheme: GPT-2) lack 'h.0.attn.k_proj.bias' [12], "
        "'h.1.attn.k_proj.bias' [12], which the config asks for");
  CHECK(message_of(load(without("v_proj.weight")))
            .starts_with("the weights (naming scheme: GPT-2) lack 'h.0.attn.v_proj.weight' [12, "
                         "12], 'h.1.attn.v_proj.weight' [12, 12], which the config asks for"));
  named(tensors, "h.1.attn.q_proj.weight") = Tensor({kWidth, 2 * kWidth});
  CHECK(message_of(load(tensors)) ==
        "the weights (naming scheme: GPT-2) hold 'h.1.attn.q_proj.weight' [12, 24], but the config "
        "asks for [12, 12]");

  NamedTensors packed;
  for (const auto& [name, tensor] : gpt2())
    if (!name.ends_with(".bias")) packed.push_back({name, tensor});
  check_same(must(load(split(packed, "c_attn.", true))), must(load(packed)));

  // The other layers may have theirs, as if those of queries, keys and values were zeros.
  NamedTensors zeros = gpt2();
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    Tensor& bias = named(zeros, "h." + std::to_string(layer) + ".attn.c_attn.bias");
    bias = Tensor(bias.shape);
  }
  NamedTensors some = split(zeros, "c_attn.", true);
  std::erase_if(some, [](const auto& item) {
    return item.first.ends_with("_proj.bias") && !item.first.ends_with("c_proj.bias");
  });
  for (const WeightType type : {WeightType::kFloat32, WeightType::kInt8}) {
    const std::string file = safetensors(some), whole = safetensors(zeros);
    const ModelConfig config = must(parse_config(kGpt2));
    const Model model = must(Model::load(config, bytes_of(file), type));
    const Model expected = must(Model::load(config, bytes_of(whole), type));
    check_same(model, expected);
    CHECK(logits(model, {4, 0, 16}) == logits(expected, {4, 0, 16}));
    // What is written has the bias, too, and loads again.
    nlohmann::json again = nlohmann::json::parse(kGpt2);
    if (type == WeightType::kInt8) again["quantization_config"] = {{"quant_method", "int8"}};
    const auto written = must(model.safetensors());
    check_same(must(Model::load(must(parse_config(again.dump())), written, type)), model);
  }
}

TEST_CASE("also those of a cross-attention, and of torch.nn.Transformer's layers", "[model]") {
  const std::string config = R"({"model_type": "transformer", "d_model": 8, "n_head": 2, "d_ff": 10,
    "n_enc": 2, "n_dec": 2, "src_vocab": 11, "tgt_vocab": 11, "bos_id": 1, "eos_id": 2,
    "final_norm": false})";
  const NamedTensors packed = random_torch_transformer(8, 10, 11);
  const Model expected = must(load(packed, config));
  const Model model = must(load(split(packed, "in_proj_", false), config));
  const ForwardInput input{{{1, 3, 5}}, {{4, 9, 2, 7}}};
  CHECK(must(model.forward(input)).logits.data == must(expected.forward(input)).logits.data);
  const auto names = model.weights();
  const auto has = [&](const std::string& name) {
    return std::any_of(names.begin(), names.end(),
                       [&](const WeightInfo& info) { return info.name == name; });
  };
  CHECK(has("transformer.encoder.layers.0.self_attn.in_proj_weight"));
  CHECK(has("transformer.decoder.layers.1.multihead_attn.k_proj.weight"));

  // One alone is told of by its own name.
  NamedTensors some = split(packed, "in_proj_", false);
  std::erase_if(some, [](const auto& item) {
    return item.first == "transformer.decoder.layers.1.multihead_attn.v_proj.weight";
  });
  CHECK(message_of(load(some, config))
            .starts_with("the weights (naming scheme: torch.nn.Transformer) lack "
                         "'transformer.decoder.layers.1.multihead_attn.v_proj.weight' [8, 8], "));
}

}  // namespace glassformer
