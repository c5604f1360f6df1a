#include "synthetic_gpt2.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <vector>

namespace glassformer::bench {

static_assert(std::endian::native == std::endian::little, "safetensors files are little-endian");

ModelConfig config_of(const Gpt2Size& size) {
  ModelConfig config;
  config.model_type = "gpt2";
  config.vocab_size = size.vocab_size;
  config.d_model = size.d_model;
  config.num_heads = size.heads;
  config.d_ff = 4 * size.d_model;
  config.decoder_layers = size.layers;
  config.max_positions = size.context;
  return config;
}

SyntheticFile::SyntheticFile(const Gpt2Size& size) {
  nlohmann::ordered_json header;
  const auto add = [&](const std::string& name, const Shape& shape) {
    const std::size_t begin = 4 * floats_;
    floats_ += element_count(shape);
    header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {begin, 4 * floats_}}};
  };
  const auto add_pair = [&](const std::string& name, const Shape& weight) {
    add(name + ".weight", weight);
    add(name + ".bias", {weight.back()});
  };
  const std::size_t d = size.d_model;
  add("wte.weight", {size.vocab_size, d});
  add("wpe.weight", {size.context, d});
  for (std::size_t layer = 0; layer < size.layers; ++layer) {
    const std::string prefix = "h." + std::to_string(layer) + ".";
    add_pair(prefix + "ln_1", {d});
    add_pair(prefix + "attn.c_attn", {d, 3 * d});
    add_pair(prefix + "attn.c_proj", {d, d});
    add_pair(prefix + "ln_2", {d});
    add_pair(prefix + "mlp.c_fc", {d, 4 * d});
    add_pair(prefix + "mlp.c_proj", {4 * d, d});
  }
  add_pair("ln_f", {d});
  header_ = header.dump();
}

void SyntheticFile::send(const std::function<bool(std::span<const std::byte>)>& take) const {
  const std::uint64_t length = header_.size();
  if (!take(std::as_bytes(std::span(&length, 1)))) return;
  if (!take(std::as_bytes(std::span(header_)))) return;
  // As large as the pieces in which a network delivers a file.
  std::vector<float> piece(std::size_t{64} << 10);
  std::uint32_t state = 1;
  for (std::size_t sent = 0; sent < floats_; sent += piece.size()) {
    for (float& x : piece) {
      state = state * 1664525U + 1013904223U;
      x = static_cast<float>(state >> 8) * 0x1p-28F -
          0.03125F;  // uniform in ±1/32: near GPT-2's 0.02 of spread
    }
    const std::size_t count = std::min(piece.size(), floats_ - sent);
    if (!take(std::as_bytes(std::span(piece).first(count)))) return;
  }
}

}  // namespace glassformer::bench
