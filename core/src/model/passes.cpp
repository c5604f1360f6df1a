#include "model/passes.hpp"

#include <algorithm>
#include <cmath>

#include "model/positions.hpp"

namespace glassformer {

Sequences::Sequences(std::span<const TokenIds> sequences, TokenId pad) : batch(sequences.size()) {
  for (const TokenIds& sequence : sequences) {
    lengths.push_back(sequence.size());
    length = std::max(length, sequence.size());
  }
  ids.assign(batch * length, pad);
  const bool ragged =
      std::any_of(lengths.begin(), lengths.end(), [&](std::size_t n) { return n != length; });
  if (ragged) padding.assign(batch * length, 1);
  for (std::size_t b = 0; b < batch; ++b) {
    std::copy(sequences[b].begin(), sequences[b].end(), ids.data() + b * length);
    if (ragged) std::fill_n(padding.data() + b * length, lengths[b], std::uint8_t{0});
  }
}

Memory EncodedSource::memory(std::size_t d_model, std::size_t copies) const {
  Memory memory;
  memory.padding = padding.empty() ? nullptr : padding.data();
  for (const std::vector<float>& layer : key_values) {
    KeyValueRows rows;
    rows.keys = length;
    for (std::size_t b = 0; b < batch; ++b) {
      for (std::size_t row = 0; row < copies * length; ++row) {
        const float* key = layer.data() + (b * length + row % length) * 2 * d_model;
        rows.key_rows.push_back(key);
        rows.value_rows.push_back(key + d_model);
      }
    }
    memory.layers.push_back(std::move(rows));
  }
  return memory;
}

void embed(const Model::Parts& parts, const EmbeddingWeights& tokens, std::span<const TokenId> ids,
           std::size_t batch, std::size_t first_position, const HookScope& hooks,
           Buffers& buffers) {
  const ModelConfig& config = parts.config;
  const std::size_t d = config.d_model, length = ids.size() / batch;
  std::vector<float>& x = buffers.stream;
  x.resize(ids.size() * d);
  for (std::size_t i = 0; i < ids.size(); ++i)
    tokens.tokens.copy_column(static_cast<std::size_t>(ids[i]), x.data() + i * d);
  if (config.scale_embedding)
    parts.kernels.scale(std::sqrt(static_cast<float>(d)), x.data(), x.size());
  hooks.visit_rows("embed", x.data(), batch, length, d);
  if (config.positions == Positions::kNone) return;

  std::vector<float>& positions = buffers.positions;  // (batch, length, D)
  positions.resize(x.size());
  if (config.positions == Positions::kLearned) {
    std::copy_n(parts.weights.embedding.positions.data() + first_position * d, length * d,
                positions.data());
  } else {
    write_positional_encoding(length, d, first_position, positions.data());
  }
  for (std::size_t b = 1; b < batch; ++b)
    std::copy_n(positions.data(), length * d, positions.data() + b * length * d);
  hooks.visit_rows("pos_embed", positions.data(), batch, length, d);
  parts.kernels.axpy(1.0F, positions.data(), x.data(), x.size());
}

std::vector<float> encode(const Model::Parts& parts, const Sequences& sequences,
                          const EmbeddingWeights& tokens, const HookScope& hooks) {
  Buffers buffers;
  embed(parts, tokens, sequences.ids, sequences.batch, 0, hooks, buffers);
  std::vector<float> x = std::move(buffers.stream);
  Pass pass{parts.config, parts.kernels, sequences.batch, sequences.length};
  pass.padding = sequences.padding_or_null();
  pass.hooks = hooks;
  run_stack(pass, parts.weights.encoder, buffers, x.data());
  if (parts.config.final_norm) {
    apply_norm(pass, parts.weights.encoder.final_norm, x.data());
    hooks.visit_rows("ln_final", x.data(), pass.batch, pass.length, parts.config.d_model);
  }
  return x;
}

EncodedSource encode_source(const Model::Parts& parts, std::span<const TokenIds> sources,
                            Hooks* hooks) {
  const std::size_t d = parts.config.d_model, heads = parts.config.num_heads,
                    width = parts.config.head_width();
  const Sequences sequences(sources, parts.config.pad_token_id.value_or(0));
  const std::vector<float> hidden =
      encode(parts, sequences, parts.weights.source_embedding, HookScope(hooks, "encoder."));
  EncodedSource source{sequences.batch, sequences.length, {}, sequences.padding};
  const HookScope decoder(hooks, "decoder.");
  for (std::size_t l = 0; l < parts.weights.decoder.layers.size(); ++l) {
    std::vector<float> rows(source.batch * source.length * 2 * d);
    parts.weights.decoder.layers[l].cross.key_value.apply(
        parts.kernels, hidden.data(), d, source.batch * source.length, rows.data());
    const HookScope scope = decoder.inside("blocks", l).inside("cross_attn.");
    scope.visit_heads("k", rows.data(), 2 * d, source.batch, heads, source.length, width);
    scope.visit_heads("v", rows.data() + d, 2 * d, source.batch, heads, source.length, width);
    source.key_values.push_back(std::move(rows));
  }
  return source;
}

HookScope decoder_scope(const Model::Parts& parts, Hooks* hooks) {
  return HookScope(hooks, parts.has_source() ? "decoder." : "");
}

void decode(const Pass& pass, const Model::Parts& parts, Buffers& buffers, float* x) {
  run_stack(pass, parts.weights.decoder, buffers, x);
  if (!parts.config.final_norm) return;
  apply_norm(pass, parts.weights.decoder.final_norm, x);
  pass.hooks.visit_rows("ln_final", x, pass.batch, pass.length, parts.config.d_model);
}

bool project_to_logits(const Model::Parts& parts, const float* rows, std::size_t n, float* logits) {
  const Linear& head = parts.weights.head;
  const PackedMatrix& matrix =
      head.weight.data() != nullptr ? head.weight : parts.weights.embedding.tokens;
  if (head.weight.data() == nullptr && !parts.config.tied_head) return false;
  const float* bias = head.bias.empty() ? nullptr : head.bias.data();
  parts.kernels.matmul(rows, matrix.in(), n, matrix.data(), matrix.in(), matrix.out(), bias, logits,
                       matrix.out());
  return true;
}

Status check_ids(std::span<const TokenId> ids, std::size_t vocab, const char* what) {
  for (TokenId id : ids) {
    if (id >= 0 && static_cast<std::size_t>(id) < vocab) continue;
    return invalid_argument(std::string(what) + ": found the token id " + std::to_string(id) +
                            ", but the vocabulary has ids 0 to " + std::to_string(vocab - 1));
  }
  return ok_status();
}

Status check_tokens(const Model::Parts& parts, std::span<const TokenIds> sequences,
                    std::size_t vocab, const char* what, bool check_length) {
  const std::string name(what);
  if (sequences.empty())
    return invalid_argument(name + ": at least one sequence is needed, found none");
  for (const TokenIds& sequence : sequences) {
    if (sequence.empty())
      return invalid_argument(name + ": a sequence needs at least one token, found an empty one");
    const std::size_t limit = parts.config.max_positions;
    if (check_length && limit > 0 && sequence.size() > limit) {
      return invalid_argument(name + ": found " + std::to_string(sequence.size()) +
                              " tokens, but this model's context holds " + std::to_string(limit));
    }
    if (Status status = check_ids(sequence, vocab, what); !status) return status;
  }
  return ok_status();
}

}  // namespace glassformer
