#include "model/run_pass.hpp"

#include "model/embedding.hpp"
#include "model/layer.hpp"
#include "model/norm.hpp"

namespace glassformer {
namespace {

void run_stack_on(const Model::Parts& parts, const EmbeddingWeights& tokens,
                  const StackWeights& stack, bool causal, const PassInput& input,
                  const HookScope& hooks, Buffers& buffers) {
  embed(parts, tokens, input.ids, input.batch, input.first_position, hooks, buffers);
  float* x = buffers.stream.data();
  const Pass pass{.config = parts.config,
                  .kernels = parts.kernels,
                  .batch = input.batch,
                  .length = input.ids.size() / input.batch,
                  .causal = causal,
                  .padding = input.padding,
                  .cache = input.cache,
                  .encoder_output = input.encoder_output,
                  .hooks = hooks};
  run_stack(pass, stack, buffers, x);
  if (!parts.config.final_norm) return;
  apply_norm(pass, stack.final_norm, x);
  hooks.visit_rows("ln_final", x, pass.batch, pass.length, parts.config.d_model);
}

}  // namespace

void run_encoder(const Model::Parts& parts, const PassInput& input, const HookScope& hooks,
                 Buffers& buffers) {
  const EmbeddingWeights& tokens =
      parts.has_source() ? parts.weights.source_embedding : parts.weights.embedding;
  run_stack_on(parts, tokens, parts.weights.encoder, false, input, hooks, buffers);
}

void run_decoder(const Model::Parts& parts, const PassInput& input, const HookScope& hooks,
                 Buffers& buffers) {
  run_stack_on(parts, parts.weights.embedding, parts.weights.decoder, true, input, hooks, buffers);
}

}  // namespace glassformer
