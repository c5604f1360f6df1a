// A GPT-2 of two layers with random weights, and what its tests do with it.
#pragma once

#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

#include "checkpoint.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"

namespace glassformer::test {

inline constexpr std::size_t kLayers = 2, kHeads = 3, kWidth = 12, kVocab = 17, kContext = 9;

inline Model small_gpt2() {
  const std::string file = safetensors(random_gpt2(kLayers, kWidth, kVocab, kContext));
  return must(Model::load(
      must(parse_config(gpt2_config(kLayers, kHeads, kWidth, kVocab, kContext))), bytes_of(file)));
}

inline Result<Model> load(const NamedTensors& tensors,
                          const std::string& config = gpt2_config(kLayers, kHeads, kWidth, kVocab,
                                                                  kContext)) {
  const std::string file = safetensors(tensors);
  return Model::load(must(parse_config(config)), bytes_of(file));
}

inline std::vector<float> logits(const Model& model, const TokenIds& ids, Hooks* hooks = nullptr) {
  return must(model.forward({{ids}, {}}, {LogitsWanted::kAll, hooks})).logits.data;
}

inline Tensor& named(NamedTensors& tensors, const std::string& name) {
  for (auto& [n, tensor] : tensors) {
    if (n == name) return tensor;
  }
  FAIL("no " << name);
  return tensors[0].second;
}

}  // namespace glassformer::test
