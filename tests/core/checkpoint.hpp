// Checkpoints made in memory: tensors to the bytes of a safetensors file, and random ones for a
// config.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glassformer/random.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer::test {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

inline std::string safetensors(const NamedTensors& tensors) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    const std::size_t bytes = tensor.data.size() * sizeof(float);
    header[name] = {{"dtype", "F32"},
                    {"shape", tensor.shape},
                    {"data_offsets", {data.size(), data.size() + bytes}}};
    data.append(reinterpret_cast<const char*>(tensor.data.data()), bytes);
  }
  const std::string text = header.dump();
  const std::uint64_t length = text.size();
  std::string file(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<char>(length >> (8 * i));
  return file + text + data;
}

inline std::span<const std::byte> bytes_of(const std::string& file) {
  return std::as_bytes(std::span(file));
}

/// Normal values around zero.
inline Tensor random_tensor(Generator& generator, Shape shape, float deviation = 0.3F) {
  Tensor tensor(std::move(shape));
  generator.randn(tensor.data);
  for (float& value : tensor.data) value *= deviation;
  return tensor;
}

/// A GPT-2 in Hugging Face's names: `layers` blocks of width d, V tokens, a context of T.
inline NamedTensors random_gpt2(std::size_t layers, std::size_t d, std::size_t vocab,
                                std::size_t context, std::uint64_t seed = 7) {
  Generator g(seed);
  NamedTensors t{{"wte.weight", random_tensor(g, {vocab, d})},
                 {"wpe.weight", random_tensor(g, {context, d})}};
  const auto norm = [&](const std::string& name) {
    Tensor weight = random_tensor(g, {d}, 0.1F);
    for (float& value : weight.data) value += 1.0F;
    t.push_back({name + ".weight", std::move(weight)});
    t.push_back({name + ".bias", random_tensor(g, {d}, 0.1F)});
  };
  const auto linear = [&](const std::string& name, std::size_t in, std::size_t out) {
    t.push_back({name + ".weight", random_tensor(g, {in, out})});
    t.push_back({name + ".bias", random_tensor(g, {out})});
  };
  for (std::size_t l = 0; l < layers; ++l) {
    const std::string at = "h." + std::to_string(l) + ".";
    norm(at + "ln_1");
    linear(at + "attn.c_attn", d, 3 * d);
    linear(at + "attn.c_proj", d, d);
    norm(at + "ln_2");
    linear(at + "mlp.c_fc", d, 4 * d);
    linear(at + "mlp.c_proj", 4 * d, d);
  }
  norm("ln_f");
  return t;
}

inline std::string gpt2_config(std::size_t layers, std::size_t heads, std::size_t d,
                               std::size_t vocab, std::size_t context) {
  return nlohmann::json{{"model_type", "gpt2"}, {"n_layer", layers},   {"n_head", heads},
                        {"n_embd", d},          {"vocab_size", vocab}, {"n_positions", context}}
      .dump();
}

/// An encoder–decoder in the names of torch.nn.Transformer's state_dict, two layers each, tied
/// head.
inline NamedTensors random_torch_transformer(std::size_t d, std::size_t ff, std::size_t vocab,
                                             std::uint64_t seed = 9) {
  Generator g(seed);
  NamedTensors t{{"src_embed.weight", random_tensor(g, {vocab, d})},
                 {"tgt_embed.weight", random_tensor(g, {vocab, d})}};
  const auto attention = [&](const std::string& name) {
    t.push_back({name + ".in_proj_weight", random_tensor(g, {3 * d, d})});
    t.push_back({name + ".in_proj_bias", random_tensor(g, {3 * d})});
    t.push_back({name + ".out_proj.weight", random_tensor(g, {d, d})});
    t.push_back({name + ".out_proj.bias", random_tensor(g, {d})});
  };
  for (const char* stack : {"encoder", "decoder"}) {
    const bool decoder = std::string(stack) == "decoder";
    for (std::size_t l = 0; l < 2; ++l) {
      const std::string at =
          std::string("transformer.") + stack + ".layers." + std::to_string(l) + ".";
      attention(at + "self_attn");
      if (decoder) attention(at + "multihead_attn");
      t.push_back({at + "linear1.weight", random_tensor(g, {ff, d})});
      t.push_back({at + "linear1.bias", random_tensor(g, {ff})});
      t.push_back({at + "linear2.weight", random_tensor(g, {d, ff})});
      t.push_back({at + "linear2.bias", random_tensor(g, {d})});
      for (int n = 1; n <= (decoder ? 3 : 2); ++n) {
        t.push_back({at + "norm" + std::to_string(n) + ".weight", random_tensor(g, {d}, 1.0F)});
        t.push_back({at + "norm" + std::to_string(n) + ".bias", random_tensor(g, {d})});
      }
    }
  }
  return t;
}

}  // namespace glassformer::test
