#include "model/encoded_source.hpp"

#include <cassert>

#include "model/run_pass.hpp"
#include "model/sequences.hpp"

namespace glassformer {

EncoderOutput EncodedSource::output(const ModelConfig& config, std::size_t copies) const {
  const std::size_t width = config.key_width() + config.value_width();
  EncoderOutput output;
  assert(copies == 1 || padding.empty());
  output.padding = padding.empty() ? nullptr : padding.data();
  for (const std::vector<float>& layer : key_values) {
    KeyValueRows rows;
    rows.keys = length;
    rows.key_rows.reserve(batch * copies * length);
    rows.value_rows.reserve(batch * copies * length);
    for (std::size_t b = 0; b < batch; ++b) {
      for (std::size_t row = 0; row < copies * length; ++row) {
        const float* key = layer.data() + (b * length + row % length) * width;
        rows.key_rows.push_back(key);
        rows.value_rows.push_back(key + config.key_width());
      }
    }
    output.layers.push_back(std::move(rows));
  }
  return output;
}

EncodedSource encode_source(const Model::Parts& parts, std::span<const TokenIds> sources,
                            Hooks* hooks) {
  const ModelConfig& config = parts.config;
  const std::size_t heads = config.key_value_heads(), width = config.head_width(),
                    stride = config.key_width() + config.value_width();
  const Sequences sequences(sources, config.pad_token_id.value_or(0));
  Buffers buffers;
  run_encoder(
      parts,
      {.ids = sequences.ids, .batch = sequences.batch, .padding = sequences.padding_or_null()},
      HookScope(hooks, "encoder."), buffers);
  EncodedSource source{sequences.batch, sequences.length, {}, sequences.padding};
  const HookScope decoder(hooks, "decoder.");
  for (std::size_t l = 0; l < parts.weights.decoder.layers.size(); ++l) {
    std::vector<float> rows(source.batch * source.length * stride);
    parts.weights.decoder.layers[l].cross.key_value.apply(
        buffers.stream.data(), config.d_model, source.batch * source.length, rows.data());
    const HookScope scope = decoder.inside("blocks", l).inside("cross_attn.");
    scope.visit_heads("k", rows.data(), stride, source.batch, heads, source.length, width);
    scope.visit_heads("v", rows.data() + config.key_width(), stride, source.batch, heads,
                      source.length, width);
    source.key_values.push_back(std::move(rows));
  }
  return source;
}

HookScope output_scope(const Model::Parts& parts, Hooks* hooks) {
  return HookScope(hooks, parts.has_source() ? "decoder." : "");
}

}  // namespace glassformer
