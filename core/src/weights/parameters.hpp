// The parameters of a config, each described once: its role, its name in a naming scheme, its shape
// and its initial values. Loading, training, saving and error messages go over this list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/tensor.hpp"
#include "glassformer/weight_info.hpp"
#include "weights/weight_names.hpp"

namespace glassformer {

/// The roles before kNorm.
constexpr std::size_t kLayerLinears = static_cast<std::size_t>(Role::kNorm);

enum class Initial : std::uint8_t { kZeros, kOnes, kNormal, kUniform };

/// Its `name` goes without the naming scheme's prefix.
struct Parameter : WeightInfo {
  std::size_t norm = 0;  // of kNorm: its place among the layer's norms
  std::size_t in = 0;    // features that a matrix maps to `out`; 0: a vector of `out` values
  std::size_t out = 0;
  // Of queries, keys or values that are a tensor each: the one of all three that they are a part
  // of, and the outputs before them.
  std::string whole{};
  std::size_t first = 0;

  Initial initial = Initial::kZeros;
  double scale = 0.0;  // standard deviation, or the bound of a uniform distribution

  std::size_t size() const { return element_count(shape); }
  bool is_part() const { return !whole.empty(); }
  /// Weight decay is for matrices and tables; biases and norms have none by default.
  bool decays() const { return in > 0; }
};

/// All parameters of `config` in the names of `names`, in the order of the computation within a
/// layer. A decoder begins as GPT-2 does (Radford et al. 2019: normal of 0.02, what is added to the
/// stream divided by √(2 layers)); other models as torch.nn.Transformer (Glorot's uniform), their
/// embeddings normal of 1/√D.
std::vector<Parameter> parameters_of(const ModelConfig& config, const Naming& names);

}  // namespace glassformer
