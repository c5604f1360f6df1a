// The members of a Model.
#pragma once

#include <vector>

#include "glassformer/model.hpp"
#include "kernels/kernels.hpp"
#include "weights/weight_binding.hpp"
#include "weights/weights.hpp"

namespace glassformer {

struct Model::Parts {
  ModelConfig config;
  WeightType weight_type = WeightType::kFloat32;
  const kernels::Kernels& kernels = kernels::active();
  ModelWeights weights;
  std::vector<WeightSlot> slots;  // point into `weights`, so Parts never moves

  bool encodes() const { return config.architecture != Architecture::kDecoder; }
  bool decodes() const { return config.architecture != Architecture::kEncoder; }
  bool has_source() const { return encodes() && decodes(); }
};

}  // namespace glassformer
